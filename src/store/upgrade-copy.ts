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
import { errorCode } from '../base/error-kinds.ts'
import { OperatorFault } from '../base/problem.ts'
import { syncFolderNow } from '../base/sync-folder.ts'
import type { Db } from './open.ts'

/**
 * The copy of the database that is made before a newer Granary upgrades it: the only way back to the older version. It
 * equals the file byte for byte and is as private.
 */

const FOLDER = 'before-upgrade'
/** An unfinished copy; it is removed when the next one begins. */
const UNFINISHED = '.unfinished'
const NAME = /^granary-schema-(\d+)(?:-\d+)?\.db$/

/** Room that the upgrade may need beside the copy. */
const SPARE_BYTES = 64 * 1024 * 1024
const PIECE_BYTES = 4 * 1024 * 1024
/** From this length on, copying shows its progress. */
const SLOW_BYTES = 512 * 1024 * 1024
const MIB = 1024 * 1024

/** The folder of copies of this database. */
export const upgradeCopiesOf = (file: string): string => join(dirname(file), FOLDER)

export interface UpgradeCopy {
  readonly path: string
  /** Its schema version. */
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
export function takeInJournal(db: Db, file: string): void {
  if (db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0) return
  throw new OperatorFault(
    `${file} must be brought up to date, but another program is reading it.`,
    'Stop that program (a backup, "granary verify", a copy being made), and start again; nothing was changed.',
  )
}

/**
 * Makes the copy and reads it back. An equal copy that exists already is kept.
 * @param file not written to by anyone and not open in this process; its write-ahead log is moved into it first
 * @param version of the file's schema
 * @param notify receives sentences about the progress
 * @returns its path
 * @throws {OperatorFault} if there is no room for it, or the disk does not keep it
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
  checkRoom(folder, size, 'The database must be brought up to date, but there is no room to copy it first')
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

/** Syncs the copy's name before anything else changes: an earlier attempt may have ended before that. */
function kept(path: string): string {
  syncFolderNow(dirname(path))
  syncFolderNow(dirname(dirname(path)))
  return path
}

/** @throws {OperatorFault} if the folder cannot be made, or belongs to another user */
function prepare(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    for (const name of readdirSync(folder)) if (name.endsWith(UNFINISHED)) rmSync(join(folder, name))
  } catch (error) {
    if (!REFUSALS.has(errorCode(error) ?? '')) throw error
    throw new OperatorFault(
      `The database must be copied to ${folder} before it is brought up to date, but that folder cannot be used (${errorCode(error)}).`,
      'Remove or rename what has that name, or give it to the user of the service (chown), and start again; nothing was changed.',
    )
  }
}

/** The name is a file, a broken link, or another user's. */
const REFUSALS: ReadonlySet<string> = new Set(['EEXIST', 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'])

/** @param what the beginning of a sentence about what needs room for a file of this many bytes */
export function checkRoom(folder: string, bytes: number, what: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const [free, needed] = [bavail * bsize, bytes + SPARE_BYTES]
  if (free >= needed) return
  throw new OperatorFault(
    `${what}: ${Math.ceil(needed / MIB)} MiB are needed, ${Math.floor(free / MIB)} MiB are free.`,
    `Free some space on the disk that holds ${folder}, and start again; nothing was changed.`,
  )
}

function freeName(folder: string, version: number): string {
  for (let n = 1; ; n++) {
    const path = join(folder, `granary-schema-${version}${n === 1 ? '' : `-${n}`}.db`)
    if (!existsSync(path)) return path
  }
}

/** @returns SHA-256 of the bytes read */
function copyFile(from: string, to: string, size: number, notify: (text: string) => void): string {
  const hash = createHash('sha256')
  const target = openSync(to, 'wx', 0o600)
  try {
    let done = 0
    let saidTenths = 0
    eachPiece(from, (piece) => {
      for (let at = 0; at < piece.length; ) at += writeSync(target, piece, at)
      hash.update(piece)
      done += piece.length
      const tenths = Math.floor((10 * done) / size)
      if (size >= SLOW_BYTES && tenths > saidTenths) notify(`Copied ${10 * tenths} %.`)
      saidTenths = tenths
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
  throw new OperatorFault(
    'The copy of the database made before the upgrade does not read back as it was written.',
    'Check the disk; nothing was changed. If it is broken, restore the last backup on another.',
  )
}

/** For a copy that nobody else has open; creates no file beside it. */
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
  const buffer = Buffer.allocUnsafe(PIECE_BYTES)
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
