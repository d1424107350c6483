import { kindWords } from '../base/error-kinds.ts'
import { Problem } from '../base/problem.ts'
import { isOverWithin } from '../base/within.ts'
import type { Told } from '../words/fault.ts'
import { englishWords } from '../words/words.ts'
import { type ObjectStore, ObjectStoreUnavailable, reasonOf } from './objects/store.ts'

/** How long an outcome stays valid: frequent readiness probes must not each call a store that is down. */
const BELIEVED_MS = 5_000
/** Longest wait for an outcome: below the usual timeouts of readiness probes. */
const READINESS_MS = 2_000

export interface HealthLog {
  error(text: string): void
  info(text: string): void
}

/** How the store fails. */
interface ObjectStoreFault {
  readonly kind: 'silent' | 'full'
  /** For the operator; no secrets. */
  readonly reason: Told
}

interface Watching {
  /** The call is a read, which succeeds on a full disk too. */
  readonly isReading?: boolean
}

const READY_WORDS = { silent: 'does not answer', full: 'full; pictures are refused' } as const

/** Tracks whether the object store works, by the outcomes of the calls made to it. */
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

  /** Makes a call and remembers its outcome. Only success clears a fault. */
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
   * Like `watch`, but fails at once if the store did not answer a moment ago. A full store answers quickly.
   * @throws {ObjectStoreUnavailable}
   */
  async watchUnlessDown<T>(call: (objects: ObjectStore) => Promise<T>, watching: Watching = {}): Promise<T> {
    if (this.#fault?.kind === 'silent' && this.#isFresh())
      throw new ObjectStoreUnavailable(this.#fault.reason)
    return this.watch(call, watching)
  }

  /** Returns null when the store works, else what is wrong. The answer is at most a few seconds old. */
  async readiness(): Promise<string | null> {
    if (!this.#isFresh()) await this.#askSoon()
    if (!this.#isFresh()) return 'does not answer in time'
    return this.#fault === null ? null : READY_WORDS[this.#fault.kind]
  }

  /** One attempt is shared by all callers; a caller that has waited long enough leaves without its result. */
  async #askSoon(): Promise<void> {
    this.#asking ??= this.watch((objects) => objects.check())
      .catch((error) => {
        // Any error that fails a check would also prevent storing a picture.
        if (this.#faultOf(error) === null) this.#note({ kind: 'silent', reason: kindWords(error) })
      })
      .finally(() => {
        this.#asking = null
      })
    await isOverWithin(READINESS_MS, this.#asking)
  }

  #isFresh(): boolean {
    return performance.now() - this.#knownAtMs < BELIEVED_MS
  }

  /** @returns null when the error does not concern the store, such as a missing picture */
  #faultOf(error: unknown): ObjectStoreFault | null {
    const isFull = error instanceof Problem && error.code === 'storage_full'
    if (!isFull && !(error instanceof ObjectStoreUnavailable)) return null
    return { kind: isFull ? 'full' : 'silent', reason: reasonOf(error, this.#objects.name) }
  }

  /** Reports each change once. */
  #note(fault: ObjectStoreFault | null): void {
    if (fault !== null && fault.kind !== this.#fault?.kind)
      this.#report.error(
        `The object store ${fault.kind === 'full' ? 'is full' : 'does not answer'}. Records are accepted, pictures are refused. ${englishWords().tell(fault.reason)}.`,
      )
    if (fault === null && this.#fault !== null)
      this.#report.info(`The object store ${this.#fault.kind === 'full' ? 'has room' : 'answers'} again.`)
    this.#fault = fault
    this.#knownAtMs = performance.now()
  }
}
