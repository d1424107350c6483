import { withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { columnName } from '../sheets/csv.ts'
import { type RowFault, rowFault } from '../sheets/fault.ts'
import { type CellChange, type ChangeContext, changesOf, merged } from './changes.ts'
import { correctionOf, type HeldChain, type Verdict, verdictOn } from './held.ts'
import type { ImportIds } from './identity.ts'
import { roleOf } from './map.ts'
import type { PlannedRow } from './plan.ts'
import { isParty, type MadeRecord } from './record-maker.ts'

/** Decides what to do with a row, by comparing it with the stored records. */

export interface JudgedRow {
  readonly row: PlannedRow
  readonly is: 'new' | 'known' | 'changed' | 'faulty'
  /** New records, and corrections if requested. */
  readonly writes: readonly MadeRecord[]
  /** Records of the row that are already stored. */
  readonly there: readonly MadeRecord[]
  readonly faults: readonly RowFault[]
  readonly changes: readonly CellChange[]
}

export interface JudgeOptions extends ChangeContext {
  readonly ids: ImportIds
  /** Whether to correct changed rows. */
  readonly correct: boolean
}

export class Judge {
  readonly #options: JudgeOptions
  /** Verdicts on parties, which later rows name again. */
  readonly #known = new Map<string, Verdict>()

  constructor(options: JudgeOptions) {
    this.#options = options
  }

  /**
   * Returns the ids to look up first: of all records that the row may have made, and of parties not named
   * before.
   */
  idsToLookUp(row: PlannedRow): string[] {
    if (row.faults.length > 0) return []
    const parties = row.records.filter(({ draft }) => isParty(draft)).map(({ draft }) => draft.id)
    const needed = row.records.flatMap(({ needs }) => needs?.id ?? [])
    return [...this.#possible(row).keys(), ...parties.filter((id) => !this.#known.has(id)), ...needed]
  }

  judge(row: PlannedRow, held: ReadonlyMap<string, HeldChain>): JudgedRow {
    const nothing = { row, writes: [], there: [], changes: [] }
    if (row.faults.length > 0) return { ...nothing, is: 'faulty', faults: row.faults }
    const verdicts = row.records.map((made) => [made, this.#verdict(made, held)] as const)
    const faults = [
      ...verdicts.flatMap(([, verdict]) => faultOf(row, verdict)),
      ...this.#noLongerMade(row, held),
      ...missingLots(row, held),
    ]
    if (faults.length > 0) return { ...nothing, is: 'faulty', faults }
    const own = verdicts.filter(([{ draft }]) => !isParty(draft))
    const deciding = own.length > 0 ? own : verdicts
    // A row that makes no records is known: it names only parties that the front office entered.
    const isKnown = verdicts.every(([, verdict]) => verdict.is === 'same')
    const isNew = deciding.every(([, verdict]) => verdict.is === 'new')
    const is = isKnown ? 'known' : isNew ? 'new' : 'changed'
    return {
      row,
      is,
      writes: verdicts.flatMap(([made, verdict]) => this.#writeOf(made, verdict, is)),
      there: verdicts.filter(([, verdict]) => verdict.is === 'same').map(([made]) => made),
      faults: [],
      changes: merged(verdicts.flatMap(([made, verdict]) => this.#changesOf(row, made, verdict, is))),
    }
  }

  #verdict(made: MadeRecord, held: ReadonlyMap<string, HeldChain>): Verdict {
    const { id } = made.draft
    const known = this.#known.get(id)
    if (known !== undefined) return known
    const verdict = verdictOn(made, held.get(id), this.#options.map.numbers)
    if (isParty(made.draft)) this.#known.set(id, verdict)
    return verdict
  }

  /** A changed row writes nothing, unless changed rows are to be corrected. */
  #writeOf(made: MadeRecord, verdict: Verdict, is: JudgedRow['is']): MadeRecord[] {
    const { correct, ids } = this.#options
    if (verdict.is === 'new') return is === 'new' || correct ? [made] : []
    if (verdict.is !== 'changed' || !correct) return []
    return [{ ...made, draft: correctionOf(made, verdict, ids.correction(verdict.from.id)) }]
  }

  #changesOf(row: PlannedRow, made: MadeRecord, verdict: Verdict, is: JudgedRow['is']): CellChange[] {
    if (verdict.is === 'changed')
      return changesOf(this.#options, row, made, verdict.members, verdict.from.body)
    if (verdict.is !== 'new' || is !== 'changed' || isParty(made.draft)) return []
    const was = message('import.was.none', { type: { code: made.draft.type } })
    return [{ row: row.row, column: '', was, now: '' }]
  }

  /**
   * Returns faults for records that the row made before but no longer makes: a sheet cannot state that
   * something never happened.
   */
  #noLongerMade(row: PlannedRow, held: ReadonlyMap<string, HeldChain>): RowFault[] {
    const ids = new Set(row.records.map(({ draft }) => draft.id))
    return [...this.#possible(row)].flatMap(([id, type]) => {
      const tip = ids.has(id) ? null : held.get(id)?.tip
      if (tip == null) return []
      const made = { type: { code: type } }
      return rowFault(row.row, ...withRemedy('import.fault.noLongerMade', made, { ...made, id: tip.id }))
    })
  }

  /** Returns the types of all records that a row of this map can make, by id. */
  #possible({ key }: PlannedRow): Map<string, string> {
    const { map, ids } = this.#options
    if (key === null) return new Map()
    return new Map(
      map.sets.flatMap((set) =>
        set.order.map((type) => [ids.record(map.spec.name, key, roleOf(set, type)), type] as const),
      ),
    )
  }
}

const faultOf = ({ row }: PlannedRow, verdict: Verdict): RowFault[] =>
  verdict.is === 'fault' ? [rowFault(row, verdict.message, verdict.remedy)] : []

/** Returns faults for lots that are not stored: a loss of such a lot would count nowhere. */
const missingLots = ({ row, records }: PlannedRow, held: ReadonlyMap<string, HeldChain>): RowFault[] =>
  records.flatMap(({ needs }) => {
    if (needs === undefined || held.get(needs.id)?.tip != null) return []
    return rowFault(row, ...withRemedy('import.fault.missingLot'), columnName(needs.column))
  })
