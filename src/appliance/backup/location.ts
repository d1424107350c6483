import { relative, resolve, sep } from 'node:path'
import { Problem } from '../../base/problem.ts'
import { objectPlace } from '../../config/addresses.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { isInstalled } from '../../config/installed.ts'
import { openObjectStore } from '../../evidence/objects/open.ts'
import { type ObjectStore, reasonOf } from '../../evidence/objects/store.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import { diskOf } from './disks.ts'

/**
 * The place of backups: the one set for them, otherwise the object store.
 * @returns the value of the setting; null when the place is inside the data folder, where a backup would be
 *   useless
 */
export function backupPlace(config: Config): string | null {
  const text = config.backupStore === '' ? config.objectStore : config.backupStore
  const place = objectPlace(text)
  if (place.kind === 's3') return text
  if (place.path === '') return null
  const path = resolve(place.path)
  return isInside(path, dataFiles(config.data).root) ? null : `file:${path}`
}

/** Is the path the folder itself or inside it? Both paths are absolute. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`)
}

/** @throws {OperatorFault} when no place is set */
export function requirePlace(config: Config, flag: '--to' | '--from'): string {
  const place = backupPlace(config)
  if (place !== null) return place
  throw new OperatorFault(...withRemedy('backups.noneSet', null, { flag }))
}

/**
 * @param mayBeNew makes a missing folder; otherwise a missing folder is refused, because its disk may not be
 *   mounted
 * @throws {OperatorFault} when the place cannot be used
 */
export const openPlace = (config: Config, place: string, mayBeNew: boolean): ObjectStore =>
  openObjectStore({ ...config, objectStore: place }, mayBeNew)

/** A warning about a place that works, as a sentence; null when there is none. */
export function placeCaution(config: Config, place: string): Message | null {
  const where = objectPlace(place)
  if (where.kind === 's3') return null
  if (diskOf(where.path) !== diskOf(dataFiles(config.data).root)) return null
  return message('backups.sameDisk', { folder: where.path })
}

/**
 * Runs work with the place of backups, and turns an error of the place into a fault for the operator.
 * @param otherWay an alternative remedy
 */
export async function withPlace<T>(
  place: ObjectStore,
  work: () => Promise<T>,
  otherWay?: Message,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new OperatorFault(
      message('backups.unreachable', { fault: reasonOf(error, place.name) }),
      [
        message('backup.placeFails.remedy', { place: place.name }),
        ...(isInstalled() ? [message('backup.placeOfService')] : []),
        ...(otherWay === undefined ? [] : [otherWay]),
      ].reduce((first, next) => message('value.sentences', { first, next })),
    )
  } finally {
    place.close()
  }
}
