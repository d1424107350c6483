import { CLOCK_LATELY_MS, isClockAhead, isClockBehind } from '../../domain/device-clock.ts'
import type { DeviceRow } from '../../store/acts/devices.ts'
import type { Store } from '../../store/store.ts'
import { withRemedy } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import { bad, type CheckResult, caution, good, type OpenedPatient } from './check.ts'

/** Compares this machine's clock with its log and with the clocks of devices. */

/**
 * Tolerance: after a small correction of the clock, the newest entry may be slightly later than the clock.
 */
const CLOCK_MS = 60_000

export function clockGoesOn({ store }: OpenedPatient): CheckResult {
  const { newestMs } = store.writer
  const { isDoubted, shownMs: clockMs, trustedMs } = store.clock.standing
  const shown = { stamp: clockMs }
  if (isDoubted)
    return bad(
      ...withRemedy('check.clock.doubted', {
        shown,
        span: { span: clockMs - trustedMs },
        trusted: { stamp: trustedMs },
      }),
      { ahead_seconds: Math.round((clockMs - trustedMs) / 1000) },
    )
  const behindMs = newestMs - clockMs
  if (behindMs <= CLOCK_MS)
    return good(message('check.clock.good', { shown }), {
      behind_seconds: Math.max(0, Math.round(behindMs / 1000)),
    })
  return bad(
    ...withRemedy('check.clock.behind', { newest: { stamp: newestMs }, shown, span: { span: behindMs } }),
    {
      behind_seconds: Math.round(behindMs / 1000),
    },
  )
}

export interface SeenDevice {
  readonly device: DeviceRow
  readonly cameAtMs: number
  readonly aheadMs: number | null
}

/** Devices in use, with the time of their last visit and how far their clock was ahead then. */
export function* devicesSeen({ devices, visits }: Store): Generator<SeenDevice> {
  for (const device of devices.inUse()) {
    const sums = visits.of(device.seq)
    if (sums !== undefined) yield { device, cameAtMs: sums.at, aheadMs: sums.clockAheadMs }
  }
}

/** Devices in use that were seen lately, with how far their clock was ahead. */
export function* clocksSeen(store: Store, seen: Iterable<SeenDevice> = devicesSeen(store)) {
  const sinceMs = store.writer.newestMs - CLOCK_LATELY_MS
  for (const { device, cameAtMs, aheadMs } of seen)
    if (aheadMs !== null && cameAtMs >= sinceMs) yield { device, aheadMs }
}

/**
 * A record that was made "after" its arrival shows that the clock of the device is ahead. A record that was
 * made before the device was enrolled shows that it is behind. In all other cases, a clock that is behind
 * looks like time spent offline.
 */
export function deviceClocks({ store }: OpenedPatient): CheckResult {
  const seen = [...clocksSeen(store)].map(({ aheadMs }) => aheadMs)
  const ahead = seen.filter(isClockAhead)
  const behind = seen.filter(isClockBehind)
  const facts = { devices_seen: seen.length, devices_ahead: ahead.length, devices_behind: behind.length }
  if (seen.length === 0) return good(message('check.deviceClocks.none'), facts)
  if (ahead.length === 0 && behind.length === 0)
    return good(message('check.deviceClocks.good', { seen: seen.length }), facts)
  const finding = findingOf(seen.length, ahead, behind)
  // Several owners rarely set their clocks wrong in the same way.
  if (ahead.length >= 3 && ahead.length > seen.length / 2)
    return bad(...withRemedy('check.deviceClocks.thisBehind', { finding }), facts)
  return caution(finding, message('check.deviceClocks.remedy'), facts)
}

/** How many clocks are wrong, and by how much at most; at least one is. */
function findingOf(seen: number, ahead: readonly number[], behind: readonly number[]): Message {
  const isAhead = { ahead: ahead.length, most: { span: Math.max(...ahead) } }
  const isBehind = { behind: behind.length, least: { span: -Math.min(...behind) } }
  if (behind.length === 0) return message('check.deviceClocks.ahead', { seen, ...isAhead })
  if (ahead.length === 0) return message('check.deviceClocks.behind', { seen, ...isBehind })
  return message('check.deviceClocks.both', { seen, ...isAhead, ...isBehind })
}
