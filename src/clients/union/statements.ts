/**
 * Every statement of the room, by name: one text for SQLite and PostgreSQL. Each names `source`, and changes rows of one source
 * alone. Statements over many rows are made from theirs by `manyRows`.
 */
export const STATEMENTS = {
  'source.add': `INSERT INTO source (source, way, url, token_file, token_sha256, purpose, fingerprint, state, vkey, added_at, pages)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'live', $8, $9, 0) ON CONFLICT (source) DO NOTHING`,
  'source.all': 'SELECT * FROM source ORDER BY source',
  'source.one': 'SELECT * FROM source WHERE source = $1',

  'printed.months': `SELECT source, substr(occurred_at, 1, 7) AS month FROM shown
    WHERE source = $1 AND type IN ('delivery', 'payment') AND occurred_at < $2
    GROUP BY source, substr(occurred_at, 1, 7)`,
  /** Milligrams that each party brought, but the cooperative itself; as everywhere, what only an outsider states is in no figure. */
  'printed.delivered': `SELECT d.crop AS item, d.from_party AS person, SUM(COALESCE(r.kg, 0)) * 1000000 AS amount, COUNT(*) AS count
    FROM record r JOIN source s ON s.source = r.source JOIN delivery d ON d.source = r.source AND d.id = r.id
    WHERE r.source = $1 AND r.type = 'delivery' AND r.occurred_at >= $2 AND r.occurred_at < $3 AND r.standing = 'tip'
    AND d.crop IS NOT NULL AND d.from_party IS NOT NULL AND (s.cooperative IS NULL OR d.from_party <> s.cooperative)
    AND (COALESCE(d.derived_flags, '') NOT LIKE '%"asserted_by_outsider"%' OR d.derived_confirmation_channel IS NOT NULL)
    GROUP BY d.crop, d.from_party`,
  /** What each party was paid for what it brought. An offset moves no money. */
  'printed.paid': `SELECT r.currency AS item, p.payee AS person, SUM(r.amount_minor) AS amount, COUNT(*) AS count
    FROM record r JOIN source s ON s.source = r.source JOIN payment p ON p.source = r.source AND p.id = r.id
    WHERE r.source = $1 AND r.type = 'payment' AND r.occurred_at >= $2 AND r.occurred_at < $3 AND r.standing = 'tip'
    AND p.purpose IN ('produce', 'advance', 'second_payment', 'premium') AND p.method <> 'offset'
    AND r.currency IS NOT NULL AND p.payee IS NOT NULL AND (s.cooperative IS NULL OR p.payee <> s.cooperative)
    AND (COALESCE(p.derived_flags, '') NOT LIKE '%"asserted_by_outsider"%' OR p.derived_confirmation_channel IS NOT NULL)
    GROUP BY r.currency, p.payee`,
  'printed.all': 'SELECT source, month, decided_at, cells FROM printed ORDER BY month, source',
  'printed.keep': `INSERT INTO printed (source, month, decided_at, cells) VALUES ($1, $2, $3, $4)
    ON CONFLICT (source, month) DO NOTHING`,

  'export.years': `SELECT source, substr(occurred_at, 1, 4) AS year FROM shown WHERE source = $1 AND type = $2
    GROUP BY source, substr(occurred_at, 1, 4)`,
  'export.records': `SELECT source, id, occurred_at, body FROM shown
    WHERE source = $1 AND type = $2 AND occurred_at < $3 AND (occurred_at > $4 OR (occurred_at = $4 AND id > $5))
    ORDER BY occurred_at, id LIMIT 1000`,
  'export.checkpoints': 'SELECT * FROM checkpoint WHERE source = $1 ORDER BY seen_at, size',
} as const

export type StatementName = keyof typeof STATEMENTS

/** Whether tables are distributed over servers. It reads the catalogue of the database, not the tables. */
export const INSTALLED_CITUS = `SELECT extname AS source FROM pg_extension WHERE extname = 'citus'`
