import type Database from 'better-sqlite3'
import { isOneOf, must, ofEach } from '../../base/typed.ts'
import { BYTES, cellOf, RECORD_TABLES, type RowCell } from '../log/record-tables.ts'
import { type RowLayout, RowsOfRound, type RowsPlace, type SeeRow } from './rows-in-memory.ts'

/**
 * Tables written behind the log. Their rows are keyed by party or by target: a commit that wrote new rows
 * directly would touch a page for nearly every row. So new rows stay in memory for a round; in the next one they are
 * written in the order of their keys, a part with each commit. A reader of these tables asks the file, and `walk` or `ofRecord`
 * for the rows in memory. After a kill, the missing rows are derived from the log again (`followAgain`).
 */
const TABLES = ['record_party', 'change', 'mention', 'stated_about'] as const

export type BehindTable = (typeof TABLES)[number]

/** Whether the newest rows of this table may still be in memory. */
export const isWrittenBehind = (table: string): table is BehindTable => isOneOf(TABLES, table)

/** Party and type in one number: that of a type is below 32. */
export const ofType = (party: number, type: number): number => party * 32 + type

const byType = {
  first: (cells: readonly RowCell[]) => (cells[0] as number) * 32 + (cells[1] as number),
  ofFirst: 2,
  record: null,
}

const LAYOUTS: Readonly<Record<BehindTable, Pick<RowLayout, 'first' | 'ofFirst' | 'record'>>> = {
  record_party: { ...byType, record: 5 },
  change: byType,
  // The last 48 bits of an id are random.
  mention: { first: ([id]) => Number.parseInt((id as string).slice(24), 16), ofFirst: 1, record: null },
  stated_about: byType,
}

const columnsOf = (table: BehindTable): readonly string[] => RECORD_TABLES[table].columns
const keyOf = (table: BehindTable): readonly string[] => columnsOf(table).slice(0, RECORD_TABLES[table].key)

/**
 * A round ends after this number of new rows or entries, whichever is reached first. Shorter rounds write
 * more pages per row.
 */
const ROWS_A_ROUND = 64 * 1024
/** After a kill, the service reads the entries of at most two rounds again. */
const ENTRIES_A_ROUND = 10 * 1024
/** The smallest part of a round that a commit writes; less is left for a later commit. */
const LEAST_PART = 1 / 128

/** Rows that one statement writes. */
const ROWS_AT_ONCE = 16

/** One table: the rows that this round writes, and those that were added in it. */
class RowsOfTable {
  readonly #layout: RowLayout
  readonly #insert
  readonly #insertSome
  readonly #isInFile
  due: RowsOfRound
  added: RowsOfRound

