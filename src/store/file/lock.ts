import { chmodSync } from 'node:fs'
import Database from 'better-sqlite3'
import { errorCode } from '../../base/error-kinds.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { openingFault } from './open.ts'

/**
 * Makes this process the only writer of a data folder by taking an exclusive lock on an empty SQLite file.
 * The operating system ends the lock with the process, so it never survives a power cut.
 * @param waitMs how long to wait for another process to release it; nothing else runs meanwhile
 * @returns a function that releases the lock
 * @throws {OperatorFault} when another process holds the lock
 */
export function lockFolder(file: string, waitMs = 0): () => void {
  const db = openLock(file, waitMs)
  try {
    // The file stays empty and takes no space, so that the service can start on a full disk.
    db.pragma('journal_mode = MEMORY')
    db.exec('BEGIN EXCLUSIVE')
    chmodSync(file, 0o600)
  } catch (error) {
    db.close()
    if (String(errorCode(error)).startsWith('SQLITE_BUSY')) {
      throw new OperatorFault(...withRemedy('store.inUse'))
    }
    throw openingFault(error, file)
  }
  return () => db.close()
}

function openLock(file: string, timeout: number): Database.Database {
  try {
    return new Database(file, { timeout })
  } catch (error) {
    if (!String(errorCode(error)).startsWith('SQLITE_')) throw error
    throw new OperatorFault(...withRemedy('store.notWritable', { file }))
  }
}
