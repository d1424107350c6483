import { isOneOf, must, ofEach } from '../base/typed.ts'
import type { Db } from './open.ts'
import { BYTES, RECORD_TABLES } from './record-tables.ts'

/**
 * Lists, changes and mentions are keyed by party or by target: a commit that wrote their rows at once would touch a page
 * for nearly every row. So rows are kept in memory first and written in the order of their keys. Each commit writes the
 * next stretch of every table; after the last key, the next round begins. Rows in memory are in temporary tables of the
 * same connection, so that a rollback undoes them too; every statement on these tables reads both places (`both`). After a
 * kill the rows are made again from the log (`followAgain`).
 */
const TABLES = ['record_party', 'change', 'mention'] as const

export type BehindTable = (typeof TABLES)[number]

/** Whether the newest rows of a table may still be in memory. */
export const isWrittenBehind = (table: string): table is BehindTable => isOneOf(TABLES, table)

const columnsOf = (table: BehindTable): readonly string[] => RECORD_TABLES[table].columns
const keyOf = (table: BehindTable): readonly string[] => columnsOf(table).slice(0, RECORD_TABLES[table].key)

/**
 * A round ends after this many new rows or entries, whichever is reached first. Shorter rounds write more pages for a
 * single row.
 */
const ROWS_A_ROUND = 96 * 1024
/** After a kill, the entries of at most two rounds are read again. */
const ENTRIES_A_ROUND = 14 * 1024
/** A smaller part of a round is not worth a stretch. */
const LEAST_STRETCH = 1 / 128

/** Creates the tables in memory, one for each table in the file. */
export function createTail(db: Db): void {
  for (const table of TABLES) {
    // Without a declared type, whole numbers take eight bytes each.
    const columns = columnsOf(table).map((column) => `${column} ${BYTES.has(column) ? 'BLOB' : 'INTEGER'}`)
    db.exec(
      `CREATE TEMP TABLE ${table}_tail (${columns.join(', ')}, PRIMARY KEY (${keyOf(table).join(', ')})) WITHOUT ROWID`,
    )
  }
}

/**
 * A statement over the rows in the file and those in memory.
 * @param select selects from one table; bind its parameters twice
 */
export const both = (table: BehindTable, select: (from: string) => string): string =>
  `${select(`main.${table}`)} UNION ALL ${select(`temp.${table}_tail`)}`

type Key = (number | Buffer)[]

/** One table, and how far its round has come. */
class Sweep {
  readonly #end
  readonly #move
  readonly #moveRest
  readonly #drop
  readonly #dropRest
  /** Rows in memory. */
  rows = 0
  /** The last key written in this round. */
  #hand: Key
  isRoundDone = false
  readonly #first: Key

  constructor(db: Db, table: BehindTable) {
    const key = keyOf(table)
    const columns = key.join(', ')
    const marks = key.map(() => '?').join(', ')
    const tail = `temp.${table}_tail`
    const beyond = `(${columns}) > (${marks})`
    const within = `${beyond} AND (${columns}) <= (${marks})`
    // Less than every number and every id.
    this.#first = key.map((column) => (BYTES.has(column) ? Buffer.alloc(0) : -Number.MAX_SAFE_INTEGER))
    this.#hand = this.#first
    this.#end = db
      .prepare<Key, Key>(
        `SELECT ${columns} FROM ${tail} WHERE ${beyond} ORDER BY ${columns} LIMIT 1 OFFSET ?`,
      )
      .raw()
    const all = columnsOf(table).join(', ')
    const insert = `INSERT INTO main.${table} (${all}) SELECT ${all} FROM ${tail} WHERE`
    this.#move = db.prepare<Key>(`${insert} ${within} ORDER BY ${columns}`)
    this.#moveRest = db.prepare<Key>(`${insert} ${beyond} ORDER BY ${columns}`)
    this.#drop = db.prepare<Key>(`DELETE FROM temp.${table}_tail WHERE ${within}`)
    this.#dropRest = db.prepare<Key>(`DELETE FROM temp.${table}_tail WHERE ${beyond}`)
  }

  /** Writes the next rows in key order. */
  write(most: number): void {
    const end = this.#end.get(...this.#hand, most - 1)
    if (end === undefined) this.#writeRest()
    else {
      this.rows -= this.#move.run(...this.#hand, ...end).changes
      this.#drop.run(...this.#hand, ...end)
      this.#hand = end
    }
  }

  beginRound(): void {
    this.#hand = this.#first
    this.isRoundDone = false
  }

  #writeRest(): void {
    this.rows -= this.#moveRest.run(...this.#hand).changes
    this.#dropRest.run(...this.#hand)
    this.isRoundDone = true
  }

  get state(): SweepState {
    return { rows: this.rows, hand: this.#hand, isRoundDone: this.isRoundDone }
  }

  set state({ rows, hand, isRoundDone }: SweepState) {
    this.rows = rows
    this.#hand = hand
    this.isRoundDone = isRoundDone
  }
}

