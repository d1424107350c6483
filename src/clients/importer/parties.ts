import { given, ofEach } from '../../base/typed.ts'
import { folded, memberNumber, nameKey } from '../../domain/folding.ts'
import { hasLetter, unnamed } from '../../domain/nobody.ts'
import type { OtherId } from '../../domain/other-ids.ts'
import { sharesAWord } from '../../domain/similar-names.ts'
import { formatInstant } from '../../domain/time.ts'
import { idsIn, idsTyped } from '../../identity/other-ids.ts'
import { languageTyped } from '../../identity/paper-language.ts'
import { AnswerFault, withRemedy } from '../../words/fault.ts'
import { type Message, message, type Value } from '../../words/message.ts'
import { normalized } from '../sheets/meaning.ts'
import type { KnownParty, Lookalike } from './known-parties.ts'
import { COOPERATIVE_ROLE, PARTICULARS, type Particular, type PartySpec } from './map.ts'
import { isKeyedByName, partyIds } from './party-keys.ts'
import type { SheetRow } from './row.ts'

export interface ReadParty {
  readonly id: string
  /** The sheet's statement about it, as a record; null for a party that is known, but not from a sheet. */
  readonly statement: PartyStatement | null
  /** The column of each member of the statement. */
  readonly columns: Readonly<Record<string, string>>
  /** The party's column. */
  readonly column: string
  /** Whether it is identified by something other than its name. */
  readonly hasNumberKey: boolean
  /** How it was recognized, if the office entered it. */
  readonly match?: Match
}

export interface Match {
  readonly by: 'number' | 'phone_and_name' | 'name'
  readonly known: KnownParty
}

export interface PartyStatement extends Readonly<Partial<Record<Exclude<Particular, 'ids'>, string>>> {
  readonly ids?: readonly OtherId[]
  readonly id: string
  readonly type: 'party'
  readonly party: string
  readonly display_name: string
  readonly [member: string]: unknown
}

/** A party; null after a fault; undefined if the row names none. */
export type PartyReading = ReadParty | null | undefined

/** Each is empty if the row states none. */
interface StatedParty extends Readonly<Record<Particular, string>> {
  readonly column: string
  readonly name: string
}

const TEXTS = PARTICULARS.filter((member) => member !== 'ids')

export class PartyReader {
  readonly #row: SheetRow
  readonly #read = new Map<string, PartyReading>()

  constructor(row: SheetRow) {
    this.#row = row
  }

  read(role: string): PartyReading {
    if (this.#read.has(role)) return this.#read.get(role)
    const reading = this.#fresh(role)
    this.#read.set(role, reading)
    return reading
  }

  /** Returns the party of the first role that the row names. Reports a fault if it names none. */
  first(roles: readonly string[]): ReadParty | null {
    for (const role of roles) {
      const party = this.read(role)
      if (party !== undefined) return party
    }
    // The last role is the fallback, so its column is the required one.
    const column = roles.map((role) => this.#columnOf(role)).findLast((name) => name !== undefined)
    if (column !== undefined) this.#row.reader.needed(column)
    return null
  }

  #columnOf(role: string): string | undefined {
    const { parties = {}, members = {} } = this.#row.map.spec
    return parties[role]?.name.column ?? members[role]?.member_no.column
  }

  #fresh(role: string): PartyReading {
    if (role === COOPERATIVE_ROLE) return knownAlready(this.#row.context.cooperative, '')
    const spec = this.#row.map.spec.parties?.[role]
    return spec === undefined ? this.#member(role) : this.#partyIn(spec)
  }

  #member(role: string): PartyReading {
    const value = this.#row.map.spec.members?.[role]?.member_no
    const memberNo = value === undefined ? '' : this.#row.reader.value(value)
    if (memberNo === null) return null
    if (memberNo === '') return undefined
    const column = value?.column ?? ''
    const [known, another] = this.#row.context.known.withNumber(memberNo)
    if (known === undefined) return this.#fault(column, ...withRemedy('import.fault.noMember'))
    return another === undefined ? knownAlready(known.party, column) : this.#numberOfTwo(column)
  }

