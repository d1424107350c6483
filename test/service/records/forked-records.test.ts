import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FRONT_OFFICE_PURPOSE, frontOffice } from '../../../src/identity/who.ts'
import type { ListFilter } from '../../../src/records/gate/list-filter.ts'
import { recentRecords } from '../../../src/records/record-tasks.ts'
import { recordJson } from '../../../src/records/views/record-view.ts'
import { type Actor, makeAppliance, START_MS } from '../../support/appliance.ts'

/** Contradicting corrections, found by the chains that have several, are those that a look at every record finds. */

const DAY = 86_400_000

const a = await makeAppliance()
const members: Actor[] = [await a.party('person', 'Akello'), await a.party('person', 'Birungi')]

const asked = async (more: object) =>
  (await recentRecords(a.kernel, 'test', { type: 'delivery', subject: null, standing: 'forked', ...more }))
    .records

/** By the walk that looks at each. */
async function walked({
  subject = null,
  fromMs,
  toMs,
}: {
  subject?: string | null
  fromMs: number
  toMs: number
}) {
  const filter: ListFilter = {
    types: ['delivery'],
    lotId: null,
    obligationId: null,
    standing: 'forked',
    order: 'newest',
    ...{ subject, fromMs, toMs },
  }
  const page = { filter, after: null, count: 500, most: Number.POSITIVE_INFINITY }
  const { texts } = await a.kernel.gate.page(
    frontOffice(a.kernel, 'test'),
    FRONT_OFFICE_PURPOSE,
    page,
    recordJson,
  )
  return texts.made.map((text) => JSON.parse(text))
}

const step = fc.record({
  what: fc.constantFrom('deliver', 'deliver', 'correct', 'correct', 'correct', 'retract'),
  by: fc.nat(2),
  which: fc.nat(20),
  member: fc.nat(1),
  daysAgo: fc.nat(3),
})

/** Deliveries, each corrected twice: what chance alone need not make. */
const forks = Array.from({ length: 8 }, (_, i) => {
  const one = { by: 0, member: i % 2, daysAgo: i % 4 }
  return [
    { what: 'deliver', which: 0, ...one },
    { what: 'correct', which: 0, ...one },
    { what: 'correct', which: 1, ...one },
  ]
}).flat()

test('after every history, about everybody and about one, always and in a period', async () => {
  let most = 0
  const written: { id: string; by: Actor; body: object }[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      for (const { what, by, which, member, daysAgo } of steps) {
        a.clock.nowMs += 1000
        const target =
          written.length === 0
            ? undefined
            : written[written.length - 1 - (which % Math.min(6, written.length))]
        const [own] = [members[member] as Actor]
        const body = {
          ...{
            from_party: own.id,
            to_party: by === 2 ? (members[1 - member] as Actor).id : a.cooperative.id,
          },
          ...{ crop: 'maize_grain', quantity: { value: which + 1, unit: 'kg' } },
          occurred_at: new Date(START_MS - daysAgo * DAY).toISOString(),
        }
        if (what === 'retract')
          await target?.by.append('retraction', { target_id: target.id, reason: 'duplicate' })
        else {
          const writer = what === 'correct' && target ? target.by : by === 0 ? a.cooperative : own
          const draft =
            what === 'correct' && target
              ? { ...target.body, ...body, from_party: own.id, supersedes: target.id }
              : body
          const { status, body: answer } = await writer.append('delivery', draft)
          if (status === 201) written.push({ id: answer.id, by: writer, body })
        }
      }
      const always = { fromMs: START_MS - 9 * DAY, toMs: START_MS + 900 * DAY }
      const one = { fromMs: START_MS - 2 * DAY, toMs: START_MS }
      for (const period of [always, one])
        for (const subject of [null, members[0]?.id as string])
          expect(await asked({ ...period, subject })).toEqual(await walked({ ...period, subject }))
      most = Math.max(most, (await walked(always)).length)
    }),
    { numRuns: 25, examples: [[forks]] },
  )
  expect(most).toBeGreaterThan(6)
})

test('more than fit are told of, and only those that are shown are audited', async () => {
  const { records, more } = await recentRecords(a.kernel, 'test', {
    type: 'delivery',
    subject: null,
    standing: 'forked',
  })
  const { audit } = a.kernel.store
  const [entry] = [...audit.entries([audit.size]).values()]
  expect(records.length).toBeLessThanOrEqual(20)
  expect(more).toBe((await walked({ fromMs: 0, toMs: START_MS + 900 * DAY })).length > 20)
  expect(entry).toMatchObject({ action: 'list' })
})
