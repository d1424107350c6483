import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { typeCode } from '../../../../src/domain/types/index.ts'
import type { ListFilter, ListSlice } from '../../../../src/records/gate/reader.ts'
import type { ListKey } from '../../../../src/records/gate/streams.ts'
import { isFar, NOWHERE, type Walked } from '../../../../src/records/gate/walked.ts'
import { type Actor, type Appliance, makeAppliance, requesterOf } from '../../../support/appliance.ts'
import {
  appended,
  at,
  batch,
  deliveryOf,
  granted,
  harvestOf,
  idsInPages,
  PURPOSE,
} from '../../../support/flows/help.ts'
import { EVERY_RECORD } from './every-record.ts'

/** A list costs what is shown and what is walked for it, in slices; never all that somebody has. */

const MINUTE_MS = 60_000
let a: Appliance
let anna: Actor
let ben: Actor

beforeEach(async () => {
  a = await makeAppliance({ recordsPerDay: '1000000' })
  anna = await a.party('person', 'Anna')
  ben = await a.party('person', 'Ben')
})
afterEach(() => a.close())

/** Many records at once. @param fields of the nth; they happened a minute apart, the first at `fromMs` */
const many = (who: Actor, type: string, count: number, fields: (n: number) => object, fromMs: number) =>
  batch(a, who, count, type, (n) => ({ occurred_at: at(fromMs + n * MINUTE_MS), ...fields(n) }))

interface Going {
  readonly after?: ListKey | null
  readonly count?: number
  readonly walked?: Walked
  readonly most?: number
}

/** One slice, in a job of its own. */
const slice = (who: Actor, filter: Partial<ListFilter>, going: Going = {}): Promise<ListSlice> =>
  a.kernel.ports.submit(() => {
    const { after = null, count = 10, walked = NOWHERE, most = Number.POSITIVE_INFINITY } = going
    const reader = a.kernel.gate.readerFor(requesterOf(a, who), PURPOSE)
    return reader.list({ ...EVERY_RECORD, ...filter }, after, count, walked, most)
  })

/** Slice after slice, as many as this machine needs, until the page is far enough or the list ends. */
async function slices(who: Actor, filter: Partial<ListFilter>, { count = 10, most = 1e9 }: Going) {
  const ids: string[] = []
  let walked = NOWHERE
  for (let after: ListKey | null = null; ; ) {
    const one: ListSlice = await slice(who, filter, { after, count, walked, most })
    ids.push(...one.found.map(({ record }) => record.id))
    walked = one.walked
    after = one.resume
    if (after === null || isFar(walked, most)) return { ids, walked }
  }
}

/** How many rows of lists the work fetched, and how often it asked. */
async function fetched(work: () => Promise<unknown>): Promise<{ rows: number; times: number }> {
  const spy = vi.spyOn(a.kernel.store.records, 'stream')
  await work()
  const rows = spy.mock.results.reduce((sum, { value }) => sum + value.length, 0)
  const times = spy.mock.calls.length
  spy.mockRestore()
  return { rows, times }
}

test('who is a natural person is looked up for heavy records alone, and once for each party', async () => {
  const START = Date.UTC(2026, 0, 1)
  const tonnes = (value: number) => deliveryOf(anna, ben, { quantity: { value, unit: 't' } })
  await many(anna, 'delivery', 100, () => tonnes(1), START)
  const lookups = vi.spyOn(a.kernel.store.records.statements, 'about')
  const page = async () => {
    lookups.mockClear()
    const { body } = await anna.get(`/v1/records?purpose=${PURPOSE}&type=delivery&limit=100`)
    const flags = body.records.map(({ derived }: { derived: { flags: string[] } }) => derived.flags)
    const marked = flags.filter((its: string[]) => its.includes('implausible_quantity'))
    return [marked.length, lookups.mock.calls.length]
  }
  expect(await page()).toEqual([0, 0])
  await many(anna, 'delivery', 100, () => tonnes(101), START + 200 * MINUTE_MS)
  const [marked, asked] = await page()
  expect(marked).toBe(100)
  expect(asked).toBeLessThanOrEqual(2)
  // All is derived anew after a write; what is known of the parties is kept.
  await appended(anna, 'harvest', harvestOf(anna))
  expect(await page()).toEqual([100, 0])
  lookups.mockRestore()
})

