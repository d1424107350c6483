import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { makeAppliance } from '../../../support/appliance.ts'
import { at, batch, deliveryOf } from '../../../support/flows/help.ts'

/** An export beside callers of the service: it is made in slices, and they are served between them. */

const RECORDS = 1_500
const PAGE = 500

const a = await makeAppliance({ readsPerSecond: '1000000' })
const ids: string[] = []
for (let done = 0; done < RECORDS; done += 500)
  ids.push(
    ...(await batch(a, a.cooperative, 500, 'delivery', (i) =>
      deliveryOf({ id: uuidv7() }, a.cooperative, { occurred_at: at(Date.UTC(2026, 4, 1, 0, 0, done + i)) }),
    )),
  )

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
