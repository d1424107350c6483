import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { must } from '../../base/typed.ts'
import { MEANT } from '../../domain/derived/flag-references.ts'
import { PAYABLE } from '../../domain/derived/money.ts'
import { DRAWABLE } from '../../domain/derived/own.ts'
import { ofEachMeasure } from '../../domain/measures.ts'
import { closed, LAWFUL_BASES, type LawfulBasis, Word } from '../../domain/shapes.ts'
import type { NamedBy } from '../../domain/types/fields.ts'
import {
  descriptors,
  type FieldOf,
  fieldsOf,
  type OwnFields,
  RECORD_TYPES,
  type RecordType,
} from '../../domain/types/index.ts'
import type { FieldKind } from '../../domain/types/kinds.ts'
import type { Told } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import {
  Columns,
  MapName,
  Name,
  NameOf,
  Note,
  type NoteSpec,
  PriceSpec,
  partOfMap,
  ReadColumn,
  type Value,
  ValueOf,
} from './map-values.ts'
import type { CodeKind } from './registry-facts.ts'

/**
 * Defines how a map states a member of a record, by the kind of the member. A new record type needs no change
 * here, unless it has a member of a new kind.
 */

/** A record as a map describes it: its members by their names in the map. */
export interface RecordSpec {
  /** May be left out for a plot. */
  readonly occurred_at?: string
  readonly lawful_basis?: LawfulBasis
  readonly only_if?: readonly string[]
  readonly note?: NoteSpec
  readonly [member: string]: unknown
}

/** Returns a member, which the schema of the map has checked. */
export const stated = <T>(spec: RecordSpec, member: string): T | undefined => spec[member] as T | undefined

export type Records = Readonly<Partial<Record<RecordType, RecordSpec>>>

/** For checks that need more than one part of a map. Parts are checked by themselves in `map-check.ts`. */
export interface FormCheck {
  readonly type: RecordType
  readonly spec: RecordSpec
  /** Records of the same row. */
  readonly records: Records
  /** What the top of the map states for every record. */
  readonly top: { readonly crop?: Value; readonly key?: readonly string[] }
  report(member: string, fault: Told): void
}

interface Form {
  /** Returns the schema of the member in a map. */
  members(field: FieldOf): TProperties
  check?(check: FormCheck, field: FieldOf): void
}

const Roles = partOfMap(
  Type.Array(Name, {
    minItems: 1,
    maxItems: 5,
    description:
      'The first of these parties that the row names is used; cooperative is the cooperative itself.',
  }),
  { is: 'roles' },
)

const GrownOn = closed({
  party_book: Type.Optional(
    MapName(
      'The party_book of the map that imported the plot, or the name of that map. Default: that of this map.',
    ),
  ),
  key: Columns(
    'Columns of this sheet with the values that identified the plot there. If they are empty, no plot is named.',
  ),
})
export type GrownOn = Static<typeof GrownOn>

/** A reference to a record that a row of another sheet made. */
const Elsewhere = (type: string) =>
  closed({
    map: MapName(`The name of the map that imported the ${type}.`),
    key: Columns(`Columns of this sheet with the key of the row that made the ${type} there.`),
  })
export type Elsewhere = Static<ReturnType<typeof Elsewhere>>

const InColumn = (description: string) => closed({ column: { ...ReadColumn, description } })
export type InColumn = Static<ReturnType<typeof InColumn>>

const unless = (isOptional: boolean, schema: TSchema): TSchema =>
  isOptional ? Type.Optional(schema) : schema
const alone =
  (schema: TSchema): Form['members'] =>
  (field) => ({ [memberOf(field)]: unless(field.isOptional, schema) })
const nothing: Form = { members: () => ({}) }
/** @param codes the kind of registry row that the value names */
const valued = (codes?: CodeKind): Form => ({ members: alone(ValueOf(codes)) })

/** A member that names another record which the same row makes. */
const ofSameRow = (types: readonly RecordType[], help: string): Form => ({
  members: alone(Word(types, help)),
  check: ({ spec, records, report }, field) => {
    const named = stated<RecordType>(spec, memberOf(field))
    if (named !== undefined && records[named] === undefined)
      report(memberOf(field), message('import.map.notMade', { type: named }))
  },
})