  #partyIn(spec: PartySpec): PartyReading {
    const column = spec.name.column ?? ''
    const raw = this.#row.reader.value(spec.name)
    if (raw === null) return null
    if (raw === '') return undefined
    const name = raw.replace(/\s+/g, ' ')
    if (spec.same_as !== undefined) {
      const other = this.#row.map.spec.parties?.[spec.same_as]
      const otherName = other === undefined ? '' : this.#row.reader.value(other.name)
      if (otherName && folded(otherName) === folded(name)) return this.read(spec.same_as)
    }
    if (!this.#namesParty(spec, column, name)) return null
    const candidates = partyIds(this.#row, spec, name)
    const particulars = ofEach(PARTICULARS, (member) => this.#particular(member, spec[member]))
    if (candidates === null || !isRead(particulars)) return null
    const stated: StatedParty = { column, name, ...particulars }
    const [id, another] = candidates
    if (another !== undefined) return this.#oneOf(column, candidates)
    const known = this.#known(spec, stated, id)
    if (known !== undefined) return known
    return {
      id,
      statement: this.#statement(spec, stated, id),
      column,
      columns: {
        display_name: column,
        ...ofEach(PARTICULARS, (member) => spec[member]?.column ?? column),
      },
      hasNumberKey: !isKeyedByName(spec),
    }
  }

  #statement(spec: PartySpec, stated: StatedParty, party: string): PartyStatement {
    const { map, context } = this.#row
    return {
      id: context.ids.statement(party),
      type: 'party',
      occurred_at: formatInstant(context.calendar.instantOf(map.asOf)),
      occurred_at_precision: 'day',
      lawful_basis: map.spec.lawful_basis,
      party,
      kind: map.kindOf(spec, stated.name),
      display_name: stated.name,
      ...given(ofEach(TEXTS, (member) => stated[member] || undefined)),
      ...(stated.ids !== '' && { ids: idsTyped(stated.ids) }),
    }
  }

  /**
   * Finds the office's party that the sheet means: by member number or, if the operator accepts it, by
   * telephone and name. A mere possibility is a fault, because confusing two parties would disclose the
   * records of one to the other.
   * @param id the party's id by the sheet's keys
   * @returns undefined for a new party
   */
  #known(spec: PartySpec, stated: StatedParty, id: string): PartyReading {
    const { known } = this.#row.context
    const imported = known.byId(id)
    const numbered = stated.member_no === '' ? [] : this.#numbered(stated, imported)
    const numberColumn = spec.member_no?.column ?? stated.column
    if (numbered.length > 1) return this.#numberOfTwo(numberColumn)
    const [holder] = numbered
    if (imported !== undefined && holder !== undefined && holder.party !== (imported.same_as ?? id))
      return this.#fault(numberColumn, ...withRemedy('import.fault.numberOf', { person: namesOf(holder) }))
    const found = imported ?? holder
    if (found !== undefined) {
      const isByName = holder === undefined && isKeyedByName(spec)
      if (!isByName && !sharesAWord(found.name, stated.name))
        return this.#fault(
          stated.column,
          ...withRemedy('import.fault.unlikeName', { person: namesOf(found) }),
        )
      if (found.party === id) return undefined
      return { ...knownAlready(found.party, stated.column), match: { by: 'number', known: found } }
    }
    return this.#lookalike(spec, stated)
  }

  /**
   * Returns the parties that have the number. If two have it in different spellings, returns the one that has
   * it in this spelling, if the name also matches only that one.
   */
  #numbered(
    { member_no: memberNo, name }: StatedParty,
    imported: KnownParty | undefined,
  ): readonly KnownParty[] {
    const all = this.#row.context.known.withNumber(memberNo)
    const own = all.filter((one) => one === imported)
    if (all.length < 2 || own.length > 0) return own.length > 0 ? own : all
    const asWritten = all.filter((one) => one.member_no === memberNo)
    const byName = all.filter((one) => sharesAWord(one.name, name))
    return asWritten.length === 1 && byName.length === 1 && asWritten[0] === byName[0] ? byName : all
  }

  #lookalike(spec: PartySpec, { column, name, phone, member_no: memberNo }: StatedParty): PartyReading {
    if ((spec.newcomers ?? []).some((newcomer) => folded(newcomer) === folded(name))) return undefined
    const { known, ownParties, acceptMatches } = this.#row.context
    const found = known.lookalikes({ name, phone, memberNo, isAnother: (party) => ownParties.has(party) })
    const [first, another] = found
    if (first === undefined) return undefined
    const hasOtherNumber = memberNo !== '' && first.known.member_no !== null
    const isSameName = nameKey(first.known.name) === nameKey(name)
    // Neither the sheet nor the office has anything but the name.
    const isOnlyName =
      first.by === 'name' && isSameName && `${phone}${memberNo}` === '' && hasNameAlone(first.known)
    if ((first.by === 'phone_and_name' || isOnlyName) && another === undefined && !hasOtherNumber) {
      const match: Match = { by: isOnlyName ? 'name' : 'phone_and_name', known: first.known }
      if (acceptMatches || (isSameName && !isOnlyName))
        return { ...knownAlready(first.known.party, column), match }
      return this.#fault(
        column,
        message(isOnlyName ? 'import.fault.sameName' : 'import.fault.samePhone', {
          person: namesOf(first.known),
        }),
        message('import.fault.same.remedy'),
      )
    }
    return this.#fault(
      column,
      ...withRemedy('import.fault.mayBe', { people: anyOf(found.slice(0, 3).map(described)) }),
    )
  }

  /** Reports that earlier sheets made several parties of one name or number. */
  #oneOf(column: string, ids: readonly string[]): null {
    const names = ids.flatMap((id) => this.#row.context.known.byId(id) ?? [])
    return this.#fault(
      column,
      ...withRemedy('import.fault.oneOf', { people: anyOf(names.slice(0, 3).map(namesOf)) }),
    )
  }

  #numberOfTwo(column: string): null {
    return this.#fault(column, ...withRemedy('import.fault.numberOfTwo'))
  }

  #fault(column: string, what: Message, remedy: Message): null {
    return this.#row.reader.fault(column, what, remedy)
  }

  #particular(member: Particular, value: PartySpec[Particular]): string | null {
    const text = value === undefined ? '' : this.#row.reader.value(value)
    if (text === null || text === '') return text
    return PARTICULAR[member](text, this.#row, value?.column ?? '')
  }

  #namesParty(spec: PartySpec, column: string, name: string): boolean {
    const text = normalized(name)
    const is = unnamed(name)
    const isNobody = !hasLetter(name) || (spec.nobody ?? []).some((word) => normalized(word) === text)
    const isNoName = (spec.nobody_containing ?? []).some((part) => text.includes(normalized(part)))
    if (isNobody)
      this.#fault(column, ...withRemedy(is === 'same' ? 'import.fault.asAbove' : 'import.fault.nobody'))
    else if (isNoName) this.#fault(column, ...withRemedy('import.fault.notAName'))
    return !isNobody && !isNoName
  }
}

