import { uptime } from 'node:os'
import { join } from 'node:path'
import { remoteTasks } from '../../../src/cli/socket.ts'
import { FURTHEST_MS, SETTLED_MS, STEP_MS } from '../../../src/domain/clock.ts'
import type { Scene } from '../common/scene.ts'
import type { FakedTime } from './faked-time.ts'

/** Whether the service doubts the clock when it should, and what it says of it. */

/** So near to a limit the clock may be doubted or not: the test and the service do not look at the same moment. */
const NEAR_MS = 60_000

/** @returns whether the service trusts the clock, even if it is behind the newest entry */
export async function isTrusted({ line }: Scene): Promise<boolean> {
  const ready = await line.ask({ method: 'GET', path: '/v1/ready' })
  return ready.kind === 'answered' && !ready.body.parts.clock.startsWith('may be wrong')
}

/**
 * Looks whether the clock is trusted after it was set, and whether that is right.
 * @param isRunning the service was at work, with a clock that it trusted and that was not behind, when the clock was set
 */
export async function lookAtClock(scene: Scene, time: FakedTime, isRunning: boolean): Promise<void> {
  const aheadMs = time.aheadMs
  const trusted = await isTrusted(scene)
  const isSettled = uptime() * 1_000 > SETTLED_MS + NEAR_MS
  const mustDoubt = aheadMs > FURTHEST_MS + NEAR_MS || (isRunning && isSettled && aheadMs > STEP_MS + NEAR_MS)
  const mustTrust = aheadMs < (isRunning ? STEP_MS : FURTHEST_MS) - NEAR_MS && (isRunning || aheadMs < 0)
  if (trusted ? mustDoubt : mustTrust)
    scene.faults.add(
      `a clock is ${trusted ? 'trusted' : 'doubted'} that is not to be`,
      `${(aheadMs / 3_600_000).toFixed(1)} hours ahead, ${isRunning ? 'set while it ran' : 'at a start'}`,
    )
  if (trusted) time.trust()
  else time.distrust()
}

/** The operator says that the clock is right. */
export async function confirmClock(scene: Scene, time: FakedTime): Promise<void> {
  const tasks = remoteTasks(join(scene.served.data, 'granary.sock'))
  await tasks.run('clock.confirm', 'trial', { dayBeginsMs: time.nowMs })
  time.trust()
}
