import { Problem } from '../../base/problem.ts'
import type { Credentials } from '../acts/credentials.ts'
import { type JobOwner, Turns } from './turns.ts'
import type { Writer } from './writer.ts'

interface CallerStore {
  readonly credentials: Credentials
  readonly writer: Writer
}

/**
 * Runs jobs for callers. Each job first checks that the caller's credential is still valid, since it may end
 * while a request waits or between the jobs of one reply.
 */
export class CallerJobs {
  readonly #store: CallerStore

  constructor(store: CallerStore) {
    this.#store = store
  }

  /** Call inside a job or between jobs. @throws {Problem} no_verified_subject */
  checkStillLive({ credential }: Pick<JobOwner, 'credential'>): void {
    const { credentials, writer } = this.#store
    if (credential !== null && credentials.lapse(credential, writer.nowMs) !== null)
      throw new Problem('no_verified_subject')
  }

  /** Runs a small job for a caller. Resolves when it is durable. @throws {Problem} no_verified_subject */
  submit<T>(caller: JobOwner, work: () => T): Promise<T> {
    return this.#store.writer.submit(() => this.#checked(caller, work), caller)
  }

  /** Runs one slice of longer work. Resolves when it is durable. @throws {Problem} no_verified_subject */
  slice<T>(caller: JobOwner, work: () => T): Promise<T> {
    return this.#store.writer.submitSlice(() => this.#checked(caller, work), caller)
  }

  /** Like `slice`, for work that returns null until it is complete: see `Writer.submitSlices`. */
  slices<T>(caller: JobOwner, work: () => T | null): Promise<T | null> {
    return this.#store.writer.submitSlices(() => this.#checked(caller, work), caller)
  }

  /**
   * Does long work for a caller in slices of some milliseconds, each a job of its own.
   * @param begin starts the work inside the first job; it may be called again if that job is repeated. The
   * function it returns is called in one job after another until its result is not null
   * @returns the result, once it is durable
   * @throws {Problem} no_verified_subject
   */
  async inSlices<T>(caller: JobOwner, begin: () => () => T | null): Promise<T> {
    let slice: () => T | null
    // The first slice runs as a small job, so that short work shares its commit with other small jobs.
    let done = await this.submit(caller, () => {
      slice = begin()
      return slice()
    })
    while (done === null) done = await this.slice(caller, () => slice())
    return done
  }

  /** Returns a new line for work that is done for one caller at a time. */
  line(): CallerLine {
    return new CallerLine()
  }

  #checked<T>(caller: JobOwner, work: () => T): T {
    this.checkStillLive(caller)
    return work()
  }
}

/** A line of callers whose work is done one at a time. Callers take turns, as their jobs do. */
class CallerLine {
  readonly #waiting = new Turns<() => void>()
  #isBusy = false

  async inTurn<T>(caller: JobOwner, work: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await new Promise<void>((begin) => this.#waiting.push(caller, begin))
    this.#isBusy = true
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#isBusy = false
      else next()
    }
  }
}
