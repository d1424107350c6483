import { Problem } from '../base/problem.ts'
import type { Store } from './store.ts'
import { type Owner, Turns } from './turns.ts'

/**
 * Jobs for callers. Each first checks that the caller's credential is still valid: it may end while a request waits or while
 * a reply takes many jobs.
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

  /** The same for work that returns null if there is more to do: see `Writer.submitSlices`. */
  slices<T>(caller: Owner, work: () => T | null): Promise<T | null> {
    return this.#store.writer.submitSlices(() => this.#checked(caller, work), caller)
  }

  /**
   * Does longer work for a caller in slices: jobs of a few milliseconds each.
   * @param begin begins the work inside the first job, which may be run again from the start; returns the function that does
   * one slice and returns null while there is more to do
   * @returns the result of the last slice, once it is durable
   * @throws {Problem} no_verified_subject
   */
  async inSlices<T>(caller: Owner, begin: () => () => T | null): Promise<T> {
    let slice: () => T | null
    // Short work ends with the first slice, which shares its commit with small jobs of others.
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

/** Callers wait here for work done one at a time; they take turns as their jobs do. */
export class CallerLine {
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
