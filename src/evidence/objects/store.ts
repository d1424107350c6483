import type { Readable } from 'node:stream'
import { errorMessage } from '../../base/error-kinds.ts'
import { Problem } from '../../base/problem.ts'
import { OperatorFault, type Told } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import { englishWords } from '../../words/words.ts'

export interface StoredObject {
  readonly key: string
  readonly bytes: number
}

export interface FetchedObject {
  readonly bytes: number
  /** The caller must read it to its end or destroy it. If it fails, do not trust what was read. */
  readonly stream: Readable
}

/** How others can read the objects, and the remedy. */
export interface Openness {
  readonly finding: Message
  readonly remedy: Message
}

/**
 * Photographs and backups by key, in a folder or a bucket; both kinds pass
 * `test/support/evidence/objects/contract.ts`.
 *
 * Every promise settles and every stream ends, even if the store hangs. Any call may reject with
 * {@link ObjectStoreUnavailable}. Keys are those of `keys.ts`. A SHA-256 is 64 lower-case hex digits.
 */
export interface ObjectStore {
  /** The store's name for people: "the folder /x/objects", "the bucket b at https://...". No secrets. */
  readonly name: Message
  /**
   * Stores an object; atomic, and durable once it resolves. Replaces an earlier object, so sending an object
   * again repairs a rotted copy.
   * @param content the chunks of the object, in order
   * @throws {DigestMismatch} when the content does not have this digest; nothing is written
   * @throws {Problem} `storage_full`
   */
  put(key: string, content: readonly Uint8Array[], sha256: string): Promise<void>
  /**
   * Returns the whole object, checked while it is read: if it does not have this digest, the stream fails
   * with {@link DigestMismatch} before the last chunk.
   * @returns null when it is absent
   */
  get(key: string, sha256: string): Promise<FetchedObject | null>
  /** @returns null when it is absent */
  has(key: string): Promise<StoredObject | null>
  /** Lists every object with this key prefix, in no particular order. Foreign files are left out. */
  list(prefix: string): AsyncIterable<StoredObject>
  /** Removes an object; resolves also if it never existed. */
  remove(key: string): Promise<void>
  /**
   * Resolves when the store answers and can be written to. Times out after some seconds; longer only while it
   * is unknown whether the store refuses strangers.
   */
  check(): Promise<void>
  /** Tries to read without credentials; null when strangers are refused. */
  anonymousAccess(): Promise<Openness | null>
  /** Closes idle connections. */
  close(): void
}

/** Seconds until a retry makes sense: a restarting server is back by then. */
const RETRY_AFTER_SECONDS = 30

/** The store does not answer, or answers wrongly. Callers of the API do not get the reason. */
export class ObjectStoreUnavailable extends Problem {
  /** The reason, for the operator: a clause without a full stop. It contains no secrets. */
  readonly reason: Told

  constructor(reason: Told, cause?: unknown) {
    super('object_store_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    this.name = 'ObjectStoreUnavailable'
    this.reason = reason
    if (cause !== undefined) this.cause = cause
  }
}

/** The bytes under a key, or to be put there, do not have the given SHA-256. */
export class DigestMismatch extends Error {
  constructor(key: string) {
    super(`The bytes of ${key} do not match its SHA-256.`)
    this.name = 'DigestMismatch'
  }
}

/** The store's name in English, for logs. */
export const wordsOf = (store: ObjectStore): string => englishWords().tell(store.name)

/** Why work with a store failed: a clause without a full stop. @param store its name */
export function reasonOf(error: unknown, store: Told): Told {
  if (error instanceof ObjectStoreUnavailable) return error.reason
  if (error instanceof OperatorFault) return error.what
  if (error instanceof Problem && error.code === 'storage_full') return message('objects.noRoom', { store })
  return errorMessage(error)
}
