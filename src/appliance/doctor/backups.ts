import { fromJson, must } from '../../base/typed.ts'
import { DAY_MS } from '../../domain/time.ts'
import { ObjectStoreUnavailable } from '../../evidence/objects/store.ts'
import { withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { backupStatus } from '../backup/backup-status.ts'
import type { MadeSummary } from '../backup/backup-tasks.ts'
import { type LightLook, lightLook } from '../backup/light-check.ts'
import { openPlace } from '../backup/location.ts'
import { asleep, bad, type CheckResult, caution, good, missing, type OpenedPatient } from './check.ts'
import { placeAnswers } from './disk-answers.ts'

/** Checks whether backups are made on time, and whether the newest one is intact. */

/** Without a backup this number of days after the first record, the check reports a fault. */
const DAYS_WITHOUT = 7

export async function backups({ store, config, clock, backupCaution }: OpenedPatient): Promise<CheckResult> {
  const placeFault = await backupCaution()
  const status = backupStatus({ store, config, ports: { clock } })
  const { late, newest_age_hours, every, has_key, place, newest, last_failure } = status
  const facts = {
    newest_age_hours,
    newest_bytes: newest?.bytes ?? null,
    late,
    last_failed: last_failure !== null,
    has_place: place !== null,
    has_key,
  }
  const age =
    newest_age_hours === null
      ? message('check.backups.none')
      : message('check.backups.age', { hours: newest_age_hours })
  if (placeFault !== null)
    return bad(...withRemedy('check.backups.place', { caution: placeFault, age }), facts)
  if (late) return bad(...withRemedy('check.backups.late', { age, every }), facts)
  if (newest_age_hours !== null && place === null)
    return bad(...withRemedy('check.backups.noPlace', { age }), facts)
  if (last_failure !== null) return caution(...withRemedy('check.backups.failed', { age }), facts)
  const firstMs = store.records.firstReceivedMs
  const days = firstMs === null ? 0 : Math.floor((store.writer.nowMs - firstMs) / DAY_MS)
  if (newest_age_hours === null && days >= DAYS_WITHOUT)
    return bad(message('check.backups.without', { days }), SET_UP, facts)
  if (newest_age_hours !== null) return good(age, facts)
  return place === null || !has_key
    ? missing(message('check.backups.notSetUp'), SET_UP, facts)
    : missing(age, MAKE_FIRST, facts)
}

const SET_UP = message('check.backups.setUp')
const MAKE_FIRST = message('check.backups.makeFirst')

/** Longer than for other checks, because the place of backups may be far away. */
export const LIGHT_LOOK_MS = 40_000

/** Checks the newest recorded backup: its manifest, and some of its objects. */
export async function newestIsIntact({ store, config }: OpenedPatient): Promise<CheckResult> {
  const { newestMade } = store.backups
  if (newestMade === null) return missing(message('check.backups.none'), message('check.newest.none.remedy'))
  const { id } = fromJson<MadeSummary>(must(newestMade.made))
  if (!(await placeAnswers(config, newestMade.place))) return asleep('backup')
  // The backup is at the place where it was made, which may differ from the place for the next one.
  const objects = openPlace(config, newestMade.place, false)
  try {
    return wordsOf(id, await lightLook(objects, id))
  } catch (error) {
    if (!(error instanceof ObjectStoreUnavailable)) throw error
    return bad(...withRemedy('check.newest.unreachable', { id, reason: error.reason }))
  } finally {
    objects.close()
  }
}

const MAKE_ANOTHER = message('check.newest.another')

function wordsOf(id: string, { manifest, fault, looked, objects, missing }: LightLook): CheckResult {
  const facts = { objects, looked, missing }
  if (fault !== null) return bad(message('check.newest.damaged', { id, fault }), MAKE_ANOTHER, facts)
  if (missing > 0)
    return bad(message('check.newest.incomplete', { id, looked, missing }), MAKE_ANOTHER, facts)
  const whole = message('check.newest.good', { id, looked, objects: { count: objects } })
  const without = manifest?.evidence_missing ?? 0
  if (without > 0)
    return caution(...withRemedy('check.newest.withoutPictures', { whole, count: without }), facts)
  return good(whole, facts)
}
