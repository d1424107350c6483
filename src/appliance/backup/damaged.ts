import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivate } from './scratch.ts'
import type { BackupFault } from './verify.ts'

/** Remembers objects that a check found damaged, so that no backup reuses them. */

const pathIn = (folder: string): string => join(folder, 'damaged')

/** @param folder of backups, in the data folder */
export function noteDamaged(folder: string, faults: readonly BackupFault[]): void {
  const lines = faults.flatMap(({ object }) => (object === undefined ? [] : [`${object}\n`]))
  if (lines.length === 0) return
  makePrivate(folder)
  // A power cut may have cut the last line short.
  appendFileSync(pathIn(folder), ['\n', ...lines].join(''), { mode: 0o600, flush: true })
}

export function damagedIn(folder: string): ReadonlySet<string> {
  const path = pathIn(folder)
  return new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [])
}
