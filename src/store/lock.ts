import { chmodSync } from 'node:fs'
import Database from 'better-sqlite3'
import { OperatorFault } from '../base/problem.ts'
import { openingFault } from './open.ts'

/**
 * Locks a data folder for its one writer: an exclusive lock of the operating system on an empty SQLite file. It ends with
 * the process, so no stale lock survives a power cut.
 * @returns a function that releases the lock
 * @throws {OperatorFault} if another process holds it
 */
export function lockFolder(file: string): () => void {
  const db = openLock(file)
  try {
    // A journal in memory needs no disk space: a full disk must not keep the service from starting.
    db.pragma('journal_mode = MEMORY')
    db.exec('BEGIN EXCLUSIVE')
    chmodSync(file, 0o600)
  } catch (error) {
    db.close()
    if (String((error as { code?: string }).code).startsWith('SQLITE_BUSY')) {
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
    if (!String((error as { code?: string }).code).startsWith('SQLITE_')) throw error
    throw new OperatorFault(
      `${file} cannot be opened for writing.`,
      'Give the user that runs Granary the right to write to this folder (chown, chmod 700).',
    )
  }
}
