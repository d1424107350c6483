import { buffer } from 'node:stream/consumers'
import { DigestMismatch, type ObjectStore, ObjectStoreUnavailable } from '../../evidence/objects/store.ts'

/** The key of a picture in the object store. @param sha256 of the stored bytes */
export const pictureKey = (sha256: string): string => `evidence/${sha256}`

/** After this many failures in a row the store counts as down, and the remaining pictures are skipped. */
const MOST_UNANSWERED = 3

/** Reads pictures from the object store, and checks their hashes. */
export class Pictures {
  readonly #objects: ObjectStore
  #unanswered = 0

  constructor(objects: ObjectStore) {
    this.#objects = objects
  }

  /** @returns null when the picture is missing or changed, or the store does not answer */
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
