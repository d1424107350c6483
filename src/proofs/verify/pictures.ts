import type { Share } from '../../cli/progress.ts'
import { DigestMismatch, type ObjectStore, ObjectStoreUnavailable } from '../../evidence/objects/store.ts'
import { type KeptPicture, walked } from '../../store/inspect/inspection.ts'
import type { Told } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import type { Examination, Faults } from './faults.ts'

/** Pictures fetched at once: enough to keep a remote store busy. */
const AT_ONCE = 4

/**
 * Reads every object that the log names, and compares its bytes with their SHA-256 and length.
 * @param objects null if the operator left the pictures out
 * @param owed receives what could not be checked
 * @returns the number of pictures checked
 */
export async function examinePictures(
  { inspection, extent: { entries: newest }, faults }: Examination,
  objects: ObjectStore | null,
  owed: Message[],
  onProgress: (progress: Share) => void,
): Promise<number> {
  const { count = 0, bytes: of = 0 } = inspection.pictureTotals(newest) ?? {}
  if (objects === null) {
    if (count > 0) owed.push(message('verify.noEvidence', { count }))
    return 0
  }
  const pictures = walked(
    (after: string, most) => inspection.pictures(after, newest, most),
    '',
    ({ storedSha256 }) => storedSha256,
  )
  let looked = 0
  let read = 0
  let unavailable: Told | null = null
  const onRead = (bytes: number) => {
    read += bytes
    onProgress({ doing: message('verify.check.evidence'), done: Math.min(read, of), of })
  }
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
  if (unavailable !== null)
    owed.push(message('verify.picturesUnchecked', { unchecked: count - looked, count, reason: unavailable }))
  return looked
}

async function examine(
  objects: ObjectStore,
  { storedSha256, storedBytes, seq }: KeptPicture,
  faults: Faults,
  onRead: (bytes: number) => void,
): Promise<void> {
  const where = message('verify.at.picture', { sha256: storedSha256, seq })
  const object = await objects.get(`evidence/${storedSha256}`, storedSha256)
  if (object === null) {
    faults.add('object_missing', where, message('verify.found.notInStore', { store: objects.name }))
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
    faults.add('object_differs', where, message('verify.found.otherDigest', { store: objects.name }))
    return
  }
  if (bytes !== storedBytes)
    faults.add('object_differs', where, message('verify.found.otherBytes', { bytes, should: storedBytes }))
}
