import { gzipSync } from 'node:zlib'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { draftOf } from '../../../support/actors.ts'
import { makeAppliance } from '../../../support/appliance.ts'
import { expectRefused, harvestOf } from '../../../support/flows/help.ts'

/** Bodies of a few kilobytes, compressed, that unfold to millions of empty parts. */

const a = await makeAppliance()
const grace = await a.party('person', 'Grace')
const stored = () => a.kernel.store.log.size

const harvest = () => draftOf(a.clock, 'harvest', harvestOf(grace))
const full = (type: string, member: string, one: string, count: number) =>
  `{"id":"${uuidv7()}","type":"${type}","${member}":[${new Array(count).fill(one).join()}]}`
async function drain(records: readonly string[]) {
  const payload = gzipSync(`{"records":[${records.join()}]}`)
  const answer = await a.app.inject({
    method: 'POST',
    url: '/v1/sync/outbox',
    headers: {
      authorization: `Bearer ${grace.token}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    payload,
  })
  return { sent: payload.length, status: answer.statusCode, body: JSON.parse(answer.body) }
}

test.each([
  ['lot', 'inputs'],
  ['payment', 'settles'],
  ['harvest', 'evidence'],
  ['harvest', 'derived'],
])(
  '%s with 21,000 empty parts in %s: each is refused by itself, and the others are stored',
  async (type, member) => {
    const records = Array.from({ length: 120 }, () => full(type, member, '{}', 21_000))
    const { sent, status, body } = await drain([...records, JSON.stringify(harvest())])
    expect([sent < 40_000, status]).toEqual([true, 200])
    const results = body.results as { status: string; problem?: { code: string; detail: string } }[]
    expect(results.pop()?.status).toBe('accepted')
    expect(results).toHaveLength(records.length)
    for (const { problem } of results) {
      expect(problem?.code).toBe('body_too_large')
      expect(problem?.detail).toContain('8192')
    }
  },
)

test('records with fewer parts each, and too many in all: the batch is refused whole', async () => {
  const before = stored()
  const records = Array.from({ length: 900 }, () => full('lot', 'inputs', '{}', 2_500))
  const { status, body } = await drain([JSON.stringify(harvest()), ...records])
  expect([status, body.code]).toEqual([413, 'body_too_large'])
  expect(body.detail).toContain('1048576')
  expect(stored()).toBe(before)
})

test('a record or an act by itself is refused too', async () => {
  const full = { id: uuidv7(), type: 'lot', inputs: new Array(21_000).fill({}) }
  for (const url of ['/v1/records', '/v1/grants', '/v1/objections', '/v1/delegations', '/v1/inferences'])
    expectRefused(await grace.post(url, full), 413, 'body_too_large')
})

test('a plot with all its positions is stored', async () => {
  const ring = Array.from({ length: 9_000 }, (_, i) => [i % 10, 1])
  const plot = draftOf(a.clock, 'plot', {
    plot: uuidv7(),
    holder: grace.id,
    country: 'UG',
    geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] },
  })
  const { body } = await drain([JSON.stringify(plot)])
  expect(body.results).toEqual([{ id: plot.id, status: 'accepted' }])
})
