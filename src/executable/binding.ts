import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'
import { carried } from '../own-program.ts'
import { OperatorFault } from '../problem.ts'

/**
 * Stands in for `better-sqlite3/lib/binding.js` in the executable: there the SQLite addon is not a file beside the
 * program but inside it, and the system loads code from files alone.
 */

/** Where the Debian package puts the addon: a file of root's, so that nothing has to be written before the start. */
const SHIPPED = '/usr/lib/granary/better_sqlite3.node'
/** Under this name threads of the same process learn where the addon is. */
const PLACE = 'granary: addon'

let addon: object | undefined

/** @throws {OperatorFault} where there is no folder that code may be loaded from */
export function getBinding(): object {
  addon ??= isMainThread ? first() : again()
  return addon
}

function load(file: string): object {
  const module = { exports: {} }
  process.dlopen(module, file)
  return module.exports
}

function first(): object {
  if (isOurs(SHIPPED)) {
    setEnvironmentData(PLACE, SHIPPED)
    return load(SHIPPED)
  }
  const faults: string[] = []
  for (const folder of new Set([tmpdir(), '/dev/shm', process.cwd()])) {
    try {
      const real = realpathSync(folder)
      refuseForeign(real)
      return loadFrom(real)
    } catch (error) {
      faults.push(`${folder} (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`)
    }
  }
  throw new OperatorFault(
    `There is no folder to load the database engine from: ${faults.join(', ')}.`,
    'Name one with TMPDIR, on a disk with some megabytes of room that is not mounted with "noexec"; or install the Debian package, which needs none.',
    78,
  )
}

/**
 * The very same file again: another copy would be a second SQLite in one process, and whoever closes a file there gives
 * up the locks that the first one holds on it (fcntl(2), "Record locking").
 */
function again(): object {
  return load(getEnvironmentData(PLACE) as string)
}

/** Root's own, altered by nobody else, and of this version: while a package is replaced it may be of another. */
function isOurs(file: string): boolean {
  try {
    const { uid, mode } = lstatSync(file)
    refuseForeign(realpathSync(dirname(file)))
    const isRoots = uid === 0 && (mode & constants.S_IFMT) === constants.S_IFREG && (mode & 0o022) === 0
    return isRoots && digestOf(readFileSync(file)) === digestOf(carried('better_sqlite3.node'))
  } catch {
    return false
  }
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * The owner of a folder, and anyone who may write in one that is not sticky, can replace our file. So can anyone who may
 * replace this folder or any above it.
 * @param folder its real path, without links
 */
function refuseForeign(folder: string): void {
  const { uid, mode } = statSync(folder)
  const isOwn = uid === 0 || uid === process.getuid?.()
  if (!isOwn || ((mode & 0o022) !== 0 && (mode & 0o1000) === 0))
    throw Object.assign(new Error('a folder that others may alter'), { code: 'open to others' })
  const above = dirname(folder)
  if (above !== folder) refuseForeign(above)
}

/** Writes the addon into a new folder that only this user may open; once it is loaded, its name is not needed any more. */
function loadFrom(parent: string): object {
  const folder = mkdtempSync(join(parent, 'granary-'))
  const file = join(folder, 'better_sqlite3.node')
  const forget = () => rmSync(folder, { recursive: true, force: true })
  try {
    write(file)
    const loaded = load(file)
    // Threads reach it by its number as long as it is open; never closed, for a process has one.
    const byNumber = `/proc/self/fd/${openSync(file, 'r')}`
    const hasNumber = existsSync(byNumber)
    setEnvironmentData(PLACE, hasNumber ? byNumber : file)
    if (hasNumber) forget()
    else process.once('exit', forget)
    return loaded
  } catch (error) {
    forget()
    throw error
  }
}

function write(file: string): void {
  const bytes = carried('better_sqlite3.node')
  const fd = openSync(file, 'wx', 0o600)
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
    if (fstatSync(fd).size !== bytes.length) throw new Error('written short')
  } finally {
    closeSync(fd)
  }
}