interface SweepState {
  readonly rows: number
  readonly hand: Key
  readonly isRoundDone: boolean
}

interface State {
  readonly sweeps: readonly SweepState[]
  readonly began: number
  readonly left: number
  readonly through: number
  readonly unwritten: number
}

/** Writes these rows behind the log. All SQL that adds to the three tables is here. */
export class Behind {
  readonly #sweeps: Readonly<Record<BehindTable, Sweep>>
  readonly #insert
  readonly #insertAgain: Readonly<Record<BehindTable, (row: Key) => number>>
  readonly #mark
  readonly #marked
  /** The newest entry when this round began: when the round ends, the rows of all entries up to it are written. */
  #began: number
  /** The rest of this round, from 1 down to 0. */
  #left = 1
  /** The newest entry when a stretch was last written, and the rows added since. */
  #through: number
  #unwritten = 0
  #isAgain = false
  #committed: State

  constructor(db: Db) {
    const each = <T>(make: (table: BehindTable) => T) => ofEach(TABLES, make)
    this.#sweeps = each((table) => new Sweep(db, table))
    const into = (table: BehindTable) => `INSERT INTO temp.${table}_tail (${columnsOf(table).join(', ')})`
    const marks = (table: BehindTable) =>
      columnsOf(table)
        .map(() => '?')
        .join(', ')
    this.#insert = each((table) => db.prepare<[Key]>(`${into(table)} VALUES (${marks(table)})`))
    this.#insertAgain = each((table) => {
      const key = keyOf(table)
      const same = key.map((column) => `${column} = ?`).join(' AND ')
      const insert = db.prepare<Key>(
        `${into(table)} SELECT ${marks(table)}
         WHERE NOT EXISTS (${both(table, (from) => `SELECT 1 FROM ${from} WHERE ${same}`)})`,
      )
      return (row) => insert.run(...row, ...row.slice(0, key.length), ...row.slice(0, key.length)).changes
    })
    this.#mark = db.prepare<[number]>('INSERT INTO written_through (seq) VALUES (?)')
    this.#marked = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM written_through').pluck()
    this.#began = this.writtenThrough
    this.#through = this.#began
    this.#committed = this.#state
  }

  /** The file has the rows of all entries up to this one. */
  get writtenThrough(): number {
    return must(this.#marked.get())
  }

  /** Rows in memory. */
  get rows(): number {
    return Object.values(this.#sweeps).reduce((sum, { rows }) => sum + rows, 0)
  }

  /** Call inside a job of the writer. */
  add(table: BehindTable, row: Key): void {
    const added = this.#isAgain ? this.#insertAgain[table](row) : this.#insert[table].run(row).changes
    this.#sweeps[table].rows += added
    this.#unwritten += added
  }

  /**
   * While the work runs, rows that are in the file or in memory already are not added again.
   * @param through if given, the work makes the rows of all entries up to this one, and the round begins with it
   */
  again(work: () => void, through = this.#began): void {
    this.#isAgain = true
    try {
      work()
      this.#began = through
    } finally {
      this.#isAgain = false
    }
  }

  /**
   * At the end of a transaction: writes a part of a round that matches the rows or entries added.
   * @param newest number of the log's newest entry; null where none was appended since the start
   */
  write(newest: number | null): void {
    if (newest === null) return
    const come = Math.max(this.#unwritten / ROWS_A_ROUND, (newest - this.#through) / ENTRIES_A_ROUND)
    if (come < LEAST_STRETCH) return
    const part = come < this.#left ? come / this.#left : 1
    this.#left -= come
    this.#through = newest
    this.#unwritten = 0
    // The last part takes one row more than there are, so that the round ends even if keys keep rising.
    for (const sweep of Object.values(this.#sweeps))
      if (!sweep.isRoundDone) sweep.write(Math.floor(sweep.rows * part) + 1)
    if (Object.values(this.#sweeps).every(({ isRoundDone }) => isRoundDone))
      this.#endRound(this.#began, newest)
  }

  /** Writes all rows in memory. @param newest number of the log's newest entry */
  writeAll(newest: number): void {
    for (const sweep of Object.values(this.#sweeps)) {
      sweep.beginRound()
      sweep.write(sweep.rows + 1)
    }
    this.#endRound(newest, newest)
  }

  committed(): void {
    this.#committed = this.#state
  }

  /** Call after a rollback. */
  forget(): void {
    const { sweeps, began, left, through, unwritten } = this.#committed
    for (const [i, sweep] of Object.values(this.#sweeps).entries()) sweep.state = must(sweeps[i])
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
      sweeps: Object.values(this.#sweeps).map(({ state }) => state),
      began: this.#began,
      left: this.#left,
      through: this.#through,
      unwritten: this.#unwritten,
    }
  }
}
