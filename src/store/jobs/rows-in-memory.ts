import { must } from '../../base/typed.ts'
import type { RowCell } from '../log/record-tables.ts'
import { Heads, NONE } from './heads.ts'

/**
 * Rows of one table that the file does not have yet, packed as numbers: an object a row would cost more in
 * garbage collection than the row itself. Rows of one first key are linked. When somebody walks them, they are put in
 * order, which is kept: a walk looks at the rows that it shows, and at few others.
 */
export interface RowLayout {
  /** The names of the columns. The first `key` are the primary key, by which rows are in order. */
  readonly columns: readonly string[]
  readonly key: number
  /** The place of the column that holds an id as text; null if there is none. */
  readonly text: number | null
  /** A number for the first columns of a row, as many as `ofFirst`. Other columns may have the same, but seldom. */
  readonly first: (cells: readonly RowCell[]) => number
  readonly ofFirst: number
  /** The place of the column with the record by which rows are found too; null if they are not. */
  readonly record: number | null
}

/**
 * Receives a row: the number in column `c` is `numbers[at + c]`.
 * @param text its id, empty if the table has none
 * @returns true to look at no further row
 */
export type SeeRow = (numbers: Float64Array, at: number, text: string) => unknown

const FIRST_ROWS = 1024
/** The order of so few rows is found again whenever it is asked for. */
const FEW_ROWS = 16

/** From each row to the one before it with the same key. */
class Links {
  readonly heads = new Heads(FIRST_ROWS)
  previous = new Int32Array(FIRST_ROWS)

  add(key: number, row: number): void {
    this.previous[row] = this.heads.set(key, row)
  }

  /** Removes the newest row. */
  drop(key: number, row: number): void {
    this.heads.set(key, this.previous[row] as number)
  }

  grow(): void {
    const previous = new Int32Array(2 * this.previous.length)
    previous.set(this.previous)
    this.previous = previous
  }
}

/** Rows that were added in one round. */
export class RowsOfRound {
  readonly #layout: RowLayout
  readonly #width: number
  readonly #links = new Links()
  readonly #ofRecord: Links | null
  #numbers: Float64Array
  #texts: string[] = []
  #count = 0
  /** The rows of a first key in order, those added since it was last asked for excepted. */
  readonly #sorted = new Map<number, Sorted>()
  /** All rows in order, once writing has begun, and the place of each in it. */
  #order: Int32Array | null = null
  #placeOf: Int32Array | null = null
  /** How many rows of the order are in the file. */
  #written = 0

  constructor(layout: RowLayout) {
    this.#layout = layout
    this.#width = layout.columns.length
    this.#numbers = new Float64Array(FIRST_ROWS * this.#width)
    this.#ofRecord = layout.record === null ? null : new Links()
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
    for (let row = this.#count - 1; row >= count; row--) {
      const cells = this.#cells(row)
      const first = this.#layout.first(cells)
      this.#links.drop(first, row)
      this.#ofRecord?.drop(cells[must(this.#layout.record)] as number, row)
      this.#sorted.delete(first)
    }
    this.#count = count
    this.#texts.length = Math.min(this.#texts.length, count)
  }

