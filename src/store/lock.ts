import { chmodSync } from 'node:fs'
import Database from 'better-sqlite3'
import { OperatorFault } from '../base/problem.ts'
import { openingFault } from './open.ts'

/**
 * Holds the one writer's place in a data folder: an exclusive lock of the operating system on an empty
 * SQLite file. It falls with the process, however that ends, so no stale lock survives a power cut.
 * @returns a function that gives the place up
 * @throws {OperatorFault} when another process holds it
 */
export function lockFolder(file: string): () => void {
  const db = openLock(file)
  try {
    // Nothing is kept in the file, so it needs no room: a full disk must not keep the service from its start.
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
