import { diskRefusal, Problem } from '../problem.ts'
import type { Db } from './open.ts'
import { type Owner, SERVICE, Turns } from './turns.ts'

/** Jobs one transaction takes at most: enough to share a sync, few enough that none waits long. */
const JOBS_PER_COMMIT = 256
/** So long one transaction works before it commits: heavy jobs of many callers must not add up to a standstill. */
const LONGEST_WORK_MS = 10
/** Under load it pays to wait a little for more jobs to share the sync: never longer than a sync takes, nor this. */
const LONGEST_WAIT_MS = 2
/**
 * After a job of the background the next one rests so many times as long, where others are at work: they then have seven
 * eighths of the time.
 */
const REST = 7
/** Jobs of a credential whose jobs take longer than this, on average, are taken for slices: small ones do not wait for them. */
const LONG_JOB_MS = 2
/** What the latest job counts for in that average. */
const LATEST = 0.3
/** Credentials whose average is remembered: more than there are in use at once. */
const REMEMBERED = 4_096
/**
 * After a slice the next one rests so many times as long, where others' small jobs came lately: most of these then come
 * while nothing long is under way, and wait for none of it.
 */
const SLICE_REST = 2
const SMALL_LATELY_MS = 20
/** Nobody else is at work when no job of others came for so long. */
const QUIET_MS = 100
/** Fewer jobs than this in the last transaction: nobody is waiting with them, so nobody is waited for. */
const BUSY_FROM_JOBS = 4

const ENDING = () => new Problem('overloaded', { retryAfterSeconds: 5 })

interface Job {
  readonly owner: Owner
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
  readonly #committing: () => void
  /** Small jobs, which share transactions. */
  readonly #small = new Turns<Job>()
  /** Slices of long work, each for a transaction of its own. */
  readonly #slices = new Turns<Job>()
  /** Work of the service's own that can wait, each for a transaction of its own. */
  #alone: Job[] = []
  /** By credential: how long its jobs take on average, milliseconds. */
  readonly #averages = new Map<number, number>()
  /** Small jobs and others take turns, where both wait. */
  #isTurnOfSmall = true
  #slicesRestUntil = 0
  #isClosed = false
  #isPaused = false
  #restUntil = 0
  #restTimer: NodeJS.Timeout | null = null
  #lastSmallAt = Number.NEGATIVE_INFINITY
  #lastSliceAt = Number.NEGATIVE_INFINITY
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
   * @param committing called at the end of a transaction: what it writes is part of it
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

  /** Runs the job in one of the next transactions. Resolves with its result once that is durable. */
  submit<T>(work: () => T, owner: Owner = SERVICE): Promise<T> {
    if (owner.credential !== null && (this.#averages.get(owner.credential) ?? 0) > LONG_JOB_MS)
      return this.submitSlice(work, owner)
    this.#lastSmallAt = performance.now()
    return this.#add(work, owner, (job) => this.#small.push(owner, job))
  }

  /**
   * The same for one slice of a long work, which ends itself after some milliseconds (`Share`): small jobs do not wait for
   * its commit, and every owner's slices have their turns.
   */
  submitSlice<T>(work: () => T, owner: Owner): Promise<T> {
    this.#lastSliceAt = performance.now()
    return this.#add(work, owner, (job) => this.#slices.push(owner, job))
  }

  /** The same for work of the service's own that can wait: where others are at work it takes an eighth of the time. */
  submitAlone<T>(work: () => T): Promise<T> {
    return this.#add(work, SERVICE, (job) => this.#alone.push(job))
  }

  get waiting(): number {
    return this.#small.length + this.#slices.length + this.#alone.length
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
    for (const jobs of [this.#small, this.#slices, this.#alone])
      for (let job = jobs.shift(); job; job = jobs.shift()) job.reject(ENDING())
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
    if (this.#isWorthWaiting()) setImmediate(this.#turn)
    else this.#flush()
  }

  #isWorthWaiting(): boolean {
    const { jobs, commitMs } = this.#last
    if (this.#hasOtherJob()) return false
    if (jobs < BUSY_FROM_JOBS || this.#small.length >= Math.min(2 * jobs, JOBS_PER_COMMIT)) return false
    return performance.now() - this.#firstQueuedAt < Math.min(commitMs, LONGEST_WAIT_MS)
  }

  #flush(): void {
    const slicesBefore = this.#slices.length
    const other = this.#nextOther()
    const isSlice = this.#slices.length < slicesBefore
    const begun = performance.now()
    this.#scheduled = false
    if (other !== null) this.#together([other])
    else if (this.#small.length > 0)
      for (const undone of this.#together(this.#smallJobs())) this.#together([undone])
    if (isSlice) this.#restAfterSlice(begun)
    if (this.#scheduled) return
    if (this.#small.length > 0 || this.#hasOtherJob()) this.#schedule()
    else if (this.waiting > 0) this.#wakeAfterRest()
  }

  #restAfterSlice(begunMs: number): void {
    const now = performance.now()
    if (begunMs - this.#lastSmallAt < SMALL_LATELY_MS)
      this.#slicesRestUntil = now + SLICE_REST * (now - begunMs)
  }

  /** A job for a transaction of its own, where it is its turn. */
  #nextOther(): Job | null {
    const isTurnOfSmall = this.#isTurnOfSmall && this.#small.length > 0
    this.#isTurnOfSmall = !isTurnOfSmall
    if (isTurnOfSmall) return null
    const other = this.#nextAlone() ?? this.#nextSlice()
    this.#isTurnOfSmall = other !== null
    return other
  }

  /** Each is taken only when it is run: those that a transaction leaves keep their places. */
  *#smallJobs(): Generator<Job, void> {
    for (let count = 0; count < JOBS_PER_COMMIT; count++) {
      const job = this.#small.shift()
      if (job === undefined) return
      yield job
    }
  }

  /** A slice or a job of the background whose turn it may be. */
  #hasOtherJob(): boolean {
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

  /** A job of the background, after which the next one rests. */
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

  #wakeAfterRest(): void {
    // It may have ended meanwhile, and the engine warns of a time before now.
    const untilMs = Math.min(
      this.#slices.length > 0 ? this.#slicesRestUntil : Number.POSITIVE_INFINITY,
      this.#alone.length > 0 ? this.#restUntil : Number.POSITIVE_INFINITY,
    )
    const leftMs = Math.max(0, untilMs - performance.now())
    if (this.#restTimer !== null) clearTimeout(this.#restTimer)
    this.#restTimer = setTimeout(() => {
      this.#restTimer = null
      if (!this.#scheduled && this.waiting > 0) this.#schedule()
    }, leftMs)
  }

  /** @returns the jobs of a transaction that was rolled back, where there were several: each must be run on its own */
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
      this.#committing()
      const committing = performance.now()
      this.#db.exec('COMMIT')
      this.#last = { jobs: outcomes.length, commitMs: performance.now() - committing }
    } catch (error) {
      this.#rollback()
      if (run.length > 1) return run
      // A job's own fault, undone, says nothing against the disk.
      if (isDatabaseFault(error)) this.#commitFault = error
      run[0]?.reject(refusal(error))
      return []
    }
    if (this.#appends !== appendsBefore) this.#commitFault = null
    this.#committed()
    for (const settle of outcomes) settle()
    return []
  }

  #noteLength({ credential }: Owner, ms: number): void {
    if (credential === null) return
    if (this.#averages.size >= REMEMBERED) this.#averages.clear()
    const before = this.#averages.get(credential) ?? 0
    this.#averages.set(credential, before + LATEST * (ms - before))
  }

  /** Another program that holds the file makes every job of the batch wait no longer than one. */
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
