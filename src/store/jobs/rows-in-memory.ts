import { must } from '../../base/typed.ts'
import type { RowCell } from '../log/record-tables.ts'

/**
 * Rows of one table that the file does not have yet, packed as numbers: an object a row would cost more in
 * garbage collection than the row itself. Each row is linked with the rows of the same keys (`RowLayout.keys`), so
 * that a reader meets only rows of the key that it asks for, the newest first.
 */
export interface RowLayout {
  /** The names of the columns. */
  readonly columns: readonly string[]
  /** The place of the column that holds an id as text; null if there is none. */
  readonly text: number | null
  /** Numbers under which rows are found. The file is written in the order of the first. */
  readonly keys: readonly ((cells: readonly RowCell[]) => number)[]
  /** The place of the column by which rows of one first key are written in order. */
  readonly within: number
}

/**
 * Receives a row: the number in column `c` is `numbers[at + c]`.
 * @param text its id, empty if the table has none
 * @returns true to look at no further row
 */
export type SeeRow = (numbers: Float64Array, at: number, text: string) => unknown

const NONE = -1
const FIRST_ROWS = 1024

/** From a key to the newest row that has it. Keys are never removed: those without a row have `NONE`. */
class Heads {
  #keys = new Float64Array(2 * FIRST_ROWS).fill(Number.NaN)
  #rows = new Int32Array(2 * FIRST_ROWS)
  #count = 0

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

/** Rows that were added in one round. */
export class RowsOfRound {
  readonly #layout: RowLayout
  readonly #width: number
  readonly #links: readonly {
    readonly heads: Heads
    previous: Int32Array
    keyOf: RowLayout['keys'][number]
  }[]
  #numbers: Float64Array
  #texts: string[] = []
  #count = 0
  /** The rows in the order in which they are written, once that has begun, and the place of each in it. */
  #order: Int32Array | null = null
  #placeOf: Int32Array | null = null
  /** How many rows of the order are in the file. */
  #written = 0

