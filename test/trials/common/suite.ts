import type { Faults, Tally } from '../soak/tally.ts'

/** What every trial is given, and what it gives back. */

export interface TrialRun {
  /** The command as built. */
  readonly program: string
  /** An empty folder of its own, for whatever it needs on disk. */
  readonly folder: string
  /** It ends soon after so long. */
  readonly seconds: number
  /** Its choices follow from this number, as far as the machine's pace allows. */
  readonly seed: number
  /** Tells, in a line, how far it is. */
  readonly say: (text: string) => void
  readonly tally: Tally
  /** Promises that were broken. */
  readonly faults: Faults
}

/** @returns null when it ran, or in a sentence why it cannot run on this machine */
export type Suite = (trial: TrialRun) => Promise<string | null>

/** Milliseconds since it was made, on a clock that nobody can set. */
export class Stopwatch {
  readonly #begunAt = performance.now()

  get ms(): number {
    return performance.now() - this.#begunAt
  }

  get seconds(): number {
    return this.ms / 1_000
  }
}
