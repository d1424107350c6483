/**
 * Every statement of the room, by name: one text for SQLite and PostgreSQL. Each names `source`, and changes rows of one source
 * alone. Statements over many rows are made from theirs by `manyRows`.
 */
export const STATEMENTS = {
  'source.add': `INSERT INTO source (source, way, url, token_file, token_sha256, purpose, fingerprint, state, vkey, added_at, pages)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'live', $8, $9, 0) ON CONFLICT (source) DO NOTHING`,
  'source.all': 'SELECT * FROM source ORDER BY source',
  'source.one': 'SELECT * FROM source WHERE source = $1',
} as const

export type StatementName = keyof typeof STATEMENTS

/** Whether tables are distributed over servers. It reads the catalogue of the database, not the tables. */
export const INSTALLED_CITUS = `SELECT extname AS source FROM pg_extension WHERE extname = 'citus'`
