import { createHash } from 'node:crypto'
import {
  constants,
  lstatSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { errorCode } from '../../base/error-kinds.ts'
import { carried } from '../../base/own-program.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'

/**
 * Replaces `better-sqlite3/lib/binding.js` in the executable. There the SQLite addon is inside the program,
 * but the system loads code only from files.
 */

/**
 * The Debian package installs the addon here, owned by root, so that the program writes no file at its start.
 */
const SHIPPED = '/usr/lib/granary/better_sqlite3.node'

let addon: object | undefined

/** @throws {OperatorFault} when code may not be loaded from any folder */
export function getBinding(): object {
  addon ??= found()
  return addon
}

function load(file: string): object {
  const module = { exports: {} }
  process.dlopen(module, file)
  return module.exports
}

function found(): object {
  if (isOurs(SHIPPED)) return load(SHIPPED)
  const faults: Message[] = []
  for (const folder of new Set([tmpdir(), '/dev/shm', process.cwd()])) {
    try {
      const real = realpathSync(folder)
      refuseForeign(real)
      return loadFrom(real)
    } catch (error) {
      const reason =
        error === OPEN
          ? message('startup.engine.open')
          : (errorCode(error) ?? message('startup.engine.unknown'))
      faults.push(message('startup.engine.folder', { folder, reason }))
    }
  }
  throw new OperatorFault(...withRemedy('startup.engine', { folders: { examples: faults } }), 78)
}

/** Whether only root may write the file, and it has our version: an upgrade may be in progress. */
function isOurs(file: string): boolean {
  try {
    const { uid, mode } = lstatSync(file)
    refuseForeign(realpathSync(dirname(file)))
    const isRoots = uid === 0 && (mode & constants.S_IFMT) === constants.S_IFREG && (mode & 0o022) === 0
    return isRoots && digestOf(readFileSync(file)).equals(carried('better_sqlite3.node.sha256'))
  } catch {
    return false
  }
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

const OPEN = new Error('a folder that others may change')

/**
 * Refuses a folder where another user could replace our file: its owner can, and so can everyone who may
 * write to it if it has no sticky bit. The same holds for every folder above.
 * @param folder a real path, without links
 */
function refuseForeign(folder: string): void {
  const { uid, mode } = statSync(folder)
  const isOwn = uid === 0 || uid === process.getuid?.()
  if (!isOwn || ((mode & 0o022) !== 0 && (mode & 0o1000) === 0)) throw OPEN
  const above = dirname(folder)
  if (above !== folder) refuseForeign(above)
}

/** Writes the addon into a new private folder, and deletes the folder once the addon is loaded. */
function loadFrom(parent: string): object {
  const folder = mkdtempSync(join(parent, 'granary-'))
  const file = join(folder, 'better_sqlite3.node')
  try {
    const bytes = zstdDecompressSync(carried('better_sqlite3.node.zst'))
    writeFileSync(file, bytes, { flag: 'wx', mode: 0o600 })
    return load(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
