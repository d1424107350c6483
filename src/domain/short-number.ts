import { hmac } from '../base/hmac.ts'

/**
 * The number of a record that people copy from paper and type in: `7F3K 92QD`. It is the record's place in the log and ten bits
 * of its id, encrypted. So no two records share one and nothing is looked through to find it; without the appliance's secret it
 * tells nothing, not even which of two records is older; and the bits of the id refuse a slip of the pen, and a paper whose
 * record was lost with a disk and whose place another record has.
 */

/** Crockford's base 32: without I, L, O and U. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TYPED = /^[0-9A-HJKMNP-TV-Z]{8}$/
const BITS_OF_ID = 10
/** Of each half of the 40 bits. */
const HALF = 2 ** 20
/** As many as NIST SP 800-38G takes for short texts. */
const ROUNDS = 10

/** @param seq its place in the log, below 2^30 */
export function shortNumber(secret: Uint8Array, { seq, id }: { seq: number; id: string }): string {
  const plain = seq * 2 ** BITS_OF_ID + bitsOf(id)
  let [left, right] = [Math.floor(plain / HALF), plain % HALF]
  for (let round = 0; round < ROUNDS; round++) [left, right] = [right, left ^ scrambled(secret, round, right)]
  const digits = [left, right].flatMap((half) =>
    [15, 10, 5, 0].map((shift) => DIGITS.charAt((half >>> shift) & 31)),
  )
  return `${digits.slice(0, 4).join('')} ${digits.slice(4).join('')}`
}

/** Case, spaces and hyphens do not matter, and O is read as 0, I and L as 1. @returns null if it is no such number */
export function placeOf(secret: Uint8Array, typed: string): Place | null {
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

export interface Place {
  readonly seq: number
  /** Whether it is the number of this record, if the record has that place. */
  readonly isOf: (id: string) => boolean
}

/** The last bits of an id are random, or of a digest. */
const bitsOf = (id: string): number => Number.parseInt(id.slice(-3), 16) % 2 ** BITS_OF_ID

const scrambled = (secret: Uint8Array, round: number, half: number): number =>
  hmac(secret, `${round} ${half}`).readUInt32BE() % HALF
