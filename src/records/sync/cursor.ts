import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Problem } from '../../base/problem.ts'
import type { FeedPlace } from '../gate/feed.ts'

/**
 * Cursors of the change feed (contract §10), kept by devices. A cursor must not reveal how much others have written, work
 * for another party, or be forged. So it has a fixed length, is encrypted with authentication (AES-256-GCM, NIST SP 800-38D)
 * and is bound to party and purpose.
 */

const CIPHER = 'aes-256-gcm'
/** SP 800-38D §8.2.2: 96 random bits; one key makes far fewer than 2^32 cursors. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const FORM = 2
/** Of versions before this one, without `beganN`. */
const OLD_FORM = 1
const NUMBER_BYTES = 6
const INCARNATION_BYTES = 16
/** Form, incarnation, and the numbers of a place. */
const NUMBERS = 11
const OLD_NUMBERS = 10
const plainBytes = (numbers: number) => 1 + INCARNATION_BYTES + numbers * NUMBER_BYTES
const sealedBytes = (numbers: number) => NONCE_BYTES + plainBytes(numbers) + TAG_BYTES

export interface Cursor {
  /** The life of the log that made it; a restore from a backup begins another. */
  readonly incarnation: Buffer
  readonly place: FeedPlace
}

/** What a cursor is bound to. */
export interface Bound {
  readonly partyId: string
  /** Empty: the party's own changes. */
  readonly purpose: string
  /** For a device that may read only from this time on; a device that may read more begins again. */
  readonly sinceMs?: number | undefined
}

export function sealCursor(key: Buffer, bound: Bound, { incarnation, place }: Cursor): string {
  const plain = Buffer.alloc(plainBytes(NUMBERS))
  plain.writeUInt8(FORM)
  incarnation.copy(plain, 1)
  for (const [i, number] of numbersOf(place).entries())
    plain.writeUIntBE(number, 1 + INCARNATION_BYTES + i * NUMBER_BYTES, NUMBER_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(bindingOf(bound))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

/** @throws {Problem} invalid_cursor: made elsewhere, forged, or bound to something else */
export function openCursor(key: Buffer, bound: Bound, text: string): Cursor {
  const sealed = Buffer.from(text, 'base64url')
  const isOld = sealed.length === sealedBytes(OLD_NUMBERS)
  const isLong = isOld || sealed.length === sealedBytes(NUMBERS)
  if (!isLong || sealed.toString('base64url') !== text) throw new Problem('invalid_cursor')
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES))
    .setAAD(bindingOf(bound))
    .setAuthTag(sealed.subarray(-TAG_BYTES))
  let plain: Buffer
  try {
    plain = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    throw new Problem('invalid_cursor')
  }
  if (plain.readUInt8() !== (isOld ? OLD_FORM : FORM)) throw new Problem('invalid_cursor')
  const numbers = Array.from({ length: isOld ? OLD_NUMBERS : NUMBERS }, (_, i) =>
    plain.readUIntBE(1 + INCARNATION_BYTES + i * NUMBER_BYTES, NUMBER_BYTES),
  )
  return { incarnation: plain.subarray(1, 1 + INCARNATION_BYTES), place: placeOf(numbers) }
}

/** Neither a purpose (a slug) nor an id contains a space, so the text is unambiguous. */
const bindingOf = ({ partyId, purpose, sinceMs }: Bound): Buffer =>
  Buffer.from(`${partyId} ${purpose} ${sinceMs ?? ''}`)

function numbersOf({ through, seen, beganN, catchingUp }: FeedPlace): number[] {
  const { to, party, after } = catchingUp ?? { to: seen, party: 0, after: { at: 0, seq: 0 } }
  return [
    through.at,
    through.seq,
    seen.seq,
    seen.atMs,
    catchingUp === null ? 0 : 1,
    to.seq,
    to.atMs,
    party,
    after.at,
    after.seq,
    beganN,
  ]
}

function placeOf(numbers: readonly number[]): FeedPlace {
  const [at, seq, seenSeq, seenAtMs, isCatchingUp, toSeq, toAtMs, party, afterAt, afterSeq, beganN = 0] =
    numbers as [number, number, number, number, number, number, number, number, number, number, number?]
  return {
    through: { at, seq },
    seen: { seq: seenSeq, atMs: seenAtMs },
    beganN,
    catchingUp:
      isCatchingUp === 0
        ? null
        : { to: { seq: toSeq, atMs: toAtMs }, party, after: { at: afterAt, seq: afterSeq } },
  }
}
