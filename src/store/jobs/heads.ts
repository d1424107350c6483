import { must } from '../../base/typed.ts'

/** No row. */
export const NONE = -1

/** From a key to the newest row that has it. Keys are never removed: those without a row have `NONE`. */
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
    // Keys are whole numbers of up to 53 bits: the upper bits are folded into the lower ones.
    let place = Math.imul((key % 4294967296) ^ (key / 4294967296), 0x9e3779b1) >>> 0
    place = (place ^ (place >>> 15)) & mask
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
