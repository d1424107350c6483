import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { errorCode, errorMessage } from '../../base/error-kinds.ts'
import { readRegular } from '../../base/read-regular.ts'
import { type AuditHead, type Checkpoint, originOf } from '../../domain/checkpoint.ts'
import { NoteFault } from '../../domain/note.ts'
import { extentOf } from '../../store/inspect/extent.ts'
import type { LifeRow } from '../../store/inspect/inspection.ts'
import { type Message, message } from '../../words/message.ts'
import { folderOf, NEWEST, SUFFIX } from '../anchor/folder-publisher.ts'
import { checkpointIn, headUnder, isSigned, keyOf, rootOver } from './anchors.ts'
import type { Examination, Tell } from './faults.ts'

/** A checkpoint kept outside the database. */
export interface Published {
  /** Where it was found, for people. */
  readonly place: string
  readonly note: string
}

export interface Comparison {
  /** What could not be compared. */
  readonly owed: readonly Message[]
  /** Remarks on the key that signed it. */
  readonly remarks: readonly Message[]
  /** Number of checkpoints compared with the log. */
  readonly compared: number
}

/**
 * Compares the present log with a checkpoint from outside. This is the only way to detect that the whole
 * database was rolled back to an earlier state, because such a database is consistent.
 * @param exam its extent must be read after the checkpoint, since the service may publish others meanwhile
 */
export function compareWithPublished(exam: Examination, { place, note }: Published): Comparison {
  const { inspection, faults } = exam
  const owed: Message[] = []
  const remarks: Message[] = []
  const said = checkpointIn(note)
  const tell = faults.at(place)
  if (said instanceof NoteFault)
    tell('checkpoint_not_ours', message('verify.found.publishedUnreadable', { why: said.what }))
  else {
    const key = inspection.keys().find(({ publicKey }) => isSigned(note, () => keyOf(said.origin, publicKey)))
    if (key === undefined)
      tell('checkpoint_not_ours', message('verify.found.notOurKey', { origin: said.origin }))
    else remarks.push(message('verify.signedBy', { place, size: said.size, seq: key.seq }))
    const beyond = compare(exam, said, tell)
    if (beyond > 0) owed.push(message('verify.beyondLife', { place, beyond }))
  }
  const compared = owed.length === 0 ? 1 : 0
  return { owed, remarks, compared }
}

const NO_HEAD: AuditHead = { n: 0, hash: Buffer.alloc(0) }

/** @returns the number of entries beyond the end of its life: with any, it cannot be compared */
function compare({ inspection, extent }: Examination, said: Checkpoint, tell: Tell): number {
  const { entries, auditEntries } = extent
  const { origin, size, root } = said
  const lives = inspection.lives()
  const life = lives.findIndex(({ incarnation }) => originOf(incarnation) === origin)
  if (life < 0) {
    tell('checkpoint_not_ours', message('verify.found.otherName', { origin }))
    return 0
  }
  const next = lives[life + 1]
  const shared = next === undefined ? entries : next.seq - 1
  if (size > shared && next !== undefined) return size - shared
  if (size > shared)
    tell(
      'rolled_back',
      message('verify.found.entriesGone', { size, entries: shared, missing: size - shared }),
    )
  else if (!rootOver(inspection, size)?.equals(root))
    tell('rewritten', message('verify.found.rootStated', { size }))
  // A life that ended with more entries than the checkpoint covers also ended with all audit entries that it
  // covers.
  if (next !== undefined && size >= shared) return 0
  // If the leaf is missing, the root differs, which was reported above.
  const { n, hash } = headUnder(inspection, said) ?? NO_HEAD
  if (n > auditEntries)
    tell(
      'rolled_back',
      message('verify.found.auditGone', { size: n, entries: auditEntries, missing: n - auditEntries }),
    )
  else if (n > 0 && !inspection.audit.hashAt(n)?.equals(hash))
    tell('rewritten', message('verify.found.auditStated', { n }))
  return 0
}

/** Number of newest checkpoints read of each life; the same number of older ones is read, evenly spread. */
const NEWEST_READ = 1_000

/**
 * Compares the log with the checkpoints in a publisher's folder, for every life of the log found there.
 * Others may publish to the same folder: another cooperative, or a copy restored as a drill.
 * @param path of the folder
 */
export function compareWithFolder(exam: Examination, path: string): Comparison {
  const folder = resolve(path)
  const { found, owed } = readFolder(folder, exam.inspection.lives())
  const now = { ...exam, extent: extentOf(exam.inspection.db) }
  const all = found.map((published) => compareWithPublished(now, published))
  const compared = all.filter((one) => one.compared > 0)
  const remarks = [...(compared.at(-1)?.remarks ?? [])]
  if (compared.length > 1) remarks.push(message('verify.compared', { count: compared.length, folder }))
  const beyond = all.flatMap((one) => one.owed)
  if (compared.length === 0) owed.push(...beyond.slice(-1))
  else if (beyond.length > 0) remarks.push(message('verify.beyondLives', { count: beyond.length, folder }))
  return { owed, remarks, compared: compared.length }
}

/**
 * Reads the checkpoints of the given lives.
 * @returns `owed`: which checkpoints are missing or belong to other logs
 */
function readFolder(folder: string, lives: readonly LifeRow[]): { found: Published[]; owed: Message[] } {
  const found: Published[] = []
  const owed: Message[] = []
  try {
    for (const life of lives)
      for (const place of placesOf(folder, life)) found.push({ place, note: readRegular(place).toString() })
    const place = join(folder, NEWEST)
    const note = textOf(place)
    const said = note === null ? null : checkpointIn(note)
    if (said === null || said instanceof NoteFault) {
      const why = said === null ? message('verify.absent') : said.what
      if (found.length === 0) owed.push(message('verify.lastNotCompared', { place, why }))
    } else if (lives.some(({ incarnation }) => originOf(incarnation) === said.origin))
      found.push({ place, note: note as string })
    else owed.push(message('verify.otherLog', { place, origin: said.origin }))
  } catch (error) {
    owed.push(message('verify.publishedUnread', { error: errorMessage(error) }))
  }
  return { found, owed }
}

/**
 * Returns the paths of a life's checkpoints, oldest first: names start with the size of the tree, in twelve
 * digits.
 */
function placesOf(folder: string, { incarnation }: LifeRow): string[] {
  const own = join(folder, folderOf(originOf(incarnation)))
  const names = namesIn(own)
    .filter((name) => name.endsWith(SUFFIX))
    .sort()
  const older = names.slice(0, Math.max(0, names.length - NEWEST_READ))
  const step = Math.max(1, Math.ceil(older.length / NEWEST_READ))
  return [...older.filter((_, i) => i % step === 0), ...names.slice(older.length)].map((name) =>
    join(own, name),
  )
}

const namesIn = (folder: string): string[] => ifThere(() => readdirSync(folder)) ?? []

/** Returns the text of a file; null if it does not exist. */
export const textOf = (file: string): string | null => ifThere(() => readRegular(file).toString())

function ifThere<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}
