import { DAY_MS } from '../../domain/time.ts'
import { Calendar, several } from '../../text/phrases.ts'
import { bad, caution, type Found, good } from './check.ts'
import { withoutDatabase } from './database.ts'
import type { Holder } from './holder.ts'

/** The clock of this machine, against its own log and against the clocks of devices. */

/** A clock that is set right by a little shows it once and not again. */
const CLOCK_MS = 60_000

export function clockGoesOn(holder: Holder): Found {
  if (holder.store === null) return withoutDatabase(holder)
  const { newestMs } = holder.store.writer
  const calendar = new Calendar(holder.config.timeZone)
  const { isDoubted, shownMs: clockMs, trustedMs } = holder.store.clock.standing
  if (isDoubted)
    return bad(
      `The clock shows ${calendar.stamp(clockMs)}, ${words(clockMs - trustedMs)} ahead of what it can be: by the last sign of life, and by what has passed since, it is about ${calendar.stamp(trustedMs)}. Nothing is written, and consent is judged by that time.`,
      'Set the clock, if it is wrong (timedatectl set-ntp true, or by hand), and look at its battery: the service then takes writes by itself. If it is right, because the machine was off or asleep, say so: granary clock confirm',
      { ahead_seconds: Math.round((clockMs - trustedMs) / 1000) },
    )
  const behindMs = newestMs - clockMs
  if (behindMs <= CLOCK_MS)
    return good(`It shows ${calendar.stamp(clockMs)}, and no entry is later.`, {
      behind_seconds: Math.max(0, Math.round(behindMs / 1000)),
    })
  return bad(
    `The newest entry is of ${calendar.stamp(newestMs)}, and the clock shows ${calendar.stamp(clockMs)}. Until it catches up, time stands still for the service.`,
    'Set the clock, if it is wrong. If it was wrong when that entry was written: grants, mandates and credentials that were to end before that entry are over, and new ones must end after it; or restore a backup from before.',
    { behind_seconds: Math.round(behindMs / 1000) },
  )
}

/** A telephone that takes its time from the network is right to the second; one set by hand is not. */
const AHEAD_MS = 2 * 60_000
/** Visits older than this say nothing of a clock now. */
const LATELY_MS = 30 * DAY_MS
/** So many of the newest visits are looked at. */
const VISITS = 2_000

/**
 * A record that says it was made after it came shows a device's clock ahead of this one. One that is behind cannot be told
 * from a device that was offline for a while.
 */
export function deviceClocks(holder: Holder): Found {
  if (holder.store === null) return withoutDatabase(holder)
  const sinceMs = holder.store.writer.newestMs - LATELY_MS
  const seen = holder.store.visits.clocksLately(VISITS, sinceMs)
  const ahead = seen.filter((ms) => ms > AHEAD_MS)
  const facts = { devices_seen: seen.length, devices_ahead: ahead.length }
  if (seen.length === 0) return good('No device has shown its clock lately.', facts)
  if (ahead.length === 0)
    return good(`Of ${several(seen.length, 'device', 'devices')} seen lately, none runs ahead.`, facts)
  const said = `Of ${several(seen.length, 'device', 'devices')} seen lately, ${ahead.length} run ahead of this machine, by up to ${words(Math.max(...ahead))}.`
  // Several strangers to each other are seldom wrong the same way.
  if (ahead.length >= 3 && ahead.length > seen.length / 2)
    return bad(
      `${said} It is this machine's clock that is behind, most likely.`,
      'Set the clock of this machine (timedatectl set-ntp true, or by hand), and look at its battery.',
      facts,
    )
  return caution(
    said,
    '"granary device list" shows which: set the clocks of those devices. If most are wrong alike, it is this machine.',
    facts,
  )
}

function words(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 120) return `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 72 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
