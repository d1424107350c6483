import type { Readable } from 'node:stream'
import { Problem } from '../../base/problem.ts'

export interface StoredObject {
  readonly key: string
  readonly bytes: number
}

export interface FetchedObject {
  readonly bytes: number
  /** To be read to its end or destroyed. An error in it means that what was read so far is not to be trusted. */
  readonly stream: Readable
}

/** That others can read what is kept here, in a sentence, and what to do about it in another. */
export interface Openness {
  readonly finding: string
  readonly remedy: string
}

/**
 * Bytes by key: photographs and backups. A folder or a bucket; both obey `test/support/evidence/objects/contract.ts`.
 *
 * Every promise settles and every stream ends, whatever the store does: a call that gets no answer fails. Any call may
 * reject with {@link ObjectStoreUnavailable}. Keys are those of `keys.ts`. SHA-256 is given as 64 lower-case hex digits.
 */
export interface ObjectStore {
  /** For people: "the folder /x/objects", "the bucket b at https://…". Without secrets. */
  readonly words: string
  /**
   * Durable once it resolves. An object appears under its key whole or not at all, in place of what was there before:
   * sending an object again heals a copy that rotted.
   * @param content the pieces of one object, in order
   * @throws {DigestMismatch} when the content is not that of `sha256`; nothing is written
   * @throws {Problem} `storage_full`
   */
  put(key: string, content: readonly Uint8Array[], sha256: string): Promise<void>
  /**
   * The same for a file too long for memory.
   * @throws {DigestMismatch} when the file does not have that length or that digest; nothing stands under the key
   * @throws {NodeJS.ErrnoException} when the file cannot be read
   */
  putFile(key: string, path: string, bytes: number, sha256: string): Promise<void>
  /**
   * The whole object, checked while it is read: the stream fails with {@link DigestMismatch}, its last piece held back,
   * when the bytes are not those of `sha256`.
   * @returns null when it is not there
   */
  get(key: string, sha256: string): Promise<FetchedObject | null>
  /** @returns null when it is not there */
  has(key: string): Promise<StoredObject | null>
  /** Every object whose key begins with the prefix, in no promised order. What others have put there is left out. */
  list(prefix: string): AsyncIterable<StoredObject>
  /** Resolves when it is not there, also when it never was. */
  remove(key: string): Promise<void>
  /**
   * Resolves when the store answers and may be written to. Given up after some seconds; only while it is not known yet
   * whether strangers are refused does it take longer.
   */
  check(): Promise<void>
  /** Asks as somebody without credentials. Null: nothing is answered to strangers. */
  anonymousAccess(): Promise<Openness | null>
  /** Lets idle connections go. */
  close(): void
}

/** Seconds after which a caller may try again: a server that restarts is back by then. */
const RETRY_AFTER_SECONDS = 30

/** The store does not answer, or not as it should. Nothing of why leaves to the caller. */
export class ObjectStoreUnavailable extends Problem {
  /** Why, in words for the operator and the log. Without secrets. */
  readonly reason: string

  constructor(reason: string, cause?: unknown) {
    super('object_store_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    this.name = 'ObjectStoreUnavailable'
    this.reason = reason
    if (cause !== undefined) this.cause = cause
  }
}

/** The bytes under a key, or those to be put there, are not those of the SHA-256 that was named. */
export class DigestMismatch extends Error {
  constructor(key: string) {
    super(`The bytes of ${key} are not those of its SHA-256.`)
    this.name = 'DigestMismatch'
  }
}
