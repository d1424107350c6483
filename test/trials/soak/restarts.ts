import { seeded } from '../../support/records/gate/random.ts'
import type { Scene } from './scene.ts'
import { pause } from './stop.ts'

/** Down for this long at most before somebody starts it again. */
const DOWN_MS = 1_500
/** A batch is being read, written or answered within this time after it set out. */
const AT_WORK_MS = 60
/** Batches set out all the time; when none does, it is ended all the same. */
const LONGEST_WAIT_MS = 2_000

/**
 * Stops the service and starts it again until the soak is over, while it is at work on some batch: every other time in
 * order, else by killing it, wherever it stands. It is up when this ends.
 * @param betweenMs shortest and longest time between two ends
 */
export async function restarting(scene: Scene, betweenMs: readonly [number, number]): Promise<void> {
  const { service, stop, tally, onBatch, seed } = scene
  const random = seeded(seed * 1_000 + 3)
  const [shortest, longest] = betweenMs
  for (;;) {
    await stop.sleep(shortest + random.below(longest - shortest))
    const batch = new Promise<void>((resolve) => onBatch.add(resolve))
    await Promise.race([batch, stop.sleep(LONGEST_WAIT_MS)])
    if (stop.isSet) return
    await pause(random.below(AT_WORK_MS))
    const isKilled = random.chance(0.5)
    await service.end(isKilled ? 'SIGKILL' : 'SIGTERM')
    tally.add(isKilled ? 'kills' : 'restarts in order')
    await pause(random.below(random.chance(0.5) ? DOWN_MS : 1))
    await service.start()
  }
}