  constructor(layout: RowLayout) {
    this.#layout = layout
    this.#width = layout.columns.length
    this.#numbers = new Float64Array(FIRST_ROWS * this.#width)
    this.#links = layout.keys.map((keyOf) => ({
      heads: new Heads(),
      previous: new Int32Array(FIRST_ROWS),
      keyOf,
    }))
  }

  /** The number of rows that are not in the file. */
  get left(): number {
    return this.#count - this.#written
  }

  /** Whether the rows are in the order in which they are written. */
  get isInOrder(): boolean {
    return this.#order !== null
  }

  get place(): RowsPlace {
    return { count: this.#count, written: this.#written, isOrdered: this.#order !== null }
  }

  /** Goes back to an earlier state, after a rollback. */
  goBack({ count, written, isOrdered }: RowsPlace): void {
    this.#written = written
    if (!isOrdered) this.#order = this.#placeOf = null
    for (let row = this.#count - 1; row >= count; row--)
      for (const { heads, previous, keyOf } of this.#links)
        heads.set(keyOf(this.#cells(row)), must(previous[row]))
    this.#count = count
    this.#texts.length = Math.min(this.#texts.length, count)
  }

  /** @throws {RangeError} if a key is no number, which is a bug or a damaged entry: the row would never be found */
  add(cells: readonly RowCell[]): void {
    const row = this.#count
    if (row * this.#width === this.#numbers.length) this.#grow()
    for (let i = 0; i < this.#links.length; i++)
      if (Number.isNaN(must(this.#links[i]).keyOf(cells))) throw new RangeError('a key of a row is no number')
    for (let i = 0; i < this.#links.length; i++) {
      const { heads, previous, keyOf } = must(this.#links[i])
      const key = keyOf(cells)
      previous[row] = heads.get(key)
      heads.set(key, row)
    }
    const at = row * this.#width
    const { text } = this.#layout
    for (let column = 0; column < this.#width; column++)
      if (column === text) this.#texts[row] = cells[column] as string
      else this.#numbers[at + column] = cells[column] as number
    this.#count++
  }

  /** Shows the rows of a key that are not in the file, the newest first. @returns whether `see` stopped it */
  each(link: number, key: number, see: SeeRow): boolean {
    const { heads, previous } = must(this.#links[link])
    for (let row = heads.get(key); row !== NONE; row = must(previous[row])) {
      if (this.#placeOf !== null && must(this.#placeOf[row]) < this.#written) continue
      if (see(this.#numbers, row * this.#width, this.#texts[row] ?? '') === true) return true
    }
    return false
  }

  /**
   * Writes the next rows, which then count as being in the file.
   * @param atOnce how many rows `insert` takes
   * @param insert receives the cells of these rows, one row after the other, in an array that is used again
   * @param insertOne receives those of each row that is left
   */
  write(
    most: number,
    atOnce: number,
    insert: (cells: readonly RowCell[]) => unknown,
    insertOne: (cells: readonly RowCell[]) => unknown,
  ): void {
    this.#order ??= this.#ordered()
    const order = this.#order
    const end = Math.min(this.#written + most, this.#count)
    const cells: RowCell[] = new Array(atOnce * this.#width).fill(0)
    let i = this.#written
    for (; i + atOnce <= end; i += atOnce) {
      for (let k = 0; k < atOnce; k++) this.#copy(must(order[i + k]), cells, k * this.#width)
      insert(cells)
    }
    for (; i < end; i++) insertOne(this.#cells(must(order[i])))
    this.#written = end
  }

  /** All rows that are not in the file. */
  all(): RowCell[][] {
    return Array.from({ length: this.#count }, (_, row) => row)
      .filter((row) => this.#placeOf === null || must(this.#placeOf[row]) >= this.#written)
      .map((row) => this.#cells(row))
  }

  #cells(row: number): RowCell[] {
    const cells: RowCell[] = []
    this.#copy(row, cells, 0)
    return cells
  }

  #copy(row: number, cells: RowCell[], to: number): void {
    const at = row * this.#width
    for (let column = 0; column < this.#width; column++)
      cells[to + column] =
        column === this.#layout.text ? must(this.#texts[row]) : must(this.#numbers[at + column])
  }

  /** By the first key, or the text where it comes first; rows of one key by `within`. */
  #ordered(): Int32Array {
    const { text, keys, within } = this.#layout
    const { heads, previous } = must(this.#links[0])
    const keyOf = must(keys[0])
    const groups = heads
      .rows()
      .map((head) => ({ head, key: text === 0 ? must(this.#texts[head]) : keyOf(this.#cells(head)) }))
    groups.sort((a, b) => (a.key < b.key ? -1 : 1))
    const order = new Int32Array(this.#count)
    const place = new Int32Array(this.#count)
    const rank = (row: number): number => must(this.#numbers[row * this.#width + within])
    let begin = 0
    for (const { head } of groups) {
      let end = begin
      for (let row = head; row !== NONE; row = must(previous[row])) order[end++] = row
      order.subarray(begin, end).reverse()
      let isInOrder = true
      for (let i = begin + 1; i < end && isInOrder; i++)
        isInOrder = rank(must(order[i - 1])) <= rank(must(order[i]))
      if (!isInOrder) order.subarray(begin, end).sort((a, b) => rank(a) - rank(b))
      begin = end
    }
    for (let i = 0; i < begin; i++) place[must(order[i])] = i
    this.#placeOf = place
    return order
  }

  #grow(): void {
    const numbers = new Float64Array(2 * this.#numbers.length)
    numbers.set(this.#numbers)
    this.#numbers = numbers
    for (const link of this.#links) {
      const previous = new Int32Array(2 * link.previous.length)
      previous.set(link.previous)
      link.previous = previous
    }
  }
}

/** A state of `RowsOfRound` to which it can go back. */
export interface RowsPlace {
  readonly count: number
  readonly written: number
  readonly isOrdered: boolean
}
