import { type JobOwner, Turns } from './turns.ts'

/**
 * While other jobs arrive, a background job is followed by a rest of this many times its length, which leaves
 * seven eighths of the time to others.
 */
const REST = 7
/**
 * While small jobs arrive, a slice is followed by a rest of this many times its length. Most small jobs then
 * arrive while no slice is running, and need not wait.
 */
const SLICE_REST = 2
/** Small jobs count as arriving for this long after the last one. */
const SMALL_LATELY_MS = 20
/** Background jobs take no rest if no other job has arrived for this long. */
const QUIET_MS = 100

export interface Job {
  readonly owner: JobOwner
  readonly work: () => unknown
  readonly mayGoOn: boolean
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** The waiting jobs; decides which is next. */
export class JobQueue {
  /** Small jobs; several share a transaction. */
  readonly #small = new Turns<Job>()
  /** Slices of longer work, each with its own transaction. */
  readonly #slices = new Turns<Job>()
  /** Background jobs of the service itself, each with its own transaction. */
  readonly #alone: Job[] = []
  /** Small jobs and other jobs take turns if both wait. */
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

  /** Removes and yields all jobs, not in the order of turns. */
  *drain(): Generator<Job, void> {
    for (const jobs of [this.#small, this.#slices, this.#alone])
      for (let job = jobs.shift(); job; job = jobs.shift()) yield job
  }

  /** Whether a small job arrived shortly before this time, or after it. */
  hasSmallLately(atMs: number): boolean {
    return atMs - this.#lastSmallAt < SMALL_LATELY_MS
  }

  /** Starts the rest after a slice that began at `begunMs`. */
  restAfterSlice(begunMs: number): void {
    const now = performance.now()
    if (this.hasSmallLately(begunMs)) this.#slicesRestUntil = now + SLICE_REST * (now - begunMs)
  }

  /** Removes and returns a job that needs its own transaction; null if it is not the turn of one. */
  nextOther(): { readonly job: Job; readonly isSlice: boolean } | null {
    const isTurnOfSmall = this.#isTurnOfSmall && this.#small.length > 0
    this.#isTurnOfSmall = !isTurnOfSmall
    if (isTurnOfSmall) return null
    const alone = this.#alone.length > 0 ? this.#nextAlone() : null
    const job = alone ?? (this.#slices.length > 0 ? this.#nextSlice() : null)
    this.#isTurnOfSmall = job !== null
    return job && { job, isSlice: alone === null }
  }

  /** Yields small jobs. Each is removed only when it is about to run: jobs left over keep their places. */
  *nextSmall(most: number): Generator<Job, void> {
    for (let count = 0; count < most; count++) {
      const job = this.#small.shift()
      if (job === undefined) return
      yield job
    }
  }

  /** Whether a slice may run now. */
  get hasSlice(): boolean {
    return this.#slices.length > 0 && performance.now() >= this.#slicesRestUntil
  }

  /** Whether a slice or a background job may run now. */
  get hasOther(): boolean {
    return this.hasSlice || (this.#alone.length > 0 && performance.now() >= this.#restUntil)
  }

  #nextSlice(): Job | null {
    if (performance.now() < this.#slicesRestUntil) return null
    return this.#slices.shift() ?? null
  }

  #nextAlone(): Job | null {
    const first = performance.now() < this.#restUntil ? undefined : this.#alone.shift()
    return first === undefined ? null : this.#timed(first)
  }

  /** Wraps a background job so that a rest follows it. */
  #timed(job: Job): Job {
    const begun = performance.now()
    const isQuiet = begun - Math.max(this.#lastSmallAt, this.#lastSliceAt) > QUIET_MS
    const rest = () => {
      const now = performance.now()
      this.#restUntil = isQuiet ? 0 : now + REST * (now - begun)
    }
    return {
      ...job,
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

  /** The time at which the next resting job may run. */
  get restsUntil(): number {
    return Math.min(
      this.#slices.length > 0 ? this.#slicesRestUntil : Number.POSITIVE_INFINITY,
      this.#alone.length > 0 ? this.#restUntil : Number.POSITIVE_INFINITY,
    )
  }
}
