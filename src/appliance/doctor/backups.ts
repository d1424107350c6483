import { DAY_MS } from '../../domain/time.ts'
import { ObjectStoreUnavailable } from '../../evidence/objects/store.ts'
import { backupCaution, backupStatus } from '../backup/backup-status.ts'
import type { MadeSummary } from '../backup/backup-tasks.ts'
import { type LightLook, lightLook } from '../backup/light-check.ts'
import { openPlace } from '../backup/location.ts'
import { bad, type CheckResult, caution, good } from './check.ts'
import { withoutDatabase } from './database.ts'
import { asleep, placeAnswers } from './disk-answers.ts'
import type { Holder } from './holder.ts'

/** Are backups made on time, and is the newest one intact? */

/** Days from the first record on in which backups need not be set up. */
const DAYS_WITHOUT = 7

export async function backups(holder: Holder): Promise<CheckResult> {
  const { store, config, clock } = holder
  if (store === null) return withoutDatabase(holder)
  const standing = backupStatus({ store, config, ports: { clock } })
  const { late, newest_age_hours, every, has_key, place } = standing
  const words = await backupCaution(config)
  const facts = { newest_age_hours, late, has_place: place !== null, has_key }
  const age =
    newest_age_hours === null ? 'There is no backup yet.' : `The newest is ${newest_age_hours} hours old.`
  if (words !== null)
    return bad(
      `Backups: ${words} ${age}`,
      'Mount its disk, or set GRANARY_BACKUP_STORE to a folder on another disk or to a bucket.',
      facts,
    )
  if (late)
    return bad(
      `${age} One is due every ${every}.`,
      'granary status shows why the last one failed. Correct that, or make one: granary backup create',
      facts,
    )
  if (newest_age_hours !== null && place === null)
    return bad(`${age} There is no place for the next one.`, 'Set GRANARY_BACKUP_STORE.', facts)
  if (standing.last_failure !== null)
    return caution(
      `${age} The last one failed.`,
      'granary status shows why. Correct that, then make one: granary backup create',
      facts,
    )
  const firstMs = store.records.firstReceivedMs
  const days = firstMs === null ? 0 : Math.floor((store.writer.nowMs - firstMs) / DAY_MS)
  if (newest_age_hours === null && days >= DAYS_WITHOUT)
    return bad(
      `There is no backup, and the first record is ${days} days old: if this disk dies, all records are lost.`,
      'Set GRANARY_BACKUP_STORE to a folder on another disk or to a bucket, then: granary backup key, and granary backup create',
      facts,
    )
  return good(place === null || !has_key ? 'Backups are not set up yet.' : age, facts)
}

/** Timeout for a place that may be far away. */
export const LIGHT_LOOK_MS = 40_000

/** Checks the newest recorded backup: its manifest, and some of its objects. */
export async function newestStands(holder: Holder): Promise<CheckResult> {
  const { store, config } = holder
  if (store === null) return withoutDatabase(holder)
  const { newestMade } = store.backups
  if (newestMade === null) return good('There is no backup yet.')
  const { id } = JSON.parse(newestMade.made as string) as MadeSummary
  if (!(await placeAnswers(config, newestMade.place))) return asleep('the newest backup')
  // At its own place, which may differ from the place of the next backup.
  const objects = openPlace(config, newestMade.place, false)
  try {
    return wordsOf(id, await lightLook(objects, id))
  } catch (error) {
    if (!(error instanceof ObjectStoreUnavailable)) throw error
    return bad(
      `The newest backup (${id}) cannot be checked: ${error.reason}.`,
      'Make the place of the backups reachable: mount its disk, or check its bucket.',
    )
  } finally {
    objects.close()
  }
}

const ANEW = 'Make another (granary backup create), and check all of it: granary backup verify'

function wordsOf(id: string, { manifest, fault, looked, objects, missing }: LightLook): CheckResult {
  const facts = { objects, looked, missing }
  if (fault !== null) return bad(`The newest backup (${id}) is damaged: ${fault}.`, ANEW, facts)
  if (missing > 0)
    return bad(
      `Of ${looked} objects checked in the newest backup (${id}), ${missing} are missing or incomplete.`,
      ANEW,
      facts,
    )
  const whole = `The newest backup (${id}) is there; ${looked} of its ${objects} objects were checked. To read all of it: granary backup verify`
  if ((manifest?.evidence_missing ?? 0) > 0)
    return caution(
      `${whole}. ${manifest?.evidence_missing} pictures are missing in it.`,
      'Repair the object store (check 4), then make another: granary backup create',
      facts,
    )
  return good(whole, facts)
}
