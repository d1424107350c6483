import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Disclosure, ListedDisclosure } from '../../../src/consent/disclosures/disclosure-shapes.ts'
import type { Back } from '../../../src/store/audit/audit-index-back.ts'
import { type Actor, type Appliance, makeAppliance } from '../../support/appliance.ts'
import { pagesOf } from '../../support/consent/disclosure-pages.ts'
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
  phoneOf,
  read,
  readInference,
  retract,
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
const answered = async (who: Actor): Promise<Disclosure[]> =>
  (await who.post('/v1/subject-access-requests')).body.disclosures
/** `acknowledged.test.ts` is about the rest. */
type Read = Omit<ListedDisclosure, 'ended' | 'changed'> & Partial<ListedDisclosure>

/** A line for each showing; one of an inference does not name it. */
const lines = (disclosures: readonly Read[]) =>
  disclosures
    .flatMap(({ record_ids, inferences, ended: _, changed: __, ...rest }) =>
      [...record_ids, ...Array(inferences).fill('inference')].map((what) => JSON.stringify([rest, what])),
    )
    .sort()
const counted = (disclosures: readonly Disclosure[], predictions: readonly string[]): Read[] =>
  disclosures.map((one) => {
    const record_ids = one.record_ids.filter((id) => !predictions.includes(id))
    return { ...one, record_ids, inferences: one.record_ids.length - record_ids.length }
  })

test('has what subject access has, newest first, and one disclosure for records of several kinds shown at once', async () => {
  const harvest = await appended(anna, 'harvest', harvestOf(anna))
  const gone = await appended(anna, 'harvest', harvestOf(anna))
  const retraction = (await retract(anna, gone.id)).body
  const grant = await granted(a, anna, bank, ['harvest', 'retraction', 'inference'])
  await read(bank, harvest.id)
  a.clock.nowMs += 60_000
  await bank.get(`/v1/records?purpose=${PURPOSE}&standing=any`)
  a.clock.nowMs += 60_000
  const prediction = await inferred(a, bank, [harvest.id])
  await readInference(bank, prediction.id)
  const { disclosures, next } = await listOf(anna)
  expect(next).toBeNull()
  expect(disclosures.map(({ at: when }) => when)).toEqual(
    [...disclosures.map(({ at: when }) => when)].sort().reverse(),
  )
  const list = disclosures.find(({ record_ids }) => record_ids.length > 1) as Disclosure
  expect(list).toMatchObject({ to: bank.id, purpose: PURPOSE, ground: 'consent', grant_id: grant })
  expect([...list.record_ids].sort()).toEqual([harvest.id, gone.id, retraction.id].sort())
  expect(disclosures[0]).toMatchObject({ record_ids: [], inferences: 1 })
  expect(lines(disclosures)).toEqual(lines(counted(await answered(anna), [prediction.id])))
})

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

describe('natural persons', () => {
  test('who read what is their own too are not named, and organisations are', async () => {
    const between = await appended(anna, 'delivery', deliveryOf(anna, ben))
    await read(ben, between.id)
    const sold = await appended(anna, 'delivery', deliveryOf(anna, a.cooperative))
    await read(a.cooperative, sold.id)
    const answer = await anna.get('/v1/disclosures')
    expect(answer.body.disclosures).toMatchObject([
      { to: a.cooperative.id, ground: 'own', grant_id: null, record_ids: [sold.id] },
      { to: null, ground: 'own', grant_id: null, record_ids: [between.id] },
    ])
    expect(answer.text).not.toContain(ben.id)
  })
})

test('one’s own reads are not in it, nor the reading of the list itself, which is audited', async () => {
  const harvest = await appended(anna, 'harvest', harvestOf(anna))
  await read(anna, harvest.id)
  expect(await listOf(anna)).toEqual({ disclosures: [], next: null })
  expect(await listOf(anna)).toEqual({ disclosures: [], next: null })
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
  expect(await pagesOf(a.cooperative, 5)).toMatchObject([{ to: bank.id, record_ids: [sold.id] }])
})

describe('who may ask', () => {
  test('any credential that may read, for its own party', async () => {
    const harvest = await appended(anna, 'harvest', harvestOf(anna))
    await granted(a, anna, bank, ['harvest'])
    await read(bank, harvest.id)
    const whole = await listOf(anna)
    const reader = a.holder(await a.credential(anna.id, 'reader'), anna.id)
    expect(await listOf(reader)).toEqual(whole)
  })
  test('a device that may read only from a time on is told of later records only', async () => {
    const old = await appended(
      anna,
      'harvest',
      harvestOf(anna, { occurred_at: at(a.clock.nowMs - 9 * DAY_MS) }),
    )
    const recent = await appended(anna, 'harvest', harvestOf(anna))
    await granted(a, anna, bank, ['harvest', 'inference'])
    const prediction = await inferred(a, bank, [recent.id], { occurred_at: at(a.clock.nowMs - 9 * DAY_MS) })
    await bank.get(`/v1/records?purpose=${PURPOSE}`)
    await readInference(bank, prediction.id)
    const ids = (list: readonly Disclosure[]) => list.flatMap(({ record_ids }) => record_ids).sort()
    expect(ids((await listOf(anna)).disclosures)).toEqual([old.id, recent.id].sort())
    const inferences = (list: readonly ListedDisclosure[]) =>
      list.reduce((sum, one) => sum + one.inferences, 0)
    expect(inferences((await listOf(anna)).disclosures)).toBe(1)
    const phone = await phoneOf(a, anna, a.clock.nowMs - DAY_MS)
    expect(ids((await listOf(phone)).disclosures)).toEqual([recent.id])
    expect(inferences((await listOf(phone)).disclosures)).toBe(0)
    const { next } = await listOf(anna, '?limit=1')
    expectRefused(await phone.get(`/v1/disclosures?cursor=${next}`), 400, 'invalid_cursor')
  })
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
  await upTo(40_000)
  const many = await work(30)
  expect(many.steps).toBeLessThanOrEqual(few.steps + 1)
  // As it comes, the newest entries are in memory or in the newest chunk; never in more than these.
  expect(many.rows).toBeLessThanOrEqual(few.rows + 3)
  expect(many.entries).toBeLessThanOrEqual(few.entries + 50)
})

test('many who ask at once each get their own whole list, while others go on reading', async () => {
  const everybody = []
  for (let i = 0; i < 12; i++) {
    const who = await a.party('person', `Person ${i}`)
    const harvest = await appended(who, 'harvest', harvestOf(who))
    await granted(a, who, bank, ['harvest'])
    for (let n = 0; n <= i; n++) await read(bank, harvest.id)
    everybody.push({ who, harvest })
  }
  const lists = everybody.map(({ who }) => pagesOf(who, 2))
  const reads = everybody.map(({ harvest }) => read(bank, harvest.id))
  for (const [i, list] of (await Promise.all(lists)).entries()) {
    const ids = new Set(list.flatMap(({ record_ids }) => record_ids))
    expect([...ids]).toEqual([everybody[i]?.harvest.id])
    // The reading under way may be in it already, if the list began later.
    expect([i + 1, i + 2]).toContain(list.length)
  }
  await Promise.all(reads)
})
