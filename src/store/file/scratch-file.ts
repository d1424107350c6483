import { must } from '../../base/typed.ts'
import { ACT_TABLE_NAMES, ACT_TABLES } from '../acts/act-tables.ts'
import { RECORD_TABLE_NAMES, RECORD_TABLES } from '../log/record-tables.ts'
import { type Db, openScratch } from './open.ts'

/** An entry as stored in the log. */
export interface CopiedEntry {
  readonly kind: number
  readonly receivedAtMs: number
  readonly salt: Buffer
  readonly digest: Buffer
  readonly body: string
}

/** The tables whose rows a replay derives, each with the column for the entry that a row belongs to. */
export const REPLAYED_TABLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ACT_TABLE_NAMES.map((table) => [table, ACT_TABLES[table][0]])),
  ...Object.fromEntries(
    RECORD_TABLE_NAMES.map((table) => [table, must(RECORD_TABLES[table].columns[RECORD_TABLES[table].of])]),
  ),
  inference: 'seq',
  inference_input: 'inference',
  inference_subject: 'inference',
  inference_uncertain_source: 'inference',
}

/** A file into which the log of another file is copied, entry by entry. */
export class LogCopy {
  readonly db: Db
  readonly #read
  readonly #take
  readonly #inputs

  /** @param from the other file, which is attached as `old` */
  constructor(db: Db, from: string) {
    this.db = db
    // The copy has every table of the schema, and statements find it there first: `old` is never written to.
    db.prepare('ATTACH ? AS old').run(from)
    this.#read = db.prepare<[number], CopiedEntry>(
      'SELECT kind, received_at AS receivedAtMs, salt, digest, body FROM old.entry WHERE seq = ?',
    )
    this.#take = db.prepare<[number]>('INSERT INTO main.entry SELECT * FROM old.entry WHERE seq = ?')
    this.#inputs = db
      .prepare<[number], number>('SELECT input FROM old.inference_input WHERE inference = ?')
      .pluck()
  }

  entry(seq: number): CopiedEntry | undefined {
    return this.#read.get(seq)
  }

  /** Copies an entry. */
  take(seq: number, _entry: CopiedEntry): void {
    this.#take.run(seq)
  }

  /** The inputs of an inference that resolved at its receipt, which the log does not show. */
  inputsOf(inference: number): number[] {
    return this.#inputs.all(inference)
  }
}

/**
 * A scratch file in which a log is replayed, with the rows beside the log that rules need. Other processes
 * may write to the original file at the same time; each read of it is short.
 */
export class ScratchFile extends LogCopy {
  readonly #newer

  /** @param path the path of a file that does not exist; the name is removed as soon as the file is open */
  constructor(from: string, path: string) {
    super(openScratch(path), from)
    this.db.exec('INSERT INTO main.schema_since SELECT * FROM old.schema_since')
    this.#newer = ['party', 'notification'].map((table) =>
      this.db.prepare<[]>(
        `INSERT INTO main.${table} SELECT * FROM old.${table}
         WHERE n > (SELECT coalesce(max(n), ${-(2 ** 53)}) FROM main.${table})`,
      ),
    )
  }

  /** Copies the parties and notifications added since. Call before copying entries that may name them. */
  copyBesides(): void {
    for (const newer of this.#newer) newer.run()
  }
}

/** A row as values by column; whole numbers may have any size. */
export type ComparedRow = Readonly<Record<string, bigint | number | string | Buffer | null>>

/** One slice of a comparison: the rows that the other file lacks. */
export interface Lacking {
  /** The number of rows compared. */
  readonly looked: number
  readonly rows: readonly ComparedRow[]
  /** Compares again, and returns those of the rows that the other file still lacks. */
  readonly again: () => readonly ComparedRow[]
}

const ROWS_AT_ONCE = 8_192
type RowKey = (bigint | number | string | Buffer)[]

/**
 * Finds the rows of a table in one of two attached files that have no equal in the other, in slices by key.
 * No statement stays open between two slices, and both files may grow in the meantime.
 * @param of the file whose rows are compared: the replayed one (`main`) or the original (`old`)
 */
export function* lacking(db: Db, table: string, of: 'main' | 'old'): Generator<Lacking> {
  const { columns, key } = columnsOf(db, table)
  const keys = key.join(', ')
  const marks = key.map(() => '?').join(', ')
  const same = columns.map((column) => `b.${column} ${key.includes(column) ? '=' : 'IS'} a.${column}`)
  const within = (after: RowKey | null, end: RowKey | null) =>
    [
      ...(after === null ? [] : [`(${keys}) > (${marks})`]),
      ...(end === null ? [] : [`(${keys}) <= (${marks})`]),
      'true',
    ].join(' AND ')
  const compare = (after: RowKey | null, end: RowKey | null) =>
    db
      .prepare<RowKey, ComparedRow>(
        `SELECT ${columns.join(', ')} FROM ${of}.${table} a WHERE ${within(after, end)}
         AND NOT EXISTS (SELECT 1 FROM ${of === 'main' ? 'old' : 'main'}.${table} b WHERE ${same.join(' AND ')})`,
      )
      .safeIntegers(true)
      .all(...(after ?? []), ...(end ?? []))
  const count = (after: RowKey | null) =>
    must(
      db
        .prepare<RowKey, number>(`SELECT count(*) FROM ${of}.${table} WHERE ${within(after, null)}`)
        .pluck()
        .get(...(after ?? [])),
    )
  let after: RowKey | null = null
  for (;;) {
    const from: RowKey | null = after
    const end: RowKey | null =
      db
        .prepare<RowKey, RowKey>(
          `SELECT ${keys} FROM ${of}.${table} WHERE ${within(from, null)} ORDER BY ${keys} LIMIT 1 OFFSET ${ROWS_AT_ONCE - 1}`,
        )
        .raw()
        .safeIntegers(true)
        .get(...(from ?? [])) ?? null
    const looked = end === null ? count(from) : ROWS_AT_ONCE
    const rows = compare(from, end)
    yield {
      looked,
      rows,
      again: () => {
        const found = new Set(rows.map(textOf))
        return compare(from, end).filter((row) => found.has(textOf(row)))
      },
    }
    if (end === null) return
    after = end
  }
}

const textOf = (row: ComparedRow): string =>
  JSON.stringify(Object.values(row), (_member, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )

function columnsOf(db: Db, table: string): { readonly columns: string[]; readonly key: string[] } {
  const all = db
    .prepare<[string], { name: string; pk: number }>(`SELECT name, pk FROM pragma_table_info(?, 'main')`)
    .all(table)
  return {
    columns: all.map(({ name }) => name),
    key: all
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map(({ name }) => name),
  }
}
