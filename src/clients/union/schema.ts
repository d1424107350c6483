import { createHash } from 'node:crypto'
import { RECORD_TYPES, type RecordType } from '../../domain/types/index.ts'
import { columnsOf, type FileColumn } from '../../records/export/columns.ts'
import { recordSchemas } from '../../records/views/record-schema.ts'
import type { Engine } from './engine.ts'
import { INSTALLED_CITUS } from './statements.ts'

/**
 * The tables of a union's store. Every key begins with `source`, so that PostgreSQL divides each table by it: into partitions, or
 * over the servers of Citus. Instants are text in UTC with milliseconds, which sorts by time; `body` is the record as it came.
 */

/** What each column has beside `source`, and the key after it. `int` is a whole number of 8 bytes. */
const TABLES = {
  source: {
    columns: {
      /** `fetched` or `sent`. */
      way: 'text not null',
      url: 'text',
      token_file: 'text',
      token_sha256: 'text',
      purpose: 'text',
      fingerprint: 'text',
      /** `live`, `frozen` or `ended`. */
      state: 'text not null',
      /** The key of its log: the one given, or the first seen. */
      vkey: 'text',
      /** The checkpoint that was kept last; null before the first, and when the source starts again. */
      held: 'text',
      cooperative: 'text',
      /** Of the last page that was taken in. */
      cursor: 'text',
      added_at: 'text not null',
      /** When the source last confirmed what is held of it. */
      acknowledged_at: 'text',
      /** When it last had nothing more to send. */
      caught_up_at: 'text',
      /** Until when its records are shown without being confirmed again. */
      shown_until: 'text',
      pages: 'int not null',
      fault: 'text',
      fault_at: 'text',
      /** The program that reads it, and until when no other does. */
      lease_by: 'text',
      lease_until: 'text',
      /** Of the first and the last deleted rows that may still be in the files. */
      purge_from: 'text',
      purge_to: 'text',
    },
    key: [],
  },
  record: {
    columns: {
      id: 'text not null',
      type: 'text not null',
      occurred_at: 'text not null',
      received_at: 'text not null',
      crop: 'text',
      kg: 'real',
      currency: 'text',
      amount_minor: 'int',
      /** The ids of its subjects as a JSON list. */
      subjects: 'text not null',
      /** The ids of those whose word it is, as a JSON list. */
      asserters: 'text not null',
      standing: 'text not null',
      keep_until: 'text',
      /** When the last consent known to open it ends; null if no consent is known to. */
      open_until: 'text',
      body: 'text not null',
    },
    key: ['id'],
  },
  kept: {
    columns: {
      id: 'text not null',
      type: 'text not null',
      closed_at: 'text not null',
      keep_until: 'text not null',
      body: 'text not null',
    },
    key: ['id'],
  },
  closing: {
    columns: { id: 'text not null', closed_at: 'text not null' },
    key: ['id'],
  },
  checkpoint: {
    columns: {
      /** SHA-256 of its text. */
      hash: 'text not null',
      log: 'text not null',
      size: 'int not null',
      note: 'text not null',
      seen_at: 'text not null',
      /** 0 for one that did not follow, and froze the source. */
      follows: 'int not null',
      /** The checkpoint that was kept before it; null if its log began. */
      continues: 'text',
      /** The proof that it does, as a JSON list. */
      consistency: 'text not null',
    },
    key: ['hash'],
  },
  /** The consents to this reader, as the source states them. */
  consent: {
    columns: {
      id: 'text not null',
      subject: 'text not null',
      grantee: 'text not null',
      record_types: 'text not null',
      occurred_from: 'text',
      occurred_to: 'text',
      valid_from: 'text not null',
      /** When it expires, or the earlier time when it ended. */
      ends_at: 'text not null',
    },
    key: ['id'],
  },
  /** What reports show of each month, decided once. Its source is `*` for all. */
  printed: {
    columns: {
      month: 'text not null',
      decided_at: 'text not null',
      /** As JSON: figures, and marks of those that are hidden; nothing of a person. */
      cells: 'text not null',
    },
    key: ['month'],
  },
} as const

export type Table = keyof typeof TABLES
export const TABLE_NAMES = Object.keys(TABLES) as Table[]

type Columns<N extends Table> = (typeof TABLES)[N]['columns']
type Cell<T> = T extends `text${string}` ? string : number
/** A row of a table, as both databases return it. */
export type RowOf<N extends Table> = {
  readonly [C in keyof Columns<N>]: Columns<N>[C] extends `${infer T} not null`
    ? Cell<T>
    : Cell<Columns<N>[C]> | null
} & { readonly source: string }

