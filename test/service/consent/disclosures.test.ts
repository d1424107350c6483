import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ListedDisclosure } from '../../../src/consent/disclosures/disclosure-shapes.ts'
import type { Back } from '../../../src/store/audit/audit-index-back.ts'
import { type Actor, type Appliance, makeAppliance } from '../../support/appliance.ts'
import {
  appended,
  at,
  cherry,
  DAY_MS,
  deliveryOf,
  expectRefused,
  granted,
  harvestOf,
  inferred,
  PURPOSE,
  pagesOf,
  phoneOf,
  read,
  readInference,
} from '../../support/flows/help.ts'

/** Who saw what is the caller's own. */

let a: Appliance
let anna: Actor
let ben: Actor
let bank: Actor
beforeEach(async () => {
  a = await makeAppliance()
  anna = await a.party('person', 'Anna Akello')
  ben = await a.party('person', 'Ben Busulwa')
  bank = await a.party('institution', 'Harvest Bank')
})
afterEach(() => a.close())

const listOf = async (who: Actor, asked = '') => {
  const answer = await who.get(`/v1/disclosures${asked}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as { disclosures: ListedDisclosure[]; next: string | null }
}

test('a plot on the map of a lot’s origin, and a delivery among its events, were shown like any other record', async () => {
  const plot = await appended(anna, 'plot', { plot: uuidv7(), holder: anna.id, country: 'UG' })
  const sold = await appended(anna, 'delivery', deliveryOf(anna, ben, { plot_ids: [plot.plot] }))
  const inputs = [{ record_id: sold.id, kg: 120 }]
  const lot = await appended(ben, 'lot', { holder: ben.id, ...cherry(), inputs })
  await granted(a, ben, bank, ['lot', 'delivery'])
  const grants = {
    origin: await granted(a, anna, bank, ['plot']),
    events: await granted(a, anna, bank, ['delivery']),
  }
  for (const [what, shown] of [
    ['origin', plot.id],
    ['events', sold.id],
  ] as const) {
    a.clock.nowMs += 60_000
    const answer = await bank.get(`/v1/records/${lot.id}/${what}?purpose=${PURPOSE}`)
    expect(answer.text).toContain(shown)
    const [newest] = (await listOf(anna)).disclosures
    expect(newest).toMatchObject({
      ...{ to: bank.id, at: at(a.clock.nowMs), purpose: PURPOSE },
      ...{ grant_id: grants[what], record_ids: [shown] },
    })
  }
})

test('one’s own reads are not in it, nor the reading of the list itself, which is audited', async () => {
  const harvest = await appended(anna, 'harvest', harvestOf(anna))
  await read(anna, harvest.id)
  for (let i = 0; i < 2; i++) expect(await listOf(anna)).toEqual({ disclosures: [], next: null })
  const { entries } = await a.tasks.run('audit', 'clerk', { party: anna.id, count: 10 })
  expect(entries.filter(({ action }) => action === 'disclosures')).toMatchObject([
    { outcome: 'disclosed', party: anna.id, record_ids: [] },
    { outcome: 'disclosed', party: anna.id, record_ids: [] },
  ])
})

test('an organisation that reads all day still finds who else read, through pages that may be short', async () => {
  const sold = await appended(anna, 'delivery', deliveryOf(anna, a.cooperative, { lawful_basis: 'consent' }))
  await granted(a, anna, bank, ['delivery'])
  await granted(a, a.cooperative, bank, ['delivery'], PURPOSE, { expires_at: at(a.clock.nowMs + DAY_MS) })
  await read(bank, sold.id)
  const { store } = a.kernel
  const seq = store.records.byId(sold.id)?.seq as number
  await a.kernel.ports.submit(() => {
    for (let i = 0; i < 12_000; i++)
      store.audit.append(store.writer.nowMs, {
        credential: null,
        action: 'read',
        purpose: 'cooperative_management',
        outcome: 'disclosed',
        records: [seq],
      })
  })
  const first = await listOf(a.cooperative, '?limit=5')
  expect([first.disclosures, typeof first.next]).toEqual([[], 'string'])
  const pages = await pagesOf(a.cooperative, '/v1/disclosures?limit=5')
  expect(pages.flatMap(({ disclosures }) => disclosures)).toMatchObject([
    { to: bank.id, record_ids: [sold.id] },
  ])
})

test('a device that may read only from a time on is told of later records only', async () => {
  const early = { occurred_at: at(a.clock.nowMs - 9 * DAY_MS) }
  const old = await appended(anna, 'harvest', harvestOf(anna, early))
  const recent = await appended(anna, 'harvest', harvestOf(anna))
  await granted(a, anna, bank, ['harvest', 'inference'])
  const prediction = await inferred(a, bank, [recent.id], early)
  await bank.get(`/v1/records?purpose=${PURPOSE}`)
  await readInference(bank, prediction.id)
  const told = async (who: Actor) => {
    const { disclosures } = await listOf(who)
    return {
      ids: disclosures.flatMap(({ record_ids }) => record_ids).sort(),
      inferences: disclosures.reduce((sum, one) => sum + one.inferences, 0),
    }
  }
  expect(await told(anna)).toEqual({ ids: [old.id, recent.id].sort(), inferences: 1 })
  const phone = await phoneOf(a, anna, a.clock.nowMs - DAY_MS)
  expect(await told(phone)).toEqual({ ids: [recent.id], inferences: 0 })
  const { next } = await listOf(anna, '?limit=1')
  expectRefused(await phone.get(`/v1/disclosures?cursor=${next}`), 400, 'invalid_cursor')
})

describe('bad questions', () => {
  test.each([['limit=501'], ['since=yesterday'], [`since=${at(0)}&since=${at(1)}`], ['to=x']])(
    '%s is an invalid parameter',
    async (asked) => {
      expectRefused(await anna.get(`/v1/disclosures?${asked}`), 400, 'invalid_parameter')
    },
  )
  test('a cursor is of one party and one question, and cannot be made up', async () => {
    const harvest = await appended(anna, 'harvest', harvestOf(anna))
    await granted(a, anna, bank, ['harvest'])
    for (let i = 0; i < 3; i++) {
      a.clock.nowMs += 1_000
      await read(bank, harvest.id)
    }
    expectRefused(await ben.get('/v1/disclosures?cursor=AAAA'), 400, 'invalid_cursor')
    const { next } = await listOf(anna, '?limit=1')
    const cursor = next as string
    const changed = `${cursor.slice(0, 9)}${cursor[9] === 'A' ? 'B' : 'A'}${cursor.slice(10)}`
    const feed = (await anna.get('/v1/sync/changes?limit=1')).body.cursor
    for (const bad of ['', 'x', changed, `${cursor}A`, cursor.slice(0, -4), feed, harvest.id])
      expectRefused(await anna.get(`/v1/disclosures?cursor=${bad}`), 400, 'invalid_cursor')
    expectRefused(await ben.get(`/v1/disclosures?cursor=${cursor}`), 400, 'invalid_cursor')
    expectRefused(await anna.get(`/v1/disclosures?cursor=${cursor}&since=${at(0)}`), 400, 'invalid_cursor')
    expectRefused(await anna.get(`/v1/sync/changes?since=${cursor}`), 400, 'invalid_cursor')
    expect((await listOf(anna, `?cursor=${cursor}&limit=2`)).disclosures).toHaveLength(2)
    // As long for the first entry as for any other: its length tells nothing.
    const { next: other } = await listOf(anna, `?cursor=${cursor}&limit=1`)
    expect(other).toHaveLength(cursor.length)
  })
})

test('a page takes the same work after forty thousand readings as after five thousand', async () => {
  const { store } = a.kernel
  const others = []
  for (let i = 0; i < 40; i++) others.push(await a.party('person', `Person ${i}`))
  const seqs: number[] = []
  for (const who of [anna, ...others])
    seqs.push(store.records.byId((await appended(who, 'harvest', harvestOf(who))).id)?.seq as number)
  const credential = a.kernel.credentials.verify(bank.token)?.credential as number
  let written = 0
  const upTo = async (count: number) => {
    while (written < count)
      await a.kernel.ports.submit(() => {
        for (const seq of [...seqs, ...seqs.slice(1)]) {
          const entry = { credential, action: 'read', purpose: PURPOSE, outcome: 'disclosed', records: [seq] }
          store.audit.append(store.writer.nowMs, entry)
          written++
        }
      })
  }
  const work = async (limit: number) => {
    const [walked, described] = [vi.spyOn(store.audit.index, 'back'), vi.spyOn(store.audit, 'entries')]
    expect((await listOf(anna, `?limit=${limit}`)).disclosures).toHaveLength(limit)
    const steps = walked.mock.results.map(({ value }) => value as Back)
    const entries = described.mock.calls.map(([ns]) => ns.length)
    vi.restoreAllMocks()
    return {
      steps: steps.length,
      rows: steps.reduce((sum, { rows }) => sum + rows, 0),
      entries: entries.reduce((sum, count) => sum + count, 0),
    }
  }
  await upTo(5_000)
  const few = await work(30)
  expect(few.steps).toBeGreaterThan(0)
  await upTo(40_000)
  const many = await work(30)
  expect(many.steps).toBeLessThanOrEqual(few.steps + 1)
  // As it comes, the newest entries are in memory or in the newest chunk; never in more than these.
  expect(many.rows).toBeLessThanOrEqual(few.rows + 3)
  expect(many.entries).toBeLessThanOrEqual(few.entries + 50)
})

test('many who ask at once each get their own whole list', async () => {
  const everybody = []
  for (let i = 0; i < 12; i++) {
    const who = await a.party('person', `Person ${i}`)
    const harvest = await appended(who, 'harvest', harvestOf(who))
    await granted(a, who, bank, ['harvest'])
    for (let n = 0; n <= i; n++) await read(bank, harvest.id)
    everybody.push({ who, id: harvest.id })
  }
  const lists = await Promise.all(everybody.map(({ who }) => pagesOf(who, '/v1/disclosures?limit=2')))
  for (const [i, pages] of lists.entries()) {
    const shown = pages.flatMap(({ disclosures }) => disclosures).flatMap(({ record_ids }) => record_ids)
    expect(shown).toEqual(Array(i + 1).fill(everybody[i]?.id))
  }
})
