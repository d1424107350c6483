import { setTimeout } from 'node:timers/promises'
import { errorCode } from '../../base/error-kinds.ts'
import { compare } from '../../base/typed.ts'
import type { Engine, Queries, Row } from './engine.ts'
import { sourceParts } from './source.ts'
import { STATEMENTS } from './statements.ts'

/**
 * Removes what was deleted from the files. SQLite overwrites it as it deletes, and only its log must be cut; PostgreSQL leaves it
 * in the tables until they are written again, here the partitions of the sources that deleted something. Those on another server
 * are for the program there.
 */

/** One program at a time; the others find nothing left to do. The number is only this program's. */
const LOCK = `SELECT pg_try_advisory_lock(1735550318) AS source`
const UNLOCK = `SELECT pg_advisory_unlock(1735550318) AS source`

/** Everything that is deleted by now was deleted by an earlier transaction than this. */
const HORIZON = `SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS source`
/**
 * Whether somebody may still see what was deleted before, so that writing a table again would copy it: a transaction that is open
 * or prepared, the snapshot of a reader or of a replica, or a replication slot. Once no transaction of before is open, no new
 * snapshot sees it; the statement's own snapshot is older than what it reads of the others.
 */
const IS_SEEN = `SELECT pg_snapshot_xmin(pg_current_snapshot()) < $1::text::xid8
  OR EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid <> pg_backend_pid()
    AND (datid IS NULL OR datname = current_database()) AND age(backend_xmin) > age($1::text::xid8::xid))
  OR EXISTS (SELECT 1 FROM pg_replication_slots WHERE age(xmin) > age($1::text::xid8::xid)) AS source`
/** Others that only read or write a page are gone by then. */
const [LOOKS, LOOK_AGAIN_MS] = [20, 100]

/** While it waits for a table, all others wait behind it. */
const LOCK_TIMEOUT = `SET lock_timeout = '2s'`
const LOCK_NOT_AVAILABLE = '55P03'

/** Tables with contents of records. */
const WITH_CONTENTS = ['record', 'kept'] as const

/**
 * @param until only for sources that deleted something at this time or before
 * @returns the sources whose deleted rows are in no file of a table or index any more
 */
export async function purge(engine: Engine, until: string): Promise<string[]> {
  return engine.kind === 'sqlite' ? await purgeSqlite(engine, until) : await purgePostgres(engine, until)
}

/** Those that have something to be removed from the files of this server. */
export async function toBePurged(engine: Engine, until: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const part of await partsHere(engine)) rows.push(...(await toBePurgedIn(engine, part, until)))
  return rows
}

const partsHere = async (engine: Queries): Promise<string[]> =>
  (await sourceParts(engine)).flatMap(({ part, isHere }) => (isHere ? [part] : []))

const toBePurgedIn = (engine: Queries, part: string, until: string): Promise<Row[]> =>
  engine.all(STATEMENTS['source.toBePurged'].replace('FROM source', `FROM ${part}`), [until])

async function purgeSqlite(engine: Engine, until: string): Promise<string[]> {
  const rows = await toBePurged(engine, until)
  if (rows.length === 0) return []
  // A reader holds up the log; then the next purge cuts it.
  const [cut] = await engine.all('PRAGMA wal_checkpoint(TRUNCATE)', [])
  return cut?.busy === 0 ? await noted(engine, rows) : []
}

async function purgePostgres(engine: Engine, until: string): Promise<string[]> {
  return await engine.alone(async (on) => {
    const [lock] = await on.all(LOCK, [])
    if (String(lock?.source) !== 'true') return []
    const purged: string[] = []
    try {
      await on.script(LOCK_TIMEOUT)
      for (const part of await partsHere(on)) {
        const rows = await toBePurgedIn(on, part, until)
        if (rows.length === 0) continue
        // What is left comes the next time.
        if (await isSeen(on)) break
        // The partition of a source has the number of its own row's.
        const number = /_p\d+$/.exec(part)?.[0] ?? ''
        if (!(await writtenAgain(on, number))) continue
        purged.push(...(await noted(on, rows)))
      }
      return purged.sort(compare)
    } finally {
      await on.script('RESET lock_timeout')
      await on.all(UNLOCK, [])
    }
  })
}

async function isSeen(on: Queries): Promise<boolean> {
  const [horizon] = await on.all(HORIZON, [])
  for (let looks = 0; looks < LOOKS; looks++) {
    if (looks > 0) await setTimeout(LOOK_AGAIN_MS)
    const [seen] = await on.all(IS_SEEN, [horizon?.source ?? ''])
    if (String(seen?.source) === 'false') return false
  }
  return true
}

/** @returns false if somebody else holds one of the tables */
async function writtenAgain(on: Queries, number: string): Promise<boolean> {
  try {
    for (const table of WITH_CONTENTS) await on.script(`VACUUM (FULL) ${table}${number}`)
    return true
  } catch (error) {
    if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error
    return false
  }
}

async function noted(engine: Queries, rows: readonly Row[]): Promise<string[]> {
  const names: string[] = []
  for (const { source, purge_to } of rows)
    if ((await engine.run(STATEMENTS['source.purged'], [source ?? '', purge_to ?? ''])) > 0)
      names.push(String(source))
  return names
}