/** How a sheet states each of them; null after a fault. */
const PARTICULAR: Readonly<
  Record<Particular, (text: string, row: SheetRow, column: string) => string | null>
> = {
  /** As it is stored if the map names a country; otherwise as written, without the signs between digits. */
  phone: (text, { context, reader }, column) => {
    if (context.phone === null) return text.replace(/[\s()-]/g, '')
    try {
      return context.phone(text)
    } catch {
      return reader.fault(column, ...withRemedy('import.fault.notAPhone'))
    }
  },
  language: (text, { reader }, column) =>
    languageTyped(text) ?? reader.fault(column, ...withRemedy('import.fault.notALanguage')),
  ids: (text, { reader }, column) => {
    const ids = idsIn(text)
    if (!(ids instanceof AnswerFault)) return text
    return reader.fault(column, ...withRemedy('import.fault.notIds', { why: ids.what }))
  },
  region: (text) => text,
  // Spreadsheets change this text alone: 17 becomes 17.0.
  member_no: memberNumber,
}

const isRead = (read: Record<Particular, string | null>): read is Record<Particular, string> =>
  !Object.values(read).includes(null)

const knownAlready = (id: string, column: string): ReadParty => ({
  id,
  statement: null,
  column,
  columns: {},
  hasNumberKey: false,
})

const namesOf = ({ name, member_no }: KnownParty): Value =>
  member_no === null ? name : message('import.fault.person', { name, number: member_no })

/** Joins people, one of whom is meant. */
const anyOf = (people: readonly Value[]): Value =>
  people.length === 0 ? '' : people.reduce((one, other) => message('import.fault.or', { one, other }))

const hasNameAlone = ({ phone, member_no }: KnownParty): boolean => phone === null && member_no === null

const described = ({ known, by }: Lookalike): Value =>
  message(`import.fault.known.${by}`, { person: namesOf(known) })
