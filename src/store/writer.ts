import { diskRefusal, Problem } from '../problem.ts'
import type { Db } from './open.ts'

/** Jobs one transaction takes at most: enough to share a sync, few enough that none waits long. */
const JOBS_PER_COMMIT = 256
/** So long one transaction works before it commits: heavy jobs of many callers must not add up to a standstill. */
const LONGEST_WORK_MS = 10
/** Under load it pays to wait a little for more jobs to share the sync: never longer than a sync takes, nor this. */
const LONGEST_WAIT_MS = 2
/**
 * After a long job the next one rests so many times as long, where others are at work: they then have seven eighths of
 * the time. A phone that waits a moment longer for its batch notices nothing; whoever reads would.
 */
const REST = 7
/** Nobody else is at work when no small job came for so long. */
const QUIET_MS = 100
/** Fewer jobs than this in the last transaction: nobody is waiting with them, so nobody is waited for. */
const BUSY_FROM_JOBS = 4

const ENDING = () => new Problem('overloaded', { retryAfterSeconds: 5 })

interface Job {
  readonly work: () => unknown
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * The one writer, with group commit: jobs that arrive in one turn of the event loop run in one transaction,
 * and each is answered only after it is durable.
 *
 * A job is a synchronous function that may read and append. It must be safe to run again: when one job of a
 * transaction fails after it has appended, all are rolled back and run again one by one, so that a failing
 * job never fails its neighbours. A job that throws before it appended anything is simply refused.
 */
export class Writer {
  readonly #db: Db
  readonly #clock: () => number
  readonly #forget: () => void
  readonly #committed: () => void
  #queue: Job[] = []
  /** Long jobs, each for a transaction of its own. */
  #alone: Job[] = []
  #letOthersPass = false
  #isClosed = false
  #isPaused = false
  #restUntil = 0
  #restTimer: NodeJS.Timeout | null = null
  #lastSmallAt = Number.NEGATIVE_INFINITY
  #scheduled = false
  #appends = 0
  #nowMs: number
  #commitFault: unknown = null
  #beginFault: unknown = null
  /** The last transaction, by which the next one judges what is worth waiting for. */
  #last = { jobs: 0, commitMs: 0 }
  #firstQueuedAt = 0

  /**
   * @param newestMs the newest time of receipt on disk
   * @param forget called after a rollback: whatever was remembered about uncommitted rows must go
   * @param committed called after a commit, before anybody is answered; it may not fail
   */
  constructor(
    db: Db,
    clock: () => number,
    newestMs: number,
    forget: () => void,
    committed: () => void = () => {},
  ) {
    this.#db = db
    this.#clock = clock
    this.#nowMs = newestMs
    this.#forget = forget
    this.#committed = committed
  }

  /**
   * The later of the clock and the newest time of receipt: a clock set back revives nothing (contract §7). All of one
   * transaction happens at one time: a row and the act that it follows from agree, whatever the clock does meanwhile.
   */
  get nowMs(): number {
    return this.#db.inTransaction ? this.#nowMs : Math.max(this.#clock(), this.#nowMs)
  }

  /** What the machine's clock shows, set back or not: for spans of time, which must end though time stands still. */
  get clockMs(): number {
    return this.#clock()
  }

  /** The newest time of receipt, in milliseconds; 0 in an empty store. */
  get newestMs(): number {
    return this.#nowMs
  }

  /** Called by whatever appends a row. */
  noteAppend(): void {
    this.#appends++
  }

  /** Rows appended so far, by any job: whoever sees it unchanged has written nothing. */
  get appends(): number {
    return this.#appends
  }

  /**
   * What made the last commit fail, or null when it succeeded. Readiness asks. A transaction that wrote nothing proves no
   * more than that one can begin: a commit that failed stays the last one until another has written something.
   */
  get lastError(): unknown {
    return this.#beginFault ?? this.#commitFault
  }

