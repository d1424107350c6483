import { must } from '../../base/typed.ts'
import type { ObjectStore } from '../../evidence/objects/store.ts'
import { type Message, message } from '../../words/message.ts'
import { BrokenBackup, backupsAt, fetchCipher, lookAt } from './fetching.ts'
import { inParallel } from './in-parallel.ts'
import { type Manifest, type ObjectRef, objectKey } from './manifest.ts'

/** Checks part of a backup, at the same low cost for any size. `checkObjects` reads all of it. */

/** At most this number of objects is checked, spread over the backup. */
const SAMPLE = 48
const AT_ONCE = 6
/** A table of contents is read and its hash checked if it is not longer than this. */
const READ_BYTES = 8 * 1024 * 1024

export type LightLook = Awaited<ReturnType<typeof lightLook>>

const unreadable = (fault: Message) => ({ manifest: null, fault, objects: 0, looked: 0, missing: 0 })

/**
 * @returns the manifest, null when it cannot be read; the fault, a clause without a full stop; and the numbers of
 *   objects, of those checked, and of those that are missing or have the wrong length
 * @throws {ObjectStoreUnavailable}
 */
export async function lightLook(place: ObjectStore, id: string) {
  const at = (await backupsAt(place)).find((one) => one.id === id)
  if (at === undefined) return unreadable(message('backup.fault.gone'))
  const { manifest, fault } = await lookAt(place, at)
  if (manifest === null) return unreadable(must(fault))
  const chosen = spread(manifest.objects)
  let missing = 0
  await inParallel(chosen, AT_ONCE, async ([sha256, bytes]) => {
    if ((await place.has(objectKey(sha256)))?.bytes !== bytes) missing++
  })
  const found = { objects: manifest.objects.length, looked: chosen.length, missing }
  return { manifest, fault: missing > 0 ? null : await faultOfContents(place, manifest), ...found }
}

/** The first object, the last, and others at even distances between them. */
function spread(objects: readonly ObjectRef[]): readonly ObjectRef[] {
  if (objects.length <= SAMPLE) return objects
  const step = (objects.length - 1) / (SAMPLE - 1)
  return Array.from({ length: SAMPLE }, (_, n) => must(objects[Math.round(n * step)]))
}

async function faultOfContents(place: ObjectStore, { contents }: Manifest): Promise<Message | null> {
  if (contents[1] > READ_BYTES) return null
  try {
    await fetchCipher(place, contents)
    return null
  } catch (error) {
    if (error instanceof BrokenBackup) return message('backup.fault.contents')
    throw error
  }
}
