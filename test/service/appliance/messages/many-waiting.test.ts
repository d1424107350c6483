import { expect, onTestFinished, test } from 'vitest'
import { MessageWorker } from '../../../../src/appliance/messages/worker.ts'
import { must } from '../../../../src/base/typed.ts'
import { Messages } from '../../../../src/store/tables/messages.ts'
import { type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { appended, deliveryOf } from '../../../support/flows/help.ts'

/** A hundred thousand messages that wait: what a weigh-in and the worker read of them. Rows are counted, not time. */

const MANY = 100_000
const MEMBERS = 250
const DAY = 86_400_000
/** A page of the worker, and the messages of one member that it decides on together. */
const MOST_A_JOB = 1_000

/** Counts what is asked of the tables of messages, and the rows of each answer, by job. */
function counting({ kernel }: Appliance) {
  const counts = { calls: 0, rows: 0, mostRows: 0 }
  const { messages, writer } = kernel.store
  for (const name of Object.getOwnPropertyNames(Messages.prototype) as (keyof Messages)[]) {
    const { value: method } = must(Object.getOwnPropertyDescriptor(Messages.prototype, name))
    if (name === ('constructor' as never) || typeof method !== 'function') continue
    Object.defineProperty(messages, name, {
      value: (...args: unknown[]) => {
        const answer: unknown = method.apply(messages, args)
        counts.calls++
        counts.rows += Array.isArray(answer) ? answer.length : 1
        counts.mostRows = Math.max(counts.mostRows, counts.rows)
        return answer
      },
    })
  }
  const { submitAlone } = writer
  writer.submitAlone = (work) =>
    submitAlone.call(writer, () => {
      counts.rows = 0
      return work()
    }) as never
  return counts
}

test('they cost a weigh-in nothing, and the worker reads them in portions', async () => {
  const a = await makeAppliance()
  onTestFinished(() => a.close())
  const { store } = a.kernel
  const members = []
  for (let n = 0; n < MEMBERS; n++)
    members.push(await a.party('person', `Member ${n}`, { phone: `+2567001${10_000 + n}`, messages: true }))
  // At midnight nothing is sent, so all of it waits.
  a.clock.nowMs = Math.ceil(a.clock.nowMs / DAY) * DAY + 22 * 3_600_000
  const sent: unknown[] = []
  const send = async (message: unknown) => ({ state: 'sent' as const, ...(sent.push(message) && {}) })
  const worker = new MessageWorker(a.kernel, { kind: 'command', send }, { error: () => {} })
  await worker.round()
  store.db
    .prepare(
      `INSERT INTO message (about, kind, party, made_at)
       SELECT e.seq, k.value, p.value, ?
       FROM (SELECT seq FROM entry ORDER BY seq LIMIT 40) e, json_each('[0,1,2,3,4,5,6,7,8,9]') k, json_each(?) p
       LIMIT ?`,
    )
    .run(a.clock.nowMs, JSON.stringify(members.map(({ id }) => must(store.parties.find(id)))), MANY)
  expect(store.db.prepare('SELECT count(*) FROM message').pluck().get()).toBe(MANY)
  const counts = counting(a)
  await appended(a.cooperative, 'delivery', deliveryOf(must(members[0]), a.cooperative))
  expect(counts).toEqual({ calls: 0, rows: 0, mostRows: 0 })
  await worker.round()
  expect(sent).toEqual([])
  expect(counts.mostRows).toBeLessThanOrEqual(MOST_A_JOB + 20)
  // Each page twice, and each member's own once.
  const pages = Math.ceil(MANY / 200) + 1
  expect(counts.calls).toBeLessThan(3 * pages + 5 * MEMBERS)
})
