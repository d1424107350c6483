import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Problem } from '../../base/problem.ts'
import { objectStoreCaution } from '../../evidence/objects/open.ts'
import { DigestMismatch, type ObjectStore, ObjectStoreUnavailable } from '../../evidence/objects/store.ts'
import { asleep, bad, type CheckResult, caution, good, unknown } from './check.ts'
import type { Patient } from './patient.ts'

/** Checks of the store of pictures: whether it works, and who has access. */

const NO_FOLDER = bad(
  'The folder for objects cannot be used.',
  'Give the user that runs Granary access to it, or choose another with GRANARY_OBJECT_STORE=file:PATH; its parent folder must exist.',
)

export async function answers({ objects, objectsAnswer }: Patient): Promise<CheckResult> {
  if (!(await objectsAnswer())) return asleep('the object store')
  if (objects === null) return NO_FOLDER
  try {
    await objects.check()
    return await rights(objects)
  } catch (error) {
    if (isFull(error)) return noRoomIn(objects)
    if (!(error instanceof ObjectStoreUnavailable)) throw error
    return bad(
      `${error.reason}.`,
      `Records are accepted meanwhile, but pictures are not. Check that ${objects.words} can be reached and written to, and that GRANARY_OBJECT_STORE and GRANARY_S3_* are right.`,
    )
  }
}

const PROBE = Buffer.from('granary doctor')

/**
 * Writes, reads and deletes a test object. Without the right to delete, old pictures would remain forever.
 */
async function rights(objects: ObjectStore): Promise<CheckResult> {
  const key = `backups/doctor-${randomUUID()}`
  const sha256 = createHash('sha256').update(PROBE).digest('hex')
  await objects.put(key, [PROBE], sha256)
  const isReadBack = await readsBack(objects, key, sha256).catch(async (error) => {
    await objects.remove(key).catch(() => {})
    throw error
  })
  try {
    await objects.remove(key)
  } catch (error) {
    if (!(error instanceof ObjectStoreUnavailable)) throw error
    return caution(
      `The service can write to and read from ${objects.words}, but not delete: ${error.reason}.`,
      'Give its key the right to delete (s3:DeleteObject), which "granary backup prune" needs. If deleting is forbidden on purpose, have the store itself delete old backups.',
    )
  }
  if (isReadBack) return good('The object store answers; writing, reading and deleting work.')
  return bad(
    `A test object written to ${objects.words} was missing or different afterwards.`,
    'Repair or replace the object store: it loses data.',
  )
}

async function readsBack(objects: ObjectStore, key: string, sha256: string): Promise<boolean> {
  try {
    const back = await objects.get(key, sha256)
    return back !== null && (await buffer(back.stream)).equals(PROBE)
  } catch (error) {
    if (error instanceof DigestMismatch) return false
    throw error
  }
}

export async function strangers({ objects, objectsAnswer, config }: Patient): Promise<CheckResult> {
  if (!(await objectsAnswer())) return asleep('the object store')
  if (objects === null) return unknown('This could not be checked.', 'See check 4 first.')
  try {
    const open = await objects.anonymousAccess()
    if (open !== null) return bad(`${open.finding}.`, open.remedy)
  } catch (error) {
    if (isFull(error)) return noRoomIn(objects)
    if (!(error instanceof ObjectStoreUnavailable)) throw error
    return unknown('This could not be checked.', 'See check 4 first.')
  }
  const words = objectStoreCaution(config)
  return words === null
    ? good('Anonymous access is refused.')
    : caution(words, 'Set GRANARY_S3_ENDPOINT to an https address.')
}

const isFull = (error: unknown): boolean => error instanceof Problem && error.code === 'storage_full'

const noRoomIn = ({ words }: ObjectStore): CheckResult =>
  bad(
    `No room is left in ${words}.`,
    `Records are accepted meanwhile, but pictures are not. Free space in ${words}, or raise its quota; pictures are then accepted again.`,
  )
