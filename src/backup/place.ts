import { relative, resolve, sep } from 'node:path'
import { type Config, dataFiles } from '../config.ts'
import { openObjectStore } from '../objects/open.ts'
import type { ObjectStore } from '../objects/store.ts'
import { objectPlace } from '../places.ts'
import { OperatorFault } from '../problem.ts'
import { diskOf } from './disks.ts'

/**
 * Where backups go: what is set for them, else the object store.
 * @returns as the setting is written; null where that is the data folder itself, for such a backup is none
 */
export function backupPlace(config: Config): string | null {
  const text = config.backupStore === '' ? config.objectStore : config.backupStore
  const place = objectPlace(text)
  if (place.kind === 's3') return text
  if (place.path === '') return null
  const path = resolve(place.path)
  return isInside(path, dataFiles(config.data).root) ? null : `file:${path}`
}

/** Is it the folder itself, or below it? Both paths are absolute. */
function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`)
}

/** @throws {OperatorFault} when there is none */
export function requirePlace(config: Config, flag: '--to' | '--from'): string {
  const place = backupPlace(config)
  if (place !== null) return place
  throw new OperatorFault(
    'No place for backups is named outside the data folder: a backup on the same disk is none.',
    `Name one on another disk with ${flag} file:/mnt/usb/granary-backups, or set GRANARY_BACKUP_STORE to it or to s3://BUCKET.`,
  )
}

/**
 * @param mayBeNew a folder that is not there is made; else its disk is waited for in vain, which a complaint says
 * @throws {OperatorFault} when it cannot be used
 */
export const openPlace = (config: Config, place: string, mayBeNew: boolean): ObjectStore =>
  openObjectStore({ ...config, objectStore: place }, mayBeNew)

/** What an operator should know of a place that works: a sentence, or null. */
export function placeCaution(config: Config, place: string): string | null {
  const where = objectPlace(place)
  if (where.kind === 's3') return null
  if (diskOf(where.path) !== diskOf(dataFiles(config.data).root)) return null
  return `${where.path} lies on the same disk as the data: when that breaks, both are gone.`
}