  /** @throws {RangeError} if a key is no number, which is a bug or a damaged entry: the row would never be found */
  add(cells: readonly RowCell[]): void {
    const row = this.#count
    if (row * this.#width === this.#numbers.length) this.#grow()
    const first = this.#layout.first(cells)
    const { record: of, text } = this.#layout
    const record = of === null ? 0 : (cells[of] as number)
    if (Number.isNaN(first + record)) throw new RangeError('a key of a row is no number')
    this.#links.add(first, row)
    this.#ofRecord?.add(record, row)
    const at = row * this.#width
    for (let column = 0; column < this.#width; column++)
      if (column === text) this.#texts[row] = cells[column] as string
      else this.#numbers[at + column] = cells[column] as number
    this.#count++
  }

  /** Shows the rows of a record that are not in the file, the newest first. @returns whether `see` stopped it */
  ofRecord(record: number, see: SeeRow): boolean {
    const { heads, previous } = must(this.#ofRecord)
    for (let row = heads.get(record); row !== NONE; row = previous[row] as number) {
      if (this.#placeOf !== null && (this.#placeOf[row] as number) < this.#written) continue
      if (this.#show(row, see)) return true
    }
    return false
  }

  /**
   * Shows the rows of two rounds that are not in the file and have the first key of `start`, in the order of the primary key:
   * those after `start`, or, if not `isUp`, those before it, the last first. Only as many columns are compared as `start` has:
   * rows that begin with it are left out.
   * @returns whether `see` stopped it
   */
  static walk(
    one: RowsOfRound,
    other: RowsOfRound,
    start: readonly RowCell[],
    isUp: boolean,
    see: SeeRow,
  ): boolean {
    let a = one.#from(start, isUp)
    let b = other.#from(start, isUp)
    for (;;) {
      if (a === null || (b !== null && a.round.#compare(a.row, b.round, b.row) > 0 === isUp)) [a, b] = [b, a]
      if (a === null) return false
      if (a.round.#show(a.row, see)) return true
      if (!a.round.#advance(a, start, isUp)) a = null
    }
  }

  /** Whether a row that is not in the file has this primary key. */
  has(key: readonly RowCell[]): boolean {
    const found = this.#search(key, false)
    return (
      found !== null &&
      found.at < found.end &&
      this.#compareTo(found.rows[found.at] as number, key, key.length) === 0
    )
  }

  /** Returns the first row of a walk; null if there is none. */
  #from(start: readonly RowCell[], isUp: boolean): Place | null {
    const place = this.#search(start, isUp)
    if (place === null) return null
    if (isUp) place.at--
    return this.#advance(place, start, isUp) ? place : null
  }

  /** Finds the first row that does not come before `start` and, if `isAfter`, does not begin with it. Null if no row has its first key. */
  #search(start: readonly RowCell[], isAfter: boolean): Place | null {
    const first = this.#layout.first(start)
    const head = this.#links.heads.get(first)
    if (head === NONE) return null
    const [rows, least, end] =
      this.#order === null ? this.#inOrder(first, head) : ([this.#order, this.#written, this.#count] as const)
    let low: number = least
    let high: number = end
    while (low < high) {
      const middle = (low + high) >> 1
      const compared = this.#compareTo(rows[middle] as number, start, start.length)
      if (isAfter ? compared <= 0 : compared < 0) low = middle + 1
      else high = middle
    }
    return { round: this, rows, least, end, at: low, row: NONE }
  }

  /** Goes to the next row of a walk. @returns whether there is one */
  #advance(place: Place, start: readonly RowCell[], isUp: boolean): boolean {
    place.at += isUp ? 1 : -1
    if (place.at < place.least || place.at >= place.end) return false
    place.row = place.rows[place.at] as number
    return this.#compareTo(place.row, start, this.#layout.ofFirst) === 0
  }

  #show(row: number, see: SeeRow): boolean {
    return see(this.#numbers, row * this.#width, this.#texts[row] ?? '') === true
  }

  /** Returns the rows of a first key in order, the first place and the end. @param head the newest of them */
  #inOrder(first: number, head: number): readonly [rows: Int32Array | number[], least: 0, end: number] {
    const sorted = this.#sorted.get(first)
    if (sorted?.newest === head) return [sorted.rows, 0, sorted.count]
    const { previous } = this.#links
    const added: number[] = []
    for (let row = head; row !== (sorted?.newest ?? NONE); row = previous[row] as number) added.push(row)
    added.reverse()
    for (let i = 1; i < added.length; i++)
      if (this.#compare(added[i - 1] as number, this, added[i] as number) > 0) {
        added.sort((a, b) => this.#compare(a, this, b))
        break
      }
    if (sorted !== undefined) this.#insert(added, sorted)
    else if (added.length <= FEW_ROWS) return [added, 0, added.length]
    const kept = sorted ?? { rows: Int32Array.from(added), count: added.length, newest: head }
    kept.newest = head
    if (sorted === undefined) this.#sorted.set(first, kept)
    return [kept.rows, 0, kept.count]
  }

  /** Puts rows into others, from the last on. Both are in order; most belong at the end. */
  #insert(added: readonly number[], sorted: Sorted): void {
    const count = sorted.count + added.length
    if (count > sorted.rows.length) {
      const rows = new Int32Array(2 * count)
      rows.set(sorted.rows)
      sorted.rows = rows
    }
    const { rows } = sorted
    let end = sorted.count
    sorted.count = count
    for (let i = added.length - 1; i >= 0; i--) {
      const row = added[i] as number
      let low = 0
      let high = end
      for (let middle = end - 1; low < high; middle = (low + high) >> 1)
        if (this.#compare(rows[middle] as number, this, row) < 0) low = middle + 1
        else high = middle
      rows.copyWithin(low + i + 1, low, end)
      rows[low + i] = row
      end = low
    }
  }

  /** Compares the primary keys of a row and of one of another round. */
  #compare(row: number, round: RowsOfRound, other: number): number {
    const { key, text } = this.#layout
    const at = row * this.#width
    const otherAt = other * this.#width
    for (let column = 0; column < key; column++)
      if (column === text) {
        const a = this.#texts[row] as string
        const b = round.#texts[other] as string
        if (a < b) return -1
        if (a > b) return 1
      } else {
        const difference =
          (this.#numbers[at + column] as number) - (round.#numbers[otherAt + column] as number)
        if (difference !== 0) return difference
      }
    return 0
  }

  /** Compares the first `columns` columns of a row with cells. */
  #compareTo(row: number, cells: readonly RowCell[], columns: number): number {
    const { text } = this.#layout
    const at = row * this.#width
    for (let column = 0; column < columns; column++)
      if (column === text) {
        const a = this.#texts[row] as string
        const b = cells[column] as string
        if (a < b) return -1
        if (a > b) return 1
      } else {
        // Not subtracted: a cell may be infinite.
        const a = this.#numbers[at + column] as number
        const b = cells[column] as number
        if (a < b) return -1
        if (a > b) return 1
      }
    return 0
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
      for (let k = 0; k < atOnce; k++) this.#copy(order[i + k] as number, cells, k * this.#width)
      insert(cells)
    }
    for (; i < end; i++) insertOne(this.#cells(order[i] as number))
    this.#written = end
  }

  /** All rows that are not in the file. */
  all(): RowCell[][] {
    return Array.from({ length: this.#count }, (_, row) => row)
      .filter((row) => this.#placeOf === null || (this.#placeOf[row] as number) >= this.#written)
      .map((row) => this.#cells(row))
  }

  #cells(row: number): RowCell[] {
    const cells: RowCell[] = []
    this.#copy(row, cells, 0)
    return cells
  }

  #copy(row: number, cells: RowCell[], to: number): void {
    const { text } = this.#layout
    const at = row * this.#width
    for (let column = 0; column < this.#width; column++)
      cells[to + column] =
        column === text ? (this.#texts[row] as string) : (this.#numbers[at + column] as number)
  }

  /** Puts all rows in the order of the primary key. */
  #ordered(): Int32Array {
    const { text, first } = this.#layout
    const groups = this.#links.heads.rows().map((head) => {
      const key = first(this.#cells(head))
      return { head, key, by: text === 0 ? (this.#texts[head] as string) : key }
    })
    groups.sort((a, b) => (a.by < b.by ? -1 : 1))
    const order = new Int32Array(this.#count)
    let end = 0
    let isInOrder = true
    for (const { head, key } of groups) {
      const [rows, , count] = this.#inOrder(key, head)
      isInOrder &&= end === 0 || this.#compare(order[end - 1] as number, this, rows[0] as number) <= 0
      for (let i = 0; i < count; i++) order[end++] = rows[i] as number
    }
    // Several ids may have the same number.
    if (!isInOrder) order.sort((a, b) => this.#compare(a, this, b))
    const place = new Int32Array(this.#count)
    for (const [i, row] of order.entries()) place[row] = i
    this.#placeOf = place
    this.#sorted.clear()
    return order
  }

  #grow(): void {
    const numbers = new Float64Array(2 * this.#numbers.length)
    numbers.set(this.#numbers)
    this.#numbers = numbers
    this.#links.grow()
    this.#ofRecord?.grow()
  }
}

/** The first `count` of `rows`, in order: those of a first key up to the newest that was there when it was last asked for. */
interface Sorted {
  rows: Int32Array
  count: number
  newest: number
}

/** A row of a walk: that at place `at` of `rows`, which is from `least` on and before `end`. */
interface Place {
  readonly round: RowsOfRound
  readonly rows: readonly number[] | Int32Array
  readonly least: number
  readonly end: number
  at: number
  row: number
}

/** A state of `RowsOfRound` to which it can go back. */
export interface RowsPlace {
  readonly count: number
  readonly written: number
  readonly isOrdered: boolean
}
