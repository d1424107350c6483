import { formatInstant } from '../domain/time.ts'
import type { CompiledMap } from './compiled-map.ts'
import { type ImportIds, normalized } from './identity.ts'
import { COOPERATIVE_ROLE, type PartySpec } from './map.ts'
import type { RowReader } from './row-reader.ts'

/** Who is who in a row. */

export interface PartyContext {
  /** The appliance's own party. */
  readonly cooperative: string
  readonly ids: ImportIds
  /** The party with this member number; undefined when there is none. Asked only for maps with members. */
  readonly member?: (memberNo: string) => string | undefined
}

export interface ReadParty {
  readonly id: string
  /** What the sheet says of it, as a record; null for parties known already. */
  readonly statement: { readonly id: string; readonly type: string } | null
  /** The column each member of the statement was read from. */
  readonly columns: Readonly<Record<string, string>>
  /** Column the party was read from. */
  readonly column: string
  /** Everything said of it but the name; two rows that differ here contradict one another. */
  readonly particulars: string
}

/** A party, null after a fault, undefined where the row names none. */
export type PartyReading = ReadParty | null | undefined

export class PartyReader {
  readonly #map: CompiledMap
  readonly #context: PartyContext
  readonly #reader: RowReader
  readonly #read = new Map<string, PartyReading>()

  constructor(map: CompiledMap, context: PartyContext, reader: RowReader) {
    this.#map = map
    this.#context = context
    this.#reader = reader
  }

  read(role: string): PartyReading {
    if (this.#read.has(role)) return this.#read.get(role)
    const reading = this.#fresh(role)
    this.#read.set(role, reading)
    return reading
  }

  /** The first of these roles that the row names; a fault when it names none. */
  first(roles: readonly string[]): ReadParty | null {
    for (const role of roles) {
      const party = this.read(role)
      if (party !== undefined) return party
    }
    // The last is whom the map falls back on, so that is whom it cannot do without.
    const column = roles.map((role) => this.#columnOf(role)).findLast((name) => name !== undefined)
    if (column !== undefined) this.#reader.needed(column)
    return null
  }

  #columnOf(role: string): string | undefined {
    const { parties = {}, members = {} } = this.#map.spec
    return parties[role]?.name.column ?? members[role]?.member_no.column
  }

  #fresh(role: string): PartyReading {
    if (role === COOPERATIVE_ROLE)
      return { id: this.#context.cooperative, statement: null, column: '', columns: {}, particulars: '' }
    const spec = this.#map.spec.parties?.[role]
    return spec === undefined ? this.#member(role) : this.#stated(spec)
  }

  #member(role: string): PartyReading {
    const value = this.#map.spec.members?.[role]?.member_no
    const memberNo = value === undefined ? '' : this.#reader.value(value)
    if (memberNo === null) return null
    if (memberNo === '') return undefined
    const column = value?.column ?? ''
    const id = this.#context.member?.(memberNo)
    if (id !== undefined) return { id, statement: null, column, columns: {}, particulars: '' }
    this.#reader.fault(
      column,
      'is no member number that is known here',
      'Correct it, or make the member known first: granary party add --member-no.',
    )
    return null
  }

  #stated(spec: PartySpec): PartyReading {
    const column = spec.name.column ?? ''
    const raw = this.#reader.value(spec.name)
    if (raw === null) return null
    if (raw === '') return undefined
    const name = raw.replace(/\s+/g, ' ')
    if (spec.same_as !== undefined) {
      const other = this.#map.spec.parties?.[spec.same_as]
      const otherName = other === undefined ? '' : this.#reader.value(other.name)
      if (otherName && normalized(otherName) === normalized(name)) return this.read(spec.same_as)
    }
    if (!this.#namesSomebody(spec, column, name)) return null
    const kind = this.#map.kindOf(spec, name)
    const key = this.#key(spec, name)
    const phone = this.#optional(spec.phone)
    const region = this.#optional(spec.region)
    const memberNo = this.#optional(spec.member_no)
    if (key === null || phone === null || region === null || memberNo === null) return null
    const more = {
      ...(phone === '' ? {} : { phone: phone.replace(/[\s()-]/g, '') }),
      ...(region === '' ? {} : { region }),
      ...(memberNo === '' ? {} : { member_no: memberNo }),
    }
    const id = this.#context.ids.party(this.#map.partyBook, kind, key)
    const said = {
      type: 'party' as const,
      occurred_at: formatInstant(this.#map.asOfMs),
      occurred_at_precision: 'day',
      lawful_basis: this.#map.spec.lawful_basis,
      party: id,
      kind,
      display_name: name,
      ...more,
    }
    return {
      id,
      statement: { id: this.#context.ids.statement(said), ...said },
      column,
      columns: {
        display_name: column,
        phone: spec.phone?.column ?? column,
        region: spec.region?.column ?? column,
        member_no: spec.member_no?.column ?? column,
      },
      particulars: JSON.stringify(more),
    }
  }

  #optional(value: PartySpec['phone']): string | null {
    return value === undefined ? '' : this.#reader.value(value)
  }

  /** What tells the party from others. Beside the name a part may be empty; without it, each must be there. */
  #key(spec: PartySpec, name: string): string[] | null {
    const columns = spec.keyed_by
    if (columns === undefined) return [normalized(name)]
    const hasName = spec.name.column !== undefined && columns.includes(spec.name.column)
    const parts = columns.map((column) => (hasName ? this.#reader.text(column) : this.#reader.needed(column)))
    return parts.some((part) => part === null) ? null : (parts as string[]).map(normalized)
  }

  #namesSomebody(spec: PartySpec, column: string, name: string): boolean {
    const text = normalized(name)
    if ((spec.nobody ?? []).some((word) => normalized(word) === text)) {
      this.#reader.fault(
        column,
        'names nobody in particular',
        'Write whose it was, one row for each, or leave the row out where nobody knows.',
      )
      return false
    }
    if ((spec.nobody_containing ?? []).some((part) => text.includes(normalized(part)))) {
      this.#reader.fault(column, 'is not a name', 'Write the name and nothing else.')
      return false
    }
    return true
  }
}