describe('a slice ends though nothing was found', () => {
  const START = Date.UTC(2024, 0, 1)
  const LONG = 6_000

  /** @returns how many slices it took */
  async function toTheEnd(who: Actor, filter: Partial<ListFilter>): Promise<number> {
    let slices = 0
    for (let after: ListKey | null = null; slices === 0 || after !== null; slices++) {
      const { found, resume }: ListSlice = await slice(who, filter, { after })
      expect(found).toEqual([])
      after = resume
    }
    return slices
  }

  test('where two long lists lie side by side and have nothing in common', async () => {
    await many(anna, 'harvest', LONG, () => harvestOf(anna), START)
    await many(ben, 'harvest', LONG, () => harvestOf(ben), START + MINUTE_MS / 2)
    for (const order of ['newest', 'oldest'] as const) {
      const filter = { types: ['harvest'], subject: ben.id, order } as const
      const { rows, times } = await fetched(() => slice(anna, filter))
      expect(rows).toBeLessThan(LONG)
      expect(times).toBeLessThan(LONG / 10)
      expect(await toTheEnd(anna, filter)).toBeGreaterThan(3)
    }
  })

  test('where somebody wrote much and is a subject of none of it', async () => {
    const { cooperative } = a
    await many(cooperative, 'harvest', 2 * LONG, () => harvestOf(anna), START)
    const filter = { types: ['harvest'], subject: cooperative.id } as const
    const { rows } = await fetched(() => slice(cooperative, filter))
    expect(rows).toBeLessThan(LONG)
    expect(await toTheEnd(cooperative, filter)).toBeGreaterThan(1)
  })
})

test('a clerk who looks for what is hardly there holds nobody up', async () => {
  const { cooperative, kernel } = a
  await many(cooperative, 'harvest', 3_000, () => harvestOf(anna), Date.UTC(2026, 0, 1))
  const wrong = await appended(cooperative, 'harvest', harvestOf(anna))
  await appended(cooperative, 'retraction', { target_id: wrong.id, reason: 'duplicate' })
  const bens = await appended(cooperative, 'harvest', harvestOf(ben))
  const commits = vi.spyOn(kernel.store.db, 'exec')
  const asked = { type: 'harvest', subject: null, standing: 'retracted' } as const
  const { records: found } = await a.tasks.run('record.recent', 'clerk', asked)
  const jobs = commits.mock.calls.filter(([sql]) => sql === 'COMMIT').length
  commits.mockRestore()
  expect(found.map(({ id }) => id)).toEqual([wrong.id])
  expect(jobs).toBeGreaterThan(2)
  const others = { type: 'harvest', subject: ben.id, standing: 'tip' } as const
  const { records: about } = await a.tasks.run('record.recent', 'clerk', others)
  expect(about.map(({ id }) => id)).toEqual([bens.id])
})

