import type { Violation } from '../../base/problem.ts'
import type { LAWFUL_BASES } from '../../domain/shapes.ts'
import { parseInstant } from '../../domain/time.ts'
import { LOSS_CAUSES } from '../../domain/types/loss.ts'
import { OBLIGATION_KINDS } from '../../domain/types/obligation.ts'
import { isTimeZone } from '../../text/time-zone.ts'
import { dateFormat, monthNames } from './dates.ts'
import type { MissingCodes } from './fault.ts'
import { normalized } from './identity.ts'
import {
  COOPERATIVE_ROLE,
  type DateSpec,
  type ImportMap,
  MADE_TYPES,
  type MadeType,
  makesRecords,
  NAME_PATTERN,
  type NoteSpec,
  type PartySpec,
  type PlotSpec,
  type PriceSpec,
  type QuantitySpec,
  type RecordSet,
  recordSets,
  type UnitSpec,
  type Value,
} from './map.ts'
import type { CodeKind, RegistryFacts } from './registry-facts.ts'

/** Checks what a schema cannot: that a map's parts fit together, and that its codes exist. */

type AddError = (pointer: string, message: string) => void
/** Members of map parts; as names of roles they would be confusing. */
const RESERVED = new Set(
  'column unit_column count keyed_by key only_if required lookup months units conversion_for csv tables'.split(
    ' ',
  ),
)

type AnySpec = NonNullable<NonNullable<ImportMap['records']>[MadeType]>

const ROLES = ['producer', 'holder', 'from_party', 'to_party', 'obligor', 'obligee'] as const
const VALUES = ['season', 'plot_name', 'grade', 'location'] as const
const PRICES = ['agreed_price', 'amount'] as const
/** What the record of some type may say. */
type Fields = { readonly [M in (typeof ROLES)[number]]?: readonly string[] } & {
  readonly [M in (typeof VALUES)[number] | 'crop']?: Value
} & { readonly [M in (typeof PRICES)[number]]?: PriceSpec } & {
  readonly [M in 'due_at' | 'quantity']?: string
}

export function mapFaults(
  map: ImportMap,
  registry: RegistryFacts,
): { readonly faults: readonly Violation[]; readonly missing: MissingCodes } {
  const faults: Violation[] = []
  const report: AddError = (pointer, message) => faults.push({ pointer, message })
  const check = new MapCheck(map, registry, report)
  check.top()
  check.units()
  check.dates()
  check.tables()
  check.quantities()
  check.parties()
  check.records()
  return { faults, missing: check.missing }
}

class MapCheck {
  readonly missing = new Map<CodeKind, Set<string>>()
  readonly #map: ImportMap
  readonly #registry: RegistryFacts
  readonly #report: AddError

  constructor(map: ImportMap, registry: RegistryFacts, report: AddError) {
    this.#map = map
    this.#registry = registry
    this.#report = report
  }