/** The name in a map of what a lot is drawn from. */
export const DRAWN_FROM = 'drawn_from'

/** Members that have another name in a map, by kind. */
const MAP_NAMES: { readonly [K in FieldKind]?: string | undefined } = {
  ...ofEachMeasure((_, { nameInMap }) => nameInMap),
  crops: 'crop',
  id: 'keyed_by',
  inputs: DRAWN_FROM,
  outline: 'geometry',
  place: 'plot_name',
  plots: 'grown_on',
}

/** Returns the name of a member in a map. A plot's name is `plot_name`, since a party has a name too. */
export const memberOf = (field: FieldOf): string =>
  field.kind === 'reference'
    ? must(TARGETS[must(field.relation)])[field.isOptional ? 'mayName' : 'names']
    : (MAP_NAMES[field.kind] ?? (field.member === 'name' ? 'plot_name' : field.member))

/** Names in a map of the record that another names: of the same row or, if it must name one, of another sheet. */
const TARGETS: Readonly<Partial<Record<NamedBy, { readonly names: string; readonly mayName: string }>>> = {
  lot: { names: 'of_lot', mayName: 'out_of_lot' },
  fulfils: { names: 'of_obligation', mayName: 'for_obligation' },
}
export const targetOf = ({ relation }: FieldOf): RecordType => must(must(MEANT[must(relation)])[0])

export const FORMS: Readonly<Record<FieldKind, Form>> = {
  party: { members: alone(Roles) },
  crop: {
    members: () => ({ crop: Type.Optional(ValueOf('crops')) }),
    check: (check, { isOptional }) => {
      if (!isOptional && check.spec.crop === undefined && check.top.crop === undefined)
        check.report('crop', message('import.map.requiredHere'))
    },
  },
  crops: { members: () => ({ crop: Type.Optional(ValueOf('crops', { description: 'What grows there.' })) }) },
  region: valued('regions'),
  country: valued(),
  text: valued(),
  ids: valued(),
  place: valued(),
  // An optional word is the same for every row.
  word: {
    members: ({ member, isOptional, words, ask }) => {
      if (!isOptional) return { [member]: ValueOf(words) }
      const how = 'How the quantity was measured, if the sheet states it.'
      return ask === undefined ? {} : { [member]: Type.Optional(Word(must(words), how)) }
    },
  },
  quantity: { members: alone(NameOf('quantities')) },
  // The map states neither: both follow from the quantity.
  kg: nothing,
  factor: nothing,
  // Of an outline: it follows from the text.
  count: nothing,
  // No sheet of goods states it.
  yes: nothing,
  answer: nothing,
  money: {
    members: alone(PriceSpec),
    check: (check, { member }) => {
      const price = stated<PriceSpec>(check.spec, member)
      if (price?.per !== undefined && check.spec.quantity === undefined)
        check.report(`${member}/per`, message('import.map.pricePer'))
    },
  },
  day: { members: alone(NameOf('dates')) },
  ...ofEachMeasure((measure) => ({ members: alone(InColumn(`The column with the ${measure}.`)) })),
  outline: {
    members: () => ({
      geometry: Type.Optional(
        closed({
          column: {
            ...ReadColumn,
            description: 'The column with the outline: GeoJSON or WKT. In a GeoJSON or KML file: geometry.',
          },
          first: Type.Optional(
            Word(
              ['latitude', 'longitude'],
              'Which comes first in a cell of two numbers without letters, such as 0.347596, 32.582520.',
            ),
          ),
        }),
      ),
      longitude: Type.Optional(closed({ column: ReadColumn })),
      latitude: Type.Optional(closed({ column: ReadColumn })),
    }),
    check: ({ spec: { geometry, longitude, latitude }, report }) => {
      if ((longitude === undefined) !== (latitude === undefined))
        report('', message('import.map.together', { one: 'longitude', other: 'latitude' }))
      if (geometry !== undefined && longitude !== undefined) report('', message('import.map.twoOutlines'))
    },
  },
  plots: { members: alone(GrownOn) },
  id: {
    members: () => ({
      keyed_by: Type.Optional(Columns('Columns that identify a plot. Default: the key of the map.')),
    }),
    check: ({ spec, top, report }) => {
      if (spec.keyed_by === undefined && top.key === undefined)
        report('keyed_by', message('import.map.keyOfPlots'))
    },
  },
  // A row makes one lot, which is not drawn from itself.
  inputs: ofSameRow(
    DRAWABLE.filter((type) => type !== 'lot'),
    'The record of the same row from which the whole lot was drawn.',
  ),
  parts: ofSameRow(PAYABLE, 'The record of the same row that the whole payment pays.'),
  reference: {
    members: (field) => {
      const type = targetOf(field).replaceAll('_', ' ')
      if (field.isOptional)
        return {
          [memberOf(field)]: Type.Optional(
            Type.Boolean({ description: `Whether it names the ${type} of the same row.` }),
          ),
        }
      return { [memberOf(field)]: Type.Optional(Elsewhere(type)) }
    },
    check: ({ type, spec, records, report }, field) => {
      const [member, target] = [memberOf(field), targetOf(field)]
      if (!field.isOptional && spec[member] === undefined && records[target] === undefined)
        report(member, message('import.map.noTarget', { type: target }))
      if (!field.isOptional || spec[member] !== true) return
      if (records[target] === undefined) report(member, message('import.map.notMade', { type: target }))
      else if (stated(must(records[target]), DRAWN_FROM) === type)
        report(member, message('import.map.drawnFromIt'))
    },
  },
  happened: nothing,
  stamp: nothing,
  phone: nothing,
  language: nothing,
  pictures: nothing,
}