  /** Runs the job in the next transaction. Resolves with its result once that is durable. */
  submit<T>(work: () => T): Promise<T> {
    if (this.#isClosed) return Promise.reject(ENDING())
    this.#lastSmallAt = performance.now()
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject })
      if (!this.#scheduled) this.#schedule()
    })
  }

  /**
   * The same for a long job, such as a device's batch: it has a transaction of its own, and the small jobs that wait go
   * first, once. Where others are at work, long jobs take an eighth of the time.
   */
  submitAlone<T>(work: () => T): Promise<T> {
    if (this.#isClosed) return Promise.reject(ENDING())
    return new Promise<T>((resolve, reject) => {
      this.#alone.push({ work, resolve: resolve as (value: unknown) => void, reject })
      if (!this.#scheduled) this.#schedule()
    })
  }

  get waiting(): number {
    return this.#queue.length + this.#alone.length
  }

  /**
   * Begins no transaction until the work is done: what comes waits.
   * @param work asked again and again, between transactions, until it returns true
   * @returns whether it did in time
   */
  async pausedUntil(work: () => boolean, everyMs: number, mostMs: number): Promise<boolean> {
    const endsAt = performance.now() + mostMs
    this.#isPaused = true
    try {
      while (!this.#isClosed) {
        if (work()) return true
        if (performance.now() >= endsAt) return false
        await new Promise((resolve) => setTimeout(resolve, everyMs))
      }
      return false
    } finally {
      this.#isPaused = false
      if (this.#scheduled) setImmediate(this.#turn)
    }
  }

  /** Refuses what still waits, and whatever comes later; nothing of it was written. */
  close(): void {
    this.#isClosed = true
    if (this.#restTimer !== null) clearTimeout(this.#restTimer)
    for (const job of [...this.#queue.splice(0), ...this.#alone.splice(0)]) job.reject(ENDING())
  }

  #schedule(): void {
    this.#scheduled = true
    this.#firstQueuedAt = performance.now()
    setImmediate(this.#turn)
  }

  #turn = (): void => {
    if (this.#isPaused) return
    if (this.#isWorthWaiting()) setImmediate(this.#turn)
    else this.#flush()
  }

  #isWorthWaiting(): boolean {
    const { jobs, commitMs } = this.#last
    if (this.#alone.length > 0 && !this.#isResting) return false
    if (jobs < BUSY_FROM_JOBS || this.#queue.length >= Math.min(2 * jobs, JOBS_PER_COMMIT)) return false
    return performance.now() - this.#firstQueuedAt < Math.min(commitMs, LONGEST_WAIT_MS)
  }

  #flush(): void {
    const jobs = this.#nextJobs()
    this.#scheduled = false
    if (jobs.length > 0 && !this.#together(jobs)) for (const job of jobs) this.#together([job])
    if (this.#scheduled) return
    if (this.#queue.length > 0 || (this.#alone.length > 0 && !this.#isResting)) this.#schedule()
    else if (this.#alone.length > 0) this.#wakeAfterRest()
  }

  #nextJobs(): readonly Job[] {
    const first = this.#alone[0]
    if (first && !this.#isResting && (this.#queue.length === 0 || this.#letOthersPass)) {
      this.#letOthersPass = false
      this.#alone.shift()
      return [this.#timed(first)]
    }
    this.#letOthersPass = first !== undefined
    return this.#queue.splice(0, JOBS_PER_COMMIT)
  }

  /** A long job after which the next one rests. */
  #timed(job: Job): Job {
    const begun = performance.now()
    const isQuiet = begun - this.#lastSmallAt > QUIET_MS
    const rest = () => {
      const now = performance.now()
      this.#restUntil = isQuiet ? 0 : now + REST * (now - begun)
    }
    return {
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

  get #isResting(): boolean {
    return performance.now() < this.#restUntil
  }

  #wakeAfterRest(): void {
    // It may have ended meanwhile, and the engine warns of a time before now.
    const leftMs = Math.max(0, this.#restUntil - performance.now())
    this.#restTimer ??= setTimeout(() => {
      this.#restTimer = null
      if (!this.#scheduled && this.waiting > 0) this.#schedule()
    }, leftMs)
  }

  /** @returns false when the transaction was rolled back and every job must be run on its own */
  #together(jobs: readonly Job[]): boolean {
    const outcomes: (() => void)[] = []
    const appendsBefore = this.#appends
    try {
      if (!this.#begin(jobs)) return true
      const begun = performance.now()
      for (const job of jobs) {
        if (outcomes.length > 0 && performance.now() - begun > LONGEST_WORK_MS) break
        const before = this.#appends
        try {
          const value = job.work()
          outcomes.push(() => job.resolve(value))
        } catch (error) {
          if (this.#appends !== before) throw error
          outcomes.push(() => job.reject(refusal(error)))
        }
      }
      const committing = performance.now()
      this.#db.exec('COMMIT')
      this.#last = { jobs: outcomes.length, commitMs: performance.now() - committing }
    } catch (error) {
      this.#rollback()
      if (jobs.length > 1) return false
      // A job's own fault, undone, says nothing against the disk.
      if (isDatabaseFault(error)) this.#commitFault = error
      jobs[0]?.reject(refusal(error))
      return true
    }
    if (this.#appends !== appendsBefore) this.#commitFault = null
    this.#committed()
    this.#putBack(jobs.slice(outcomes.length))
    for (const settle of outcomes) settle()
    return true
  }

  /** Those whose turn has not come go first in the next transaction. */
  #putBack(jobs: readonly Job[]): void {
    if (jobs.length === 0) return
    this.#queue.unshift(...jobs)
    if (!this.#scheduled) this.#schedule()
  }

  /** Another program that holds the file makes every job of the batch wait no longer than one. */
  #begin(jobs: readonly Job[]): boolean {
    this.#nowMs = this.nowMs
    try {
      this.#db.exec('BEGIN IMMEDIATE')
      this.#beginFault = null
      return true
    } catch (error) {
      this.#beginFault = error
      for (const job of jobs) job.reject(refusal(error))
      return false
    }
  }

  #rollback(): void {
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
    this.#forget()
  }
}

/** Not a broken constraint or a guard: those are the doing of the job that met them. */
function isDatabaseFault(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code)
  return code.startsWith('SQLITE_') && !code.startsWith('SQLITE_CONSTRAINT')
}

/** SQLite's words become ours at this edge; what is not foreseen passes through and is answered as a bare 500. */
function refusal(error: unknown): unknown {
  const code = (error as { code?: unknown }).code
  if (error instanceof Problem || typeof code !== 'string') return error
  if (code.startsWith('SQLITE_BUSY')) return new Problem('overloaded', { retryAfterSeconds: 1 })
  return diskRefusal(error) ?? error
}
