import { must } from '../../base/typed.ts'
import type { ObjectStore } from '../../evidence/objects/store.ts'
import { BrokenBackup, backupsAt, fetchCipher, lookAt } from './fetching.ts'
import { inParallel } from './in-parallel.ts'
import { type Manifest, type ObjectRef, objectKey } from './manifest.ts'

/** Checks part of a backup, at the same low cost for any size; `checkObjects` reads all of it. */

/** Most objects checked, spread over the backup. */
const ASKED = 48
const AT_ONCE = 6
/** A table of contents up to this length is read and its hash checked. */
const READ_BYTES = 8 * 1024 * 1024

export interface LightLook {
  /** Null when it cannot be read. */
  readonly manifest: Manifest | null
  /** Why not: half a sentence. */
  readonly fault: string | null
  /** Objects named, objects checked, and those of them missing or of the wrong length. */
  readonly objects: number
  readonly looked: number
  readonly missing: number
}

const without = (fault: string): LightLook => ({ manifest: null, fault, objects: 0, looked: 0, missing: 0 })

/** @throws {ObjectStoreUnavailable} */
export async function lightLook(place: ObjectStore, id: string): Promise<LightLook> {
  const at = (await backupsAt(place)).find((one) => one.id === id)
  if (at === undefined) return without('it is no longer where it was stored')
  const { manifest, fault } = await lookAt(place, at)
  if (manifest === null) return without(fault ?? 'its manifest cannot be read')
  const chosen = spread(manifest.objects)
  let missing = 0
  await inParallel(chosen, AT_ONCE, async ([sha256, bytes]) => {
    if ((await place.has(objectKey(sha256)))?.bytes !== bytes) missing++
  })
  const found = { objects: manifest.objects.length, looked: chosen.length, missing }
  return { manifest, fault: missing > 0 ? null : await faultOfContents(place, manifest), ...found }
}

/** The first, the last, and others evenly between. */
function spread(objects: readonly ObjectRef[]): readonly ObjectRef[] {
  if (objects.length <= ASKED) return objects
  const step = (objects.length - 1) / (ASKED - 1)
  return Array.from({ length: ASKED }, (_, n) => must(objects[Math.round(n * step)]))
}

async function faultOfContents(place: ObjectStore, { contents }: Manifest): Promise<string | null> {
  if (contents[1] > READ_BYTES) return null
  try {
    await fetchCipher(place, contents)
    return null
  } catch (error) {
    if (error instanceof BrokenBackup) return 'its table of contents is damaged or missing'
    throw error
  }
}
