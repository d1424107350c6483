import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Actor, type Appliance, makeAppliance } from '../../../support/appliance.ts'
import {
  actingFor,
  appended,
  at,
  batch,
  confirm,
  DAY_MS,
  deliveryOf,
  expectRefused,
  granted,
  harvestOf,
  idsInPages,
  mandate,
  PURPOSE,
  phoneOf,
  retract,
} from '../../../support/flows/help.ts'
import { workOf } from '../../../support/work.ts'

/** `asserted_by`: what a party itself stated, apart from what anyone states about it. */

let a: Appliance
let coop: Actor
let grace: Actor
let mallory: Actor
beforeEach(async () => {
  a = await makeAppliance({ recordsPerDay: '1000000' })
  coop = a.cooperative
  grace = await a.party('person', 'Grace')
  mallory = await a.party('person', 'Mallory')
})
afterEach(() => a.close())

const pull = async (who: Actor, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({ asserted_by: 'own', ...more })
  const answer = await who.get(`/v1/sync/changes?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const idsOf = (page: { changes: readonly { id: string }[] }) => page.changes.map(({ id }) => id)
const delivery = (who: Actor, more: object = {}) => appended(who, 'delivery', deliveryOf(grace, coop, more))
const othersOf = (who: Actor, more = '') =>
  idsInPages(who, `/v1/records?purpose=${PURPOSE}&asserted_by=others&limit=2${more}`, 'records')

test('the feed of own word has what the party asserted or had asserted, and what others did to that', async () => {
  const { cursor: since } = await pull(coop)
  const own = await delivery(coop)
  const strange = await delivery(mallory)
  const hers = await delivery(grace)
  const confirmation = (await confirm(a, grace, own.id)).body
  const given = await mandate(a, coop, mallory)
  const forUs = await delivery(mallory, actingFor(coop, given))
  const ours = await mandate(a, grace, coop)
  const forHer = await delivery(coop, actingFor(grace, ours))
  const retraction = (await retract(grace, forHer.id)).body
  await appended(mallory, 'harvest', harvestOf(mallory))
  const page = await pull(coop, { since })
  expect(idsOf(page)).toEqual([own.id, confirmation.id, forUs.id, forHer.id, retraction.id])
  expect([page.closed, page.has_more]).toEqual([[], false])
  // Grace's and Mallory's about the cooperative.
  expect(page.others).toBe(2)
  const short = await pull(coop, { since, limit: '2' })
  expect([idsOf(short), short.has_more, short.others]).toEqual([[own.id, confirmation.id], true, undefined])
  const rest = await pull(coop, { since: short.cursor })
  expect(idsOf(rest)).toEqual([forUs.id, forHer.id, retraction.id])
  const after = await pull(coop, { since: rest.cursor })
  expect([after.changes, after.has_more]).toEqual([[], false])
  // Without the filter, all of them.
  const all = idsOf((await coop.get('/v1/sync/changes?limit=500')).body)
  expect(all).toEqual(expect.arrayContaining([...idsOf(page), strange.id, hers.id]))
})

test('what a party confirmed is its word: corrections and retractions of it follow', async () => {
  const hers = await delivery(grace)
  const { id } = (await confirm(a, coop, hers.id)).body
  const { cursor: since } = await pull(coop)
  const corrected = await delivery(grace, { supersedes: hers.id })
  const again = await delivery(grace, { supersedes: corrected.id })
  const other = await delivery(grace)
  await retract(grace, other.id)
  const retraction = (await retract(grace, again.id)).body
  expect(id).toBeDefined()
  expect(idsOf(await pull(coop, { since }))).toEqual([corrected.id, again.id, retraction.id])
})

test('what others stated about a party is a list of its own, by pages', async () => {
  await delivery(coop)
  const hers = await delivery(grace)
  const strange = await delivery(mallory)
  const given = await mandate(a, coop, mallory)
  await delivery(mallory, actingFor(coop, given))
  const more = await delivery(mallory)
  // Not about the cooperative, or opened to it.
  await appended(mallory, 'harvest', harvestOf(mallory))
  await granted(a, mallory, coop, ['harvest', 'delivery'])
  const type = '&type=delivery'
  expect(await othersOf(coop, type)).toEqual([[more.id, strange.id], [hers.id]])
  expect((await othersOf(coop, `${type}&subject=${grace.id}`)).flat()).toEqual([more.id, strange.id, hers.id])
  expect((await othersOf(mallory, type)).flat()).toEqual([])
  expectRefused(await coop.get(`/v1/records?purpose=${PURPOSE}&asserted_by=own`), 400, 'invalid_parameter')
  expectRefused(await coop.get('/v1/sync/changes?asserted_by=others'), 400, 'invalid_parameter')
})

test('a cursor works with the filter it was made with', async () => {
  await delivery(coop)
  const filtered = (await pull(coop)).cursor
  const whole = (await coop.get('/v1/sync/changes')).body.cursor
  expectRefused(await coop.get(`/v1/sync/changes?since=${filtered}`), 400, 'invalid_cursor')
  expectRefused(await coop.get(`/v1/sync/changes?since=${whole}&asserted_by=own`), 400, 'invalid_cursor')
  const purpose = { purpose: PURPOSE }
  const forPurpose = (await pull(coop, purpose)).cursor
  expectRefused(await coop.get(`/v1/sync/changes?since=${forPurpose}&asserted_by=own`), 400, 'invalid_cursor')
  expect((await pull(coop, { ...purpose, since: forPurpose })).changes).toEqual([])
})

test('a device that reads from a day on is told no number of what is older', async () => {
  await delivery(mallory, { occurred_at: at(a.clock.nowMs - 10 * DAY_MS) })
  await delivery(mallory)
  const phone = await phoneOf(a, coop, a.clock.nowMs - DAY_MS)
  expect((await pull(phone)).others).toBe(1)
  expect((await othersOf(phone, '&type=delivery')).flat()).toHaveLength(1)
})

test('strangers cost neither the feed of own word nor the newest of theirs', async () => {
  const START = Date.UTC(2026, 0, 1)
  const made = (who: Actor, count: number) =>
    batch(a, who, count, 'delivery', (n) =>
      deliveryOf(grace, coop, { occurred_at: at(START + n * 60_000 + (who === coop ? 0 : 1)) }),
    )
  await made(coop, 60)
  const newest = () => coop.get(`/v1/records?purpose=${PURPOSE}&asserted_by=others&type=delivery&limit=50`)
  const rows = async () => {
    const found: number[] = []
    for (const look of [() => pull(coop), newest]) found.push((await workOf(a.kernel.store.db, look)).rows)
    return found as [number, number]
  }
  await rows()
  await made(mallory, 60)
  const some = await rows()
  await made(mallory, 2_940)
  const [feed, list] = await rows()
  expect(feed).toBeLessThanOrEqual(some[0] + 30)
  expect(list).toBeLessThanOrEqual(some[1] + 120)
  expect((await pull(coop)).others).toBe(3_000)
})
