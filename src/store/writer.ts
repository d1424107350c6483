import { Problem } from '../base/problem.ts'
import { type Job, JobQueue } from './job-queue.ts'
import type { Db } from './open.ts'
import { type Owner, SERVICE } from './turns.ts'
import { isDatabaseFault, refusal } from './writer-faults.ts'

/** Most jobs in one transaction: enough to share a sync, few enough that none waits long. */
const JOBS_PER_COMMIT = 256
/** Longest work of one transaction: heavy jobs of many callers must not add up to a standstill. */
const LONGEST_WORK_MS = 10
/** Under load it pays to wait for more jobs to share the sync, but never longer than a sync takes, nor this. */
const LONGEST_WAIT_MS = 2
/** If a credential's jobs take longer than this on average, they count as slices, and small jobs do not wait for them. */
const LONG_JOB_MS = 2
/**
 * The weight of the latest job in that average, and the most it counts for, so that one job delayed by the machine does not
 * make its credential's jobs long ones.
 */
const LATEST = 0.3
const MOST_COUNTED_MS = 5
/** Credentials whose average is kept: more than are in use at once. */
const REMEMBERED = 4_096
/** While nobody waits, the slices of one job share a transaction for this long; longer ones would make large commits. */
const LONGEST_OPEN_MS = 100
/** With fewer jobs in the last transaction, it is not worth waiting for more. */
const BUSY_FROM_JOBS = 4

const ENDING = () => new Problem('overloaded', { retryAfterSeconds: 5 })

/** Work with more slices to do, in a transaction that is still open. */
interface Going {
  readonly job: Job
  readonly begunMs: number
  readonly appendsBefore: number
}

/**
 * The only writer, with group commit: jobs that arrive in one turn of the event loop run in one transaction, and each is
 * answered only after it is durable.
 *
 * A job is a synchronous function that may read and append. It must be safe to run again: if a job fails after it has
 * appended, its whole transaction is rolled back and all its jobs are run again one by one, so that no job fails because of
 * another. A job that throws before it appends anything is simply refused.
 */
export class Writer {
  readonly #db: Db
  readonly #clock: () => number
  readonly #forget: () => void
  readonly #committed: () => void
  readonly #committing: () => void
  readonly #queue = new JobQueue()
  /** By credential: the average time of its jobs, in milliseconds. */
  readonly #averages = new Map<number, number>()
  #open: Going | null = null
  #isClosed = false
  #isPaused = false
  #restTimer: NodeJS.Timeout | null = null
  #scheduled = false
  #appends = 0
  #nowMs: number
  #commitFault: unknown = null
  #beginFault: unknown = null
  /** The last transaction, by which the next judges whether to wait for more jobs. */
  #last = { jobs: 0, commitMs: 0 }
  #firstQueuedAt = 0

  /**
   * @param newestMs the newest time of receipt on disk
   * @param forget called after a rollback: caches of uncommitted rows must be dropped
   * @param committed called after a commit, before any reply; it must not fail
   * @param committing called at the end of a transaction; what it writes is part of it
   */
  constructor(
    db: Db,
    clock: () => number,
    newestMs: number,
    forget: () => void,
    committed: () => void = () => {},
    committing: () => void = () => {},
  ) {
    this.#db = db
    this.#clock = clock
    this.#nowMs = newestMs
    this.#forget = forget
    this.#committed = committed
    this.#committing = committing
  }

  /**
   * The later of the clock and the newest time of receipt: a clock set back revives nothing (contract §7). One transaction
   * has one time, so that an act and its rows agree whatever the clock does meanwhile.
   */
  get nowMs(): number {
    return this.#db.inTransaction ? this.#nowMs : Math.max(this.#clock(), this.#nowMs)
  }

  /** The machine's clock, set back or not: for periods, which must end even while `nowMs` stands still. */
  get clockMs(): number {
    return this.#clock()
  }

  /** The newest time of receipt, in milliseconds; 0 in an empty store. */
  get newestMs(): number {
    return this.#nowMs
  }

  /** Call whenever a row is appended. */
  noteAppend(): void {
    this.#appends++
  }

  /** Number of rows appended so far, by any job: a job that leaves it unchanged has written nothing. */
  get appends(): number {
    return this.#appends
  }

