import { Problem } from '../../base/problem.ts'
import type { Db } from '../file/open.ts'
import type { ClockWatch } from './clock-watch.ts'
import { type Job, JobQueue } from './job-queue.ts'
import { type JobOwner, SERVICE } from './turns.ts'
import { isDatabaseFault, refusal } from './writer-faults.ts'

/** The most jobs in one transaction: enough to share a sync, few enough that none waits long. */
const JOBS_PER_COMMIT = 256
/** The longest work of one transaction: heavy jobs of many callers must not add up to a standstill. */
const LONGEST_WORK_MS = 10
/** The longest wait for more jobs to share a sync. It pays under load, if no longer than a sync. */
const LONGEST_WAIT_MS = 2
/** If a credential's jobs take longer than this on average, they run as slices: small jobs need not wait. */
const LONG_JOB_MS = 2
/**
 * The weight of the latest job in that average, and the longest time it counts with, so that one job delayed
 * by the machine does not make its credential's jobs run as slices.
 */
const LATEST = 0.3
const MOST_COUNTED_MS = 5
/** The number of credentials whose average is kept, more than are in use at once. */
const REMEMBERED = 4_096
/** If no caller's job waits, slices of one job share a transaction this long; more would make commits large. */
const LONGEST_OPEN_MS = 100
/** Waiting for more jobs is worthwhile only if the last transaction had at least this number. */
const BUSY_FROM_JOBS = 4

const ENDING = () => new Problem('overloaded', { retryAfterSeconds: 5 })

/** Work in slices whose transaction is still open. */
interface Going {
  readonly job: Job
  readonly begunMs: number
  readonly appendsBefore: number
}

/**
 * The only writer, with group commit: jobs that arrive in one turn of the event loop run in one transaction,
 * and each is answered only after it is durable.
 *
 * A job is a synchronous function that may read and append. It must be safe to run again: if a job fails
 * after it has appended, the whole transaction is rolled back and its jobs run again one by one, so that no
 * job fails because of another. A job that throws before it has appended anything is simply refused.
 */
export class Writer {
  readonly #db: Db
  readonly #clock: Pick<ClockWatch, 'nowMs'>
  readonly #forget: () => void
  readonly #committed: () => void
  readonly #committing: () => void
  readonly #queue = new JobQueue()
  /** The average time of the jobs of a credential, in milliseconds. */
  readonly #averages = new Map<number, number>()
  #open: Going | null = null
  /** Whether a transaction of this writer is open. Asking the database takes a call of native code. */
  #isInTransaction = false
  #isClosed = false
  #isPaused = false
  #restTimer: NodeJS.Timeout | null = null
  #scheduled = false
  #appends = 0
  #nowMs: number
  #commitFault: unknown = null
  #beginFault: unknown = null
  /** The last transaction; decides whether the next one waits for more jobs. */
  #last = { jobs: 0, commitMs: 0 }
  #firstQueuedAt = 0

