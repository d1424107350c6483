import { type LightLook, lightLook } from '../../backup/light-look.ts'
import { openPlace } from '../../backup/place.ts'
import { ObjectStoreUnavailable } from '../../objects/store.ts'
import { backupCaution, backupStanding } from '../backup-standing.ts'
import type { MadeSummary } from '../backups.ts'
import { bad, caution, type Found, good } from './check.ts'
import { withoutDatabase } from './database.ts'
import { asleep, placeAnswers } from './disk-answers.ts'
import type { Holder } from './holder.ts'

/** Backups: do they keep coming, and does the newest one stand? */

/** That there is no place or no key yet is said by status: a folder without backups is not one that has gone wrong. */
export async function backups(holder: Holder): Promise<Found> {
  const { store, config, clock } = holder
  if (store === null) return withoutDatabase(holder)
  const standing = backupStanding({ store, config, ports: { clock } })
  const { late, newest_age_hours, every, has_key, place } = standing
  const words = await backupCaution(config)
  const facts = { newest_age_hours, late, has_place: place !== null, has_key }
  const age =
    newest_age_hours === null ? 'There is none yet.' : `The newest is ${newest_age_hours} hours old.`
  if (words !== null)
    return bad(
      `Backups: ${words} ${age}`,
      'Mount its disk; or name a folder on another disk in GRANARY_BACKUP_STORE, or a bucket.',
      facts,
    )
  if (late)
    return bad(
      `${age} One is due every ${every}.`,
      'granary status says why the last one failed. See to that, or make one: granary backup create',
      facts,
    )
  if (newest_age_hours !== null && place === null)
    return bad(`${age} There is no place for the next one.`, 'Name one with GRANARY_BACKUP_STORE.', facts)
  if (standing.last_failure !== null)
    return caution(
      `${age} The last one failed.`,
      'granary status says why. See to that, and make one: granary backup create',
      facts,
    )
  return good(place === null || !has_key ? 'They are not set up yet.' : age, facts)
}

/** So long a place that is far away is asked. */
export const LIGHT_LOOK_MS = 40_000

/** Looks at the newest backup that was noted: its manifest, and some of what it names. */
export async function newestStands(holder: Holder): Promise<Found> {
  const { store, config } = holder
  if (store === null) return withoutDatabase(holder)
  const { newestMade } = store.backups
  if (newestMade === null) return good('There is none yet.')
  const { id } = JSON.parse(newestMade.made as string) as MadeSummary
  if (!(await placeAnswers(config, newestMade.place))) return asleep('the newest backup')
  // Where it was sent, which may be elsewhere than the next one goes.
  const objects = openPlace(config, newestMade.place, false)
  try {
    return wordsOf(id, await lightLook(objects, id))
  } catch (error) {
    if (!(error instanceof ObjectStoreUnavailable)) throw error
    return bad(
      `The newest backup (${id}) cannot be looked at: ${error.reason}.`,
      'See that the place of the backups can be reached: mount its disk, or look at its bucket.',
    )
  } finally {
    objects.close()
  }
}

const ANEW = 'Make another (granary backup create), and look at all of it: granary backup verify'

function wordsOf(id: string, { manifest, fault, looked, objects, missing }: LightLook): Found {
  const facts = { objects, looked, missing }
  if (fault !== null) return bad(`The newest backup (${id}) does not stand: ${fault}.`, ANEW, facts)
  if (missing > 0)
    return bad(
      `Of the newest backup (${id}), ${missing} of ${looked} objects that were looked at are not there, or not whole.`,
      ANEW,
      facts,
    )
  const whole = `The newest one (${id}) is there; ${looked} of its ${objects} objects were looked at. All of it is read by: granary backup verify`
  if ((manifest?.evidence_missing ?? 0) > 0)
    return caution(
      `${whole}. ${manifest?.evidence_missing} pictures are missing in it.`,
      'See to the object store (check 4), and make another: granary backup create',
      facts,
    )
  return good(whole, facts)
}
