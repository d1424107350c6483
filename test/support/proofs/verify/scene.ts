import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { uuidv7 } from 'uuidv7'
import { onTestFinished } from 'vitest'
import type { Share } from '../../../../src/cli/progress.ts'
import type { PublisherPlace } from '../../../../src/config/addresses.ts'
import { FolderStore } from '../../../../src/evidence/objects/folder.ts'
import type { ObjectStore } from '../../../../src/evidence/objects/store.ts'
import type { PublicationFault } from '../../../../src/proofs/anchor/publisher.ts'
import { type ToldReport, toldReport, type VerifyReport } from '../../../../src/proofs/verify/faults.ts'
import type { FaultKind } from '../../../../src/proofs/verify/kinds.ts'
import type { Published } from '../../../../src/proofs/verify/published.ts'
import { verify } from '../../../../src/proofs/verify/verify.ts'
import { localTasks } from '../../../../src/tasks.ts'
import { englishWords } from '../../../../src/words/words.ts'
import type { Appliance } from '../../appliance.ts'
import { fullHouse } from '../../store/full-house.ts'

/** What somebody does to a file by hand, and what is found of it. */

export type RawDb = InstanceType<typeof Database>

/** Something that ends with the test. */
export async function ended<T extends { close(): unknown } | { end(): unknown }>(
  thing: T | Promise<T>,
): Promise<T> {
  const made = await thing
  onTestFinished(async () => void (await ('close' in made ? made.close() : made.end())))
  return made
}

/** A database at rest, of which copies are altered. */
export interface Rest {
  readonly folder: string
  readonly database: string
  readonly objects: string
  end(): void
}

/** The database of an appliance as it stands, beside copies that are made of it. */
export function putToRest(a: Appliance): Rest {
  const folder = mkdtempSync(join(tmpdir(), 'verify-'))
  const database = join(folder, 'rest.db')
  const { store } = a.kernel
  store.writeBehind()
  store.db.pragma('wal_checkpoint(TRUNCATE)')
  copyFileSync(store.db.name, database)
  return {
    folder,
    database,
    objects: join(a.kernel.config.data, 'objects'),
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A copy with its guards taken off, altered, and the guards put back. */
export function altered(rest: Rest, work: (db: RawDb) => void): string {
  const file = join(rest.folder, 'altered.db')
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  copyFileSync(rest.database, file)
  const db = new Database(file)
  try {
    withoutGuards(db, work)
  } finally {
    db.close()
  }
  return file
}

export function withoutGuards(db: RawDb, work: (db: RawDb) => void): void {
  const guards = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
    name: string
    sql: string
  }[]
  for (const { name } of guards) db.exec(`DROP TRIGGER ${name}`)
  db.pragma('foreign_keys = OFF')
  db.pragma('ignore_check_constraints = ON')
  work(db)
  for (const { sql } of guards) db.exec(sql)
}

export interface Looking {
  readonly objects?: ObjectStore | null
  readonly published?: readonly Published[]
  readonly publisher?: PublisherPlace
  readonly badPolicy?: PublicationFault | null
  readonly onProgress?: (progress: Share) => void
  /** Without a replay. */
  readonly isQuick?: boolean
}

export const looked = (
  database: string,
  {
    objects = null,
    published = [],
    publisher = null,
    badPolicy = null,
    onProgress = () => {},
    isQuick = false,
  }: Looking = {},
): Promise<VerifyReport> =>
  verify({
    database,
    objects,
    published,
    publisher,
    vkeys: [],
    badPolicy,
    scratch: isQuick ? null : { folder: dirname(database), reserveBytes: 0 },
    onProgress,
  })

/** The report in English. */
export const look = async (database: string, looking: Looking = {}): Promise<ToldReport> =>
  toldReport(englishWords('Africa/Kampala'), await looked(database, looking))

export const objectsIn = (folder: string): ObjectStore => new FolderStore(folder, false)

/** The kinds of fault that are found, each once. */
export const kindsOf = (report: ToldReport): FaultKind[] => [
  ...new Set(report.faults.map(({ kind }) => kind)),
]

/** For people, when a test fails. */
export const told = (report: ToldReport): string[] =>
  report.faults.map(({ kind, where, finding }) => `${kind}: ${where}: ${finding}`)

/** A house with a row in every table, backups and a restore among them. */
export async function wholeHouse(): Promise<Appliance> {
  const a = await fullHouse()
  const { store } = a.kernel
  const { run } = localTasks(a.kernel)
  if (store.backups.recipient === null)
    await run('backup.key', 'test', { recipient: 'age1xyz', replace: false })
  await run('appearance.change', 'test', { colour: '#1a3f8b' })
  const nowMs = store.writer.nowMs
  const made = { id: uuidv7(), made_at: new Date(nowMs).toISOString(), bytes: 1, sent_bytes: 1, entries: 1 }
  const summary = { ...made, evidence: 0, evidence_missing: 0 }
  await run('backup.end', 'test', { begunAtMs: nowMs, place: 'here', made: null, reason: 'no room' })
  await run('backup.end', 'test', { begunAtMs: nowMs, place: 'here', made: summary, reason: null })
  if (store.appliance.incarnations.length === 1) {
    await run('backup.restored', 'test', { backup: made.id, madeAtMs: nowMs })
    await run('backup.confirm', 'test', {})
  }
  return a
}
