import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Appliance, makeAppliance } from '../../../support/appliance.ts'

/** An export beside callers of the service: it is made in slices, and they are served between them. */

const RECORDS = 1_500
const PAGE = 500

let a: Appliance
const ids: string[] = []

beforeAll(async () => {
  a = await makeAppliance({ readsPerSecond: '1000000' })
  for (let done = 0; done < RECORDS; done += 500) {
    const records = Array.from({ length: 500 }, (_, i) => ({
      id: uuidv7(),
      type: 'delivery',
      occurred_at: new Date(Date.UTC(2026, 4, 1, 0, 0, done + i)).toISOString(),
      lawful_basis: 'contract_performance',
      from_party: uuidv7(),
      to_party: a.cooperative.id,
      crop: 'coffee_fresh_cherry',
      quantity: { value: 5, unit: 'kg' },
    }))
    ids.push(...records.map(({ id }) => id))
    expect((await a.cooperative.post('/v1/sync/outbox', { records })).status).toBe(200)
  }
})
afterAll(() => a.close())

test('every page is read in several jobs, and others are answered meanwhile', async () => {
  const { store } = a.kernel
  let isOver = false
  let answered = 0
  const caller = (async () => {
    for (let i = 0; !isOver; i++) {
      const answer = await a.cooperative.get(`/v1/records/${ids[i % ids.length]}?purpose=research`)
      expect(answer.status).toBe(200)
      answered++
    }
  })()
  const before = store.audit.head.n
  const seen: string[] = []
  const asked = { for: null, purpose: null, type: 'delivery', fromMs: null, toMs: null } as const
  for await (const { texts } of a.tasks.stream('export.records', 'clerk', asked)) seen.push(...texts)
  isOver = true
  await caller
  expect(seen.map((text) => JSON.parse(text).id)).toEqual(ids)
  // A job of a slice ends after some milliseconds, so that a caller waits for one of them and never for a page.
  expect(answered).toBeGreaterThan(RECORDS / PAGE)
  const { entries } = await a.tasks.run('audit', 'test', { count: 500, before: store.audit.head.n + 1 })
  const pages = entries.filter(({ n, action }) => n > before && action === 'export')
  expect(pages.map(({ outcome, record_ids }) => [outcome, record_ids.length])).toEqual(
    Array.from({ length: RECORDS / PAGE }, () => ['disclosed', PAGE]),
  )
})

test('one whose reader goes away ends, and what was read until then is in the audit log', async () => {
  const asked = { for: null, purpose: null, type: 'delivery', fromMs: null, toMs: null } as const
  const before = a.kernel.store.audit.head.n
  for await (const { texts } of a.tasks.stream('export.records', 'clerk', asked)) {
    expect(texts.length).toBeGreaterThan(0)
    break
  }
  const { entries } = await a.tasks.run('audit', 'test', { count: 50 })
  expect(entries.filter(({ n, action }) => n > before && action === 'export')).toHaveLength(1)
})
