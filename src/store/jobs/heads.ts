import { randomBytes } from 'node:crypto'
import { must } from '../../base/typed.ts'

/** Chosen once per process: a key may be part of an id that its writer chose, and nobody may choose keys that get one place. */
const CHOSEN = new Int32Array(4).map(() => randomBytes(4).readInt32LE())
const SEED = must(CHOSEN[0])
const [OF_LOW, OF_HIGH, OF_BOTH] = [must(CHOSEN[1]) | 1, must(CHOSEN[2]) | 1, must(CHOSEN[3]) | 1]

/** Multiplies by an odd number, and folds the upper bits into the lower ones: no two halves give one. */
function spread(half: number, by: number): number {
  const product = Math.imul(half ^ (half >>> 16), by)
  return product ^ (product >>> 15)
}

/** Returns 32 bits, whose lower ones are a key's place. The halves are spread apart, or they could cancel each other out. */
export const spreadKey = (key: number): number =>
  spread(spread((key % 4294967296) ^ SEED, OF_LOW) ^ spread(key / 4294967296, OF_HIGH), OF_BOTH)

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
    return this.#keys[place] === key ? must(this.#rows[place]) : NONE
  }

  set(key: number, row: number): void {
    let place = this.#placeOf(key)
    if (this.#keys[place] !== key) {
      if (2 * ++this.#count > this.#keys.length) {
        this.#grow()
        place = this.#placeOf(key)
      }
      this.#keys[place] = key
    }
    this.#rows[place] = row
  }

  /** The newest row of each key, in no order. */
  rows(): number[] {
    const rows: number[] = []
    for (let place = 0; place < this.#keys.length; place++)
      if (!Number.isNaN(this.#keys[place]) && this.#rows[place] !== NONE) rows.push(must(this.#rows[place]))
    return rows
  }

  #placeOf(key: number): number {
    const keys = this.#keys
    const mask = keys.length - 1
    let place = spreadKey(key) & mask
    for (;;) {
      const there = must(keys[place])
      if (there === key || Number.isNaN(there)) return place
      place = (place + 1) & mask
    }
  }

  #grow(): void {
    const [keys, rows] = [this.#keys, this.#rows]
    this.#keys = new Float64Array(2 * keys.length).fill(Number.NaN)
    this.#rows = new Int32Array(2 * rows.length)
    for (let i = 0; i < keys.length; i++) {
      const key = must(keys[i])
      if (Number.isNaN(key)) continue
      const place = this.#placeOf(key)
      this.#keys[place] = key
      this.#rows[place] = must(rows[i])
    }
  }
}