  top(): void {
    const { as_of, time_zone, key, crop, csv, parties, decimal, thousands } = this.#map
    if (parseInstant(`${as_of}T00:00:00Z`) === null) this.#report('/as_of', 'is not a day of the calendar')
    if (!isTimeZone(time_zone))
      this.#report('/time_zone', 'is not a time zone; write one such as Africa/Kampala')
    if (thousands !== undefined && thousands === (decimal ?? '.'))
      this.#report('/thousands', 'is also the decimal sign')
    if (csv?.every_sheet && csv.sheet !== undefined)
      this.#report('/csv/sheet', 'is given as well as every_sheet; keep one of the two')
    this.#value('/crop', crop, 'crops')
    this.#map.skip?.forEach(({ words, beginning }, i) => {
      if (words === undefined && beginning === undefined)
        this.#report(at('skip', String(i)), 'needs words or a beginning')
    })
    if (key !== undefined && !makesRecords(this.#map))
      this.#report('/key', 'has no meaning if rows make parties only; keyed_by identifies those')
    if (!makesRecords(this.#map) && Object.keys(parties ?? {}).length === 0)
      this.#report('/records', 'or parties is required: a map must make something')
    for (const section of ['dates', 'quantities', 'parties', 'members', 'tables'] as const)
      for (const name of Object.keys(this.#map[section] ?? {}))
        if (!new RegExp(NAME_PATTERN).test(name))
          this.#report(at(section, name), 'must be named by a lower-case word such as farm or handed_over')
        else if (RESERVED.has(name))
          this.#report(at(section, name), 'has a name that means something else in a map')
  }

  units(): void {
    const seen = new Set<string>()
    for (const [word, spec] of Object.entries(this.#map.units ?? {})) {
      const pointer = at('units', word)
      if (seen.has(normalized(word))) this.#report(pointer, 'occurs twice, in different capital letters')
      seen.add(normalized(word))
      this.#code(`${pointer}/unit`, 'units', spec.unit)
      this.#conversion(`${pointer}/conversion`, spec.conversion, spec, undefined)
      for (const [crop, conversion] of Object.entries(spec.conversion_for ?? {})) {
        this.#code(`${pointer}/conversion_for`, 'crops', crop)
        this.#conversion(at('units', word, 'conversion_for', crop), conversion, spec, crop)
      }
    }
  }

  dates(): void {
    const words = monthNames(this.#map.months)
    for (const [name, spec] of Object.entries(this.#map.dates ?? {})) {
      if ((spec.column === undefined) === (spec.constant === undefined))
        this.#report(at('dates', name), 'needs either a column or a constant')
      if ((spec.column === undefined) !== (spec.formats === undefined))
        this.#report(at('dates', name, 'formats'), 'belongs to a column, and a column needs it')
      if (spec.constant !== undefined && parseInstant(`${spec.constant}T00:00:00Z`) === null)
        this.#report(at('dates', name, 'constant'), 'is not a day of the calendar')
      spec.formats?.forEach((pattern, i) => {
        const made = dateFormat(pattern, { months: words, century: spec.century })
        if (typeof made === 'string') this.#report(at('dates', name, 'formats', String(i)), made)
      })
    }
  }

  tables(): void {
    for (const [name, { sheet, file }] of Object.entries(this.#map.tables ?? {}))
      if (sheet === undefined && file === undefined)
        this.#report(at('tables', name), 'needs a sheet of the workbook, or a file')
  }

  quantities(): void {
    for (const [name, spec] of Object.entries(this.#map.quantities ?? {}))
      this.#quantity(at('quantities', name), spec)
  }

  parties(): void {
    const { parties = {}, members = {} } = this.#map
    for (const role of Object.keys({ ...parties, ...members }))
      if (role === COOPERATIVE_ROLE)
        this.#report(at('parties', role), 'is the cooperative itself; use another word')
    for (const role of Object.keys(members)) {
      if (Object.hasOwn(parties, role)) this.#report(at('members', role), 'is a role in parties, too')
      this.#value(at('members', role, 'member_no'), members[role]?.member_no)
    }
    for (const [role, spec] of Object.entries(parties)) this.#party(at('parties', role), role, spec)
  }

  records(): void {
    const names = (this.#map.also ?? []).map(({ name }) => name)
    names.forEach((name, i) => {
      if (names.indexOf(name) !== i)
        this.#report(at('also', String(i), 'name'), 'is the name of another one, too')
    })
    for (const set of recordSets(this.#map)) this.#set(set)
  }

  #set({ pointer, records }: RecordSet): void {
    for (const type of MADE_TYPES) {
      const spec = records[type]
      if (spec !== undefined) this.#record(`${pointer}/${type}`, type, spec)
    }
    const { harvest, lot, delivery, obligation, loss } = records
    if (loss !== undefined && loss.of_lot === undefined && lot === undefined)
      this.#report(`${pointer}/loss/of_lot`, 'is required: these records have no lot that lost it')
    if (lot?.drawn_from !== undefined && !(lot.drawn_from === 'harvest' ? harvest : delivery))
      this.#report(`${pointer}/lot/drawn_from`, `names the ${lot.drawn_from}, which this map does not make`)
    if (delivery?.out_of_lot && lot === undefined)
      this.#report(`${pointer}/delivery/out_of_lot`, 'names the lot, which this map does not make')
    if (delivery?.out_of_lot && lot?.drawn_from === 'delivery')
      this.#report(`${pointer}/delivery/out_of_lot`, 'cannot be: the lot is drawn from this delivery')
    if (delivery?.for_obligation && obligation === undefined)
      this.#report(`${pointer}/delivery/for_obligation`, 'names the obligation, which this map does not make')
  }

  #record(pointer: string, type: MadeType, spec: AnySpec): void {
    const fields: Fields = spec
    for (const member of ROLES) this.#roles(`${pointer}/${member}`, fields[member])
    this.#named(`${pointer}/occurred_at`, 'dates', spec.occurred_at)
    this.#named(`${pointer}/due_at`, 'dates', fields.due_at)
    this.#named(`${pointer}/quantity`, 'quantities', fields.quantity)
    this.#value(`${pointer}/crop`, fields.crop, 'crops')
    if (
      ['harvest', 'lot', 'delivery'].includes(type) &&
      fields.crop === undefined &&
      this.#map.crop === undefined
    )
      this.#report(`${pointer}/crop`, 'is required here or at the top of the map')
    for (const member of VALUES) this.#value(`${pointer}/${member}`, fields[member])
    this.#note(`${pointer}/note`, spec.note)
    if (type === 'plot') this.#plot(pointer, spec as PlotSpec)
    if ('cause' in spec) this.#value(`${pointer}/cause`, spec.cause, LOSS_CAUSES)
    if ('kind' in spec) this.#value(`${pointer}/kind`, spec.kind, OBLIGATION_KINDS)
    for (const member of PRICES) {
      const price = fields[member]
      if (price?.per !== undefined && fields.quantity === undefined)
        this.#report(`${pointer}/${member}/per`, 'needs a quantity to multiply the price with')
      this.#value(`${pointer}/${member}/currency`, price?.currency)
    }
    const isFinancial = type === 'obligation' || 'agreed_price' in spec
    const basis: (typeof LAWFUL_BASES)[number] = spec.lawful_basis ?? this.#map.lawful_basis
    if (isFinancial && basis !== 'special_data_consent')
      this.#report(
        `${pointer}/lawful_basis`,
        'must be special_data_consent, since the record shows money or debt. State it if these people were asked and agreed; else leave the money out of the map',
      )
  }

  #plot(pointer: string, spec: PlotSpec): void {
    const { country, region, keyed_by, geometry, longitude, latitude } = spec
    this.#value(`${pointer}/country`, country)
    this.#value(`${pointer}/region`, region, 'regions')
    if (keyed_by === undefined && this.#map.key === undefined)
      this.#report(
        `${pointer}/keyed_by`,
        'is required here, or key at the top of the map: what tells plots apart',
      )
    if ((longitude === undefined) !== (latitude === undefined))
      this.#report(pointer, 'needs longitude and latitude together')
    if (geometry !== undefined && longitude !== undefined)
      this.#report(pointer, 'has an outline in one column and a point in two; keep one')
  }

  #party(pointer: string, role: string, spec: PartySpec): void {
    this.#value(`${pointer}/name`, spec.name)
    this.#value(`${pointer}/phone`, spec.phone)
    this.#value(`${pointer}/region`, spec.region, 'regions')
    this.#value(`${pointer}/member_no`, spec.member_no)
    if (spec.same_as === undefined) return
    const other = this.#map.parties?.[spec.same_as]
    if (other === undefined || spec.same_as === role)
      this.#report(`${pointer}/same_as`, 'must name another of parties')
    else if (other.same_as !== undefined)
      this.#report(`${pointer}/same_as`, 'names a party that has same_as itself')
  }

  #quantity(pointer: string, spec: QuantitySpec): void {
    if (spec.less !== undefined && spec.count !== undefined)
      this.#report(`${pointer}/less`, 'cannot be together with count: is it the tare of one, or of all?')
    if (spec.unit !== undefined && spec.unit_column !== undefined)
      this.#report(`${pointer}/unit_column`, 'is given as well as unit; keep one of the two')
    const words = new Set(Object.keys(this.#map.units ?? {}).map(normalized))
    if (words.size === 0) this.#report('/units', 'is required: quantities need units')
    else if (spec.unit !== undefined && !words.has(normalized(spec.unit)))
      this.#report(`${pointer}/unit`, 'is not one of units')
    if (spec.least_kg !== undefined && spec.most_kg !== undefined && spec.least_kg > spec.most_kg)
      this.#report(`${pointer}/most_kg`, 'is less than least_kg')
  }

  #conversion(pointer: string, id: string | undefined, { unit }: UnitSpec, crop: string | undefined): void {
    if (id === undefined) return
    const row = this.#registry.conversion(id)
    if (row === undefined) this.#report(pointer, `names a conversion that the registry does not have: ${id}`)
    else if (row.unit !== unit) this.#report(pointer, `is a factor for the unit ${row.unit}, not ${unit}`)
    else if (crop !== undefined && row.crop !== undefined && row.crop !== crop)
      this.#report(pointer, `is a factor for ${row.crop}, not ${crop}`)
  }

  #roles(pointer: string, roles: readonly string[] | undefined): void {
    const { parties = {}, members = {} } = this.#map
    roles?.forEach((role, i) => {
      if (role !== COOPERATIVE_ROLE && !Object.hasOwn(parties, role) && !Object.hasOwn(members, role))
        this.#report(`${pointer}/${i}`, `names a role that this map does not have: ${role}`)
    })
  }

  #named(pointer: string, section: 'dates' | 'quantities', name: string | undefined): void {
    const known: Readonly<Record<string, DateSpec | QuantitySpec>> = this.#map[section] ?? {}
    if (name !== undefined && !Object.hasOwn(known, name))
      this.#report(pointer, `is not one of ${section}: ${name}`)
  }

  #note(pointer: string, note: NoteSpec | undefined): void {
    note?.forEach((part, i) => {
      if (part.column === undefined && part.label === undefined)
        this.#report(`${pointer}/${i}`, 'needs a column or a label')
    })
  }

  /** @param codes a kind of registry row, or the allowed words */
  #value(pointer: string, value: Value | undefined, codes?: CodeKind | readonly string[]): void {
    if (value === undefined) return
    const { column, constant, lookup, not_listed, before, after, followed_by, table, take } = value
    if ((column === undefined) === (constant === undefined))
      this.#report(pointer, 'needs either a column or a constant')
    if (
      column === undefined &&
      [lookup, before, after, followed_by, table].some((member) => member !== undefined)
    )
      this.#report(pointer, 'has members that only a column can have')
    if (not_listed !== undefined && lookup === undefined && table === undefined)
      this.#report(`${pointer}/not_listed`, 'has no meaning without a lookup or a table')
    if ((table === undefined) !== (take === undefined)) this.#report(pointer, 'needs table and take together')
    if (table !== undefined && !Object.hasOwn(this.#map.tables ?? {}, table))
      this.#report(`${pointer}/table`, `is not one of tables: ${table}`)
    if (codes === undefined) return
    const meant = [...(constant === undefined ? [] : [constant]), ...Object.values(lookup ?? {})]
    for (const code of new Set(meant)) {
      if (typeof codes === 'string') this.#code(pointer, codes, code)
      else if (!codes.includes(code)) this.#report(pointer, `must be one of ${codes.join(', ')}, not ${code}`)
    }
  }

  #code(pointer: string, kind: CodeKind, code: string): void {
    if (this.#registry.has(kind, code)) return
    this.#report(pointer, `names a row that ${kind} of the registry does not have: ${code}`)
    this.missing.set(kind, new Set([...(this.missing.get(kind) ?? []), code]))
  }
}

const at = (...members: readonly string[]): string =>
  members.map((member) => `/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
