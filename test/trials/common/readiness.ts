import { pause } from '../soak/stop.ts'
import type { Scene } from './scene.ts'
import { Stopwatch } from './suite.ts'

/** What the service says of itself. */

/** Its answer of the last second is believed by the service itself; the object store's of the last five. */
const POLL_MS = 250

export async function isReady({ line }: Scene): Promise<boolean> {
  const reply = await line.ask({ method: 'GET', path: '/v1/ready' })
  return reply.kind === 'answered' && reply.status === 200
}

/** A fault when it does not call itself ready within this time. */
export async function readyWithin(scene: Scene, ms: number, after: string): Promise<void> {
  const watch = new Stopwatch()
  while (!(await isReady(scene))) {
    if (watch.ms > ms) {
      const reply = await scene.line.ask({ method: 'GET', path: '/v1/ready' })
      scene.faults.add('the service is not ready again', `after ${after}: ${JSON.stringify(reply)}`)
      return
    }
    await pause(POLL_MS)
  }
}
