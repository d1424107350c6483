import { Problem } from '../base/problem.ts'
import type { Store } from './store.ts'
import { type Owner, Turns } from './turns.ts'

/**
 * Jobs done for a caller. Each first checks that the caller's credential still holds, since it may end while a request
 * waits or between the jobs of a reply.
 */
export class CallerJobs {
  readonly #store: Pick<Store, 'credentials' | 'writer'>

  constructor(store: Pick<Store, 'credentials' | 'writer'>) {
    this.#store = store
  }

  /** Call inside a job or between jobs. @throws {Problem} no_verified_subject */
  checkStillLive({ credential }: Pick<Owner, 'credential'>): void {
    const { credentials, writer } = this.#store
    if (credential !== null && credentials.lapse(credential, writer.nowMs) !== null)
      throw new Problem('no_verified_subject')
  }

  /** Runs a small job for a caller. Resolves when it is durable. @throws {Problem} no_verified_subject */
  submit<T>(caller: Owner, work: () => T): Promise<T> {
    return this.#store.writer.submit(() => this.#checked(caller, work), caller)
  }

  /** The same for one slice of longer work. */
  slice<T>(caller: Owner, work: () => T): Promise<T> {
    return this.#store.writer.submitSlice(() => this.#checked(caller, work), caller)
  }

  /** The same for work that returns null while there is more of it: see `Writer.submitSlices`. */
  slices<T>(caller: Owner, work: () => T | null): Promise<T | null> {
    return this.#store.writer.submitSlices(() => this.#checked(caller, work), caller)
  }

  /**
   * Does a long work for a caller in slices, each a job of its own of some milliseconds.
   * @param begin begins the work, inside the first job, and may be run again from the beginning. It returns a function that
   * is called, a job at a time, until it returns a result
   * @returns the result, once it is durable
   * @throws {Problem} no_verified_subject
   */
  async inSlices<T>(caller: Owner, begin: () => () => T | null): Promise<T> {
    let slice: () => T | null
    // Short work ends with the first job, which shares its commit with others' small jobs.
    let done = await this.submit(caller, () => {
      slice = begin()
      return slice()
    })
    while (done === null) done = await this.slice(caller, () => slice())
    return done
  }

  /** A new line for work done one at a time. */
  line(): CallerLine {
    return new CallerLine()
  }

  #checked<T>(caller: Owner, work: () => T): T {
    this.checkStillLive(caller)
    return work()
  }
}

/** Callers wait here for work that is done one at a time; they take turns as their jobs do. */
class CallerLine {
  readonly #waiting = new Turns<() => void>()
  #isBusy = false

  async inTurn<T>(caller: Owner, work: () => Promise<T>): Promise<T> {
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
