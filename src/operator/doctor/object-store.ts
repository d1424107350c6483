import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { objectStoreCaution } from '../../objects/open.ts'
import { DigestMismatch, type ObjectStore, ObjectStoreUnavailable } from '../../objects/store.ts'
import { Problem } from '../../problem.ts'
import { bad, caution, type Found, good, unknown } from './check.ts'
import { asleep, placeAnswers } from './disk-answers.ts'
import type { Holder } from './holder.ts'

/** Where photographs are kept: what may be done there, and by whom. */

const NO_FOLDER = bad(
  'The folder for objects cannot be used.',
  'Give the user that runs Granary the right to it, or name another with GRANARY_OBJECT_STORE=file:PATH; the folder above it must exist.',
)

export async function answers({ objects, config }: Holder): Promise<Found> {
  if (!(await placeAnswers(config, config.objectStore))) return asleep('the object store')
  if (objects === null) return NO_FOLDER
  try {
    await objects.check()
    return await rights(objects)
  } catch (error) {
    if (isFull(error)) return noRoomIn(objects)
    if (!(error instanceof ObjectStoreUnavailable)) throw error
    return bad(
      `${error.reason}.`,
      `Records are taken meanwhile, pictures are not. See that ${objects.words} can be reached and written to, and that GRANARY_OBJECT_STORE and GRANARY_S3_* name it rightly.`,
    )
  }
}

const PROBE = Buffer.from('granary doctor')

/** Writes, reads and deletes an object of its own. Whoever may not delete keeps pictures that were to go. */
async function rights(objects: ObjectStore): Promise<Found> {
  const key = `backups/doctor-${randomUUID()}`
  const sha256 = createHash('sha256').update(PROBE).digest('hex')
  await objects.put(key, [PROBE], sha256)
  const isBack = await givesBack(objects, key, sha256).catch(async (error) => {
    await objects.remove(key).catch(() => {})
    throw error
  })
  try {
    await objects.remove(key)
  } catch (error) {
    if (!(error instanceof ObjectStoreUnavailable)) throw error
    return caution(
      `It may write to and read from ${objects.words}, and not delete: ${error.reason}.`,
      'Give its key the right to delete (s3:DeleteObject), which "granary backup prune" needs; or prune by the store itself, if it is closed against deleting on purpose.',
    )
  }
  if (isBack) return good('It answers, and takes, gives back and deletes.')
  return bad(
    `What is put into ${objects.words} is not there afterwards, or is something else.`,
    'See to the object store: it loses what it takes.',
  )
}

async function givesBack(objects: ObjectStore, key: string, sha256: string): Promise<boolean> {
  try {
    const back = await objects.get(key, sha256)
    return back !== null && (await buffer(back.stream)).equals(PROBE)
  } catch (error) {
    if (error instanceof DigestMismatch) return false
    throw error
  }
}

export async function strangers({ objects, config }: Holder): Promise<Found> {
  if (!(await placeAnswers(config, config.objectStore))) return asleep('the object store')
  if (objects === null) return unknown('That could not be asked.', 'See to check 4 first.')
  try {
    const open = await objects.anonymousAccess()
    if (open !== null) return bad(`${open.finding}.`, open.remedy)
  } catch (error) {
    if (isFull(error)) return noRoomIn(objects)
    if (!(error instanceof ObjectStoreUnavailable)) throw error
    return unknown('That could not be asked.', 'See to check 4 first.')
  }
  const words = objectStoreCaution(config)
  return words === null
    ? good('Nothing is answered to strangers.')
    : caution(words, 'Give GRANARY_S3_ENDPOINT an https address.')
}

const isFull = (error: unknown): boolean => error instanceof Problem && error.code === 'storage_full'

const noRoomIn = ({ words }: ObjectStore): Found =>
  bad(
    `No room is left in ${words}.`,
    `Records are taken meanwhile, pictures are not. Free space in ${words}, or raise its quota; pictures are taken again by themselves.`,
  )
