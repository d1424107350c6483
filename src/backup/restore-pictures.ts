import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Config, dataFiles } from '../config.ts'
import { MARKER } from '../objects/durable.ts'
import { DigestMismatch, type ObjectStore, ObjectStoreUnavailable } from '../objects/store.ts'
import { objectPlace } from '../places.ts'
import { OperatorFault, Problem } from '../problem.ts'
import type { Contents } from './contents.ts'
import { diskOf, mayAwaitDisk } from './disks.ts'
import { pictureKey } from './pictures.ts'
import { eachPicture, type Opening } from './rebuild.ts'
import { checkRoom } from './scratch.ts'

/** Pictures go back into the object store, which may lie on a disk of its own. */

/** The folder that pictures are restored into, where that is not in the data folder and not a bucket; else null. */
export function pictureFolder({ objectStore }: Config): string | null {
  const place = objectPlace(objectStore)
  return place.kind === 'folder' && place.path !== '' ? resolve(place.path) : null
}

/** @throws {OperatorFault} where a disk may be awaited: pictures must not fill the one below */
export function refuseEmptyMount(folder: string): void {
  if (existsSync(join(folder, MARKER)) || !mayAwaitDisk(folder)) return
  throw new OperatorFault(
    `Pictures are to go into ${folder} (GRANARY_OBJECT_STORE), where no pictures were kept yet and nothing else is: a disk that belongs there may not be mounted.`,
    `Mount it. If they are to lie there as it is, say so by the file that the folder is known by: mkdir -p ${folder} && touch ${join(folder, MARKER)}`,
  )
}

/** @throws {OperatorFault} when the database, or the pictures that are not there yet, do not fit where they go */
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
  const isBeside = folder === null || diskOf(folder) === diskOf(root)
  checkRoom(root, 'What is restored', databaseBytes + (isBeside ? pictureBytes : 0), config.minFreeBytes)
  if (folder !== null && !isBeside)
    checkRoom(folder, 'What is restored of pictures', pictureBytes, config.minFreeBytes)
}

/** Somewhat more than they take. */
async function missingPictureBytes(objects: ObjectStore, { evidence }: Contents): Promise<number> {
  const there = new Set<string>()
  for await (const { key } of objects.list(pictureKey(''))) there.add(key)
  return evidence.reduce((sum, [stored, , bytes]) => sum + (there.has(pictureKey(stored)) ? 0 : bytes), 0)
}

/**
 * What is there already, as it should be, stays: an object store that outlived the fire, or a restore begun before.
 * @throws {OperatorFault} when the object store takes no more, or does not answer
 */
export async function restorePictures(
  opening: Opening,
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

/** Two stores are at work: which of them is full or silent is said here. */
async function naming<T>(objects: ObjectStore, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new OperatorFault(
      error instanceof ObjectStoreUnavailable
        ? `${error.reason}.`
        : `No room is left for pictures in ${objects.words}.`,
      'See that the object store (GRANARY_OBJECT_STORE) can be reached and has room, and begin again. The backup is not at fault.',
    )
  }
}
