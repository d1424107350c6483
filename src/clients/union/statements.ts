import { must } from '../../base/typed.ts'
import type { Value } from './engine.ts'

/**
 * Every statement of the room, by name: one text for SQLite and PostgreSQL. Each names `source`, and changes rows of one source
 * alone. Those over several rows are written for one here; `forIds` and `forRows` repeat its placeholders. None names a key
 * after ON CONFLICT, which PostgreSQL does not take where a partition lies on another server: rows that come again are
 * deleted first, in the same transaction.
 */
export const STATEMENTS = {
  'source.add': `INSERT INTO source (source, way, url, token_file, token_sha256, purpose, fingerprint, state, vkey, added_at, pages)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING`,
  /** Fails if there are no tables, and reads none. */
  'source.isThere': 'SELECT source FROM source WHERE 1 = 0',
  'source.all': 'SELECT * FROM source ORDER BY source',
  'source.one': 'SELECT * FROM source WHERE source = $1',
  /** Locks the source for the transaction, if the page begins where the last one ended. */
  'source.lock': `UPDATE source SET pages = pages + 1
    WHERE source = $1 AND state = 'live' AND cursor IS NOT DISTINCT FROM $2`,
  /** The same for a page that begins everything again. */
  'source.lockAgain': `UPDATE source SET pages = pages + 1 WHERE source = $1 AND state = 'live'`,
  /** The same for what is no page. */
  'source.hold': `UPDATE source SET state = state WHERE source = $1 AND state = 'live'`,
  'source.took': `UPDATE source SET cursor = $2, acknowledged_at = $3, shown_until = $4,
    caught_up_at = COALESCE($5, caught_up_at), cooperative = COALESCE($6, cooperative), vkey = COALESCE($7, vkey),
    held = COALESCE($8, held), fault = NULL, fault_at = NULL WHERE source = $1`,
  'source.restart': `UPDATE source SET cursor = $2, held = NULL WHERE source = $1 AND state = 'live'`,
  /** Begins again one that had not caught up by then. Its checkpoint is held until another takes its place. */
  'source.unheard': `UPDATE source SET cursor = NULL
    WHERE source = $1 AND state <> 'ended' AND (caught_up_at IS NULL OR caught_up_at < $2)`,
  /** One that had begun again begins again, since what its cursor knows proves nothing. */
  'source.freeze': `UPDATE source SET state = 'frozen', fault = $4, fault_at = $2,
    cursor = CASE WHEN held IS NOT NULL THEN cursor END, held = COALESCE(held, (SELECT hash FROM checkpoint
    WHERE source = $1 AND log = $3 AND follows = 1 ORDER BY size DESC LIMIT 1)) WHERE source = $1`,
  'source.fault': `UPDATE source SET fault = $2, fault_at = $3 WHERE source = $1 AND state = 'live'`,
  'source.toPurge':
    'UPDATE source SET purge_from = COALESCE(purge_from, $2), purge_to = $2 WHERE source = $1',
  'source.toBePurged': `SELECT source, purge_to FROM source WHERE purge_from IS NOT NULL AND purge_from <= $1
    ORDER BY source`,
  /** Unless more was deleted in the meantime. */
  'source.purged': 'UPDATE source SET purge_from = NULL, purge_to = NULL WHERE source = $1 AND purge_to = $2',
  /** One that is further off than any lease was made by a clock that was wrong. */
  'source.lease': `UPDATE source SET lease_by = $2, lease_until = $3 WHERE source = $1 AND state = 'live'
    AND (lease_until IS NULL OR lease_until < $4 OR lease_until > $5 OR lease_by = $2)`,
  'source.release': 'UPDATE source SET lease_by = NULL, lease_until = $3 WHERE source = $1 AND lease_by = $2',
  'source.thaw': `UPDATE source SET state = 'live', cursor = CASE WHEN held = $2 THEN cursor END, held = $2,
    fault = NULL, fault_at = NULL
    WHERE source = $1 AND state = 'frozen'`,
  'source.end': `UPDATE source SET state = 'ended', token_sha256 = NULL, cursor = NULL, fault = NULL, fault_at = NULL,
    held = NULL, lease_by = NULL, lease_until = NULL WHERE source = $1 AND state <> 'ended'`,

  'record.put': `INSERT INTO record (source, id, type, occurred_at, received_at, crop, kg, currency, amount_minor, subjects,
    asserters, standing, keep_until, open_until, body)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
  'record.subjects': 'SELECT id, subjects FROM record WHERE source = $1 AND id IN ($2)',
  'record.opened': `SELECT id, type, occurred_at, subjects, asserters, open_until FROM record
    WHERE source = $1 AND id > $2 ORDER BY id LIMIT 1000`,
  'record.openUntil': 'UPDATE record SET open_until = $2 WHERE source = $1 AND id IN ($3)',
  'record.drop': 'DELETE FROM record WHERE source = $1 AND id IN ($2)',
  'record.dropAll': 'DELETE FROM record WHERE source = $1',

  'record.expire': 'DELETE FROM record WHERE source = $1 AND keep_until <= $2',
  /** What only consents opened that ended by then, without a word of the source since. */
  'record.unopened': 'SELECT id FROM record WHERE source = $1 AND open_until <= $2 LIMIT 1',
  'record.counts': 'SELECT source, COUNT(*) AS n, MAX(received_at) AS newest FROM record GROUP BY source',
  'kept.counts': 'SELECT source, COUNT(*) AS n FROM kept GROUP BY source',

  /** None of them is there already: a record that comes leaves `kept`. */
  'kept.keep': `INSERT INTO kept (source, id, type, closed_at, keep_until, body)
    SELECT source, id, type, CAST($2 AS TEXT), keep_until, body FROM record
    WHERE source = $1 AND keep_until > $2 AND id IN ($3)`,
  'kept.keepAll': `INSERT INTO kept (source, id, type, closed_at, keep_until, body)
    SELECT source, id, type, CAST($2 AS TEXT), keep_until, body FROM record WHERE source = $1 AND keep_until > $2`,
  'kept.expire': 'DELETE FROM kept WHERE source = $1 AND keep_until <= $2',
  'kept.drop': 'DELETE FROM kept WHERE source = $1 AND id IN ($2)',

  'closing.put': 'INSERT INTO closing (source, id, closed_at) VALUES ($1, $2, $3)',
  'closing.waiting': `SELECT c.source, COUNT(*) AS n FROM closing c JOIN source s ON s.source = c.source
    WHERE c.closed_at >= s.purge_from GROUP BY c.source`,
  'closing.drop': 'DELETE FROM closing WHERE source = $1 AND id IN ($2)',

  'checkpoint.put': `INSERT INTO checkpoint (source, hash, log, size, note, seen_at, follows, continues, consistency)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  'checkpoint.judged': 'UPDATE checkpoint SET follows = $3 WHERE source = $1 AND hash = $2',
  'checkpoint.one': 'SELECT note FROM checkpoint WHERE source = $1 AND hash = $2',
  'checkpoint.ofSize': 'SELECT hash, note FROM checkpoint WHERE source = $1 AND log = $2 AND size = $3',
  'checkpoint.after': `SELECT hash, note, follows FROM checkpoint WHERE source = $1 AND hash > $2
    ORDER BY hash LIMIT 1000`,
  'checkpoint.largest': `SELECT note FROM checkpoint WHERE source = $1 AND log = $2 AND follows = 1
    ORDER BY size DESC LIMIT 1`,
  /** Leaves all others of its log, of which nobody knows whether they lead to it. */
  'checkpoint.follow': `UPDATE checkpoint SET follows = CASE WHEN hash = $2 THEN 1 ELSE 0 END WHERE source = $1
    AND log = (SELECT log FROM checkpoint WHERE source = $1 AND hash = $2)`,
  /** The one that was kept last, those that do not follow, and those of the same size. */
  'checkpoint.both': `SELECT c.hash, c.log, c.size, c.note, c.seen_at, c.follows FROM checkpoint c
    WHERE c.source = $1 AND (c.hash = $2 OR EXISTS (SELECT 1 FROM checkpoint o
    WHERE o.source = c.source AND o.log = c.log AND o.size = c.size AND o.follows = 0))
    ORDER BY c.follows DESC, c.seen_at, c.hash`,
  /** The last one of the log that was before that of the one that was kept, and since when the latter is. */
  'checkpoint.before': `SELECT o.hash, o.log, o.size, o.note, o.seen_at, n.since FROM checkpoint o,
    (SELECT log, MIN(seen_at) AS since FROM checkpoint WHERE source = $1
    AND log = (SELECT log FROM checkpoint WHERE source = $1 AND hash = $2) GROUP BY log) n
    WHERE o.source = $1 AND o.log <> n.log AND o.follows = 1 AND o.seen_at <= n.since
    ORDER BY o.seen_at DESC, o.size DESC LIMIT 1`,

  'consent.put': `INSERT INTO consent (source, id, subject, grantee, record_types, occurred_from, occurred_to, valid_from, ends_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  'consent.drop': 'DELETE FROM consent WHERE source = $1 AND id IN ($2)',
  'consent.of': 'SELECT * FROM consent WHERE source = $1 AND subject IN ($2)',
  'consent.all': 'SELECT * FROM consent WHERE source = $1',
  'consent.dropAll': 'DELETE FROM consent WHERE source = $1',

  'printed.months': `SELECT source, substr(occurred_at, 1, 7) AS month FROM shown
    WHERE source = $1 AND type IN ('delivery', 'payment') AND occurred_at < $2
    GROUP BY source, substr(occurred_at, 1, 7)`,
  'printed.all': 'SELECT source, month, decided_at, cells FROM printed ORDER BY month, source',
  'printed.keep': `INSERT INTO printed (source, month, decided_at, cells) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING`,

  'export.years': `SELECT source, substr(occurred_at, 1, 4) AS year FROM shown WHERE source = $1 AND type = $2
    GROUP BY source, substr(occurred_at, 1, 4)`,
  'shown.between': `SELECT source, id, occurred_at, kg, body FROM shown
    WHERE source = $1 AND type = $2 AND occurred_at < $3 AND (occurred_at > $4 OR (occurred_at = $4 AND id > $5))
    ORDER BY occurred_at, id LIMIT 1000`,
  'checkpoint.all': `SELECT log, size, note, seen_at, follows, hash, continues, consistency FROM checkpoint
    WHERE source = $1 ORDER BY seen_at, size`,
} as const

export type StatementName = keyof typeof STATEMENTS

/** Whether tables are distributed over servers. It reads the catalogue of the database, not the tables. */
export const INSTALLED_CITUS = `SELECT extname AS source FROM pg_extension WHERE extname = 'citus'`

/**
 * The partitions of the sources on PostgreSQL, and which lie on another server (`f`); none where Citus has the tables. This reads
 * the catalogue too.
 */
export const SOURCE_PARTITIONS = `SELECT inhrelid::regclass::text AS source, relkind FROM pg_inherits
  JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'source'::regclass ORDER BY 1`

/** Most rows of a statement: SQLite allows 32,766 values, PostgreSQL 65,535. */
export const MOST_ROWS = 200

/** Returns the statement for several ids, whose placeholder in it is the last one, alone in brackets. */
export const forIds = (name: StatementName, count: number): string =>
  STATEMENTS[name].replace(
    /IN \(\$(\d+)\)/,
    (_, first: string) => `IN (${placeholders(Number(first), count)})`,
  )

/** A row by the names of its columns: one that is not there is null, and a list becomes JSON. */
export type Values = Readonly<Record<string, unknown>>

/** Returns the statement that puts several rows of a source, and all values. */
export function forRows(
  name: StatementName,
  source: string,
  rows: readonly Values[],
): readonly [sql: string, params: readonly Value[]] {
  const columns = must(/\(source, ([^)]*)\)/.exec(STATEMENTS[name])?.[1]).split(/,\s+/)
  const tuples = rows.map((_, i) => `($1, ${placeholders(2 + i * columns.length, columns.length)})`)
  const sql = STATEMENTS[name].replace(/VALUES \([^)]*\)/, `VALUES ${tuples.join(', ')}`)
  const values = rows.flatMap((row) => columns.map((column) => row[column] ?? null))
  return [sql, [source, ...values.map((one) => (Array.isArray(one) ? JSON.stringify(one) : (one as Value)))]]
}

const placeholders = (first: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `$${first + i}`).join(', ')
