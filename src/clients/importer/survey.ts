import { ifGiven, must, ofEach } from '../../base/typed.ts'
import { folded, numberKey } from '../../domain/folding.ts'
import { sharesAWord } from '../../domain/similar-names.ts'
import { withRemedy } from '../../words/fault.ts'
import { columnName } from '../sheets/csv.ts'
import { type RowFault, rowFault, shown } from '../sheets/fault.ts'
import { meaningOf, normalized } from '../sheets/meaning.ts'
import type { CompiledMap } from './compiled-map.ts'
import { makesRecords, PARTICULARS } from './map.ts'
import type { PartyStatement, ReadParty } from './parties.ts'
import { isParty, type MadeRecord } from './record-maker.ts'

/** Most other rows that a fault lists. */
const MOST_NAMED = 5

/** Finds faults that only a comparison of rows shows: duplicates and contradictions. */
export class Survey {
  readonly #map: CompiledMap
  readonly #rowsByKey = new Map<string, number[]>()
  readonly #parties = new Map<string, SurveyedParty>()
  readonly #partiesByNumber = new Map<string, Set<string>>()

  constructor(map: CompiledMap) {
    this.#map = map
  }

  /** @param key the row's key; null if it has none */
  note(row: number, key: string | null, parties: readonly ReadParty[]): void {
    const rowKey = this.#keyOf(key, parties)
    if (rowKey !== null) {
      const rows = this.#rowsByKey.get(rowKey)
      if (rows === undefined) this.#rowsByKey.set(rowKey, [row])
      else rows.push(row)
    }
    for (const { id, statement, hasNumberKey } of parties) {
      if (statement === null) continue
      const known = this.#parties.get(id)
      const party = known ?? { particulars: particularsOf(statement), names: new Map(), hasNumberKey }
      if (known === undefined) this.#parties.set(id, party)
      else if (known.particulars !== particularsOf(statement)) known.isContradicted = true
      party.names.set(statement.display_name, (party.names.get(statement.display_name) ?? 0) + 1)
      if (statement.member_no === undefined) continue
      const number = numberKey(statement.member_no)
      this.#partiesByNumber.set(number, (this.#partiesByNumber.get(number) ?? new Set()).add(id))
    }
  }

  /**
   * Returns the faults of a row. Call it after all rows were noted. The sheet does not show which row is
   * right, so each gets a fault.
   */
  faultsOf(
    row: number,
    key: string | null,
    parties: readonly ReadParty[],
    cellIn: (column: string) => string,
  ): RowFault[] {
    const faults: RowFault[] = []
    const rowKey = this.#keyOf(key, parties)
    const rows = rowKey === null ? [] : must(this.#rowsByKey.get(rowKey))
    if (rows.length > 1) faults.push(this.#sameRow(row, rows, parties, cellIn))
    for (const { id, statement, column, columns } of parties) {
      const party = this.#parties.get(id)
      if (statement === null || party === undefined) continue
      const fault = (where: string, what: 'contradicted' | 'unlikeNames' | 'numberOfAnother') =>
        faults.push(
          rowFault(row, ...withRemedy(`import.fault.${what}`), columnName(where), shown(cellIn(where))),
        )
      if (party.isContradicted) fault(column, 'contradicted')
      if (party.hasNumberKey && hasUnlikeNames(party)) fault(column, 'unlikeNames')
      const number = statement.member_no
      if (number !== undefined && (this.#partiesByNumber.get(numberKey(number))?.size ?? 0) > 1)
        fault(columns.member_no ?? column, 'numberOfAnother')
    }
    return faults
  }

  /**
   * Returns the statement about a party with the name that the whole sheet uses most, independent of the
   * order of the rows.
   */
  stated(record: MadeRecord): MadeRecord {
    const party = this.#parties.get(String(record.draft.party))
    if (!isParty(record.draft) || party === undefined) return record
    party.chosen ??= mostUsed(party.names)
    // If a party's key is its name, every spelling means the same party. Otherwise another spelling is a
    // change.
    party.meanings ??= new Set(
      [...party.names.keys()].flatMap((name) => [
        meaningOf(name, this.#map.numbers),
        ...(party.hasNumberKey ? [] : [folded(name)]),
      ]),
    )
    return { ...record, draft: { ...record.draft, display_name: party.chosen }, names: party.meanings }
  }

  /**
   * Returns the names of each party that the sheet writes in several ways, apart from capital letters and
   * spaces.
   */
  spellings(): string[][] {
    return [...this.#parties.values()].flatMap(({ names, hasNumberKey }) => {
      const ways = new Map([...names.keys()].map((name) => [normalized(name), name]))
      return hasNumberKey || ways.size < 2 ? [] : [[...ways.values()]]
    })
  }

  /** Returns the row's key. Rows that make only parties are identified by these. */
  #keyOf(key: string | null, parties: readonly ReadParty[]): string | null {
    if (makesRecords(this.#map.spec)) return key
    return parties.length === 0 ? null : JSON.stringify(parties.map(({ id }) => id).sort())
  }

  #sameRow(
    row: number,
    rows: readonly number[],
    parties: readonly ReadParty[],
    cellIn: (column: string) => string,
  ): RowFault {
    const also = rows
      .slice(0, MOST_NAMED + 1)
      .filter((other) => other !== row)
      .slice(0, MOST_NAMED)
    const { key } = this.#map.spec
    const isOfParties = !makesRecords(this.#map.spec)
    const columns = key ?? (isOfParties ? [parties[0]?.column ?? ''] : [])
    const what = key !== undefined ? 'sameKey' : isOfParties ? 'sameParty' : 'sameRow'
    const value = shown(columns.map(cellIn).join(', '))
    return {
      ...rowFault(row, ...withRemedy(`import.fault.${what}`), columns.map(columnName).join(', '), value),
      also,
    }
  }
}

interface SurveyedParty {
  readonly particulars: string
  /** The number of times that each name occurs. */
  readonly names: Map<string, number>
  readonly hasNumberKey: boolean
  isContradicted?: boolean
  chosen?: string
  hasUnlikeNames?: boolean
  meanings?: ReadonlySet<string>
}

/** Returns a statement's members other than the name. */
const particularsOf = (statement: PartyStatement): string =>
  JSON.stringify({
    ...ofEach(PARTICULARS, (member) => statement[member]),
    member_no: ifGiven(statement.member_no, numberKey),
  })

function hasUnlikeNames(party: SurveyedParty): boolean {
  party.chosen ??= mostUsed(party.names)
  const { chosen } = party
  party.hasUnlikeNames ??= [...party.names.keys()].some((name) => !sharesAWord(chosen, name))
  return party.hasUnlikeNames
}

function mostUsed(names: ReadonlyMap<string, number>): string {
  const [[name] = ['']] = [...names].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  return name
}
