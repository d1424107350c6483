import { kindWords } from '../base/error-kinds.ts'
import { Problem } from '../base/problem.ts'
import { isOverWithin } from '../base/within.ts'
import { type ObjectStore, ObjectStoreUnavailable } from './objects/store.ts'

/** What became of a try is believed so long: readiness is asked often, and a store that is down is not asked by each. */
const BELIEVED_MS = 5_000
/** Whoever asks for readiness has a time-out of his own, which is seldom shorter than this. */
const READINESS_MS = 2_000

/** Tells the operator, in the log. */
export interface HealthLog {
  error(text: string): void
  info(text: string): void
}

/** What a store that does not work does instead. */
interface ObjectStoreFault {
  readonly kind: 'silent' | 'full'
  /** For the operator, without secrets. */
  readonly reason: string
}

interface Watching {
  /** It only reads: that succeeds on a full disk too. */
  readonly isReading?: boolean
}

const READY_WORDS = { silent: 'does not answer', full: 'full; pictures are not taken' } as const

/** Whether the object store works, as far as is known of the calls that were made to it. */
export class ObjectHealth {
  readonly #objects: ObjectStore
  readonly #report: HealthLog
  #fault: ObjectStoreFault | null = null
  #knownAtMs = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | null = null

  constructor(objects: ObjectStore, report: HealthLog) {
    this.#objects = objects
    this.#report = report
  }

  /** Passes on what a call to the store gives, and remembers what became of it. Only success clears a fault. */
  async watch<T>(
    call: (objects: ObjectStore) => Promise<T>,
    { isReading = false }: Watching = {},
  ): Promise<T> {
    try {
      const answer = await call(this.#objects)
      if (!isReading || this.#fault?.kind !== 'full') this.#note(null)
      return answer
    } catch (error) {
      const fault = this.#faultOf(error)
      if (fault !== null) this.#note(fault)
      throw error
    }
  }

  /**
   * The same, but a store that did not answer a moment ago is not waited for once more. One that is full answers soon.
   * @throws {ObjectStoreUnavailable}
   */
  async watchUnlessDown<T>(call: (objects: ObjectStore) => Promise<T>, watching: Watching = {}): Promise<T> {
    if (this.#fault?.kind === 'silent' && this.#isFresh())
      throw new ObjectStoreUnavailable(this.#fault.reason)
    return this.watch(call, watching)
  }

  /** Null when it works, or a word on what does not; of a few seconds ago at most. */
  async readiness(): Promise<string | null> {
    if (!this.#isFresh()) await this.#askSoon()
    if (!this.#isFresh()) return 'does not answer in time'
    return this.#fault === null ? null : READY_WORDS[this.#fault.kind]
  }

  /** One try for all who ask meanwhile; whoever has waited long enough goes away without its answer. */
  async #askSoon(): Promise<void> {
    this.#asking ??= this.watch((objects) => objects.check())
      .catch((error) => {
        // Whatever keeps a check from succeeding would keep a picture out.
        if (this.#faultOf(error) === null) this.#note({ kind: 'silent', reason: `${kindWords(error)}.` })
      })
      .finally(() => {
        this.#asking = null
      })
    await isOverWithin(READINESS_MS, this.#asking)
  }

  #isFresh(): boolean {
    return performance.now() - this.#knownAtMs < BELIEVED_MS
  }

  /** @returns null for what tells nothing of the store, such as a picture that it does not hold */
  #faultOf(error: unknown): ObjectStoreFault | null {
    if (error instanceof ObjectStoreUnavailable) return { kind: 'silent', reason: error.reason }
    if (error instanceof Problem && error.code === 'storage_full')
      return { kind: 'full', reason: `No room is left in ${this.#objects.words}.` }
    return null
  }

  /** Each change is told once. */
  #note(fault: ObjectStoreFault | null): void {
    if (fault !== null && fault.kind !== this.#fault?.kind)
      this.#report.error(
        `The object store ${fault.kind === 'full' ? 'is full' : 'does not answer'}. Records are taken, pictures are not. ${fault.reason}`,
      )
    if (fault === null && this.#fault !== null)
      this.#report.info(`The object store ${this.#fault.kind === 'full' ? 'has room' : 'answers'} again.`)
    this.#fault = fault
    this.#knownAtMs = performance.now()
  }
}
