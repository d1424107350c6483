import { OperatorFault, PROBLEMS, Problem } from '../problem.ts'
import { type RowFault, shown } from './fault.ts'
import type { PlannedRow } from './plan.ts'
import { columnOf, type MadeRecord } from './rows.ts'
import type { AppendResult, ImportProgress, ImportResult, RecordSink } from './run.ts'

/** What became of the rows of an import so far. */

/** Records sent together. Small enough that an interruption is prompt, large enough to share a sync. */
export const BATCH_RECORDS = 200

/** Rows that go together, and the records of them that were not sent before. */
export class Batch {
  readonly rows: PlannedRow[] = []
  readonly records = new Map<string, MadeRecord>()

  hasRoomFor(records: readonly MadeRecord[]): boolean {
    return this.records.size + records.length <= BATCH_RECORDS && this.rows.length < BATCH_RECORDS
  }

  add(row: PlannedRow, unsent: readonly MadeRecord[]): void {
    this.rows.push(row)
    for (const record of unsent) this.records.set(record.draft.id, record)
  }
}

export interface RejectedRow {
  readonly row: PlannedRow
  readonly faults: readonly RowFault[]
}

export class Tally {
  readonly #rows: number
  /** Of the batch in hand, and of parties, which later rows name again. */
  readonly #outcomes = new Map<string, AppendResult>()
  readonly #records: Record<string, { accepted: number; replayed: number; rejected: number }> = {}
  readonly rejected: RejectedRow[] = []
  #done = 0
  #imported = 0
  #alreadyThere = 0
  #accepted = 0
  #replayed = 0

  constructor(rows: number) {
    this.#rows = rows
  }

  get progress(): ImportProgress {
    return {
      rowsDone: this.#done,
      rows: this.#rows,
      accepted: this.#accepted,
      replayed: this.#replayed,
      rejected: this.rejected.length,
    }
  }

  get result(): Pick<ImportResult, 'rows' | 'records' | 'faults'> {
    return {
      rows: {
        total: this.#rows,
        done: this.#done,
        imported: this.#imported,
        alreadyThere: this.#alreadyThere,
        rejected: this.rejected.length,
      },
      records: this.#records,
      faults: this.rejected.flatMap(({ faults }) => faults),
    }
  }

  /** Records of the row that no batch before this one held: a party is sent once. */
  unsent(row: PlannedRow): readonly MadeRecord[] {
    return row.records.filter(({ draft }) => !this.#outcomes.has(draft.id))
  }

  /** Counts what would be sent. */
  count(batch: Batch): void {
    for (const [id, { draft }] of batch.records) this.#note({ id, status: 'accepted' }, draft.type)
    this.#settle(batch)
  }

  /** @returns why the import must stop, when the service as such refuses to take anything */
  async append(batch: Batch, sink: RecordSink): Promise<string | null> {
    const records = [...batch.records.values()]
    let results: readonly AppendResult[] = []
    try {
      if (records.length > 0) results = await sink.append(records.map(({ draft }) => draft))
    } catch (error) {
      if (error instanceof OperatorFault) return `${error.message} ${error.remedy}`
      if (error instanceof Problem) return `${error.message}.`
      throw error
    }
    if (results.length !== records.length) throw new RangeError('the service did not answer for every record')
    const refusal = results.find(isOfService)
    if (refusal !== undefined) return `${titleOf(refusal)}.`
    for (const [i, { draft }] of records.entries()) this.#note(results[i] as AppendResult, draft.type)
    this.#settle(batch)
    return null
  }

  #note(result: AppendResult, type: string): void {
    this.#outcomes.set(result.id, result)
    const counts = this.#records[type] ?? { accepted: 0, replayed: 0, rejected: 0 }
    this.#records[type] = counts
    counts[result.status]++
    if (result.status === 'accepted') this.#accepted++
    if (result.status === 'replayed') this.#replayed++
  }

  #settle(batch: Batch): void {
    for (const row of batch.rows) {
      this.#done++
      const faults = [...row.faults, ...row.records.flatMap((record) => this.#refusals(row, record))]
      if (faults.length > 0) this.rejected.push({ row, faults })
      else if (
        row.records.some(
          ({ draft }) => batch.records.has(draft.id) && this.#statusOf(draft.id) === 'accepted',
        )
      )
        this.#imported++
      else this.#alreadyThere++
    }
    for (const [id, { draft }] of batch.records) if (draft.type !== 'party') this.#outcomes.delete(id)
  }

  #statusOf(id: string): string | undefined {
    return this.#outcomes.get(id)?.status
  }

  /** What the service said against a record, as faults of the row it came from. */
  #refusals({ row }: PlannedRow, { draft, columns }: MadeRecord): RowFault[] {
    const outcome = this.#outcomes.get(draft.id)
    if (outcome?.status !== 'rejected') return []
    const what = `its ${draft.type.replaceAll('_', ' ')} was refused`
    if (outcome.problem?.not_own)
      return [
        {
          row,
          column: '',
          value: '',
          message: `${what}: its id is in use for something that no import brought`,
          remedy: 'Enter the row at the counter, with granary record add, and leave it out of the file.',
        },
      ]
    if (outcome.problem?.code === 'id_conflict')
      return [
        {
          row,
          column: '',
          value: '',
          message: `${what}: it was imported before, and said something else then`,
          remedy:
            'Correct the record itself, with granary record correct, or undo the change to the row or the map.',
        },
      ]
    const errors = outcome.problem?.errors ?? []
    if (errors.length === 0)
      return [
        {
          row,
          column: '',
          value: '',
          message: `${what}: ${titleOf(outcome)}`,
          remedy: 'Mend the row or the map.',
        },
      ]
    return errors.map((error) => ({
      row,
      column: columnOf(error, columns),
      value: shown(String(draft[error.pointer.split('/')[1] ?? ''] ?? '')),
      message: `${what}: ${error.pointer} ${error.message}`,
      remedy: 'Mend the row or the map.',
    }))
  }
}

/** A full disk or a used-up quota is no fault of the row. */
function isOfService({ status, problem }: AppendResult): boolean {
  const known = PROBLEMS[(problem?.code ?? '') as keyof typeof PROBLEMS]
  return status === 'rejected' && known !== undefined && (known[0] === 429 || known[0] >= 500)
}

function titleOf({ problem }: AppendResult): string {
  const known = PROBLEMS[(problem?.code ?? '') as keyof typeof PROBLEMS]
  return problem?.detail ?? known?.[1] ?? problem?.code ?? 'no reason was given'
}
