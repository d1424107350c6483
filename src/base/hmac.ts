import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

/** Making a key object takes several times as long as a digest, so each secret's key object is kept. */
const keys = new WeakMap<Uint8Array, KeyObject>()

/** Returns the HMAC-SHA256 of a text (RFC 2104). @param secret must not change while it is in use */
export function hmac(secret: Uint8Array, text: string): Buffer {
  let key = keys.get(secret)
  if (key === undefined) {
    key = createSecretKey(secret)
    keys.set(secret, key)
  }
  return createHmac('sha256', key).update(text, 'utf8').digest()
}
