import { hmac } from '../base/hmac.ts'
import { must } from '../base/typed.ts'
import { idText } from './id.ts'

/**
 * Ids derived from the contents of a file: reading it again, in another order or after an interruption, gives
 * the same ids. Every reader of a record sees its id, and the contents can be guessed, so the id is keyed
 * with a secret of the appliance: without the secret nobody can test a guess or claim an id first.
 */

/** The time in every id made here. It is constant: correcting a cell or a date must not change the id. */
const EPOCH_MS = Date.UTC(2001, 0, 1)
const digits = EPOCH_MS.toString(16).padStart(12, '0')
const BEGINNING = `${digits.slice(0, 8)}-${digits.slice(8)}-`

/** Returns whether an id was made here; other ids contain the time when they were made. */
export const isKeyedId = (id: string): boolean => id.startsWith(BEGINNING)

/** Returns a UUID version 7 (RFC 9562 §5.7) with the constant time and 74 bits of the digest. */
export function keyedId(secret: Uint8Array, parts: readonly string[]): string {
  const mac = hmac(secret, JSON.stringify(parts))
  const bytes = mac.subarray(0, 16)
  bytes.writeUIntBE(EPOCH_MS, 0, 6)
  bytes[6] = (must(bytes[6]) & 0x0f) | 0x70
  bytes[8] = (must(bytes[8]) & 0x3f) | 0x80
  return idText(bytes)
}
