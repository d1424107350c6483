import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Problem } from '../../base/problem.ts'
import { objectPlace } from '../../config/addresses.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { MARKER } from '../../evidence/objects/prepared-folder.ts'
import { DigestMismatch, type ObjectStore, ObjectStoreUnavailable } from '../../evidence/objects/store.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { Contents } from './contents.ts'
import { diskOf, mayAwaitDisk } from './disks.ts'
import { pictureKey } from './pictures.ts'
import { eachPicture, type OpenedBackup } from './rebuild.ts'
import { checkRoom } from './scratch.ts'

/** Restores pictures into the object store, which may be on another disk. */

/** The folder for pictures outside the data folder; null if they are inside or in a bucket. */
export function pictureFolder({ objectStore }: Config): string | null {
  const place = objectPlace(objectStore)
  return place.kind === 'folder' && place.path !== '' ? resolve(place.path) : null
}

/** @throws {OperatorFault} when a disk may not be mounted: the pictures would fill the disk below it */
export function refuseEmptyMount(folder: string): void {
  if (existsSync(join(folder, MARKER)) || !mayAwaitDisk(folder)) return
  throw new OperatorFault(
    ...withRemedy(
      'backup.emptyMount',
      { folder },
      {
        command: `mkdir -p ${folder} && touch ${join(folder, MARKER)}`,
      },
    ),
  )
}

/** @throws {OperatorFault} when the database or the missing pictures do not fit */
export async function checkRoomForAll(
  config: Config,
  databaseBytes: number,
  objects: ObjectStore,
  contents: Contents,
): Promise<void> {
  const { root } = dataFiles(config.data)
  const folder = pictureFolder(config)
  const isBucket = objectPlace(config.objectStore).kind === 's3'
  const pictureBytes = isBucket ? 0 : await naming(objects, () => missingPictureBytes(objects, contents))
  const isSameDisk = folder === null || diskOf(folder) === diskOf(root)
  checkRoom(root, 'backup.room.restore', databaseBytes + (isSameDisk ? pictureBytes : 0), config.minFreeBytes)
  if (folder !== null && !isSameDisk)
    checkRoom(folder, 'backup.room.pictures', pictureBytes, config.minFreeBytes)
}

/** The size of the missing pictures, encrypted, so slightly more than needed. */
async function missingPictureBytes(objects: ObjectStore, { evidence }: Contents): Promise<number> {
  const there = new Set<string>()
  for await (const { key } of objects.list(pictureKey(''))) there.add(key)
  return evidence.reduce((sum, [stored, , bytes]) => sum + (there.has(pictureKey(stored)) ? 0 : bytes), 0)
}

/**
 * Restores pictures. Intact ones that the object store already has stay, from before or from an earlier
 * restore.
 * @throws {OperatorFault} when the object store is full or does not answer
 */
export async function restorePictures(
  opening: OpenedBackup,
  contents: Contents,
  objects: ObjectStore,
): Promise<void> {
  await eachPicture(opening, contents, async (sha256, read) => {
    if (await naming(objects, () => isKept(objects, sha256))) return
    const bytes = await read()
    await naming(objects, () => objects.put(pictureKey(sha256), [bytes], sha256))
  })
}

async function isKept(objects: ObjectStore, sha256: string): Promise<boolean> {
  try {
    const found = await objects.get(pictureKey(sha256), sha256)
    if (found !== null) await buffer(found.stream)
    return found !== null
  } catch (error) {
    if (error instanceof DigestMismatch) return false
    throw error
  }
}

/**
 * Turns an error of the object store into a fault that names it, because the place of backups may fail too.
 */
async function naming<T>(objects: ObjectStore, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new OperatorFault(
      error instanceof ObjectStoreUnavailable
        ? message('backups.unreachable', { fault: error.reason })
        : message('backup.noRoomForPictures', { store: objects.name }),
      message('backup.noRoomForPictures.remedy'),
    )
  }
}