/** A member that the map of a handover has in addition to those of its fields. */
const toItself = {
  to_itself: Type.Optional(
    Word(
      ['refuse', 'leave_out'],
      'What to do with a record from a party to itself. Default: refuse the row.',
    ),
  ),
}

const common = {
  lawful_basis: Type.Optional(Word(LAWFUL_BASES, 'Needed if it differs from the basis of the map.')),
  only_if: Type.Optional(Columns('The record is made only if all these have text.')),
  note: Type.Optional(Note),
}

/** Returns the schema of a record in a map. */
function schemaOf(type: RecordType): TSchema {
  const fields = fieldsOf(type)
  // A plot lasts, so a sheet may describe it as on the day of the sheet.
  const occurred_at = fields.some(({ kind }) => kind === 'id')
    ? Type.Optional(NameOf('dates', ' Default: the day of the sheet (as_of).'))
    : NameOf('dates')
  const members = fields.map((field) => FORMS[field.kind].members(field))
  const isHandOver = isHandedOver(type)
  return closed({ occurred_at, ...common, ...Object.assign({}, ...members), ...(isHandOver ? toItself : {}) })
}

/** A handover is what has these two members, whatever its type: only it can be from a party to itself. */
export const isHandedOver = (type: RecordType): boolean => 'to_party' in descriptors[type].fields

/** Returns the schemas of the records that a row makes, by type. */
export const recordSchemas = (): TProperties =>
  Object.fromEntries(MADE_TYPES.map((type) => [type, Type.Optional(schemaOf(type))]))

/**
 * Types of records that a row makes, each after the types that it may name. Parties are made when a row names
 * them. A sheet can make no confirmation and no retraction.
 */
export const MADE_TYPES: readonly RecordType[] = RECORD_TYPES.filter(
  (type) => type !== 'party' && descriptors[type].actsOn === undefined,
).sort((a, b) => rankOf(a) - rankOf(b))

function rankOf(type: RecordType): number {
  const names: readonly FieldKind[] = ['plots', 'inputs', 'parts', 'reference']
  return Math.max(...fieldsOf(type).map(({ kind }) => names.indexOf(kind)))
}

/**
 * Returns types in the order in which a row makes them: the record that a lot is drawn from is before the
 * lot.
 */
export function orderOf(records: Records): RecordType[] {
  const made = MADE_TYPES.filter((type) => records[type] !== undefined)
  return [
    ...new Set(made.flatMap((type) => [stated<RecordType>(must(records[type]), DRAWN_FROM) ?? type, type])),
  ]
}

/** Returns whether such a record would show money or debt. */
export const isFinancial = (type: RecordType, spec: RecordSpec): boolean =>
  // These members have the same names in a map and in a record.
  descriptors[type].financial(spec as unknown as OwnFields) === true