describe('only what may be shown is looked into', () => {
  const START = Date.UTC(2026, 0, 1)

  /** Of how many ids it was asked who names them, of whatever kind. A slow machine makes more slices, which ask again. */
  async function askedAround(work: () => Promise<unknown>): Promise<number> {
    const spy = vi.spyOn(a.kernel.store.records, 'links')
    await work()
    const ids = new Set(spy.mock.calls.flatMap(([asked]) => asked))
    spy.mockRestore()
    return ids.size
  }

  test('a lot that may not be read is looked for among what can name a lot, and what names another is left alone', async () => {
    await many(anna, 'harvest', 300, () => harvestOf(anna), START)
    await many(anna, 'delivery', 300, () => deliveryOf(anna, ben, { lot_id: uuidv7() }), START)
    const nobodys = uuidv7()
    const { id } = await appended(anna, 'delivery', deliveryOf(anna, ben, { lot_id: nobodys }))
    const stream = vi.spyOn(a.kernel.store.records, 'stream')
    let shown: readonly string[] = []
    const asked = await askedAround(async () => {
      shown = (await slices(anna, { lotId: nobodys }, { count: 500 })).ids
    })
    expect(shown).toEqual([id])
    // The delivery, and the lot that it names and nobody has.
    expect(asked).toBeLessThanOrEqual(2)
    const types = new Set(stream.mock.calls.map(([, type]) => type))
    stream.mockRestore()
    expect([...types].sort()).toEqual(
      (['delivery', 'custody_transfer', 'loss', 'due_diligence'] as const).map(typeCode).sort(),
    )
  })

  test('what is current is not worked out for whoever asks for what was taken back', async () => {
    const ids = await many(anna, 'harvest', 300, () => harvestOf(anna), START)
    await appended(anna, 'retraction', { target_id: ids[7], reason: 'duplicate' })
    // Who she is, is known.
    a.kernel.people.facts(a.kernel.store.parties.find(anna.id) as number)
    let shown: readonly string[] = []
    const asked = await askedAround(async () => {
      shown = (await slices(anna, { types: ['harvest'], standing: 'retracted' }, { count: 500 })).ids
    })
    expect(shown).toEqual([ids[7]])
    expect(asked).toBeLessThanOrEqual(2)
  })
})

describe('a page ends early', () => {
  const START = Date.UTC(2025, 0, 1)

  test('after so much that its reader may read, and its cursor goes on from there', async () => {
    // Three of each instant: a page that ends between them goes on with the others.
    const inThrees = (n: number) =>
      harvestOf(anna, { occurred_at: at(START + Math.floor(n / 3) * MINUTE_MS) })
    const ids = await many(anna, 'harvest', 12_500, inThrees, START)
    const takenBack = [12_490, 12_000, 10_003, 10_002, 10_000, 9_998, 2_502, 2_499, 1_234, 3]
    for (const n of takenBack) await appended(anna, 'retraction', { target_id: ids[n], reason: 'duplicate' })
    const pages = async (search: string) => {
      const asked = `/v1/records?purpose=${PURPOSE}&type=harvest&standing=retracted&${search}`
      return (await idsInPages(anna, asked, 'records')).map((shown) => shown.map((id) => ids.indexOf(id)))
    }
    // The ten-thousandth is the second of its three and not shown; then the first and not shown; then the first, and shown.
    expect(await pages('order=newest')).toEqual([takenBack.slice(0, 7), takenBack.slice(7)])
    const oldest = takenBack.toReversed()
    expect(await pages('order=oldest')).toEqual([oldest.slice(0, 5), oldest.slice(5)])
    const later = `order=oldest&occurred_from=${at(START + MINUTE_MS)}`
    expect(await pages(later)).toEqual([oldest.slice(0, 7), oldest.slice(7)])
  })

  test('whatever it shows, and comes to nothing twice', async () => {
    const both = [
      await many(anna, 'harvest', 40, () => harvestOf(anna), START),
      await many(anna, 'harvest', 40, () => harvestOf(anna), START),
    ]
    const [first, second] = both as [string[], string[]]
    const corrected = [first[3], second[3], first[20], second[21], first[39]] as string[]
    for (const supersedes of corrected)
      await appended(anna, 'harvest', harvestOf(anna, { supersedes, occurred_at: at(START - MINUTE_MS) }))
    for (const most of [1, 2, 3, 7, 30, 200]) {
      for (const order of ['newest', 'oldest'] as const) {
        const filter = { types: ['harvest'], standing: 'superseded', order } as const
        const shown: string[] = []
        let after: ListKey | null = null
        let walked = NOWHERE
        do {
          const reached: ListSlice = await slice(anna, filter, { after, walked, most })
          shown.push(...reached.found.map(({ record }) => record.id))
          after = reached.resume
          walked = { ...reached.walked, records: 0 }
        } while (after !== null)
        expect([...shown].sort(), `${most} ${order}`).toEqual([...corrected].sort())
      }
    }
  })

  test('where it does, whatever is withheld between', async () => {
    await granted(a, anna, ben, ['harvest', 'delivery'])
    await many(anna, 'harvest', 60, () => harvestOf(anna), START)
    const filter = { types: ['harvest', 'delivery'], standing: 'retracted' } as const
    const end = async () => (await slices(ben, filter, { most: 25 })).walked
    const before = await end()
    expect(before.records).toBe(25)
    // Another person is in these, who has not granted anything.
    const carl = await a.party('person', 'Carl')
    await many(anna, 'delivery', 200, () => deliveryOf(anna, carl), START + MINUTE_MS / 4)
    expect(await end()).toEqual(before)
  })
})

