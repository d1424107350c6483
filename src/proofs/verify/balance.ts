import type { Tell } from '../../store/record-rows.ts'
import { BYTES, RECORD_TABLE_NAMES, RECORD_TABLES, type RecordTable } from '../../store/record-tables.ts'

/**
 * Tells whether two walks in different orders give the same rows, in a few bytes per thousand entries. Each row becomes a
 * number computed from all its columns; rows of one side are added, those of the other subtracted. Equal rows leave zero.
 * Different rows leave zero with a chance of one in 2^64, since the numbers also depend on a secret that is drawn for each
 * run, which nobody who changed the rows can know.
 */

/** Entries whose rows share a sum. If a sum is not zero, their rows are examined one by one. */
export const BUCKET_ENTRIES = 1_024

export const bucketOf = (seq: number): number => Math.floor((seq - 1) / BUCKET_ENTRIES)

/** Four random 32-bit numbers. */
export type Secret = readonly [number, number, number, number]

const DASH = 45
/** Digits have this bit already. */
const SMALL_LETTER = 0x20

interface Kind {
  readonly number: number
  readonly of: number
  readonly isBytes: readonly boolean[]
}

const KINDS = Object.fromEntries(
  RECORD_TABLE_NAMES.map((table, i) => {
    const { columns, of } = RECORD_TABLES[table]
    return [table, { number: i + 1, of, isBytes: columns.map((column) => BYTES.has(column)) }]
  }),
) as unknown as Readonly<Record<RecordTable, Kind>>

/** Sums of rows, by the entry they belong to. Rows of entries beyond the last are left out. */
export class Balance {
  /** Two 32-bit sums for each bucket. */
  readonly sums: Int32Array
  readonly #secret: Secret
  readonly #sign: 1 | -1
  readonly #first: number
  #a = 0
  #b = 0

  /**
   * @param sign 1 for rows that records require, -1 for rows stored in a table
   * @param first the first bucket to keep, and their number
   */
  constructor(secret: Secret, sign: 1 | -1, first: number, buckets: number) {
    this.sums = new Int32Array(2 * buckets)
    this.#secret = secret
    this.#sign = sign
    this.#first = first
  }

  readonly tell: Tell = (table, cells) => {
    const { number, of, isBytes } = KINDS[table]
    this.#a = this.#secret[0] ^ number
    this.#b = this.#secret[1] ^ number
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i] as number | string
      if (typeof cell === 'number') this.#number(cell)
      else if (isBytes[i]) this.#digits(cell)
      else this.#text(cell)
    }
    this.#end(cells[of] as number)
  }

  #number(value: number): void {
    this.#mix(value | 0)
    this.#mix(Math.floor(value / 2 ** 32))
  }

  /** Hexadecimal digits, of either case and with dashes or without. */
  #digits(text: string): void {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code !== DASH) this.#mix(code | SMALL_LETTER)
    }
  }

  #text(text: string): void {
    for (let i = 0; i < text.length; i++) this.#mix(text.charCodeAt(i))
    this.#mix(text.length)
  }

  /** Two independent chains of multiplications by odd numbers of the secret. */
  #mix(word: number): void {
    let a = Math.imul(this.#a ^ word, this.#secret[2] | 1)
    a ^= a >>> 15
    this.#a = a
    let b = Math.imul(this.#b ^ word, this.#secret[3] | 1)
    b ^= b >>> 13
    this.#b = b
  }

  #end(seq: number): void {
    const at = 2 * (bucketOf(seq) - this.#first)
    if (!(at >= 0 && at < this.sums.length)) return
    this.sums[at] = (this.sums[at] as number) + this.#sign * avalanche(this.#a)
    this.sums[at + 1] = (this.sums[at + 1] as number) + this.#sign * avalanche(this.#b)
  }
}

/** Spreads every bit over the word (the finaliser of MurmurHash3), so that sums of like rows do not cancel. */
function avalanche(word: number): number {
  let h = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** Adds sums of some buckets to those of all. @param first bucket of `part` */
export function addSums(all: Int32Array, part: Int32Array, first: number): void {
  for (let i = 0; i < part.length && 2 * first + i < all.length; i++)
    all[2 * first + i] = (all[2 * first + i] as number) + (part[i] as number)
}

/** Buckets with a sum other than zero. */
export function imbalanced(sums: Int32Array): number[] {
  const left: number[] = []
  for (let bucket = 0; 2 * bucket < sums.length; bucket++)
    if (sums[2 * bucket] !== 0 || sums[2 * bucket + 1] !== 0) left.push(bucket)
  return left
}
