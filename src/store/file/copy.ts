import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { openDatabase } from './open.ts'

/** Pages copied in one step; between steps the process can handle signals. */
const STEP_PAGES = 512
/** Pages written between syncs. Syncing a gigabyte at once would delay the service's commits on that disk. */
const SYNC_PAGES = 4_096

/** Receives the progress of a copy, in bytes. */
export interface Copying {
  begun(bytes: number): void
  copied(bytes: number): void
}

/**
 * Copies the database as of one instant. The copy has its own connection and transaction, so that writes by
 * others in the meantime do not restart it.
 * @param target a file that does not exist yet
 */
export async function copyDatabase(database: string, target: string, copying: Copying): Promise<void> {
  const db = openDatabase(database, { readonly: true })
  try {
    // SQLite would create a file that other users of the machine can read.
    const file = openSync(target, 'wx', 0o600)
    try {
      db.exec('BEGIN')
      const pageBytes = Number(db.pragma('page_size', { simple: true }))
      // The first read in a transaction determines its snapshot.
      copying.begun(Number(db.pragma('page_count', { simple: true })) * pageBytes)
      let done = 0
      let synced = 0
      await db.backup(target, {
        progress: ({ totalPages, remainingPages }) => {
          const now = totalPages - remainingPages
          copying.copied((now - done) * pageBytes)
          done = now
          if (done - synced >= SYNC_PAGES) {
            fdatasyncSync(file)
            synced = done
          }
          return STEP_PAGES
        },
      })
    } finally {
      closeSync(file)
    }
  } finally {
    if (db.inTransaction) db.exec('COMMIT')
    db.close()
  }
}
