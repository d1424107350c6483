import { CLOCK_LATELY_MS, isClockAhead, isClockBehind } from '../../domain/device-clock.ts'
import type { Store } from '../../store/store.ts'
import { Calendar, several, timeApart } from '../../words/english.ts'
import { bad, type CheckResult, caution, good, type Opened } from './check.ts'

/** Compares this machine's clock with its log and with the clocks of devices. */

/**
 * Tolerance: after a small correction of the clock, the newest entry may be slightly later than the clock.
 */
const CLOCK_MS = 60_000

export function clockGoesOn({ store, config }: Opened): CheckResult {
  const { newestMs } = store.writer
  const calendar = new Calendar(config.timeZone)
  const { isDoubted, shownMs: clockMs, trustedMs } = store.clock.standing
  if (isDoubted)
    return bad(
      `The clock shows ${calendar.stamp(clockMs)}, ${timeApart(clockMs - trustedMs)} too far ahead: by the last sign of life and the time passed since, it is about ${calendar.stamp(trustedMs)}. Writes are refused, and consent is judged by that time.`,
      'If the clock is wrong, set it (timedatectl set-ntp true, or manually) and check its battery; the service then accepts writes again. If it is right, because the machine was off or asleep, run: granary clock confirm',
      { ahead_seconds: Math.round((clockMs - trustedMs) / 1000) },
    )
  const behindMs = newestMs - clockMs
  if (behindMs <= CLOCK_MS)
    return good(`The clock shows ${calendar.stamp(clockMs)}, and no entry is later.`, {
      behind_seconds: Math.max(0, Math.round(behindMs / 1000)),
    })
  return bad(
    `The newest entry is of ${calendar.stamp(newestMs)}, but the clock shows ${calendar.stamp(clockMs)}. Until the clock catches up, the service uses the time of that entry.`,
    'If the clock is wrong, set it. If it was wrong when that entry was written, grants, mandates and credentials that end before that entry have ended already, and new ones must end after it. You can also restore an earlier backup.',
    { behind_seconds: Math.round(behindMs / 1000) },
  )
}

/** Devices in use, with the time of their last visit and how far their clock was ahead then. */
export function* devicesSeen({ devices, visits }: Store) {
  for (const device of devices.inUse()) {
    const sums = visits.of(device.seq)
    if (sums !== undefined) yield { device, cameAtMs: sums.at, aheadMs: sums.clockAheadMs }
  }
}

/** Devices in use that were seen lately, with how far their clock was ahead. */
export function* clocksSeen(store: Store) {
  const sinceMs = store.writer.newestMs - CLOCK_LATELY_MS
  for (const { device, cameAtMs, aheadMs } of devicesSeen(store))
    if (aheadMs !== null && cameAtMs >= sinceMs) yield { device, aheadMs }
}

/**
 * A record that was made "after" its arrival shows that the clock of the device is ahead. A record that was
 * made before the device was enrolled shows that it is behind. In all other cases, a clock that is behind
 * looks like time spent offline.
 */
export function deviceClocks({ store }: Opened): CheckResult {
  const seen = [...clocksSeen(store)].map(({ aheadMs }) => aheadMs)
  const ahead = seen.filter(isClockAhead)
  const behind = seen.filter(isClockBehind)
  const facts = { devices_seen: seen.length, devices_ahead: ahead.length, devices_behind: behind.length }
  if (seen.length === 0) return good('No device has shown its clock lately.', facts)
  if (ahead.length === 0 && behind.length === 0)
    return good(
      `None of ${several(seen.length, 'device', 'devices')} seen lately has a clock that is ahead, or known to be behind.`,
      facts,
    )
  const groups = [
    ...(ahead.length === 0
      ? []
      : [`${clocks(ahead)} ahead of this machine, by up to ${timeApart(Math.max(...ahead))}`]),
    ...(behind.length === 0
      ? []
      : [`${clocks(behind)} at least ${timeApart(-Math.min(...behind))} behind it`]),
  ]
  const finding = `Of ${several(seen.length, 'device', 'devices')} seen lately, ${groups.join(' and ')}.`
  // Several owners rarely set their clocks wrong in the same way.
  if (ahead.length >= 3 && ahead.length > seen.length / 2)
    return bad(
      `${finding} Most likely this machine's clock is behind.`,
      'Set the clock of this machine (timedatectl set-ntp true, or manually), and check its battery.',
      facts,
    )
  return caution(
    finding,
    `"granary device list" shows which devices: set their clocks. If most are off by the same amount, this machine's clock is wrong.`,
    facts,
  )
}

const clocks = (off: readonly number[]): string => several(off.length, 'has a clock', 'have clocks')
