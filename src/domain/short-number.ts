import { hmac } from '../base/hmac.ts'

/**
 * The short number of a record, which people copy from paper and type in: `7F3K 92QD`. It is the record's
 * place in the log and ten bits of its id, encrypted. So no two records share a number, and finding one needs
 * no search. Without the appliance's secret it reveals nothing, not even which of two records is older. The
 * bits of the id detect a slip of the pen, and a paper whose record was lost with a disk so that another
 * record has its place.
 */

/** Crockford's base 32: without I, L, O and U. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TYPED = /^[0-9A-HJKMNP-TV-Z]{8}$/
const BITS_OF_ID = 10
/** Number of values of each half of the 40 bits. */
const HALF = 2 ** 20
/** The number of rounds that NIST SP 800-38G uses for short texts. */
const ROUNDS = 10

/** Returns the short number of a record. @param seq its place in the log, below 2^30 */
export function shortNumber(secret: Uint8Array, { seq, id }: { seq: number; id: string }): string {
  const plain = seq * 2 ** BITS_OF_ID + bitsOf(id)
  let [left, right] = [Math.floor(plain / HALF), plain % HALF]
  for (let round = 0; round < ROUNDS; round++) [left, right] = [right, left ^ scrambled(secret, round, right)]
  const digits = [left, right].flatMap((half) =>
    [15, 10, 5, 0].map((shift) => DIGITS.charAt((half >>> shift) & 31)),
  )
  return `${digits.slice(0, 4).join('')} ${digits.slice(4).join('')}`
}

/**
 * Reads a short number. Case, spaces and hyphens do not matter; O is read as 0, I and L as 1.
 * @returns null if it is not a short number
 */
export function placeOf(secret: Uint8Array, typed: string): NumberPlace | null {
  const digits = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (!TYPED.test(digits)) return null
  const half = (text: string) => [...text].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0)
  let [left, right] = [half(digits.slice(0, 4)), half(digits.slice(4))]
  for (let round = ROUNDS - 1; round >= 0; round--)
    [left, right] = [right ^ scrambled(secret, round, left), left]
  const plain = left * HALF + right
  const bits = plain % 2 ** BITS_OF_ID
  return { seq: Math.floor(plain / 2 ** BITS_OF_ID), isOf: (id) => bitsOf(id) === bits }
}

export interface NumberPlace {
  readonly seq: number
  /** Returns whether the number is that of the record with this id, which must have that place. */
  readonly isOf: (id: string) => boolean
}

/** Returns the last bits of an id, which are random or from a digest. */
const bitsOf = (id: string): number => Number.parseInt(id.slice(-3), 16) % 2 ** BITS_OF_ID

const scrambled = (secret: Uint8Array, round: number, half: number): number =>
  hmac(secret, `${round} ${half}`).readUInt32BE() % HALF
