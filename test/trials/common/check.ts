import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { idBytes, idText } from '../../../src/domain/id.ts'
import { type Db, openDatabase } from '../../../src/store/file/open.ts'
import { audited } from '../../support/audited.ts'
import { auditFaults } from '../../support/store/audit-faults.ts'
import { leafFaults } from '../../support/store/leaf-faults.ts'
import type { Account, Batch, Draft, Upload } from './account.ts'
import type { Scene } from './scene.ts'

/**
 * Holds what is on the disk against what was acknowledged. The service has ended before; whatever SQLite has to make
 * good is made good by opening the file.
 * @param objects folder of the object store
 */
export function check(
  { served, account, faults, tally }: Scene,
  objects = join(served.data, 'objects'),
): void {
  const db = openDatabase(join(served.data, 'granary.db'))
  try {
    checkFile(db, (kind, example) => faults.add(kind, example))
    const stored = storedRecords(db)
    let missing = 0
    const miss = (kind: string, example: string) => {
      missing++
      faults.add(kind, example)
    }
    for (const draft of account.records.values())
      if (!isThere(stored, draft)) miss('an acknowledged record is not there', JSON.stringify(draft))
    for (const id of missingActs(db, account)) miss('an acknowledged act is not there', id)
    for (const upload of account.uploads)
      if (upload.storedSha256 !== null && !isKept(objects, upload.storedSha256))
        miss('an acknowledged picture is not there', upload.storedSha256)
      else if (upload.storedSha256 === null && !upload.isGone && !isAsFar(db, served.data, upload))
        miss('acknowledged bytes of an upload are not there', `${upload.path} at ${upload.offset}`)
    const disclosed = audited(db).filter(({ outcome }) => outcome === 'disclosed').length
    if (disclosed < account.disclosures)
      miss('a disclosure is not in the audit log', `${disclosed} of ${account.disclosures}`)
    // Of a batch that was not acknowledged a beginning may be there: it is taken in slices with a commit each.
    for (const batch of account.batches) {
      const half = batch.isAcknowledged ? halfOf(batch, stored) : null
      if (half !== null) faults.add('an acknowledged batch is not all there', half)
    }
    tally.add('missing', missing)
    tally.add('checks')
  } finally {
    db.close()
  }
}

function checkFile(db: Db, add: (kind: string, example: string) => void): void {
  for (const fault of leafFaults(db)) add('the log does not verify', fault)
  for (const fault of auditFaults(db)) add('the audit log does not verify', fault)
  const integrity = db.pragma('integrity_check', { simple: true })
  if (integrity !== 'ok') add('the file is damaged', String(integrity))
  for (const broken of db.pragma('foreign_key_check') as unknown[])
    add('a foreign key leads nowhere', JSON.stringify(broken))
  // Those of later entries were in memory, and are made again at the next start.
  const halves = db
    .prepare(
      `SELECT count(*) FROM entry WHERE kind < 31 AND seq <= (SELECT coalesce(max(seq), 0) FROM written_through)
         AND seq NOT IN (SELECT seq FROM record_party)`,
    )
    .pluck()
    .get()
  if (halves !== 0) add('half a record is there', `${halves} without the rows that lists start from`)
  const backwards = db
    .prepare<[], number>(
      `SELECT count(*) FROM (SELECT received_at, lag(received_at) OVER (ORDER BY seq) AS before FROM entry)
       WHERE received_at < before`,
    )
    .pluck()
    .get()
  if (backwards !== 0) add('a time of receipt goes back', `${backwards} times`)
}

function storedRecords(db: Db): Map<string, Draft> {
  const rows = db.prepare<[], { body: string }>('SELECT body FROM entry WHERE kind < 31').all()
  return new Map(rows.map(({ body }) => JSON.parse(body) as Draft).map((record) => [record.id, record]))
}

const isThere = (stored: ReadonlyMap<string, Draft>, { id, note, producer }: Draft): boolean => {
  const found = stored.get(id)
  return found !== undefined && found.note === note && found.producer === producer
}

function missingActs(db: Db, { acts }: Account): string[] {
  const rows = db.prepare<[], Buffer>('SELECT id FROM entry WHERE kind > 31').pluck().all()
  const stored = new Set(rows.map(idText))
  return [...acts].filter((id) => !stored.has(id))
}

function isKept(objects: string, sha256: string): boolean {
  try {
    const path = join(objects, 'evidence', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
    return createHash('sha256').update(readFileSync(path)).digest('hex') === sha256
  } catch {
    return false
  }
}

/** The bytes that were acknowledged lie in its file, or it was finished and the answer was lost. */
function isAsFar(db: Db, data: string, { path, offset, picture }: Upload): boolean {
  const id = path.slice('/v1/uploads/'.length)
  if (db.prepare('SELECT 1 FROM entry WHERE id = ?').get(idBytes(id)) !== undefined) return true
  try {
    const bytes = readFileSync(join(data, 'uploads', `${id}.bytes`))
    if (JSON.parse(readFileSync(join(data, 'uploads', `${id}.json`), 'utf8')).id !== id) return false
    return bytes.subarray(0, offset).equals(picture.subarray(0, offset))
  } catch {
    return false
  }
}

/** @returns null when all of it is there or nothing */
function halfOf({ drafts }: Batch, stored: ReadonlyMap<string, Draft>): string | null {
  const there = drafts.filter(({ id }) => stored.has(id)).length
  return there === 0 || there === drafts.length ? null : `${there} of ${drafts.length}`
}