  /**
   * @param newestMs the newest time of receipt on disk
   * @param forget called after a rollback; must drop cached rows that were not committed
   * @param committed called after a commit, before any reply; must not fail
   * @param committing called at the end of a transaction; its writes belong to the transaction
   */
  constructor(
    db: Db,
    clock: Pick<ClockWatch, 'nowMs'>,
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
   * The later of the clock and the newest time of receipt: setting the clock back must not make anything
   * valid again (contract §7). One transaction has one time, so that an act and its rows agree whatever the
   * clock does.
   */
  get nowMs(): number {
    return this.#isInTransaction ? this.#nowMs : Math.max(this.#clock.nowMs, this.#nowMs)
  }

  /** The machine's clock, even if set back: for periods, which must end even if `nowMs` does not advance. */
  get clockMs(): number {
    return this.#clock.nowMs
  }

  /** The newest time of receipt, in milliseconds; 0 in an empty store. */
  get newestMs(): number {
    return this.#nowMs
  }

  /** Call whenever a row is appended. */
  readonly noteAppend = (): void => {
    this.#appends++
  }

  /** The number of rows appended so far by all jobs. A job that leaves it unchanged has written nothing. */
  get appends(): number {
    return this.#appends
  }

  /**
   * The error of the last commit, or null if it succeeded; for readiness. A transaction that wrote nothing
   * proves only that transactions can begin, so an error stays until another commit has written something.
   */
  get lastError(): unknown {
    return this.#beginFault ?? this.#commitFault
  }

  /** Runs a job in one of the next transactions. Resolves with the result of the job once it is durable. */
  submit<T>(work: () => T, owner: JobOwner = SERVICE): Promise<T> {
    if (owner.credential !== null && (this.#averages.get(owner.credential) ?? 0) > LONG_JOB_MS)
      return this.submitSlice(work, owner)
    return this.#add(work, owner, 'addSmall')
  }

  /**
   * Runs one slice of a long job, which must end after some milliseconds (`Share`). Small jobs do not wait
   * for the commit of a slice, and owners take turns with their slices.
   */
  submitSlice<T>(work: () => T, owner: JobOwner): Promise<T> {
    return this.#add(work, owner, 'addSlice')
  }

  /**
   * Like `submitSlice`, for work that returns null until it is complete. If no caller's job waits, the next
   * slice runs in the same transaction, in a later turn of the event loop. Code that reads outside jobs may
   * then see rows that are not durable.
   */
  submitSlices<T>(work: () => T | null, owner: JobOwner): Promise<T | null> {
    return this.#add(work, owner, 'addSlice', true)
  }

  /** Runs a background job of the service. While other jobs arrive, such jobs get an eighth of the time. */
  submitAlone<T>(work: () => T): Promise<T> {
    return this.#add(work, SERVICE, 'addAlone')
  }

  get waiting(): number {
    return this.#queue.length
  }

  /**
   * Starts no transaction until `work` returns true or the time is up; jobs wait until then.
   * @param work called repeatedly, between transactions, until it returns true
   * @returns whether it returned true in time
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

  /** Refuses waiting and later jobs, which have written nothing. */
  close(): void {
    this.#isClosed = true
    this.#endOpen()
    if (this.#restTimer !== null) clearTimeout(this.#restTimer)
    for (const job of this.#queue.drain()) job.reject(ENDING())
  }

  #add<T>(
    work: () => T,
    owner: JobOwner,
    put: 'addSmall' | 'addSlice' | 'addAlone',
    mayGoOn = false,
  ): Promise<T> {
    if (this.#isClosed) return Promise.reject(ENDING())
    return new Promise<T>((resolve, reject) => {
      this.#queue[put]({ owner, work, mayGoOn, resolve: resolve as (value: unknown) => void, reject })
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
    if (jobs < BUSY_FROM_JOBS || this.#queue.hasOther) return false
    if (this.#queue.smallJobs >= Math.min(2 * jobs, JOBS_PER_COMMIT)) return false
    return performance.now() - this.#firstQueuedAt < Math.min(commitMs, LONGEST_WAIT_MS)
  }

  #flush(): void {
    this.#scheduled = false
    if (this.#open !== null && this.#isCallerWaiting) this.#endOpen()
    if (this.#open !== null) this.#goOn(this.#open)
    else this.#next()
    if (this.#scheduled || (this.#open === null && this.waiting === 0)) return
    if (this.#open !== null || this.#isAnyWaiting) this.#schedule()
    else this.#wakeAfterRest()
  }

  get #isAnyWaiting(): boolean {
    return this.#queue.smallJobs > 0 || this.#queue.hasOther
  }

  /** Whether a job waits that an open transaction must give way to: background jobs wait until it ends. */
  get #isCallerWaiting(): boolean {
    return this.#queue.smallJobs > 0 || this.#queue.hasSlice
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

  /** Runs the next slice of a job, and leaves the transaction open if the job may continue in it. */
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
      const isQuiet = !this.#queue.hasSmallLately(now) && !this.#isCallerWaiting
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

  /** Commits the open transaction, with the slices done so far. */
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
    // The rest may already be over, and the engine warns about negative delays.
    const leftMs = Math.max(0, this.#queue.restsUntil - performance.now())
    if (this.#restTimer !== null) clearTimeout(this.#restTimer)
    this.#restTimer = setTimeout(() => {
      this.#restTimer = null
      if (!this.#scheduled && this.waiting > 0) this.#schedule()
    }, leftMs)
  }

  /** Runs jobs in one transaction. @returns the jobs to run again one by one, if several were rolled back */
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
    this.#isInTransaction = false
    this.#last = { jobs, commitMs: performance.now() - committing }
  }

  #afterCommit(appendsBefore: number): void {
    if (this.#appends !== appendsBefore) this.#commitFault = null
    this.#committed()
  }

  /** Rolls back and rejects a job. Only a database fault counts for readiness, not a fault of the job. */
  #undo(job: Job, error: unknown): void {
    this.#rollback()
    if (isDatabaseFault(error)) this.#commitFault = error
    job.reject(refusal(error))
  }

  #noteLength({ credential }: JobOwner, ms: number): void {
    if (credential === null) return
    if (this.#averages.size >= REMEMBERED) this.#averages.clear()
    const before = this.#averages.get(credential) ?? 0
    this.#averages.set(credential, before + LATEST * (Math.min(ms, MOST_COUNTED_MS) - before))
  }

  /** Begins a transaction. If another program locks the file, all its jobs fail after one wait. */
  #begin(jobs: Iterable<Job>): boolean {
    this.#nowMs = this.nowMs
    try {
      this.#db.exec('BEGIN IMMEDIATE')
      this.#isInTransaction = true
      this.#beginFault = null
      return true
    } catch (error) {
      this.#beginFault = error
      for (const job of jobs) job.reject(refusal(error))
      return false
    }
  }

  #rollback(): void {
    this.#isInTransaction = false
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
    this.#forget()
  }
}
