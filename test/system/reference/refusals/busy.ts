import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Answer } from '../recorder.ts'
import type { Scene } from '../scene.ts'
import { Stalled } from './stalled.ts'

const SEND = 'POST /v1/sync/outbox'

/** Batches that one credential may have at once. */
const AT_ONCE = 16

/** A phone sends two batches that stand still, as many more as may wait behind them, and then one too many. */
export async function refuseWhileBusy({ village, refuse, done }: Scene): Promise<void> {
  const batch = { as: village.moses, headers: { 'content-type': 'application/json' } }
  const slow = [new Stalled('{"records":'), new Stalled('{"records":')]
  const answers: Promise<Answer>[] = []
  for (const { body, isRead } of slow) {
    answers.push(done(SEND, { ...batch, body }))
    await isRead
  }
  for (let i = 0; i < AT_ONCE - slow.length; i++)
    answers.push(done(SEND, { ...batch, body: '{"records":[]}' }))
  await nextTurn()
  await refuse('overloaded', 'More at once than the service takes; Retry-After says when.', SEND, {
    ...batch,
    body: '{"records":[]}',
  })
  for (const one of slow) one.end('[]}')
  await Promise.all(answers)
}
