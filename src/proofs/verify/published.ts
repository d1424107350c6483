import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { errorCode, errorMessage } from '../../base/error-kinds.ts'
import { type Checkpoint, originOf } from '../../domain/checkpoint.ts'
import { extentOf } from '../../store/inspect/extent.ts'
import type { LifeRow } from '../../store/inspect/inspection.ts'
import { several } from '../../words/english.ts'
import { folderOf, NEWEST, SUFFIX } from '../anchor/folder-publisher.ts'
import { checkpointIn, isSigned, keyOf, rootOver } from './anchors.ts'
import type { Examination, Tell } from './faults.ts'

/** A checkpoint kept outside the database. */
export interface Published {
  /** Where it was found, for people. */
  readonly place: string
  readonly note: string
}

export interface Comparison {
  /** What could not be compared, in sentences. */
  readonly owed: readonly string[]
  /** Remarks on the key that signed it, in sentences. */
  readonly remarks: readonly string[]
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
  const owed: string[] = []
  const remarks: string[] = []
  const said = checkpointIn(note)
  const tell = faults.at(place)
  if (typeof said === 'string') tell('checkpoint_not_ours', `It cannot be read. ${said}`)
  else {
    const key = inspection.keys().find(({ publicKey }) => isSigned(note, () => keyOf(said.origin, publicKey)))
    if (key === undefined)
      tell('checkpoint_not_ours', `It is not signed by a key of this log (${said.origin}).`)
    else
      remarks.push(
        `The checkpoint ${place} over ${said.size} entries was signed by the key of entry ${key.seq}.`,
      )
    const beyond = compare(exam, said, tell)
    if (beyond > 0)
      owed.push(
        `The checkpoint ${place} is from before a backup was restored, and covers ${beyond} entries that were not in that backup. It cannot be compared; keep a newer one.`,
      )
  }
  const compared = owed.length === 0 ? 1 : 0
  return { owed, remarks, compared }
}

/** @returns the number of entries beyond the end of its life: with any, it cannot be compared */
function compare({ inspection, extent }: Examination, said: Checkpoint, tell: Tell): number {
  const { entries, auditEntries } = extent
  const { origin, size, root, auditN, auditHash } = said
  const lives = inspection.lives()
  const life = lives.findIndex(({ incarnation }) => originOf(incarnation) === origin)
  if (life < 0) {
    tell('checkpoint_not_ours', `This log never had the name ${origin}.`)
    return 0
  }
  const next = lives[life + 1]
  const shared = next === undefined ? entries : next.seq - 1
  if (size > shared && next !== undefined) return size - shared
  if (size > shared)
    tell('rolled_back', `It covers ${size} entries, but the log has ${shared}: ${size - shared} are missing.`)
  else if (!rootOver(inspection, size)?.equals(root))
    tell('rewritten', `The root of the first ${size} entries is not the one that it states.`)
  // A life that ended with more entries than the checkpoint covers also ended with all audit entries that it
  // covers.
  if (next !== undefined && size >= shared) return 0
  if (auditN > auditEntries)
    tell(
      'rolled_back',
      `It covers ${auditN} audit entries, but the audit log has ${auditEntries}: ${auditN - auditEntries} are missing.`,
    )
  else if (auditN > 0 && !inspection.audit.hashAt(auditN)?.equals(auditHash))
    tell('rewritten', `The hash of audit entry ${auditN} is not the one that it states.`)
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
  if (compared.length > 1) remarks.push(`${compared.length} checkpoints in ${folder} were compared.`)
  const beyond = all.flatMap((one) => one.owed)
  if (compared.length === 0) owed.push(...beyond.slice(-1))
  else if (beyond.length > 0)
    remarks.push(
      `${several(beyond.length, 'checkpoint', 'checkpoints')} in ${folder} ${beyond.length === 1 ? 'is' : 'are'} from before a backup was restored, and ${beyond.length === 1 ? 'covers' : 'cover'} entries that were not in that backup.`,
    )
  return { owed, remarks, compared: compared.length }
}

/**
 * Reads the checkpoints of the given lives.
 * @returns `owed`: sentences on checkpoints that are missing or belong to other logs
 */
function readFolder(folder: string, lives: readonly LifeRow[]): { found: Published[]; owed: string[] } {
  const found: Published[] = []
  const owed: string[] = []
  try {
    for (const life of lives)
      for (const place of placesOf(folder, life)) found.push({ place, note: readFileSync(place, 'utf8') })
    const place = join(folder, NEWEST)
    const note = textOf(place)
    const said = note === null ? 'It does not exist.' : checkpointIn(note)
    if (typeof said !== 'string') {
      if (lives.some(({ incarnation }) => originOf(incarnation) === said.origin))
        found.push({ place, note: note as string })
      else owed.push(`${place} is of ${said.origin}, ${NOT_OURS}`)
    } else if (found.length === 0)
      owed.push(`${place}: ${said} So the log was not compared with the checkpoint published last.`)
  } catch (error) {
    owed.push(`Not all published checkpoints could be read: ${errorMessage(error)}.`)
  }
  return { found, owed }
}

const NOT_OURS =
  'a name that this log never had: of another log that is published to the same folder, of another restored copy, or of this log before it was rolled back. Give each log its own folder, or name one of its checkpoints with --checkpoint.'

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
export const textOf = (file: string): string | null => ifThere(() => readFileSync(file, 'utf8'))

function ifThere<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}
