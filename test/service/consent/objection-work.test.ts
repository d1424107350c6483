import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Actor, type Appliance, makeAppliance } from '../../support/appliance.ts'
import {
  appended,
  at,
  batch,
  DAY_MS,
  deliveryOf,
  granted,
  harvestOf,
  PURPOSE,
} from '../../support/flows/help.ts'

/** What an objection costs of somebody with many records, many readers and many others in the records. */

let a: Appliance
let anna: Actor
beforeEach(async () => {
  a = await makeAppliance()
  anna = await a.party('person', 'Anna')
})
afterEach(() => a.close())

/** To a bank that is not known here, unless the grant says otherwise. */
const grant = (from: Actor, more: object) => granted(a, from, { id: uuidv7() }, [], PURPOSE, more)

test('who decides is asked once for each window of a reader, not for each record too', async () => {
  const [records, readers, open] = [200, 60, 30]
  const nowMs = a.clock.nowMs
  await batch(a, anna, records, 'harvest', (day) =>
    harvestOf(anna, { lawful_basis: 'consent', occurred_at: at(nowMs - day * DAY_MS) }),
  )
  const types = { record_types: ['harvest'] }
  // Nothing of it happened in these windows; in the last, the harvests of the last thirty days did.
  for (let i = 1; i < readers; i++)
    await grant(anna, {
      ...types,
      occurred_from: at(nowMs + i * DAY_MS),
      occurred_to: at(nowMs + 2 * i * DAY_MS),
    })
  await grant(anna, { ...types, occurred_from: at(nowMs - (open - 1) * DAY_MS) })
  const asked = vi.spyOn(a.kernel.people, 'facts')
  const objection = await anna.post('/v1/objections', { id: uuidv7(), channel: 'app', ...types })
  expect(objection.body).toMatchObject({
    effect: 'stopped_some',
    stopped: [{ record_type: 'harvest', lawful_basis: 'consent', count: open }],
    continuing: [{ why: 'consent_only', count: records - open }],
  })
  // A window makes three spans: before it, within it, after it.
  expect(asked.mock.calls.length).toBeGreaterThan(readers)
  expect(asked.mock.calls.length).toBeLessThan(records + 10 * readers)
  asked.mockRestore()
})

test('where others must consent too, a job of a slow machine looks at the grants of few', async () => {
  const others = 12
  for (let i = 0; i < others; i++) {
    const other = await a.party('person', `Other ${i}`)
    await appended(anna, 'delivery', deliveryOf(anna, other, { lawful_basis: 'consent' }))
    await grant(other, { record_types: ['delivery'] })
  }
  await grant(anna, { record_types: ['delivery'] })
  const { consents } = a.kernel.store
  const read = vi.spyOn(consents, 'grantsNotOver')
  const perJob: number[] = []
  const submit = <T>(work: () => T): Promise<T> =>
    a.kernel.ports.submit(() => {
      const before = read.mock.calls.length
      const done = work()
      perJob.push(read.mock.calls.length - before)
      return done
    })
  // So slow that whatever is timed takes longer than it may.
  let nowMs = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 10))
  try {
    const doer = { credential: null, operator: 'test' }
    const draft = { id: uuidv7(), channel: 'in_person' as const, record_types: ['delivery' as const] }
    const { value } = await a.kernel.objections.lodge(submit, doer, anna.id, draft)
    expect(value.continuing).toMatchObject([{ why: 'consent_only', count: others }])
  } finally {
    clock.mockRestore()
    read.mockRestore()
  }
  // One's own grants, and those of each other person.
  expect(perJob.reduce((sum, reads) => sum + reads, 0)).toBe(1 + others)
  expect(Math.max(...perJob)).toBe(1)
})
