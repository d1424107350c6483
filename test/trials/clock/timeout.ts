import { seeded } from '../../support/records/gate/random.ts'
import type { Answered } from '../common/line.ts'
import type { Scene } from '../common/scene.ts'
import { Stopwatch } from '../common/suite.ts'
import { Workload } from '../common/workload.ts'
import { pause } from '../soak/stop.ts'
import { confirmClock } from './doubt.ts'
import type { FakedTime } from './faked-time.ts'

/** What waits for time to pass, while time stands still for years because the clock went forward and back. */

export const MOST_UPLOADS = 12
/** An upload to which nothing ever came keeps its place for a minute against its own credential. */
const LOST_MS = 60_000
/** A run that is shorter does not wait for this. */
export const PATIENCE_SECONDS = 90
const TEN_YEARS_MS = 10 * 365 * 86_400_000
const LATE_MS = 15_000
const POLL_MS = 1_000

/** A client that begins uploads and loses every answer is let in again after a minute, not after ten years. */
export async function abandonedUploadsMakeRoom(scene: Scene, time: FakedTime): Promise<void> {
  const { served, lender, faults, line } = scene
  const workload = new Workload(scene, seeded(scene.seed))
  time.set(TEN_YEARS_MS)
  await confirmClock(scene, time)
  await workload.record()
  time.set(0)
  const begin = async (): Promise<Answered | null> => {
    const reply = await line.ask({
      method: 'POST',
      path: '/v1/uploads',
      token: lender.token,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '1000',
        'upload-metadata': `sha256 ${Buffer.from('0'.repeat(64)).toString('base64')}`,
      },
    })
    return reply.kind === 'answered' ? reply : null
  }
  for (let n = 0; n < MOST_UPLOADS; n++) await begin()
  const refused = await begin()
  if (refused?.status !== 429) faults.add('too many uploads are begun', String(refused?.status))
  const watch = new Stopwatch()
  while ((await begin())?.status !== 201) {
    if (watch.ms > LOST_MS + LATE_MS) {
      faults.add('whoever lost his uploads is shut out', `for more than ${watch.seconds.toFixed(0)} s`)
      break
    }
    await pause(POLL_MS)
  }
  await served.end('SIGTERM')
}
