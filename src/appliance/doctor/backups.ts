import { fromJson, must } from '../../base/typed.ts'
import { DAY_MS } from '../../domain/time.ts'
import { ObjectStoreUnavailable } from '../../evidence/objects/store.ts'
import { several } from '../../words/english.ts'
import { backupStatus } from '../backup/backup-status.ts'
import type { MadeSummary } from '../backup/backup-tasks.ts'
import { type LightLook, lightLook } from '../backup/light-check.ts'
import { openPlace } from '../backup/location.ts'
import { asleep, bad, type CheckResult, caution, good, missing, type Opened } from './check.ts'
import { placeAnswers } from './disk-answers.ts'

/** Checks whether backups are made on time, and whether the newest one is intact. */

/** Without a backup this number of days after the first record, the check reports a fault. */
const DAYS_WITHOUT = 7

export async function backups({ store, config, clock, backupCaution }: Opened): Promise<CheckResult> {
  const words = await backupCaution()
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
      ? 'There is no backup yet.'
      : `The newest is ${several(newest_age_hours, 'hour', 'hours')} old.`
  if (words !== null)
    return bad(
      `Backups: ${words} ${age}`,
      'Mount its disk, or choose a folder on another disk or a bucket, on the page Backups or with GRANARY_BACKUP_STORE.',
      facts,
    )
  if (late)
    return bad(
      `${age} One is due every ${every}.`,
      'granary status shows why the last one failed. Correct that, or make one: granary backup create',
      facts,
    )
  if (newest_age_hours !== null && place === null)
    return bad(
      `${age} No place is set for the next one.`,
      'Choose a place on the page Backups, or set GRANARY_BACKUP_STORE.',
      facts,
    )
  if (last_failure !== null)
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
      SET_UP,
      facts,
    )
  if (newest_age_hours !== null) return good(age, facts)
  return place === null || !has_key
    ? missing('Backups are not set up yet.', SET_UP, facts)
    : missing(age, MAKE_FIRST, facts)
}

const SET_UP =
  'A manager chooses a place for backups and makes their key on the page Backups, or on the server: granary setup'
const MAKE_FIRST = 'Make the first one on the page Backups, or on the server: granary backup create'

/** Longer than for other checks, because the place of backups may be far away. */
export const LIGHT_LOOK_MS = 40_000

/** Checks the newest recorded backup: its manifest, and some of its objects. */
export async function newestIsIntact({ store, config }: Opened): Promise<CheckResult> {
  const { newestMade } = store.backups
  if (newestMade === null) return missing('There is no backup yet.', 'See check 8.')
  const { id } = fromJson<MadeSummary>(must(newestMade.made))
  if (!(await placeAnswers(config, newestMade.place))) return asleep('the newest backup')
  // The backup is at the place where it was made, which may differ from the place for the next one.
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

const MAKE_ANOTHER = 'Make another (granary backup create), and check all of it: granary backup verify'

function wordsOf(id: string, { manifest, fault, looked, objects, missing }: LightLook): CheckResult {
  const facts = { objects, looked, missing }
  if (fault !== null) return bad(`The newest backup (${id}) is damaged: ${fault}.`, MAKE_ANOTHER, facts)
  if (missing > 0)
    return bad(
      `Of ${looked} objects checked in the newest backup (${id}), ${missing} are missing or incomplete.`,
      MAKE_ANOTHER,
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
