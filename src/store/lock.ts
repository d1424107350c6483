import { chmodSync } from 'node:fs'
import Database from 'better-sqlite3'
import { errorCode } from '../base/error-kinds.ts'
import { OperatorFault } from '../words/fault.ts'
import { openingFault } from './open.ts'

/**
 * Makes this process the only writer of a data folder by taking an exclusive lock on an empty SQLite file.
 * The operating system ends the lock with the process, so it never survives a power cut.
 * @returns a function that releases the lock
 * @throws {OperatorFault} when another process holds the lock
 */
export function lockFolder(file: string): () => void {
  const db = openLock(file)
  try {
    // The file stays empty and takes no space, so that the service can start on a full disk.
    db.pragma('journal_mode = MEMORY')
    db.exec('BEGIN EXCLUSIVE')
    chmodSync(file, 0o600)
  } catch (error) {
    db.close()
    if (String(errorCode(error)).startsWith('SQLITE_BUSY')) {
      throw new OperatorFault(
        'Another Granary is already using this data folder.',
        'Use the running one (granary commands find it by themselves), or stop it first.',
      )
    }
    throw openingFault(error, file)
  }
  return () => db.close()
}

function openLock(file: string): Database.Database {
  try {
    return new Database(file, { timeout: 0 })
  } catch (error) {
    if (!String(errorCode(error)).startsWith('SQLITE_')) throw error
    throw new OperatorFault(
      `${file} cannot be opened for writing.`,
      'Run the command as the user who owns this folder, or give the folder to this user (chown, chmod 700).',
    )
  }
}