const INDEXES = [
  'CREATE INDEX IF NOT EXISTS record_by_type ON record (source, type, occurred_at)',
  'CREATE INDEX IF NOT EXISTS record_by_end ON record (source, open_until) WHERE open_until IS NOT NULL',
  'CREATE INDEX IF NOT EXISTS record_to_keep ON record (source, keep_until) WHERE keep_until IS NOT NULL',
  'CREATE INDEX IF NOT EXISTS kept_until ON kept (source, keep_until)',
  'CREATE INDEX IF NOT EXISTS consent_by_subject ON consent (source, subject)',
]

/** What stands in record text that PostgreSQL would sample into its statistics, where no purge comes. */
const UNSAMPLED = { record: ['subjects', 'asserters', 'body'], kept: ['body'] } as const

/** Into how many partitions PostgreSQL divides each table. */
export const PARTITIONS = 16

const TYPES = {
  sqlite: { text: 'TEXT', int: 'INTEGER', real: 'REAL' },
  postgres: { text: 'TEXT COLLATE "C"', int: 'BIGINT', real: 'DOUBLE PRECISION' },
} as const

const keySql = (name: Table) => `PRIMARY KEY (${['source', ...TABLES[name].key].join(', ')})`

/** @param key none for a table whose partitions each have it */
function tableSql(kind: Engine['kind'], name: Table, key: string | null, end: string): string {
  const columns = { source: 'text not null', ...TABLES[name].columns }
  const lines = Object.entries(columns).map(([column, told]) => {
    const [type, ...rest] = told.split(' ')
    return `${column} ${TYPES[kind][type as 'text']} ${rest.join(' ').toUpperCase()}`.trim()
  })
  return `CREATE TABLE IF NOT EXISTS ${name} (${[...lines, ...(key === null ? [] : [key])].join(', ')})${end}`
}

/** The time by the clock of the database, as text. */
const NOW = {
  sqlite: `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
  postgres: `to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
} as const

/**
 * What may be shown: not what only consents that are known to have ended opened, unless the source has confirmed it since; nor
 * what may be kept no longer, nor records of a source that has not confirmed them for long. No program needs to run for that.
 */
const shownSql = (kind: Engine['kind']) =>
  `SELECT r.source, r.id, r.type, r.occurred_at, r.received_at, r.crop, r.kg, r.currency,
  r.amount_minor, r.subjects, r.standing, r.keep_until, r.body
  FROM record r JOIN source s ON s.source = r.source
  WHERE s.shown_until > ${NOW[kind]}
  AND (r.open_until IS NULL OR r.open_until > ${NOW[kind]} OR r.open_until <= s.caught_up_at)
  AND (r.keep_until IS NULL OR r.keep_until > ${NOW[kind]})`

/** Columns of `record` that stand for members: its indexes serve the view, and its kilograms were checked. */
const STORED: Readonly<Record<string, string>> = {
  ...{ id: 'id', occurred_at: 'occurred_at', received_at: 'received_at' },
  derived_kg: 'kg',
}

/** A view with a column for each member of the records of a type. */
function viewSql(kind: Engine['kind'], type: RecordType): string {
  const columns = columnsOf(recordSchemas[type]).map((column) => {
    const stored = STORED[column.name]
    return `${stored === undefined ? valueSql[kind](column) : `r.${stored}`} AS "${column.name}"`
  })
  const from = kind === 'sqlite' ? '' : ', LATERAL (SELECT r.body::jsonb AS doc OFFSET 0) d'
  return `SELECT r.source, ${columns.join(', ')} FROM shown r${from} WHERE r.type = '${type}'`
}

/** A value of the wrong type, which no appliance sends, is null, as is a number that spoils a sum: a whole one is kept exactly. */
const MOST = { integer: 2 ** 53 - 1, number: 1e15 } as const
const valueSql: Readonly<Record<Engine['kind'], (column: FileColumn) => string>> = {
  sqlite: ({ path, kind }) => {
    const at = `r.body, '$.${path.join('.')}'`
    return isNumber(kind)
      ? `CASE WHEN json_type(${at}) IN ('integer', 'real')
        AND json_extract(${at}) BETWEEN ${-MOST[kind]} AND ${MOST[kind]} THEN json_extract(${at}) END`
      : `json_extract(${at})`
  },
  postgres: ({ path, kind }) => {
    const at = `'{${path.join(',')}}'`
    if (kind === 'boolean')
      return `CASE WHEN jsonb_typeof(d.doc #> ${at}) = 'boolean' THEN (d.doc #> ${at})::boolean::int END`
    return isNumber(kind)
      ? `CASE WHEN CASE WHEN jsonb_typeof(d.doc #> ${at}) = 'number' THEN (d.doc #> ${at})::numeric END
        BETWEEN ${-MOST[kind]} AND ${MOST[kind]} THEN (d.doc #>> ${at})::double precision END`
      : `d.doc #>> ${at}`
  },
}

