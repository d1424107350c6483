import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { openDatabase } from './open.ts'

/** Pages copied at a time; in between, the process handles signals. */
const STEP_PAGES = 512
/** Bytes written between syncs. A gigabyte at once would delay the service's commits on that disk. */
const SYNC_PAGES = 4_096

/** Receives the progress of a copy, in bytes. */
export interface Copying {
  begun(bytes: number): void
  copied(bytes: number): void
}

/**
 * Copies the database as of one instant. It uses its own connection and transaction, so others can write meanwhile without
 * restarting the copy.
 * @param target a file that does not exist yet
 */
export async function copyDatabase(database: string, target: string, copying: Copying): Promise<void> {
  const db = openDatabase(database, { readonly: true })
  try {
    // Created here, since SQLite would let other users of the machine read it.
    const file = openSync(target, 'wx', 0o600)
    try {
      db.exec('BEGIN')
      const pageBytes = Number(db.pragma('page_size', { simple: true }))
      // A transaction takes its snapshot with its first read.
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
