import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromJson } from '../../base/typed.ts'
import { makePrivate } from './scratch.ts'

/** When a backup of this folder was last checked, and last restored as a trial: a backup nobody restored is a hope. */

export interface BackupCheck {
  /** RFC 3339. */
  readonly at: string
  readonly backup: string
  readonly whole: boolean
}

export interface LastChecks {
  /** All objects are there and unchanged. */
  readonly checked: BackupCheck | null
  /** It was also restored to a temporary folder and compared. */
  readonly restored: BackupCheck | null
}

const pathIn = (folder: string): string => join(folder, 'last-check.json')
const NEVER: LastChecks = { checked: null, restored: null }

/** @param folder of backups, in the data folder @param isRestored whether it was opened and restored as a trial */
export function noteCheck(folder: string, check: BackupCheck, isRestored: boolean): void {
  makePrivate(folder)
  const now = { ...lastChecks(folder), checked: check, ...(isRestored ? { restored: check } : {}) }
  const path = pathIn(folder)
  writeFileSync(`${path}.new`, `${JSON.stringify(now)}\n`, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}

/** Nothing is known of a file that cannot be read. */
export function lastChecks(folder: string): LastChecks {
  const path = pathIn(folder)
  try {
    return existsSync(path) ? { ...NEVER, ...fromJson<LastChecks>(readFileSync(path, 'utf8')) } : NEVER
  } catch {
    return NEVER
  }
}
