import { type ObjectStore, ObjectStoreUnavailable } from '../objects/store.ts'
import { isOverWithin } from './within.ts'

/** What became of a try is believed so long: readiness is asked often, and a store that is down is not asked by each. */
const BELIEVED_MS = 5_000
/** Whoever asks for readiness has a time-out of his own, which is seldom shorter than this. */
const READINESS_MS = 2_000

/** Tells the operator, in the log. */
export interface Report {
  error(text: string): void
  info(text: string): void
}

/** Whether the object store answers, as far as is known of the calls that were made to it. */
export class ObjectHealth {
  readonly #objects: ObjectStore
  readonly #report: Report
  #fault: string | null = null
  #knownAtMs = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | null = null

  constructor(objects: ObjectStore, report: Report) {
    this.#objects = objects
    this.#report = report
  }

  /** Passes on what a call to the store gives, and remembers whether it answered. */
  async watch<T>(call: (objects: ObjectStore) => Promise<T>): Promise<T> {
    try {
      const answer = await call(this.#objects)
      this.#note(null)
      return answer
    } catch (error) {
      if (error instanceof ObjectStoreUnavailable) this.#note(error.reason)
      throw error
    }
  }

  /**
   * The same, but a store that did not answer a moment ago is not waited for once more.
   * @throws {ObjectStoreUnavailable}
   */
  async watchUnlessDown<T>(call: (objects: ObjectStore) => Promise<T>): Promise<T> {
    if (this.#fault !== null && this.#isFresh()) throw new ObjectStoreUnavailable(this.#fault)
    return this.watch(call)
  }

  /** Null when it works, or a word on what does not; of a few seconds ago at most. */
  async readiness(): Promise<string | null> {
    if (!this.#isFresh()) await this.#askSoon()
    if (!this.#isFresh()) return 'does not answer in time'
    return this.#fault === null ? null : 'does not answer'
  }

  /** One try for all who ask meanwhile; whoever has waited long enough goes away without its answer. */
  async #askSoon(): Promise<void> {
    this.#asking ??= this.watch((objects) => objects.check())
      .catch((error) => {
        // A full disk answers too; it is told by its own part of readiness.
        if (!(error instanceof ObjectStoreUnavailable)) this.#note(null)
      })
      .finally(() => {
        this.#asking = null
      })
    await isOverWithin(READINESS_MS, this.#asking)
  }

  #isFresh(): boolean {
    return performance.now() - this.#knownAtMs < BELIEVED_MS
  }

  /** Each change is told once. */
  #note(fault: string | null): void {
    if (fault !== null && this.#fault === null)
      this.#report.error(`The object store does not answer. Records are taken, pictures are not. ${fault}`)
    if (fault === null && this.#fault !== null) this.#report.info('The object store answers again.')
    this.#fault = fault
    this.#knownAtMs = performance.now()
  }
}