const isNumber = (kind: FileColumn['kind']): kind is 'number' | 'integer' =>
  kind === 'number' || kind === 'integer'

/** Every view after those that it reads. */
const viewsSql = (kind: Engine['kind']): (readonly [name: string, sql: string])[] => [
  ['shown', shownSql(kind)],
  ...RECORD_TYPES.map((type) => [type, viewSql(kind, type)] as const),
]

/** Makes what is missing of the tables, and all views again, which an upgrade may change. */
export async function makeTables(engine: Engine): Promise<void> {
  const { kind } = engine
  const views = viewsSql(kind)
  const all =
    kind === 'sqlite'
      ? [
          ...TABLE_NAMES.map((name) => tableSql(kind, name, keySql(name), ' STRICT')),
          ...INDEXES,
          ...views.map(([name]) => `DROP VIEW IF EXISTS ${name}`),
          ...views.map(([name, sql]) => `CREATE VIEW ${name} AS ${sql}`),
          `PRAGMA user_version = ${makeNumber(kind)}`,
        ]
      : [
          ...(await dividedSql(engine)),
          ...INDEXES,
          ...views.map(([name, sql]) => replacingSql(name, sql)),
          `COMMENT ON VIEW shown IS '${makeNumber(kind)}'`,
        ]
  await engine.script(['BEGIN', ...all, 'COMMIT', ''].join(';\n'))
}

/** A view that is replaced keeps what was granted on it, and what others made of it; one whose columns are others is deleted first. */
function replacingSql(name: string, sql: string): string {
  const old = name === 'shown' ? [...RECORD_TYPES, name] : [name]
  return `DO $made$ BEGIN CREATE OR REPLACE VIEW ${name} AS ${sql};
  EXCEPTION WHEN invalid_table_definition THEN ${old.map((view) => `DROP VIEW IF EXISTS ${view};`).join(' ')}
  CREATE VIEW ${name} AS ${sql}; END $made$`
}

/** By what the store is known to be made as this version makes it: a number from its statements. */
const makeNumber = (kind: Engine['kind']): number =>
  createHash('sha256')
    .update(JSON.stringify([TABLES, INDEXES, viewsSql(kind)]))
    .digest()
    .readInt32BE()

const MADE = {
  sqlite: 'SELECT user_version AS source FROM pragma_user_version',
  postgres: `SELECT obj_description(to_regclass('shown')) AS source`,
} as const

/** Whether the tables and views are those that this version makes. */
export async function isOfThisVersion(engine: Engine): Promise<boolean> {
  const [made] = await engine.all(MADE[engine.kind], [])
  return String(made?.source) === String(makeNumber(engine.kind))
}

/** On PostgreSQL the tables are divided by source: over the servers, or here. */
async function dividedSql(engine: Engine): Promise<string[]> {
  const hasCitus = (await engine.all(INSTALLED_CITUS, [])).length > 0
  return TABLE_NAMES.flatMap((name) => {
    const unsampled = name in UNSAMPLED ? UNSAMPLED[name as keyof typeof UNSAMPLED] : []
    const unsample = (table: string) =>
      unsampled.map((column) => `ALTER TABLE ${table} ALTER COLUMN ${column} SET STATISTICS 0`)
    if (hasCitus)
      return [
        tableSql('postgres', name, keySql(name), ''),
        ...unsample(name),
        `SELECT create_distributed_table('${name}', 'source'${name === 'source' ? '' : `, colocate_with => 'source'`})
        WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition WHERE logicalrelid = '${name}'::regclass)`,
      ]
    // The key stands in the partitions, for a table that has it takes no partition of another server.
    return [
      tableSql('postgres', name, null, ' PARTITION BY HASH (source)'),
      ...unsample(name),
      ...Array.from({ length: PARTITIONS }, (_, i) => [
        `CREATE TABLE IF NOT EXISTS ${name}_p${i} PARTITION OF ${name} (${keySql(name)}) FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${i})`,
        ...unsample(`${name}_p${i}`),
      ]).flat(),
    ]
  })
}
