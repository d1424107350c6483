import type { Engine, Row } from './engine.ts'
import { STATEMENTS } from './statements.ts'

/**
 * Removes what was deleted from the files. SQLite overwrites it as it deletes, and only its log must be cut; PostgreSQL leaves it
 * in the tables until they are written again, here the partitions of the sources that deleted something.
 */

/** The partition of a source has the number of its own row's. */
const PARTITION_OF = `SELECT source, purge_to, CAST(CAST(tableoid AS regclass) AS TEXT) AS partition FROM source
  WHERE purge_from IS NOT NULL AND purge_from <= $1 ORDER BY source`
/** One program at a time; the others find nothing left to do. The number is only this program's. */
const LOCK = `SELECT pg_try_advisory_lock(1735550318) AS source`
const UNLOCK = `SELECT pg_advisory_unlock(1735550318) AS source`

/** Tables with contents of records. */
const WITH_CONTENTS = ['record', 'kept'] as const

/**
 * @param until only for sources that deleted something at this time or before
 * @returns the sources whose deleted rows are in no file of a table or index any more
 */
export async function purge(engine: Engine, until: string): Promise<string[]> {
  return engine.kind === 'sqlite' ? await purgeSqlite(engine, until) : await purgePostgres(engine, until)
}

async function purgeSqlite(engine: Engine, until: string): Promise<string[]> {
  const rows = await engine.all(STATEMENTS['source.toBePurged'], [until])
  if (rows.length === 0) return []
  // A reader holds up the log; then the next purge cuts it.
  const [cut] = await engine.all('PRAGMA wal_checkpoint(TRUNCATE)', [])
  return cut?.busy === 0 ? await noted(engine, rows) : []
}

async function purgePostgres(engine: Engine, until: string): Promise<string[]> {
  return await engine.alone(async (on) => {
    const [lock] = await on.all(LOCK, [])
    if (String(lock?.source) !== 'true') return []
    try {
      const rows = await on.all(PARTITION_OF, [until])
      const parts = new Set(rows.map(({ partition }) => /_p\d+$/.exec(String(partition))?.[0] ?? ''))
      for (const part of parts)
        for (const table of WITH_CONTENTS) await on.script(`VACUUM (FULL) ${table}${part}`)
      return await noted(on, rows)
    } finally {
      await on.all(UNLOCK, [])
    }
  })
}

async function noted(engine: Engine, rows: readonly Row[]): Promise<string[]> {
  const names: string[] = []
  for (const { source, purge_to } of rows)
    if ((await engine.run(STATEMENTS['source.purged'], [source ?? '', purge_to ?? ''])) > 0)
      names.push(String(source))
  return names
}
