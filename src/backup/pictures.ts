import { buffer } from 'node:stream/consumers'
import { DigestMismatch, type ObjectStore, ObjectStoreUnavailable } from '../objects/store.ts'

/** Where a picture stands in the object store, by the hash of the bytes that are kept. */
export const pictureKey = (sha256: string): string => `evidence/${sha256}`

/** After so many pictures in a row that the store gave no answer about, it is down, and the others are not asked for. */
const MOST_UNANSWERED = 3

/** Pictures, read from the object store and checked. */
export class Pictures {
  readonly #objects: ObjectStore
  #unanswered = 0

  constructor(objects: ObjectStore) {
    this.#objects = objects
  }

  /** @returns null when the store does not have it as it was kept, or does not answer */
  async read(sha256: string): Promise<Buffer | null> {
    if (this.#unanswered >= MOST_UNANSWERED) return null
    try {
      const found = await this.#objects.get(pictureKey(sha256), sha256)
      const bytes = found === null ? null : await buffer(found.stream)
      this.#unanswered = 0
      return bytes
    } catch (error) {
      if (error instanceof ObjectStoreUnavailable) this.#unanswered++
      else if (!(error instanceof DigestMismatch)) throw error
      return null
    }
  }
}
