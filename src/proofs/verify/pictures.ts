import { DigestMismatch, type ObjectStore, ObjectStoreUnavailable } from '../../evidence/objects/store.ts'
import { type KeptPicture, keptPictures } from '../../store/inspect/pictures.ts'
import type { Db } from '../../store/open.ts'
import { Faults, type Findings } from './faults.ts'

export interface PicturesOutcome {
  readonly findings: Findings
  readonly looked: number
  /** Why some were not checked; null if all were. */
  readonly unavailable: string | null
}

/** Number fetched at once: enough to keep a remote store busy. */
const AT_ONCE = 4

/** Reads every object that the log names, and compares its bytes with their SHA-256 and length. */
export async function examinePictures(
  db: Db,
  objects: ObjectStore,
  throughSeq: number,
  onRead: (bytes: number) => void,
): Promise<PicturesOutcome> {
  const faults = new Faults()
  const pictures = keptPictures(db, throughSeq)
  let looked = 0
  let unavailable: string | null = null
  const work = async () => {
    for (const picture of pictures) {
      if (unavailable !== null) return
      try {
        await examine(objects, picture, faults, onRead)
        looked++
      } catch (error) {
        if (!(error instanceof ObjectStoreUnavailable)) throw error
        unavailable = error.reason
      }
    }
  }
  // All workers share one walk.
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { findings: { listed: faults.listed, counts: faults.counts }, looked, unavailable }
}

async function examine(
  objects: ObjectStore,
  { storedSha256, storedBytes, seq }: KeptPicture,
  faults: Faults,
  onRead: (bytes: number) => void,
): Promise<void> {
  const where = `picture ${storedSha256} (entry ${seq})`
  const object = await objects.get(`evidence/${storedSha256}`, storedSha256)
  if (object === null) {
    faults.add('object_missing', where, `It is not in ${objects.words}.`)
    return
  }
  let bytes = 0
  try {
    for await (const piece of object.stream) {
      bytes += (piece as Buffer).length
      onRead((piece as Buffer).length)
    }
  } catch (error) {
    if (!(error instanceof DigestMismatch)) throw error
    faults.add('object_differs', where, `The bytes in ${objects.words} have another SHA-256.`)
    return
  }
  if (bytes !== storedBytes)
    faults.add('object_differs', where, `It has ${bytes} bytes; by the log it had ${storedBytes}.`)
}
