import { isProblemCode, PROBLEMS } from '../../base/problem.ts'
import { must } from '../../base/typed.ts'
import { type Told, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { type RowFault, rowFault, shown } from '../sheets/fault.ts'
import { reasonOfService } from '../sheets/stopping.ts'
import type { CellChange } from './changes.ts'
import type { JudgedRow } from './judge.ts'
import type { PlannedRow } from './plan.ts'
import { isParty, type MadeRecord } from './record-maker.ts'
import type {
  AppendResult,
  ImportProgress,
  ImportResult,
  ImportStore,
  MatchedParty,
  RecordCounts,
} from './result.ts'
import { columnOf } from './rows.ts'

/** The running result of an import. */

/** Records in a batch: few enough that an interruption stops the import soon, and enough to share a sync. */
export const BATCH_RECORDS = 200

const NEW_ROWS_NAMED = 5

/** Rows to be sent together, with their unsent records. */
export class RowBatch {
  readonly rows: JudgedRow[] = []
  readonly records = new Map<string, MadeRecord>()

  hasRoomFor(records: readonly MadeRecord[]): boolean {
    return this.records.size + records.length <= BATCH_RECORDS && this.rows.length < BATCH_RECORDS
  }

  add(row: JudgedRow, unsent: readonly MadeRecord[]): void {
    this.rows.push(row)
    for (const record of unsent) this.records.set(record.draft.id, record)
  }
}

export interface RejectedRow {
  readonly row: PlannedRow
  readonly faults: readonly RowFault[]
}

type RecordTally = { -readonly [count in keyof RecordCounts]: number }

export class Tally {
  readonly #rows: { -readonly [row in keyof ImportResult['rows']]: number }
  /** Results of the current batch, and of parties, which later rows name again. */
  readonly #outcomes = new Map<string, AppendResult>()
  readonly #partiesThere = new Set<string>()
  readonly #matches = new Map<string, MatchedParty>()
  readonly rejected: RejectedRow[] = []
  readonly #found = {
    lacking: { kg: 0, day: 0, number: 0 },
    newRows: [] as number[],
    records: {} as Record<string, RecordTally>,
    written: [] as string[],
    changes: [] as CellChange[],
  }

  constructor(total: number, leftOut: number) {
    this.#rows = { total, done: 0, new: 0, known: 0, changed: 0, faulty: 0, leftOut }
  }

  get progress(): ImportProgress {
    const { done, total, faulty } = this.#rows
    return { rowsDone: done, rows: total, written: this.#found.written.length, faulty }
  }

  get result() {
    const faults = this.rejected.flatMap((row) => row.faults)
    return { rows: this.#rows, ...this.#found, matches: [...this.#matches.values()], faults }
  }

  /** Returns the records to write that no earlier batch contained: a party is sent only once. */
  unsent(row: JudgedRow): readonly MadeRecord[] {
    return row.writes.filter(({ draft }) => !this.#outcomes.has(draft.id))
  }

  /** Counts what would be sent, for a dry run. */
  count(batch: RowBatch): void {
    for (const [id, { draft }] of batch.records) this.#note({ id, status: 'accepted' }, draft)
    this.#countRows(batch)
  }

  /** @returns why the import must stop, if the service refuses all records; else null */
  async append(batch: RowBatch, store: ImportStore): Promise<Told | null> {
    const records = [...batch.records.values()]
    const results = records.length === 0 ? [] : await store.append(records.map(({ draft }) => draft))
    if (results.length !== records.length)
      throw new RangeError('the service did not return a result for every record')
    const refusal = results.find(isOfService)
    if (refusal !== undefined) return reasonOfService(titleOf(refusal), refusal.problem?.code)
    for (const [i, { draft }] of records.entries()) this.#note(must(results[i]), draft)
    this.#countRows(batch)
    return null
  }

  #note(result: AppendResult, draft: MadeRecord['draft']): void {
    this.#outcomes.set(result.id, result)
    const counts = this.#countsOf(draft.type)
    if (result.status === 'rejected') counts.refused++
    else if (result.status === 'replayed') counts.there++
    else {
      counts[draft.supersedes === undefined ? 'written' : 'corrected']++
      this.#found.written.push(result.id)
    }
  }

  #countsOf(type: string): RecordTally {
    const counts = this.#found.records[type] ?? { written: 0, corrected: 0, there: 0, refused: 0 }
    this.#found.records[type] = counts
    return counts
  }

  #countRows(batch: RowBatch): void {
    for (const judged of batch.rows) {
      this.#rows.done++
      const faults = [
        ...judged.faults,
        ...judged.writes.flatMap((record) => this.#refusals(judged.row, record)),
      ]
      // If a row is refused, it does not matter that its unit has no kilograms.
      for (const lack of judged.row.lacks)
        if (lack !== 'kg' || faults.length === 0) this.#found.lacking[lack]++
      this.#rows[faults.length > 0 ? 'faulty' : judged.is]++
      if (faults.length > 0) this.rejected.push({ row: judged.row, faults })
      else this.#noteRow(judged)
    }
    for (const [id, { draft }] of batch.records) if (!isParty(draft)) this.#outcomes.delete(id)
  }

  #noteRow({ row, is, there, changes }: JudgedRow): void {
    if (is === 'new' && this.#found.newRows.length < NEW_ROWS_NAMED) this.#found.newRows.push(row.row)
    this.#found.changes.push(...changes)
    for (const { draft } of there) {
      if (isParty(draft) && this.#partiesThere.has(draft.id)) continue
      if (isParty(draft)) this.#partiesThere.add(draft.id)
      this.#countsOf(draft.type).there++
    }
    for (const { id, match, column } of row.parties)
      if (match !== undefined && !this.#matches.has(id))
        this.#matches.set(id, {
          row: row.row,
          column,
          by: match.by,
          party: id,
          name: match.known.name,
          member_no: match.known.member_no,
        })
  }

  /** Returns the service's refusal of a record as faults of its row. */
  #refusals({ row }: PlannedRow, { draft, columns }: MadeRecord): RowFault[] {
    const outcome = this.#outcomes.get(draft.id)
    if (outcome?.status !== 'rejected') return []
    const type = { code: draft.type }
    if (outcome.problem?.code === 'id_conflict')
      return [rowFault(row, ...withRemedy('import.fault.idTaken', { type }))]
    const errors = outcome.problem?.errors ?? []
    if (errors.length === 0)
      return [rowFault(row, ...withRemedy('import.fault.refused', { type, why: titleOf(outcome) }))]
    return errors.map((error) =>
      rowFault(
        row,
        ...withRemedy('import.fault.refused', { type, why: `${error.pointer} ${error.message}` }),
        columnOf(error, columns),
        shown(String(draft[error.pointer.split('/')[1] ?? ''] ?? '')),
      ),
    )
  }
}

const knownProblem = (code: string | undefined) => (isProblemCode(code) ? PROBLEMS[code] : undefined)

/**
 * Returns whether the service itself refuses, for example because of a full disk or an exhausted quota. That
 * is no fault of the row.
 */
function isOfService({ status, problem }: AppendResult): boolean {
  const known = knownProblem(problem?.code)
  return status === 'rejected' && known !== undefined && (known[0] === 429 || known[0] >= 500)
}

function titleOf({ problem }: AppendResult): Told {
  const { code, detail } = problem ?? {}
  if (detail !== undefined) return detail
  return isProblemCode(code) ? message(`problem.${code}`) : (code ?? message('import.noReason'))
}