  /**
   * The error of the last commit, or null if it succeeded; for readiness. A transaction that wrote nothing proves only that
   * one can begin, so an error stays until another commit has written something.
   */
  get lastError(): unknown {
    return this.#beginFault ?? this.#commitFault
  }

  /** Runs the job in one of the next transactions. Resolves with its result once that is durable. */
  submit<T>(work: () => T, owner: Owner = SERVICE): Promise<T> {
    if (owner.credential !== null && (this.#averages.get(owner.credential) ?? 0) > LONG_JOB_MS)
      return this.submitSlice(work, owner)
    return this.#add(work, owner, (job) => this.#queue.addSmall(job))
  }

  /**
   * The same for one slice of a long job, which ends itself after some milliseconds (`Share`): small jobs do not wait for
   * its commit, and every owner's slices have their turns.
   */
  submitSlice<T>(work: () => T, owner: Owner): Promise<T> {
    return this.#add(work, owner, (job) => this.#queue.addSlice(job))
  }

  /**
   * The same for work that returns null while there is more of it. While nobody waits, the next slice is done in the same
   * transaction, in a later turn of the event loop; code that reads outside of jobs then sees rows that are not durable yet.
   */
  submitSlices<T>(work: () => T | null, owner: Owner): Promise<T | null> {
    return this.#add(work, owner, (job) => this.#queue.addSlice({ ...job, mayGoOn: true }))
  }

  /** The same for background work of the service: while others are at work it gets an eighth of the time. */
  submitAlone<T>(work: () => T): Promise<T> {
    return this.#add(work, SERVICE, (job) => this.#queue.addAlone(job))
  }

  get waiting(): number {
    return this.#queue.length
  }

  /**
   * Begins no transaction until the work is done; new jobs wait.
   * @param work called repeatedly, between transactions, until it returns true
   * @returns whether it did in time
   */
  async pausedUntil(work: () => boolean, everyMs: number, mostMs: number): Promise<boolean> {
    const endsAt = performance.now() + mostMs
    this.#endOpen()
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

  /** Refuses waiting and later jobs; nothing of them was written. */
  close(): void {
    this.#isClosed = true
    this.#endOpen()
    if (this.#restTimer !== null) clearTimeout(this.#restTimer)
    for (const job of this.#queue.drain()) job.reject(ENDING())
  }

  #add<T>(work: () => T, owner: Owner, put: (job: Job) => void): Promise<T> {
    if (this.#isClosed) return Promise.reject(ENDING())
    return new Promise<T>((resolve, reject) => {
      put({ owner, work, resolve: resolve as (value: unknown) => void, reject })
      if (!this.#scheduled) this.#schedule()
    })
  }

  #schedule(): void {
    this.#scheduled = true
    this.#firstQueuedAt = performance.now()
    setImmediate(this.#turn)
  }

  #turn = (): void => {
    if (this.#isPaused) return
    if (this.#open === null && this.#isWorthWaiting()) setImmediate(this.#turn)
    else this.#flush()
  }

  #isWorthWaiting(): boolean {
    const { jobs, commitMs } = this.#last
    if (this.#queue.hasOther) return false
    if (jobs < BUSY_FROM_JOBS || this.#queue.smallJobs >= Math.min(2 * jobs, JOBS_PER_COMMIT)) return false
    return performance.now() - this.#firstQueuedAt < Math.min(commitMs, LONGEST_WAIT_MS)
  }

  #flush(): void {
    this.#scheduled = false
    if (this.#isAnyWaiting) this.#endOpen()
    if (this.#open !== null) this.#goOn(this.#open)
    else this.#next()
    if (this.#scheduled) return
    if (this.#open !== null || this.#isAnyWaiting) this.#schedule()
    else if (this.waiting > 0) this.#wakeAfterRest()
  }

  get #isAnyWaiting(): boolean {
    return this.#queue.smallJobs > 0 || this.#queue.hasOther
  }

  #next(): void {
    const other = this.#queue.nextOther()
    const begunMs = performance.now()
    if (other === null) {
      if (this.#queue.smallJobs === 0) return
      for (const undone of this.#together(this.#queue.nextSmall(JOBS_PER_COMMIT))) this.#together([undone])
      return
    }
    const { job, isSlice } = other
    if (!job.mayGoOn) this.#together([job])
    else if (this.#begin([job])) this.#goOn({ job, begunMs, appendsBefore: this.#appends })
    if (isSlice) this.#queue.restAfterSlice(begunMs)
  }

  /** Does the next slice of a job, and leaves its transaction open if it may continue. */
  #goOn(going: Going): void {
    const { job, begunMs } = going
    this.#open = null
    const before = this.#appends
    const sliceBegun = performance.now()
    let settle: () => void
    try {
      const value = job.work()
      settle = () => job.resolve(value)
      const now = performance.now()
      this.#noteLength(job.owner, now - sliceBegun)
      const isQuiet = !this.#queue.hasSmallLately(now) && !this.#isAnyWaiting
      if (value === null && isQuiet && now - begunMs < LONGEST_OPEN_MS) {
        this.#open = going
        return
      }
    } catch (error) {
      if (this.#appends !== before) {
        this.#undo(job, error)
        return
      }
      settle = () => job.reject(refusal(error))
    }
    this.#end(going, settle)
  }

  /** Commits the slices done so far. */
  #endOpen(): void {
    const going = this.#open
    this.#open = null
    if (going !== null) this.#end(going, () => going.job.resolve(null))
  }

  #end({ job, appendsBefore }: Going, settle: () => void): void {
    try {
      this.#commit(1)
    } catch (error) {
      this.#undo(job, error)
      return
    }
    this.#afterCommit(appendsBefore)
    settle()
  }

  #wakeAfterRest(): void {
    // The rest may be over already, and the engine warns of negative delays.
    const leftMs = Math.max(0, this.#queue.restsUntil - performance.now())
    if (this.#restTimer !== null) clearTimeout(this.#restTimer)
    this.#restTimer = setTimeout(() => {
      this.#restTimer = null
      if (!this.#scheduled && this.waiting > 0) this.#schedule()
    }, leftMs)
  }

  /** @returns the jobs of a transaction that was rolled back, if there were several: each must be run on its own */
  #together(jobs: Iterable<Job>): readonly Job[] {
    const outcomes: (() => void)[] = []
    const run: Job[] = []
    const appendsBefore = this.#appends
    try {
      if (!this.#begin(jobs)) return []
      const begun = performance.now()
      let jobBegun = begun
      for (const job of jobs) {
        run.push(job)
        const before = this.#appends
        try {
          const value = job.work()
          outcomes.push(() => job.resolve(value))
        } catch (error) {
          if (this.#appends !== before) throw error
          outcomes.push(() => job.reject(refusal(error)))
        }
        const now = performance.now()
        this.#noteLength(job.owner, now - jobBegun)
        jobBegun = now
        if (now - begun > LONGEST_WORK_MS) break
      }
      this.#commit(outcomes.length)
    } catch (error) {
      const [first, second] = run
      if (first !== undefined && second === undefined) this.#undo(first, error)
      else this.#rollback()
      return second === undefined ? [] : run
    }
    this.#afterCommit(appendsBefore)
    for (const settle of outcomes) settle()
    return []
  }

  #commit(jobs: number): void {
    this.#committing()
    const committing = performance.now()
    this.#db.exec('COMMIT')
    this.#last = { jobs, commitMs: performance.now() - committing }
  }

  #afterCommit(appendsBefore: number): void {
    if (this.#appends !== appendsBefore) this.#commitFault = null
    this.#committed()
  }

  /** A job's own fault says nothing about the disk. */
  #undo(job: Job, error: unknown): void {
    this.#rollback()
    if (isDatabaseFault(error)) this.#commitFault = error
    job.reject(refusal(error))
  }

  #noteLength({ credential }: Owner, ms: number): void {
    if (credential === null) return
    if (this.#averages.size >= REMEMBERED) this.#averages.clear()
    const before = this.#averages.get(credential) ?? 0
    this.#averages.set(credential, before + LATEST * (Math.min(ms, MOST_COUNTED_MS) - before))
  }

  /** If another program holds the file, all jobs of a transaction fail after one wait. */
  #begin(jobs: Iterable<Job>): boolean {
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
