import { parseInstant } from '../../domain/time.ts'
import { fieldsOf, type RecordType } from '../../domain/types/index.ts'
import { isTimeZone } from '../../text/time-zone.ts'
import type { Told } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { dateFormat, monthNames } from '../sheets/dates.ts'
import { at, eachPart, type MapViolation, type MissingCodes, NAME_PATTERN } from '../sheets/map-shape.ts'
import { normalized } from '../sheets/meaning.ts'
import { FORMS, type FormCheck, isFinancial, MADE_TYPES, type RecordSpec, type Records } from './forms.ts'
import {
  COOPERATIVE_ROLE,
  ImportMap,
  makesRecords,
  type QuantitySpec,
  type RecordSet,
  recordSets,
  type UnitSpec,
} from './map.ts'
import type { MapPart, Value } from './map-values.ts'
import type { CodeKind, RegistryFacts } from './registry-facts.ts'

/** Checks what a schema cannot: that a map's parts fit together, and that its codes exist. */

type AddError = (pointer: string, fault: Told) => void
/** Names of members in a map, which would be confusing as names of roles. */
const RESERVED = new Set(
  'column unit_column count keyed_by key only_if required lookup months units conversion_for csv tables'.split(
    ' ',
  ),
)

export function mapFaults(
  map: ImportMap,
  registry: RegistryFacts,
): { readonly faults: readonly MapViolation[]; readonly missing: MissingCodes } {
  const faults: MapViolation[] = []
  const report: AddError = (pointer, fault) => faults.push({ pointer, fault })
  const check = new MapCheck(map, registry, report)
  check.top()
  eachPart<MapPart>(ImportMap, map, (is, value, pointer) => check.part(is, value, pointer))
  check.units()
  check.dates()
  check.tables()
  check.quantities()
  check.parties()
  check.records()
  for (const [i, column] of (map.undecided ?? []).entries())
    report(at('undecided', String(i)), message('import.map.undecided', { column }))
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
    const { as_of, time_zone, key, csv, parties, decimal, thousands } = this.#map
    if (parseInstant(`${as_of}T00:00:00Z`) === null)
      this.#report('/as_of', message('import.fault.date.notADay'))
    if (!isTimeZone(time_zone)) this.#report('/time_zone', message('import.map.timeZone'))
    if (thousands !== undefined && thousands === (decimal ?? '.'))
      this.#report('/thousands', message('import.map.thousands'))
    if (csv?.every_sheet && csv.sheet !== undefined)
      this.#report('/csv/sheet', message('import.map.setTogether', { other: 'every_sheet' }))
    this.#map.skip?.forEach(({ words, beginning }, i) => {
      if (words === undefined && beginning === undefined)
        this.#report(at('skip', String(i)), message('import.map.skipNothing'))
    })
    if (key !== undefined && !makesRecords(this.#map))
      this.#report('/key', message('import.map.keyOfParties'))
    if (!makesRecords(this.#map) && Object.keys(parties ?? {}).length === 0)
      this.#report('/records', message('import.map.makesNothing'))
    for (const section of ['dates', 'quantities', 'parties', 'members', 'tables'] as const)
      for (const name of Object.keys(this.#map[section] ?? {}))
        if (!new RegExp(NAME_PATTERN).test(name)) this.#report(at(section, name), message('import.map.name'))
        else if (RESERVED.has(name)) this.#report(at(section, name), message('import.map.reserved'))
  }

  units(): void {
    const seen = new Set<string>()
    for (const [word, spec] of Object.entries(this.#map.units ?? {})) {
      const pointer = at('units', word)
      if (seen.has(normalized(word))) this.#report(pointer, message('import.map.twice'))
      seen.add(normalized(word))
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
        this.#report(at('dates', name), message('import.map.columnOrConstant'))
      if ((spec.column === undefined) !== (spec.formats === undefined))
        this.#report(at('dates', name, 'formats'), message('import.map.formats'))
      if (spec.constant !== undefined && parseInstant(`${spec.constant}T00:00:00Z`) === null)
        this.#report(at('dates', name, 'constant'), message('import.fault.date.notADay'))
      spec.formats?.forEach((pattern, i) => {
        const made = dateFormat(pattern, { months: words, century: spec.century })
        if ('key' in made) this.#report(at('dates', name, 'formats', String(i)), made)
      })
    }
  }

  tables(): void {
    for (const [name, { sheet, file }] of Object.entries(this.#map.tables ?? {}))
      if (sheet === undefined && file === undefined)
        this.#report(at('tables', name), message('import.map.tablePlace'))
  }

  quantities(): void {
    for (const [name, spec] of Object.entries(this.#map.quantities ?? {}))
      this.#quantity(at('quantities', name), spec)
  }

  parties(): void {
    const { parties = {}, members = {} } = this.#map
    for (const role of Object.keys({ ...parties, ...members }))
      if (role === COOPERATIVE_ROLE) this.#report(at('parties', role), message('import.map.cooperative'))
    for (const role of Object.keys(members)) {
      if (Object.hasOwn(parties, role)) this.#report(at('members', role), message('import.map.alsoParty'))
    }
    for (const [role, { same_as: same }] of Object.entries(parties)) {
      if (same === undefined) continue
      const other = parties[same]
      const pointer = at('parties', role, 'same_as')
      if (other === undefined || same === role) this.#report(pointer, message('import.map.sameAs'))
      else if (other.same_as !== undefined) this.#report(pointer, message('import.map.sameAsTwice'))
    }
  }

  records(): void {
    const names = (this.#map.also ?? []).map(({ name }) => name)
    names.forEach((name, i) => {
      if (names.indexOf(name) !== i)
        this.#report(at('also', String(i), 'name'), message('import.map.alsoSet'))
    })
    for (const set of recordSets(this.#map)) this.#set(set)
  }

  #set({ pointer, records }: RecordSet): void {
    for (const type of MADE_TYPES) {
      const spec = records[type]
      if (spec !== undefined) this.#record(`${pointer}/${type}`, type, spec, records)
    }
  }

  #record(pointer: string, type: RecordType, spec: RecordSpec, records: Records): void {
    const inRecord = (member: string) => (member === '' ? pointer : `${pointer}/${member}`)
    const check: FormCheck = {
      type,
      spec,
      records,
      top: this.#map,
      report: (member, fault) => this.#report(inRecord(member), fault),
    }
    for (const field of fieldsOf(type)) FORMS[field.kind].check?.(check, field)
    if (isFinancial(type, spec) && (spec.lawful_basis ?? this.#map.lawful_basis) !== 'special_data_consent')
      this.#report(inRecord('lawful_basis'), message('import.map.ofMoney'))
  }

  #quantity(pointer: string, spec: QuantitySpec): void {
    if (spec.less !== undefined && spec.count !== undefined)
      this.#report(`${pointer}/less`, message('import.map.tareOfMany'))
    if (spec.unit !== undefined && spec.unit_column !== undefined)
      this.#report(`${pointer}/unit_column`, message('import.map.setTogether', { other: 'unit' }))
    const words = new Set(Object.keys(this.#map.units ?? {}).map(normalized))
    if (words.size === 0) this.#report('/units', message('import.map.units'))
    else if (spec.unit !== undefined && !words.has(normalized(spec.unit)))
      this.#report(`${pointer}/unit`, message('import.map.notOneOf', { section: 'units' }))
    if (spec.least_kg !== undefined && spec.most_kg !== undefined && spec.least_kg > spec.most_kg)
      this.#report(`${pointer}/most_kg`, message('import.map.mostKg'))
  }

  #conversion(pointer: string, id: string | undefined, { unit }: UnitSpec, crop: string | undefined): void {
    if (id === undefined) return
    const row = this.#registry.conversion(id)
    if (row === undefined) this.#report(pointer, message('import.map.noConversion', { id }))
    else if (row.unit !== unit)
      this.#report(pointer, message('import.map.ofOtherUnit', { unit: row.unit, other: unit }))
    else if (crop !== undefined && row.crop !== undefined && row.crop !== crop)
      this.#report(pointer, message('import.map.ofOtherCrop', { crop: row.crop, other: crop }))
  }

  /** Checks a part that means the same wherever it is. */
  part(part: MapPart, value: unknown, pointer: string): void {
    if (part.is === 'value') this.#value(pointer, value as Value, part.codes)
    else if (part.is === 'code') this.#code(pointer, part.codes, String(value))
    else if (part.is === 'roles') this.#roles(pointer, value as readonly string[])
    else if (part.is === 'named' && !Object.hasOwn(this.#map[part.section] ?? {}, String(value)))
      this.#report(pointer, message('import.map.namesNone', { section: part.section, name: String(value) }))
    else if (part.is === 'note' && Object.keys(value as object).length === 0)
      this.#report(pointer, message('import.map.columnOrLabel'))
  }

  #roles(pointer: string, roles: readonly string[]): void {
    const { parties = {}, members = {} } = this.#map
    roles.forEach((role, i) => {
      if (role !== COOPERATIVE_ROLE && !Object.hasOwn(parties, role) && !Object.hasOwn(members, role))
        this.#report(`${pointer}/${i}`, message('import.map.noRole', { role }))
    })
  }

  /** @param codes a kind of registry row, or the allowed words */
  #value(pointer: string, value: Value, codes?: CodeKind | readonly string[]): void {
    const { column, constant, lookup, not_listed, before, after, followed_by, table, take } = value
    if ((column === undefined) === (constant === undefined))
      this.#report(pointer, message('import.map.columnOrConstant'))
    if (
      column === undefined &&
      [lookup, before, after, followed_by, table].some((member) => member !== undefined)
    )
      this.#report(pointer, message('import.map.onlyColumn'))
    if (not_listed !== undefined && lookup === undefined && table === undefined)
      this.#report(`${pointer}/not_listed`, message('import.map.notListed'))
    if ((table === undefined) !== (take === undefined))
      this.#report(pointer, message('import.map.together', { one: 'table', other: 'take' }))
    if (table !== undefined && !Object.hasOwn(this.#map.tables ?? {}, table))
      this.#report(`${pointer}/table`, message('import.map.namesNone', { section: 'tables', name: table }))
    if (codes === undefined) return
    const named = [...(constant === undefined ? [] : [constant]), ...Object.values(lookup ?? {})]
    for (const code of new Set(named)) {
      if (typeof codes === 'string') this.#code(pointer, codes, code)
      else if (!codes.includes(code))
        this.#report(pointer, message('import.map.oneOfNot', { words: { examples: codes }, code }))
    }
  }

  #code(pointer: string, kind: CodeKind, code: string): void {
    if (this.#registry.has(kind, code)) return
    this.#report(pointer, message('import.map.noRow', { kind, code }))
    this.missing.set(kind, new Set([...(this.missing.get(kind) ?? []), code]))
  }
}
