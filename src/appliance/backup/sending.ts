import { hash } from 'node:crypto'
import type { ObjectStore } from '../../evidence/objects/store.ts'
import { encrypt, type Recipient } from './age.ts'
import { OBJECT_PREFIX, type ObjectRef, objectKey } from './manifest.ts'

/** Encrypts objects, stores each under the SHA-256 of its ciphertext, and counts them. */
export class Sender {
  readonly #place: ObjectStore
  readonly #recipient: Recipient
  sentBytes = 0
  sentObjects = 0

  constructor(place: ObjectStore, recipient: Recipient) {
    this.#place = place
    this.#recipient = recipient
  }

  /** The object is durable once the promise resolves. */
  async send(plain: Uint8Array): Promise<ObjectRef> {
    const cipher = await encrypt(plain, this.#recipient)
    const sha256 = hash('sha256', cipher)
    await this.#place.put(objectKey(sha256), [cipher], sha256)
    this.sentBytes += cipher.length
    this.sentObjects++
    return [sha256, cipher.length]
  }
}

/** The length of every stored object, by its SHA-256. */
export async function objectsThere(place: ObjectStore): Promise<Map<string, number>> {
  const there = new Map<string, number>()
  for await (const { key, bytes } of place.list(OBJECT_PREFIX))
    there.set(key.slice(OBJECT_PREFIX.length), bytes)
  return there
}
