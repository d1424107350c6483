import { type Owner, Turns } from './turns.ts'

/**
 * While others are at work, a background job is followed by a rest this many times its length: others then have seven
 * eighths of the time.
 */
const REST = 7
/**
 * While others' small jobs arrive, a slice is followed by a rest this many times its length: most small jobs then arrive
 * while nothing long is running, and need not wait.
 */
const SLICE_REST = 2
const SMALL_LATELY_MS = 20
/** Others count as idle if no job of theirs came for this long. */
const QUIET_MS = 100

export interface Job {
  readonly owner: Owner
  readonly work: () => unknown
  readonly mayGoOn?: true
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** The waiting jobs, and whose turn is next. */
export class JobQueue {
  /** Small jobs, which share transactions. */
  readonly #small = new Turns<Job>()
  /** Slices of longer work, each with its own transaction. */
  readonly #slices = new Turns<Job>()
  /** The service's own work that can wait, each job with its own transaction. */
  readonly #alone: Job[] = []
  /** Small jobs and others take turns if both wait. */
  #isTurnOfSmall = true
  #slicesRestUntil = 0
  #restUntil = 0
  #lastSmallAt = Number.NEGATIVE_INFINITY
  #lastSliceAt = Number.NEGATIVE_INFINITY

  addSmall(job: Job): void {
    this.#lastSmallAt = performance.now()
    this.#small.push(job.owner, job)
  }

  addSlice(job: Job): void {
    this.#lastSliceAt = performance.now()
    this.#slices.push(job.owner, job)
  }

  addAlone(job: Job): void {
    this.#alone.push(job)
  }

  get length(): number {
    return this.#small.length + this.#slices.length + this.#alone.length
  }

  get smallJobs(): number {
    return this.#small.length
  }

  /** All jobs, not in the order of turns. */
  *drain(): Generator<Job, void> {
    for (const jobs of [this.#small, this.#slices, this.#alone])
      for (let job = jobs.shift(); job; job = jobs.shift()) yield job
  }

  /** Whether small jobs came shortly before this moment, or after it. */
  hasSmallLately(atMs: number): boolean {
    return atMs - this.#lastSmallAt < SMALL_LATELY_MS
  }

  /** Call at the end of a slice that began at `begunMs`. */
  restAfterSlice(begunMs: number): void {
    const now = performance.now()
    if (this.hasSmallLately(begunMs)) this.#slicesRestUntil = now + SLICE_REST * (now - begunMs)
  }

  /** A job for a transaction of its own, if it has its turn. */
  nextOther(): { readonly job: Job; readonly isSlice: boolean } | null {
    const isTurnOfSmall = this.#isTurnOfSmall && this.#small.length > 0
    this.#isTurnOfSmall = !isTurnOfSmall
    if (isTurnOfSmall) return null
    const alone = this.#nextAlone()
    const job = alone ?? this.#nextSlice()
    this.#isTurnOfSmall = job !== null
    return job && { job, isSlice: alone === null }
  }

  /** Each is taken only when it runs: jobs that a transaction leaves keep their places. */
  *nextSmall(most: number): Generator<Job, void> {
    for (let count = 0; count < most; count++) {
      const job = this.#small.shift()
      if (job === undefined) return
      yield job
    }
  }

  /** Whether a slice or a background job may have its turn. */
  get hasOther(): boolean {
    const now = performance.now()
    return (
      (this.#slices.length > 0 && now >= this.#slicesRestUntil) ||
      (this.#alone.length > 0 && now >= this.#restUntil)
    )
  }

  #nextSlice(): Job | null {
    if (performance.now() < this.#slicesRestUntil) return null
    return this.#slices.shift() ?? null
  }

  #nextAlone(): Job | null {
    const first = performance.now() < this.#restUntil ? undefined : this.#alone.shift()
    return first === undefined ? null : this.#timed(first)
  }

  /** A background job, followed by a rest. */
  #timed(job: Job): Job {
    const begun = performance.now()
    const isQuiet = begun - Math.max(this.#lastSmallAt, this.#lastSliceAt) > QUIET_MS
    const rest = () => {
      const now = performance.now()
      this.#restUntil = isQuiet ? 0 : now + REST * (now - begun)
    }
    return {
      owner: job.owner,
      work: job.work,
      resolve: (value) => {
        rest()
        job.resolve(value)
      },
      reject: (error) => {
        rest()
        job.reject(error)
      },
    }
  }

  /** When the next resting job may run. */
  get restsUntil(): number {
    return Math.min(
      this.#slices.length > 0 ? this.#slicesRestUntil : Number.POSITIVE_INFINITY,
      this.#alone.length > 0 ? this.#restUntil : Number.POSITIVE_INFINITY,
    )
  }
}