test('a list reads no body of a record that it does not show: the outlines of plots are long', async () => {
  const geometry = { type: 'Point', coordinates: [32.5, 0.3] }
  const plot = () => ({ plot: uuidv7(), holder: anna.id, country: 'UG', geometry })
  await many(anna, 'plot', 40, plot, Date.parse('2026-06-01T08:00:00Z'))
  const parsed = vi.spyOn(JSON, 'parse')
  const bodiesOf = async (standing: string) => {
    a.kernel.store.records.forget()
    parsed.mockClear()
    const answer = await anna.get(`/v1/records?type=plot&purpose=${PURPOSE}&standing=${standing}`)
    expect(answer.status, answer.text).toBe(200)
    const texts = parsed.mock.calls.map(([text]) => text)
    return texts.filter((text) => text.includes('"geometry"') && !text.includes('"records"')).length
  }
  try {
    expect(await bodiesOf('superseded')).toBe(0)
  } finally {
    parsed.mockRestore()
  }
})

describe('a grant over much', () => {
  const START = Date.UTC(2026, 0, 1)
  const fed = async (limit: number, since = '') => {
    const answer = await ben.get(`/v1/sync/changes?purpose=${PURPOSE}&limit=${limit}${since}`)
    expect(answer.status, answer.text).toBe(200)
    const { changes, ...page } = answer.body as {
      changes: { id: string; type: string }[]
      closed: string[]
      cursor: string
      has_more: boolean
    }
    // Ben's own name is in his feed too.
    return { ...page, brought: changes.filter(({ type }) => type === 'harvest').map(({ id }) => id) }
  }

  test('but for a window: a list begins where it does, and the feed opens nothing that it leaves out', async () => {
    const ids = await many(anna, 'harvest', 1_500, () => harvestOf(anna), START)
    const window = {
      occurred_from: at(START + 700 * MINUTE_MS),
      occurred_to: at(START + 720 * MINUTE_MS),
    }
    await granted(a, anna, ben, ['harvest'], PURPOSE, window)
    const opened = ids.slice(700, 720)
    for (const order of ['newest', 'oldest'] as const) {
      const found = await slices(ben, { types: ['harvest'], order }, { count: 50 })
      expect(found.ids.sort()).toEqual([...opened].sort())
      expect(found.walked.records).toBeLessThan(60)
    }
    const parsed = vi.spyOn(JSON, 'parse')
    a.kernel.store.records.forget()
    parsed.mockClear()
    const { brought } = await fed(100)
    const texts = parsed.mock.calls.map(([text]) => String(text))
    parsed.mockRestore()
    expect(brought).toEqual(opened)
    const bodies = texts.filter((text) => text.includes('"harvest"') && !text.includes('"changes"'))
    const opening = new Set(bodies).size
    expect([opening >= 20, opening < 60]).toEqual([true, true])
  })
})
