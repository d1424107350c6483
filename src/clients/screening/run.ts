import { setImmediate as nextTurn } from 'node:timers/promises'
import { OperatorFault, Problem } from '../../base/problem.ts'
import type { ScreeningFault, WhispVerdict } from '../../domain/screening.ts'
import type { LawfulBasis } from '../../domain/shapes.ts'
import type { ScreeningAsked, ScreeningOutcome } from '../../records/plots/screening-tasks.ts'
import type { RowFault } from '../importer/fault.ts'
import { reasonOfService } from '../importer/tally.ts'
import type { WhispFile, WhispRow } from './whisp-file.ts'

/** Hands a result of Whisp to the service, some rows at a time. Safe to interrupt and repeat. */

export interface ScreenedRow {
  readonly row: number
  /** The id in the file. */
  readonly plot: string
  /** It was kept before. */
  readonly there: boolean
  readonly verdicts: Readonly<Record<string, WhispVerdict>>
  /** Ids of the predictions by column; in a dry run, those that they will have. */
  readonly predictions: Readonly<Record<string, string>>
}

export interface ScreeningResult {
  readonly sha256: string
  readonly dryRun: boolean
  /** Why not all rows were handed over; null if all were. */
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
  readonly onProgress: (done: number, of: number) => void
  /** Stops after the current rows. */
  readonly signal: AbortSignal
}

const ROWS_AT_ONCE = 50
/** Characters of outlines handed over at once; a single one may be longer. */
const MOST_LENGTH = 1_000_000

export async function runScreening(options: ScreeningOptions): Promise<ScreeningResult> {
  const { file, sha256, basis, dryRun, signal } = options
  const plots: ScreenedRow[] = []
  const faults = [...file.faults]
  let stopped: string | null = null
  let done = file.total - file.rows.length
  for (const some of batchesOf(file.rows)) {
    // Lets an interruption arrive.
    await nextTurn()
    if (signal.aborted) stopped = 'It was interrupted.'
    const rows = some.map(({ row: _, ...plot }) => plot)
    const outcomes = stopped ?? (await options.keep({ sha256, basis, dryRun, rows }).catch(reasonToStop))
    if (typeof outcomes === 'string') {
      stopped = outcomes
      break
    }
    for (const [at, outcome] of outcomes.entries()) {
      const { row, plot, verdicts } = some[at] as WhispRow
      if (outcome.fault !== null) faults.push(faultOf(row, plot, outcome.fault))
      else plots.push({ row, plot, there: outcome.there, verdicts, predictions: outcome.predictions })
    }
    done += some.length
    options.onProgress(done, file.total)
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

function* batchesOf(rows: readonly WhispRow[]): Generator<readonly WhispRow[]> {
  let some: WhispRow[] = []
  let length = 0
  for (const row of rows) {
    const own = JSON.stringify(row.outline).length
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

/** A full disk or an absent server is no row's fault; what was written stays. */
function reasonToStop(error: unknown): string {
  if (error instanceof OperatorFault) return `${error.message} ${error.remedy}`
  if (error instanceof Problem) return reasonOfService(error.message, error.code)
  throw error
}

const SCREEN_AGAIN = 'Make a new pack, and screen the plot in it again.'
const WORDS: Readonly<Record<ScreeningFault, readonly [message: string, remedy: string]>> = {
  plot_unknown: [
    'names no plot here',
    "It is the id of a plot's record, as a pack's screening file has it in external_id; plots.csv lists them.",
  ],
  plot_retracted: ['names a plot that was taken back', 'Leave it; nothing is kept for it.'],
  plot_forked: [
    'names a plot with corrections that contradict each other',
    'Retract one of them (granary record retract), then run this again.',
  ],
  plot_redrawn: ['names a plot whose outline was drawn again since it was screened', SCREEN_AGAIN],
  outline_differs: [
    'names a plot whose outline is not the one in the file: drawn again since, or of another plot',
    SCREEN_AGAIN,
  ],
  outline_missing: [
    'names a plot in any version, and the file has no outline that tells which one was screened',
    SCREEN_AGAIN,
  ],
}

function faultOf(row: number, plot: string, fault: ScreeningFault): RowFault {
  const [message, remedy] = WORDS[fault]
  return { row, column: 'external_id', value: plot.slice(0, 120), message, remedy }
}
