import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { idBytes, idText } from '../../../src/domain/id.ts'
import { type Db, openDatabase } from '../../../src/store/file/open.ts'
import { audited } from '../../support/audited.ts'
import { filesBelow } from '../../support/files-below.ts'
import { auditFaults } from '../../support/store/audit-faults.ts'
import { leafFaults } from '../../support/store/leaf-faults.ts'
import type { Faults } from '../soak/tally.ts'
import type { Account, Draft, Upload } from './account.ts'
import type { Scene } from './scene.ts'

/**
 * Holds what is on the disk against what was acknowledged. The service has ended before; whatever SQLite has to make
 * good is made good by opening the file.
 */
export function check({ served, account, faults, tally }: Scene): void {
  const objects = join(served.data, 'objects')
  const db = openDatabase(join(served.data, 'granary.db'))
  try {
    checkFile(db, faults)
    checkRows(db, faults)
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
      if (upload.storedSha256 !== null && !existsSync(placeOf(objects, upload.storedSha256)))
        miss('an acknowledged picture is not there', upload.storedSha256)
      else if (upload.storedSha256 === null && !upload.isGone && !isAsFar(db, served.data, upload))
        miss('acknowledged bytes of an upload are not there', `${upload.path} at ${upload.offset}`)
    for (const path of filesBelow(join(objects, 'evidence')))
      if (!path.endsWith(sha256Of(path))) faults.add('half an object is there', path)
    const disclosed = audited(db).filter(({ outcome }) => outcome === 'disclosed').length
    if (disclosed < account.disclosures)
      miss('a disclosure is not in the audit log', `${disclosed} of ${account.disclosures}`)
    // A batch is taken in slices with a commit each.
    for (const { drafts, isAcknowledged } of account.batches) {
      const there = drafts.filter(({ id }) => stored.has(id)).length
      if (isAcknowledged ? there < drafts.length : drafts.slice(there).some(({ id }) => stored.has(id)))
        faults.add('of a batch something other than its beginning is there', `${there} of ${drafts.length}`)
    }
    tally.add('missing', missing)
    tally.add('checks')
  } finally {
    db.close()
  }
}

/** The logs verify, and SQLite finds no fault in the file. */
export function checkFile(db: Db, faults: Faults): void {
  for (const fault of leafFaults(db)) faults.add('the log does not verify', fault)
  for (const fault of auditFaults(db)) faults.add('the audit log does not verify', fault)
  const integrity = db.pragma('integrity_check', { simple: true })
  if (integrity !== 'ok') faults.add('the file is damaged', String(integrity))
  for (const broken of db.pragma('foreign_key_check') as unknown[])
    faults.add('a foreign key leads nowhere', JSON.stringify(broken))
}

function checkRows(db: Db, faults: Faults): void {
  const seqs = (sql: string) => db.prepare<[], number>(sql).pluck().all()
  // Those of later entries were in memory, and are made again at the next start.
  const written = 'SELECT coalesce(max(seq), 0) FROM written_through'
  for (const table of ['record_party', 'change']) {
    const halves = seqs(
      `SELECT seq FROM entry WHERE kind < 31 AND seq <= (${written}) AND seq NOT IN (SELECT seq FROM ${table})`,
    )
    if (halves.length > 0) faults.add('half a record is there', `${halves} without rows of ${table}`)
  }
  const told = new Set(audited(db).flatMap(({ action, records }) => (action === 'append' ? records : [])))
  const untold = seqs('SELECT seq FROM entry WHERE kind < 31').filter((seq) => !told.has(seq))
  if (untold.length > 0) faults.add('a record is there that the audit log does not have', String(untold))
  const backwards = seqs(
    `SELECT seq FROM (SELECT seq, received_at, lag(received_at) OVER (ORDER BY seq) AS before FROM entry)
     WHERE received_at < before`,
  )
  if (backwards.length > 0) faults.add('a time of receipt goes back', String(backwards))
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

const placeOf = (objects: string, sha256: string): string =>
  join(objects, 'evidence', sha256.slice(0, 2), sha256.slice(2, 4), sha256)

const sha256Of = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

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
