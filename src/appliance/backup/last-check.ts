import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromJson } from '../../base/typed.ts'
import { writeWhole } from '../../base/write-whole.ts'
import { makePrivate } from './scratch.ts'

/** Remembers when a backup of this folder was last checked, and when one was last restored as a trial. */

export interface BackupCheck {
  /** RFC 3339. */
  readonly at: string
  readonly backup: string
  readonly whole: boolean
}

export interface LastChecks {
  /** The last check of every object. */
  readonly checked: BackupCheck | null
  /** The last check that also restored the backup to a temporary folder and compared it. */
  readonly restored: BackupCheck | null
}

const pathIn = (folder: string): string => join(folder, 'last-check.json')
const NEVER: LastChecks = { checked: null, restored: null }

/**
 * @param folder of backups, in the data folder
 * @param isRestored whether the backup was also restored as a trial
 */
export function noteCheck(folder: string, check: BackupCheck, isRestored: boolean): void {
  makePrivate(folder)
  const now = { ...lastChecks(folder), checked: check, ...(isRestored ? { restored: check } : {}) }
  writeWhole(pathIn(folder), `${JSON.stringify(now)}\n`)
}

/** A file that cannot be read counts as missing. */
export function lastChecks(folder: string): LastChecks {
  const path = pathIn(folder)
  try {
    return existsSync(path) ? { ...NEVER, ...fromJson<LastChecks>(readFileSync(path, 'utf8')) } : NEVER
  } catch {
    return NEVER
  }
}
