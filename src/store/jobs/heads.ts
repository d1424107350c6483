import { randomBytes } from 'node:crypto'
import { must } from '../../base/typed.ts'

/** Chosen once per process: a key may be part of an id that its writer chose, and nobody may choose keys that get one place. */
const CHOSEN = new Int32Array(4).map(() => randomBytes(4).readInt32LE())
const SEED = must(CHOSEN[0])
const [OF_LOW, OF_HIGH, OF_BOTH] = [must(CHOSEN[1]) | 1, must(CHOSEN[2]) | 1, must(CHOSEN[3]) | 1]

/**
 * Returns 32 bits, whose lower ones are a key's place. Each half is multiplied by an odd number and its upper bits are folded into
 * the lower ones, so that no two halves give one; the halves are spread apart, or they could cancel each other out. Written out: it
 * runs several times a record.
 */
export function spreadKey(key: number): number {
  let low = (key % 4294967296) ^ SEED
  low = Math.imul(low ^ (low >>> 16), OF_LOW)
  let high = key / 4294967296
  high = Math.imul(high ^ (high >>> 16), OF_HIGH)
  let both = low ^ (low >>> 15) ^ high ^ (high >>> 15)
  both = Math.imul(both ^ (both >>> 16), OF_BOTH)
  return both ^ (both >>> 15)
}

/** No row. */
export const NONE = -1

/** From a key, a whole number of up to 53 bits, to the newest row that has it. Keys are never removed: those without a row have `NONE`. */
export class Heads {
  #keys
  #rows
  #count = 0

  /** @param rows as many are expected */
  constructor(rows: number) {
    this.#keys = new Float64Array(2 * rows).fill(Number.NaN)
    this.#rows = new Int32Array(2 * rows)
  }

  get(key: number): number {
    const place = this.#placeOf(key)
    return this.#keys[place] === key ? (this.#rows[place] as number) : NONE
  }

  /** @returns the row that it had before */
  set(key: number, row: number): number {
    let place = this.#placeOf(key)
    if (this.#keys[place] === key) {
      const before = this.#rows[place] as number
      this.#rows[place] = row
      return before
    }
    if (2 * ++this.#count > this.#keys.length) {
      this.#grow()
      place = this.#placeOf(key)
    }
    this.#keys[place] = key
    this.#rows[place] = row
    return NONE
  }

  /** The newest row of each key, in no order. */
  rows(): number[] {
    const rows: number[] = []
    for (let place = 0; place < this.#keys.length; place++)
      if (!Number.isNaN(this.#keys[place]) && this.#rows[place] !== NONE)
        rows.push(this.#rows[place] as number)
    return rows
  }

  #placeOf(key: number): number {
    const keys = this.#keys
    const mask = keys.length - 1
    let place = spreadKey(key) & mask
    for (;;) {
      const there = keys[place] as number
      if (there === key || Number.isNaN(there)) return place
      place = (place + 1) & mask
    }
  }

  #grow(): void {
    const [keys, rows] = [this.#keys, this.#rows]
    this.#keys = new Float64Array(2 * keys.length).fill(Number.NaN)
    this.#rows = new Int32Array(2 * rows.length)
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as number
      if (Number.isNaN(key)) continue
      const place = this.#placeOf(key)
      this.#keys[place] = key
      this.#rows[place] = rows[i] as number
    }
  }
}
