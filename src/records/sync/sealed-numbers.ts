import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Problem } from '../../base/problem.ts'

/**
 * A place in the log as a cursor that reveals nothing, works for one caller and query only, and cannot be
 * forged: some numbers in a text of fixed length, encrypted with authentication (AES-256-GCM, NIST SP
 * 800-38D).
 */

const CIPHER = 'aes-256-gcm'
/** SP 800-38D §8.2.2: 96 random bits; one key makes far fewer than 2^32 cursors. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
export const NUMBER_BYTES = 6
export const INCARNATION_BYTES = 16

export interface Sealing {
  readonly key: Buffer
  /** What the cursor is for, and for whom. No two kinds of cursors may share a binding. */
  readonly binding: string
  /** The life of the log; a restore from a backup starts another. */
  readonly incarnation: Buffer
}

/** Encrypts a place. @param binding what it is for, and for whom */
export function seal(key: Buffer, binding: string, plain: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(binding))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

/**
 * Decrypts a place.
 * @param lengths the lengths that the plain text may have, in bytes
 * @throws {Problem} invalid_cursor, if it was made elsewhere, is forged, or is for something else
 */
export function unseal(key: Buffer, binding: string, text: string, lengths: readonly number[]): Buffer {
  const sealed = Buffer.from(text, 'base64url')
  const length = sealed.length - NONCE_BYTES - TAG_BYTES
  if (!lengths.includes(length) || sealed.toString('base64url') !== text) throw new Problem('invalid_cursor')
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(binding))
    .setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    throw new Problem('invalid_cursor')
  }
}

/** @param numbers whole numbers from 0 up to 2^48 - 1 */
export function writeNumbers(plain: Buffer, at: number, numbers: readonly number[]): void {
  for (const [i, number] of numbers.entries()) plain.writeUIntBE(number, at + i * NUMBER_BYTES, NUMBER_BYTES)
}

export const readNumbers = (plain: Buffer, at: number): number[] =>
  Array.from({ length: (plain.length - at) / NUMBER_BYTES }, (_, i) =>
    plain.readUIntBE(at + i * NUMBER_BYTES, NUMBER_BYTES),
  )

/** @param numbers whole numbers from 0 up to 2^48 - 1 */
export function sealNumbers({ key, binding, incarnation }: Sealing, numbers: readonly number[]): string {
  const plain = Buffer.alloc(INCARNATION_BYTES + numbers.length * NUMBER_BYTES)
  incarnation.copy(plain)
  writeNumbers(plain, INCARNATION_BYTES, numbers)
  return seal(key, binding, plain)
}

/**
 * Opens a text that `sealNumbers` made.
 * @param count the count of numbers that it must have
 * @throws {Problem} invalid_cursor, also if it is of another life of the log
 */
export function openNumbers({ key, binding, incarnation }: Sealing, text: string, count: number): number[] {
  const plain = unseal(key, binding, text, [INCARNATION_BYTES + count * NUMBER_BYTES])
  if (!plain.subarray(0, INCARNATION_BYTES).equals(incarnation)) throw new Problem('invalid_cursor')
  return readNumbers(plain, INCARNATION_BYTES)
}
