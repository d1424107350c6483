import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Problem } from '../../base/problem.ts'
import { objectStoreCaution } from '../../evidence/objects/open.ts'
import { DigestMismatch, type ObjectStore, ObjectStoreUnavailable } from '../../evidence/objects/store.ts'
import { withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { asleep, bad, type CheckResult, caution, good, unknown } from './check.ts'
import type { Patient } from './patient.ts'

/** Checks of the store of pictures: whether it works, and who has access. */

const NO_FOLDER = bad(...withRemedy('check.objects.noFolder'))

export async function answers({ objects, objectsAnswer }: Patient): Promise<CheckResult> {
  if (!(await objectsAnswer())) return asleep('objects')
  if (objects === null) return NO_FOLDER
  try {
    await objects.check()
    return await rights(objects)
  } catch (error) {
    if (isFull(error)) return noRoomIn(objects)
    if (!(error instanceof ObjectStoreUnavailable)) throw error
    return bad(...withRemedy('check.objects.fault', { reason: error.reason }, { store: objects.name }))
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
    return caution(...withRemedy('check.objects.keeps', { store: objects.name, reason: error.reason }))
  }
  if (isReadBack) return good(message('check.objects.good'))
  return bad(...withRemedy('check.objects.loses', { store: objects.name }))
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
  if (!(await objectsAnswer())) return asleep('objects')
  if (objects === null) return notMade()
  try {
    const open = await objects.anonymousAccess()
    if (open !== null) return bad(message('check.objects.fault', { reason: open.finding }), open.remedy)
  } catch (error) {
    if (isFull(error)) return noRoomIn(objects)
    if (!(error instanceof ObjectStoreUnavailable)) throw error
    return notMade()
  }
  const words = objectStoreCaution(config)
  return words === null
    ? good(message('check.strangers.good'))
    : caution(words, message('check.strangers.plain.remedy'))
}

const notMade = (): CheckResult => unknown(...withRemedy('check.strangers.unknown'))

const isFull = (error: unknown): boolean => error instanceof Problem && error.code === 'storage_full'

const noRoomIn = ({ name: store }: ObjectStore): CheckResult =>
  bad(...withRemedy('check.objects.full', { store }, { store }))