  constructor(db: Database.Database, table: BehindTable) {
    const columns = columnsOf(table)
    const text = columns.findIndex((column) => BYTES.has(column))
    const { key } = RECORD_TABLES[table]
    this.#layout = { columns, key, text: text < 0 ? null : text, ...LAYOUTS[table] }
    this.due = new RowsOfRound(this.#layout)
    this.added = new RowsOfRound(this.#layout)
    const cells = `(${columns.map(cellOf).join(', ')})`
    const into = `INSERT INTO ${table} (${columns.join(', ')}) VALUES`
    this.#insert = db.prepare<[readonly RowCell[]]>(`${into} ${cells}`)
    this.#insertSome = db.prepare<[readonly RowCell[]]>(
      `${into} ${Array(ROWS_AT_ONCE).fill(cells).join(', ')}`,
    )
    const same = keyOf(table).map((column) => `${column} = ${cellOf(column)}`)
    this.#isInFile = db
      .prepare<[readonly RowCell[]], number>(`SELECT 1 FROM ${table} WHERE ${same.join(' AND ')}`)
      .pluck()
  }

  get rows(): number {
    return this.due.left + this.added.left
  }

  walk(start: readonly RowCell[], isUp: boolean, see: SeeRow): boolean {
    return RowsOfRound.walk(this.added, this.due, start, isUp, see)
  }

  ofRecord(record: number, see: SeeRow): boolean {
    return this.added.ofRecord(record, see) || this.due.ofRecord(record, see)
  }

  has(cells: readonly RowCell[]): boolean {
    const key = cells.slice(0, this.#layout.key)
    return this.isInMemory(key) || this.#isInFile.get(key) !== undefined
  }

  isInMemory(key: readonly RowCell[]): boolean {
    return this.added.has(key) || this.due.has(key)
  }

  /** Writes the next `most` rows. */
  write(most: number): void {
    this.due.write(
      most,
      ROWS_AT_ONCE,
      (cells) => this.#insertSome.run(cells),
      (cells) => this.#insert.run(cells),
    )
  }

  /** The rows that were added are those of the next round. */
  beginRound(): void {
    this.due = this.added
    this.added = new RowsOfRound(this.#layout)
  }

  get state(): StateOfTable {
    const { due, added } = this
    return { due, added, duePlace: due.place, addedPlace: added.place }
  }

  goBack({ due, added, duePlace, addedPlace }: StateOfTable): void {
    due.goBack(duePlace)
    added.goBack(addedPlace)
    this.due = due
    this.added = added
  }
}

interface StateOfTable {
  readonly due: RowsOfRound
  readonly added: RowsOfRound
  readonly duePlace: RowsPlace
  readonly addedPlace: RowsPlace
}

interface State {
  readonly tables: readonly StateOfTable[]
  readonly began: number
  readonly left: number
  readonly through: number
  readonly unwritten: number
}

/**
 * Writes the rows of these tables behind the log. Contains all SQL that adds to these tables.
 * - State: for each table the rows in memory, of which some are due in this round; the entry with which the round began, how much
 *   of it is left, and what was added since rows were last written; and all of that as of the last commit (`#before`).
 * - Changed by: `add` and `again`, in jobs; `write` or `writeAll`, at the end of a transaction; `committed` or `forget`, after it.
 * - Holds: a row is in the file or in memory, never in both; the file has the rows of all entries up to `writtenThrough`; after a
 *   rollback rows and figures are those of the last commit.
 */
export class Behind {
  readonly #tables: Readonly<Record<BehindTable, RowsOfTable>>
  readonly #mark
  readonly #marked
  /**
   * The newest entry when this round began. At its end, the rows of all entries up to this one are written.
   */
  #began: number
  /** The part of this round that is not written yet, from 1 down to 0. */
  #left = 1
  /** The newest entry when rows were last written, and the number of rows added since. */
  #through: number
  #unwritten = 0
  #isAgain = false
  /** The state as of the last commit, if it may have changed since. */
  #before: State | null = null

  constructor(db: Database.Database) {
    this.#tables = ofEach(TABLES, (table) => new RowsOfTable(db, table))
    this.#mark = db.prepare<[number]>('INSERT INTO written_through (seq) VALUES (?)')
    this.#marked = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM written_through').pluck()
    this.#began = this.writtenThrough
    this.#through = this.#began
  }

  /** The file contains the rows of all entries up to this one. */
  get writtenThrough(): number {
    return must(this.#marked.get())
  }

  /** The number of rows in memory. */
  get rows(): number {
    return Object.values(this.#tables).reduce((sum, { rows }) => sum + rows, 0)
  }

  /** The rows of a table in memory. */
  rowsOf(table: BehindTable): RowCell[][] {
    const { due, added } = this.#tables[table]
    return [...due.all(), ...added.all()]
  }

  /**
   * Shows rows of a table in memory, in the order of its primary key: those with the party and type, or the target, of `start`
   * that come after it, or, if not `isUp`, those before it, the last first. As many columns as `start` has are compared; rows
   * that begin with it are left out.
   * @returns whether `see` stopped it
   */
  walk(table: BehindTable, start: readonly RowCell[], isUp: boolean, see: SeeRow): boolean {
    return this.#tables[table].walk(start, isUp, see)
  }

  /** Shows the rows of a record's parties in memory. @returns whether `see` stopped it */
  ofRecord(record: number, see: SeeRow): boolean {
    return this.#tables.record_party.ofRecord(record, see)
  }

  /** Whether a row with this primary key is in memory. */
  isInMemory(table: BehindTable, key: readonly RowCell[]): boolean {
    return this.#tables[table].isInMemory(key)
  }

  /** Adds a row, in memory. Call inside a job of the writer. */
  add(table: BehindTable, row: readonly RowCell[]): void {
    this.#before ??= this.#state
    const rows = this.#tables[table]
    if (this.#isAgain && rows.has(row)) return
    rows.added.add(row)
    this.#unwritten++
  }

  /**
   * Runs work that derives rows again: rows already in the file or in memory are skipped.
   * @param through the work derives the rows of all entries up to this one, with which a round then begins if none is under way
   */
  again(work: () => void, through = this.#began): void {
    this.#before ??= this.#state
    this.#isAgain = true
    try {
      work()
      // What was read again counts as brought since the last commit: else kills without end would put it off for ever.
      if (Object.values(this.#tables).every(({ due }) => due.left === 0)) this.#beginRound(through)
    } finally {
      this.#isAgain = false
    }
  }

  /**
   * Writes a part of the round in proportion to the rows or entries added. Call at the end of a transaction.
   * @param newest number of the log's newest entry; null if none was appended since the start
   */
  write(newest: number | null): void {
    if (newest === null) return
    const due = Math.max(this.#unwritten / ROWS_A_ROUND, (newest - this.#through) / ENTRIES_A_ROUND)
    if (due < LEAST_PART) return
    this.#before ??= this.#state
    const part = due < this.#left ? due / this.#left : 1
    this.#left -= due
    this.#through = newest
    this.#unwritten = 0
    const tables = Object.values(this.#tables)
    // One table begins with a commit: its rows are put in order.
    let hasBegun = false
    for (const table of tables) {
      if (part < 1 && hasBegun && !table.due.isInOrder) continue
      hasBegun ||= !table.due.isInOrder
      table.write(Math.ceil(table.due.left * part))
    }
    if (part === 1) this.#endRound(newest)
  }

  /** Writes all rows that are in memory. @param newest number of the log's newest entry */
  writeAll(newest: number): void {
    this.#before ??= this.#state
    for (const table of Object.values(this.#tables)) {
      table.write(table.due.left)
      table.beginRound()
      table.write(table.due.left)
    }
    this.#began = newest
    this.#endRound(newest)
  }

  committed(): void {
    this.#before = null
  }

  /** Call after a rollback. */
  forget(): void {
    if (this.#before === null) return
    const { tables, began, left, through, unwritten } = this.#before
    this.#before = null
    for (const [i, table] of Object.values(this.#tables).entries()) table.goBack(must(tables[i]))
    this.#began = began
    this.#left = left
    this.#through = through
    this.#unwritten = unwritten
  }

  /** Every row that was due is written. */
  #endRound(newest: number): void {
    if (this.#began > this.writtenThrough) this.#mark.run(this.#began)
    this.#beginRound(newest)
    this.#through = newest
    this.#unwritten = 0
  }

  #beginRound(newest: number): void {
    for (const table of Object.values(this.#tables)) table.beginRound()
    this.#began = newest
    this.#left = 1
  }

  get #state(): State {
    return {
      tables: Object.values(this.#tables).map(({ state }) => state),
      began: this.#began,
      left: this.#left,
      through: this.#through,
      unwritten: this.#unwritten,
    }
  }
}
