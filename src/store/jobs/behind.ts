import type Database from 'better-sqlite3'
import { isOneOf, must, ofEach } from '../../base/typed.ts'
import { BYTES, cellOf, RECORD_TABLES, type RowCell } from '../log/record-tables.ts'

/**
 * Tables written behind the log. Their rows are keyed by party or by target: a commit that wrote new rows
 * directly would touch a page for nearly every row. So new rows stay in memory and are written in key order.
 * Each commit writes the next range of keys of every table; after the last key, the next round begins. The
 * memory is temporary tables of the same connection, so a rollback undoes them too. Every statement on these
 * tables reads both places (`both`). After a kill, the missing rows are derived from the log again
 * (`followAgain`).
 */
const TABLES = ['record_party', 'change', 'mention', 'stated_about'] as const

export type BehindTable = (typeof TABLES)[number]

/** Whether the newest rows of this table may still be in memory. */
export const isWrittenBehind = (table: string): table is BehindTable => isOneOf(TABLES, table)

const columnsOf = (table: BehindTable): readonly string[] => RECORD_TABLES[table].columns
const keyOf = (table: BehindTable): readonly string[] => columnsOf(table).slice(0, RECORD_TABLES[table].key)

/**
 * A round ends after this number of new rows or entries, whichever is reached first. Shorter rounds write
 * more pages per row.
 */
const ROWS_A_ROUND = 96 * 1024
/** After a kill, the service reads the entries of at most two rounds again. */
const ENTRIES_A_ROUND = 14 * 1024
/** The smallest part of a round that a commit writes; less is left for a later commit. */
const LEAST_PART = 1 / 128

/** Creates the temporary tables, one for each table in the file. */
export function createTail(db: Database.Database): void {
  for (const table of TABLES) {
    // SQLite would store a column without a declared type in eight bytes per whole number.
    const columns = columnsOf(table).map((column) => `${column} ${BYTES.has(column) ? 'BLOB' : 'INTEGER'}`)
    db.exec(
      `CREATE TEMP TABLE ${table}_tail (${columns.join(', ')}, PRIMARY KEY (${keyOf(table).join(', ')})) WITHOUT ROWID`,
    )
  }
}

/**
 * Returns a statement over the rows in the file and the rows in memory.
 * @param select returns the SELECT from one table; parameters must be bound twice
 */
export const both = (table: BehindTable, select: (from: string) => string): string =>
  `${select(`main.${table}`)} UNION ALL ${select(`temp.${table}_tail`)}`

type SweepKey = (number | Buffer)[]

/** One table and the progress of its round. */
class Sweep {
  readonly #end
  readonly #move
  readonly #moveRest
  readonly #drop
  readonly #dropRest
  progress: Progress
  readonly #first: SweepKey

  constructor(db: Database.Database, table: BehindTable) {
    const key = keyOf(table)
    const columns = key.join(', ')
    const marks = key.map(() => '?').join(', ')
    const tail = `temp.${table}_tail`
    const beyond = `(${columns}) > (${marks})`
    const within = `${beyond} AND (${columns}) <= (${marks})`
    // A key below every number and every id.
    this.#first = key.map((column) => (BYTES.has(column) ? Buffer.alloc(0) : -Number.MAX_SAFE_INTEGER))
    this.progress = { rows: 0, lastKey: this.#first, isRoundDone: false }
    this.#end = db
      .prepare<SweepKey, SweepKey>(
        `SELECT ${columns} FROM ${tail} WHERE ${beyond} ORDER BY ${columns} LIMIT 1 OFFSET ?`,
      )
      .raw()
    const all = columnsOf(table).join(', ')
    const insert = `INSERT INTO main.${table} (${all}) SELECT ${all} FROM ${tail} WHERE`
    this.#move = db.prepare<SweepKey>(`${insert} ${within} ORDER BY ${columns}`)
    this.#moveRest = db.prepare<SweepKey>(`${insert} ${beyond} ORDER BY ${columns}`)
    this.#drop = db.prepare<SweepKey>(`DELETE FROM temp.${table}_tail WHERE ${within}`)
    this.#dropRest = db.prepare<SweepKey>(`DELETE FROM temp.${table}_tail WHERE ${beyond}`)
  }

  /** Writes the next `most` rows in key order. */
  write(most: number): void {
    const { progress } = this
    const end = this.#end.get(...progress.lastKey, most - 1)
    if (end === undefined) this.#writeRest()
    else {
      progress.rows -= this.#move.run(...progress.lastKey, ...end).changes
      this.#drop.run(...progress.lastKey, ...end)
      progress.lastKey = end
    }
  }

  beginRound(): void {
    this.progress.lastKey = this.#first
    this.progress.isRoundDone = false
  }

  #writeRest(): void {
    const { progress } = this
    progress.rows -= this.#moveRest.run(...progress.lastKey).changes
    this.#dropRest.run(...progress.lastKey)
    progress.isRoundDone = true
  }
}

