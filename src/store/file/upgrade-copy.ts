import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { errorCode, kindWords } from '../../base/error-kinds.ts'
import { syncFolderNow } from '../../base/sync-folder.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'

/**
 * The copy of the database that is made before a newer Granary upgrades it: the only way back to the older
 * version. The copy equals the file byte for byte and has the same permissions.
 */

const FOLDER = 'before-upgrade'
/** The suffix of an unfinished copy, which is removed when the next copy begins. */
const UNFINISHED = '.unfinished'
const NAME = /^granary-schema-(\d+)(?:-\d+)?\.db$/

/** Disk space that the upgrade may need in addition to the copy. */
const SPARE_BYTES = 64 * 1024 * 1024
const CHUNK_BYTES = 4 * 1024 * 1024
/** Copying a file of at least this length shows its progress. */
const SLOW_BYTES = 512 * 1024 * 1024
const MIB = 1024 * 1024

/** Returns the folder for copies of this database. */
export const upgradeCopiesOf = (file: string): string => join(dirname(file), FOLDER)

export interface UpgradeCopy {
  readonly path: string
  /** The schema version of the copy. */
  readonly schema: number
  readonly bytes: number
  readonly madeAtMs: number
}

/** Complete copies, newest first. */
export function upgradeCopies(file: string): UpgradeCopy[] {
  const folder = upgradeCopiesOf(file)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => {
      const schema = NAME.exec(name)?.[1]
      if (schema === undefined) return []
      const path = join(folder, name)
      const found = statSync(path, { throwIfNoEntry: false })
      if (!found?.isFile()) return []
      const { size, mtimeMs } = found
      return [{ path, schema: Number(schema), bytes: size, madeAtMs: mtimeMs }]
    })
    .sort((a, b) => b.madeAtMs - a.madeAtMs)
}

/**
 * Moves the write-ahead log into the file, so that the file is complete.
 * @throws {OperatorFault} if another program reads the file
 */
export function takeInJournal(db: Database.Database, file: string): void {
  if (db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0) return
  throw new OperatorFault(...withRemedy('store.upgradeBlocked', { file }))
}

/**
 * Copies the database and reads the copy back. If an equal copy exists, that one is used.
 * @param file a file that no process writes to, that is not open in this process, and whose write-ahead log
 * is empty
 * @param version the version of the file's schema
 * @param notify called with sentences about the progress
 * @returns the path of the copy
 * @throws {OperatorFault} if there is no room for the copy, or it does not read back as written
 */
export function copyBeforeUpgrade(
  file: string,
  version: number,
  notify: (text: string) => void = () => {},
): string {
  const folder = upgradeCopiesOf(file)
  prepare(folder)
  const there = upgradeCopies(file).filter(({ schema }) => schema === version)
  const { size } = statSync(file)
  const same = there.find(({ path, bytes }) => bytes === size && digestOf(path) === digestOf(file))
  if (same !== undefined) return kept(same.path)
  checkRoom(folder, size, 'store.noRoomForCopy')
  const target = freeName(folder, version)
  const unfinished = `${target}${UNFINISHED}`
  notify(
    `Copying it first to ${target} (${Math.ceil(size / MIB)} MiB), so that you can go back to the older Granary.`,
  )
  const digest = copyFile(file, unfinished, size, notify)
  checkCopy(unfinished, digest, version)
  renameSync(unfinished, target)
  return kept(target)
}

/** Syncs the name of the copy before anything else changes: an earlier attempt may have ended before that. */
function kept(path: string): string {
  syncFolderNow(dirname(path))
  syncFolderNow(dirname(dirname(path)))
  return path
}

/** Creates the folder and removes unfinished copies. @throws {OperatorFault} if the folder cannot be used */
function prepare(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    for (const name of readdirSync(folder)) if (name.endsWith(UNFINISHED)) rmSync(join(folder, name))
  } catch (error) {
    if (!REFUSALS.has(errorCode(error) ?? '')) throw error
    throw new OperatorFault(...withRemedy('store.upgradeFolder', { folder, code: kindWords(error) }))
  }
}

/** Errors that occur if the name belongs to a file, a broken link, or another user. */
const REFUSALS: ReadonlySet<string> = new Set(['EEXIST', 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'])

/** Checks for free space. @param what says what needs room. @throws {OperatorFault} */
export function checkRoom(
  folder: string,
  bytes: number,
  what: 'store.noRoomForCopy' | 'store.noRoomForSecond',
): void {
  const { bavail, bsize } = statfsSync(folder)
  const [free, needed] = [bavail * bsize, bytes + SPARE_BYTES]
  if (free >= needed) return
  throw new OperatorFault(
    message(what, { needed: Math.ceil(needed / MIB), free: Math.floor(free / MIB) }),
    message('store.noRoom.remedy', { folder }),
  )
}

function freeName(folder: string, version: number): string {
  for (let n = 1; ; n++) {
    const path = join(folder, `granary-schema-${version}${n === 1 ? '' : `-${n}`}.db`)
    if (!existsSync(path)) return path
  }
}

/** Copies a file. @returns the SHA-256 of the bytes read */
function copyFile(from: string, to: string, size: number, notify: (text: string) => void): string {
  const hash = createHash('sha256')
  const target = openSync(to, 'wx', 0o600)
  try {
    let done = 0
    let shownTenths = 0
    eachPiece(from, (piece) => {
      for (let at = 0; at < piece.length; ) at += writeSync(target, piece, at)
      hash.update(piece)
      done += piece.length
      const tenths = Math.floor((10 * done) / size)
      if (size >= SLOW_BYTES && tenths > shownTenths) notify(`Copied ${10 * tenths} %.`)
      shownTenths = tenths
    })
    fsyncSync(target)
  } catch (error) {
    rmSync(to, { force: true })
    throw error
  } finally {
    closeSync(target)
  }
  return hash.digest('hex')
}

function checkCopy(path: string, digest: string, version: number): void {
  if (digestOf(path) === digest && versionOf(path) === version) return
  rmSync(path, { force: true })
  throw new OperatorFault(...withRemedy('store.copyDiffers'))
}

/** Reads the schema version of a copy from its header, without creating journal files next to it. */
function versionOf(path: string): number {
  const header = Buffer.alloc(100)
  const file = openSync(path, 'r')
  try {
    readSync(file, header, 0, header.length, 0)
  } finally {
    closeSync(file)
  }
  return header.toString('latin1', 0, 15) === 'SQLite format 3' ? header.readUInt32BE(60) : -1
}

function digestOf(path: string): string {
  const hash = createHash('sha256')
  eachPiece(path, (piece) => hash.update(piece))
  return hash.digest('hex')
}

function eachPiece(path: string, take: (piece: Buffer) => void): void {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  const file = openSync(path, 'r')
  try {
    for (;;) {
      const length = readSync(file, buffer, 0, buffer.length, null)
      if (length === 0) return
      take(buffer.subarray(0, length))
    }
  } finally {
    closeSync(file)
  }
}
