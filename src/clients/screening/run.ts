import { setImmediate as nextTurn } from 'node:timers/promises'
import { given, must, nonEmpty } from '../../base/typed.ts'
import type { ScreeningFault, WhispVerdict } from '../../domain/screening.ts'
import type { LawfulBasis } from '../../domain/shapes.ts'
import type { ScreeningAsked, ScreeningOutcome } from '../../records/plots/screening-tasks.ts'
import type { Told } from '../../words/fault.ts'
import type { PlainKey } from '../../words/language.ts'
import { message } from '../../words/message.ts'
import type { RowFault } from '../sheets/fault.ts'
import { reasonToStop } from '../sheets/stopping.ts'
import type { WhispFile, WhispRow } from './whisp-file.ts'

/** Sends a result of Whisp to the service, some rows at a time. Safe to interrupt and repeat. */

export interface ScreenedRow {
  readonly row: number
  /** The id in the file. */
  readonly plot: string
  /** Whether it was stored before. */
  readonly there: boolean
  readonly verdicts: Readonly<Record<string, WhispVerdict>>
  /** Ids of the predictions by column; in a dry run, the ids that they will have. */
  readonly predictions: Readonly<Record<string, string>>
}

export interface ScreeningResult {
  readonly sha256: string
  readonly dry_run: boolean
  /** Why some rows were not sent; null if all were. */
  readonly stopped: Told | null
  readonly rows: {
    readonly total: number
    readonly new: number
    readonly there: number
    readonly faulty: number
  }
  readonly plots: readonly ScreenedRow[]
  readonly faults: readonly RowFault[]
}

export interface ScreeningOptions {
  readonly file: WhispFile
  readonly sha256: string
  readonly basis: LawfulBasis
  readonly dryRun: boolean
  readonly keep: (asked: ScreeningAsked) => Promise<readonly ScreeningOutcome[]>
  /** @param doing first all rows are read, then those without a fault are stored (in a dry run: checked) */
  readonly onProgress: (doing: 'read' | 'stored' | 'checked', done: number, of: number) => void
  /** Stops after the current rows. */
  readonly signal: AbortSignal
}

const ROWS_AT_ONCE = 50
/** Characters of JSON sent at once; a single row may be longer. */
const MOST_LENGTH = 1_000_000
/** Most rows named in the fault of a row about the same plot. */
const ROWS_NAMED = 10

export async function runScreening(options: ScreeningOptions): Promise<ScreeningResult> {
  const { file, sha256, dryRun } = options
  const plots: ScreenedRow[] = []
  const faults = [...file.faults]
  const twice = new RowsOfOnePlot()
  // The first pass writes nothing: only after it has read all rows is it known which are about the same plot.
  let done = file.total - file.rows.length
  let stopped = await send(
    options,
    file.rows,
    true,
    (row, outcome) => twice.note(row, outcome.chains ?? []),
    (count) => {
      done += count
      options.onProgress('read', done, file.total)
    },
  )
  if (stopped === null) {
    const rows = file.rows.filter((row) => twice.others(row).length === 0)
    for (const row of file.rows) {
      const also = twice.others(row)
      if (also.length > 0) faults.push(faultOf(row, 'plot_twice', also))
    }
    done = file.total - rows.length
    stopped = await send(
      options,
      rows,
      dryRun,
      (one, outcome) => {
        const { row, plot, verdicts } = one
        if (outcome.fault !== null) faults.push(faultOf(one, outcome.fault))
        else plots.push({ row, plot, there: outcome.there, verdicts, predictions: outcome.predictions })
      },
      (count) => {
        done += count
        options.onProgress(dryRun ? 'checked' : 'stored', done, file.total)
      },
    )
  }
  const there = plots.filter((one) => one.there).length
  faults.sort((a, b) => a.row - b.row)
  const rows = {
    total: file.total,
    new: plots.length - there,
    there,
    faulty: new Set(faults.map(({ row }) => row)).size,
  }
  return { sha256, dry_run: dryRun, stopped, rows, plots, faults }
}

/** @returns why some rows were not sent; null if all were */
async function send(
  { sha256, basis, keep, signal }: ScreeningOptions,
  all: readonly WhispRow[],
  dryRun: boolean,
  note: (row: WhispRow, outcome: ScreeningOutcome) => void,
  onProgress: (count: number) => void,
): Promise<Told | null> {
  for (const some of batchesOf(all)) {
    // An interruption can only arrive in another turn of the event loop.
    await nextTurn()
    if (signal.aborted) return message('import.interrupted')
    const rows = some.map(({ row: _, ...plot }) => plot)
    const outcomes = await keep({ sha256, basis, dryRun, rows }).catch(reasonToStop)
    if (typeof outcomes === 'string' || 'key' in outcomes) return outcomes
    for (const [at, outcome] of outcomes.entries()) note(must(some[at]), outcome)
    onProgress(some.length)
  }
  return null
}

/** Finds rows that are about the same plot under different ids. */
class RowsOfOnePlot {
  readonly #rows = new Map<number, number[]>()
  readonly #chains = new Map<number, readonly number[]>()

  note({ row }: WhispRow, chains: readonly number[]): void {
    this.#chains.set(row, chains)
    for (const chain of chains) {
      const known = this.#rows.get(chain)
      if (known === undefined) this.#rows.set(chain, [row])
      else known.push(row)
    }
  }

  /** Returns other rows about the same plot, up to ROWS_NAMED of them. */
  others({ row }: WhispRow): number[] {
    const rows = (this.#chains.get(row) ?? []).flatMap((chain) => this.#rows.get(chain) ?? [])
    return [...new Set(rows)].filter((other) => other !== row).slice(0, ROWS_NAMED)
  }
}

function* batchesOf(rows: readonly WhispRow[]): Generator<readonly WhispRow[]> {
  let some: WhispRow[] = []
  let length = 0
  for (const row of rows) {
    const own = JSON.stringify(row).length
    if (some.length === ROWS_AT_ONCE || (some.length > 0 && length + own > MOST_LENGTH)) {
      yield some
      some = []
      length = 0
    }
    some.push(row)
    length += own
  }
  if (some.length > 0) yield some
}

const REMEDIES: Readonly<Record<ScreeningFault, PlainKey>> = {
  plot_unknown: 'screening.fault.plot_unknown.remedy',
  plot_retracted: 'screening.fault.plot_retracted.remedy',
  plot_forked: 'screening.fault.plot_forked.remedy',
  plot_redrawn: 'screening.again.remedy',
  outline_differs: 'screening.again.remedy',
  outline_missing: 'screening.again.remedy',
  plot_twice: 'screening.onePlotEach.remedy',
  plot_too_wide: 'screening.fault.plot_too_wide.remedy',
  not_accepted: 'screening.unchanged.remedy',
}

function faultOf({ row, plot }: WhispRow, fault: ScreeningFault, also: readonly number[] = []): RowFault {
  return {
    row,
    column: 'external_id',
    value: plot.slice(0, 120),
    message: message(`screening.fault.${fault}`),
    remedy: message(REMEDIES[fault]),
    ...given({ also: nonEmpty(also) }),
  }
}
