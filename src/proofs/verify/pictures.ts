import type { Share } from '../../cli/progress.ts'
import { DigestMismatch, type ObjectStore, ObjectStoreUnavailable } from '../../evidence/objects/store.ts'
import { type KeptPicture, walked } from '../../store/inspect/inspection.ts'
import { several } from '../../words/english.ts'
import type { Told } from '../../words/fault.ts'
import { englishWords } from '../../words/words.ts'
import type { Examination, Faults } from './faults.ts'

/** Pictures fetched at once: enough to keep a remote store busy. */
const AT_ONCE = 4

/**
 * Reads every object that the log names, and compares its bytes with their SHA-256 and length.
 * @param objects null if the operator left the pictures out
 * @param owed receives sentences on what could not be checked
 * @returns the number of pictures checked
 */
export async function examinePictures(
  { inspection, extent: { entries: newest }, faults }: Examination,
  objects: ObjectStore | null,
  owed: string[],
  onProgress: (progress: Share) => void,
): Promise<number> {
  const { count = 0, bytes: of = 0 } = inspection.pictureTotals(newest) ?? {}
  if (objects === null) {
    if (count > 0)
      owed.push(
        `The bytes of ${several(count, 'picture', 'pictures')} were not checked, as requested (--no-evidence).`,
      )
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
    onProgress({ doing: 'pictures', done: Math.min(read, of), of })
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
    owed.push(
      `${count - looked} of ${count} pictures could not be checked: ${englishWords().tell(unavailable)}.`,
    )
  return looked
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
    faults.add('object_differs', where, `The bytes in ${objects.words} have a different SHA-256.`)
    return
  }
  if (bytes !== storedBytes)
    faults.add('object_differs', where, `It has ${bytes} bytes; by the log it should have ${storedBytes}.`)
}
