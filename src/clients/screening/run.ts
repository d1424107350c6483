import { setImmediate as nextTurn } from 'node:timers/promises'
import { must } from '../../base/typed.ts'
import type { ScreeningFault, WhispVerdict } from '../../domain/screening.ts'
import type { LawfulBasis } from '../../domain/shapes.ts'
import type { ScreeningAsked, ScreeningOutcome } from '../../records/plots/screening-tasks.ts'
import { englishWords } from '../../words/words.ts'
import type { RowFault } from '../importer/fault.ts'
import { reasonToStop } from '../importer/tally.ts'
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
  readonly dryRun: boolean
  /** Why some rows were not sent; null if all were. */
  readonly stopped: string | null
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
  return { sha256, dryRun, stopped, rows, plots, faults }
}

/** @returns why some rows were not sent; null if all were */
async function send(
  { sha256, basis, keep, signal }: ScreeningOptions,
  all: readonly WhispRow[],
  dryRun: boolean,
  note: (row: WhispRow, outcome: ScreeningOutcome) => void,
  onProgress: (count: number) => void,
): Promise<string | null> {
  for (const some of batchesOf(all)) {
    // An interruption can only arrive in another turn of the event loop.
    await nextTurn()
    if (signal.aborted) return 'It was interrupted.'
    const rows = some.map(({ row: _, ...plot }) => plot)
    const outcomes = await keep({ sha256, basis, dryRun, rows }).catch((error: unknown) =>
      englishWords().tell(reasonToStop(error)),
    )
    if (typeof outcomes === 'string') return outcomes
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

const SCREEN_AGAIN = 'Make a new pack, and screen the plot in it again.'
const WORDS: Readonly<Record<ScreeningFault, readonly [message: string, remedy: string]>> = {
  plot_unknown: [
    'names no plot in this store',
    "Use the id of a plot's record, as in the column external_id of a pack's screening file; plots.csv lists the ids.",
  ],
  plot_retracted: ['names a plot that was retracted', 'Leave it; nothing is stored for it.'],
  plot_forked: [
    'names a plot with corrections that contradict each other',
    'Retract one of them (granary record retract), then run this again.',
  ],
  plot_redrawn: ['names a plot whose outline was changed after the screening', SCREEN_AGAIN],
  outline_differs: [
    'names a plot whose outline is not the one in the file: it was changed since, or is that of another plot',
    SCREEN_AGAIN,
  ],
  outline_missing: [
    'names a plot without a version, and the file has no outline that shows which version was screened',
    SCREEN_AGAIN,
  ],
  plot_twice: [
    'names a plot that another row also names, by another of its ids',
    'Keep one row for each plot, as Whisp exports them.',
  ],
  plot_too_wide: [
    'names a plot that has more records than one prediction may cite',
    "Name it by the id of one record, as a pack's screening file does.",
  ],
  not_accepted: [
    'is in a row that cannot be stored as a prediction',
    'Use the file unchanged, as Whisp exported it.',
  ],
}

function faultOf({ row, plot }: WhispRow, fault: ScreeningFault, also: readonly number[] = []): RowFault {
  const [message, remedy] = WORDS[fault]
  const more = also.length > 0 ? { also } : {}
  return { row, column: 'external_id', value: plot.slice(0, 120), message, remedy, ...more }
}