interface Progress {
  /** The number of rows in memory. */
  rows: number
  /** The last key written in this round. */
  lastKey: SweepKey
  isRoundDone: boolean
}

interface State {
  readonly sweeps: readonly Progress[]
  readonly began: number
  readonly left: number
  readonly through: number
  readonly unwritten: number
}

/**
 * Writes the rows of these tables behind the log. Contains all SQL that adds to these tables.
 * - State: the temporary tables; for each, how far its round has come (`Progress`); the entry with which the round began, how much
 *   of it is left, and what was added since rows were last written; and all of that as of the last commit (`#before`).
 * - Changed by: `add` and `again`, in jobs; `write` or `writeAll`, at the end of a transaction; `committed` or `forget`, after it.
 * - Holds: a row is in the file or in memory, never in both; the file has the rows of all entries up to `writtenThrough`; after a
 *   rollback tables and figures are those of the last commit.
 */
export class Behind {
  readonly #sweeps: Readonly<Record<BehindTable, Sweep>>
  readonly #insert
  readonly #insertAgain: Readonly<Record<BehindTable, (row: readonly RowCell[]) => number>>
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
    const each = <T>(make: (table: BehindTable) => T) => ofEach(TABLES, make)
    this.#sweeps = each((table) => new Sweep(db, table))
    const into = (table: BehindTable) => `INSERT INTO temp.${table}_tail (${columnsOf(table).join(', ')})`
    const cells = (table: BehindTable) => columnsOf(table).map(cellOf).join(', ')
    this.#insert = each((table) =>
      db.prepare<[readonly RowCell[]]>(`${into(table)} VALUES (${cells(table)})`),
    )
    this.#insertAgain = each((table) => {
      const key = keyOf(table)
      const same = key.map((column) => `${column} = ${cellOf(column)}`).join(' AND ')
      const insert = db.prepare<RowCell[]>(
        `${into(table)} SELECT ${cells(table)}
         WHERE NOT EXISTS (${both(table, (from) => `SELECT 1 FROM ${from} WHERE ${same}`)})`,
      )
      return (row) => insert.run(...row, ...row.slice(0, key.length), ...row.slice(0, key.length)).changes
    })
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
    return Object.values(this.#sweeps).reduce((sum, { progress }) => sum + progress.rows, 0)
  }

  /** Adds a row, in memory. Call inside a job of the writer. */
  add(table: BehindTable, row: readonly RowCell[]): void {
    this.#before ??= this.#state
    const added = this.#isAgain ? this.#insertAgain[table](row) : this.#insert[table].run(row).changes
    this.#sweeps[table].progress.rows += added
    this.#unwritten += added
  }

  /**
   * Runs work that derives rows again: rows already in the file or in memory are skipped.
   * @param through the work derives the rows of all entries up to this one, with which the round then begins
   */
  again(work: () => void, through = this.#began): void {
    this.#before ??= this.#state
    this.#isAgain = true
    try {
      work()
      this.#began = through
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
    // Asking for one row more than there are makes the round end even if new keys keep rising.
    for (const sweep of Object.values(this.#sweeps))
      if (!sweep.progress.isRoundDone) sweep.write(Math.floor(sweep.progress.rows * part) + 1)
    if (Object.values(this.#sweeps).every(({ progress }) => progress.isRoundDone))
      this.#endRound(this.#began, newest)
  }

  /** Writes all rows that are in memory. @param newest number of the log's newest entry */
  writeAll(newest: number): void {
    this.#before ??= this.#state
    for (const sweep of Object.values(this.#sweeps)) {
      sweep.beginRound()
      sweep.write(sweep.progress.rows + 1)
    }
    this.#endRound(newest, newest)
  }

  committed(): void {
    this.#before = null
  }

  /** Call after a rollback. */
  forget(): void {
    if (this.#before === null) return
    const { sweeps, began, left, through, unwritten } = this.#before
    this.#before = null
    for (const [i, sweep] of Object.values(this.#sweeps).entries()) sweep.progress = must(sweeps[i])
    this.#began = began
    this.#left = left
    this.#through = through
    this.#unwritten = unwritten
  }

  #endRound(through: number, newest: number): void {
    if (through > this.writtenThrough) this.#mark.run(through)
    this.#began = newest
    this.#left = 1
    this.#through = newest
    for (const sweep of Object.values(this.#sweeps)) sweep.beginRound()
  }

  get #state(): State {
    return {
      sweeps: Object.values(this.#sweeps).map(({ progress }) => ({ ...progress })),
      began: this.#began,
      left: this.#left,
      through: this.#through,
      unwritten: this.#unwritten,
    }
  }
}
