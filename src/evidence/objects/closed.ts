import type { Message } from '../../words/message.ts'
import { type FetchedObject, type ObjectStore, ObjectStoreUnavailable, type Openness } from './store.ts'

/**
 * Wraps a store, and accepts no object until the store was seen to refuse strangers. The store may be down at
 * the start, when it should be checked; it must not turn out to be public once it holds photographs.
 */
export class ClosedStore implements ObjectStore {
  readonly #store: ObjectStore
  #isClosed = false
  #asking: Promise<Openness | null> | null = null

  constructor(store: ObjectStore) {
    this.#store = store
  }

  get name(): Message {
    return this.#store.name
  }

  get words(): string {
    return this.#store.words
  }

  async put(key: string, content: readonly Uint8Array[], sha256: string): Promise<void> {
    await this.#requireClosed()
    await this.#store.put(key, content, sha256)
  }

  async putFile(key: string, path: string, bytes: number, sha256: string): Promise<void> {
    await this.#requireClosed()
    await this.#store.putFile(key, path, bytes, sha256)
  }

  get(key: string, sha256: string): Promise<FetchedObject | null> {
    return this.#store.get(key, sha256)
  }

  has(key: string) {
    return this.#store.has(key)
  }

  list(prefix: string) {
    return this.#store.list(prefix)
  }

  remove(key: string): Promise<void> {
    return this.#store.remove(key)
  }

  /** First checks that the store answers: the check for strangers is slow if the store is down. */
  async check(): Promise<void> {
    await this.#store.check()
    await this.#requireClosed()
  }

  /** Asks the store each time; concurrent callers share the answer. */
  anonymousAccess(): Promise<Openness | null> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null
    })
    return this.#asking
  }

  close(): void {
    this.#store.close()
  }

  async #ask(): Promise<Openness | null> {
    const openness = await this.#store.anonymousAccess()
    this.#isClosed = openness === null
    return openness
  }

  async #requireClosed(): Promise<void> {
    if (this.#isClosed) return
    const openness = await this.anonymousAccess()
    if (openness !== null) throw new ObjectStoreUnavailable(openness.finding)
  }
}
