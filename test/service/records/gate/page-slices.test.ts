import { uuidv7 } from 'uuidv7'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { RECORD_TYPES } from '../../../../src/domain/types/index.ts'
import { type ListPage, PageOfList } from '../../../../src/records/gate/page-of-list.ts'
import type { ListFilter } from '../../../../src/records/gate/reader.ts'
import { Share, type ShareLimits } from '../../../../src/records/gate/share.ts'
import { type Actor, makeAppliance, requesterOf } from '../../../support/appliance.ts'
import { audited } from '../../../support/audited.ts'
import {
  appended,
  at,
  batch,
  cherry,
  deliveryOf,
  granted,
  harvestOf,
  PURPOSE,
} from '../../../support/flows/help.ts'
import { EVERY_RECORD } from './every-record.ts'

/** A page is made in slices that others have their turns between, and is the same however it is cut. */

const RECORDS = 120
const MINUTE_MS = 60_000

const a = await makeAppliance()
const anna = await a.party('person', 'Anna')
const bank = await a.party('institution', 'Bank')
await batch(a, anna, RECORDS, 'harvest', (n) =>
  harvestOf(anna, {
    occurred_at: at(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * MINUTE_MS),
    lawful_basis: 'consent',
    note: 'x'.repeat(1_000),
  }),
)
afterEach(() => void vi.restoreAllMocks())

/** A page on a machine that takes so long to work out what follows from one record, by a clock of its own. */
function pageOf(who: Actor, count: number, limits: ShareLimits = {}, msEach = 1, type = 'harvest') {
  const core = a.kernel.gate['core']
  let nowMs = 0
  vi.restoreAllMocks()
  const remember = core.remember.bind(core)
  vi.spyOn(core, 'remember').mockImplementation((record, derived, isAlone) => {
    nowMs += msEach
    return remember(record, derived, isAlone)
  })
  const filter: ListFilter = { ...EVERY_RECORD, types: RECORD_TYPES.filter((one) => one === type) }
  return new PageOfList(
    core,
    requesterOf(a, who),
    PURPOSE,
    { filter, after: null, count, most: 10_000 },
    ({ record }) => record.id,
    new Share(limits, () => nowMs),
  )
}

interface Made {
  readonly page: ListPage
  /** How many records were worked out in each slice. */
  readonly slices: readonly number[]
}

/** @param between done between two slices, told how many there were */
async function made(
  page: PageOfList,
  between: (slices: number) => Promise<unknown> = async () => {},
): Promise<Made> {
  const remember = vi.mocked(a.kernel.gate['core'].remember)
  const slices: number[] = []
  for (;;) {
    remember.mockClear()
    const whole = await a.kernel.ports.submit(() => page.next())
    slices.push(remember.mock.calls.length)
    if (whole) return { page: whole, slices }
    await between(slices.length)
  }
}

const lists = () => audited(a.kernel.store.db).filter(({ action }) => action === 'list')
const shown = () => lists().length

/** Whatever is written makes all be worked out anew. */
const writeSomething = () => appended(a.cooperative, 'harvest', harvestOf(a.cooperative))

describe('a slice ends', () => {
  const whole = async (count: number) => {
    await writeSomething()
    return (await made(pageOf(anna, count, { ms: 1e9, bytes: 1e9, rows: 1e9 }))).page
  }

  test('when its time is over, and what it shows is audited once, when the page is whole', async () => {
    const wanted = await whole(60)
    await writeSomething()
    const before = shown()
    const page = pageOf(anna, 60)
    const { page: told, slices } = await made(page, async () => expect(shown()).toBe(before))
    expect(told.texts.made).toEqual(wanted.texts.made)
    expect(Math.max(...slices)).toBeLessThanOrEqual(5)
    expect(slices.length).toBeGreaterThanOrEqual(12)
    expect(shown()).toBe(before + 1)
  })

  test('when it has gone through so many bytes', async () => {
    const wanted = await whole(60)
    await writeSomething()
    const { page, slices } = await made(pageOf(anna, 60, { bytes: 10_000 }, 0))
    expect(page.texts.made).toEqual(wanted.texts.made)
    expect(Math.max(...slices)).toBeLessThanOrEqual(10)
  })

  test.each([1, 2, 3, 59, 119, 120, 500])('and the page of %i is the same', async (count) => {
    const wanted = await whole(count)
    await writeSomething()
    const { texts, ...page } = (await made(pageOf(anna, count))).page
    expect(texts.made).toEqual(wanted.texts.made)
    expect(page).toEqual({ ...wanted, texts: undefined, isStillOpen: expect.any(Function) })
    // And where all is worked out anew between any two of them.
    await writeSomething()
    expect((await made(pageOf(anna, Math.min(count, 59)), writeSomething)).page.texts.made).toEqual(
      wanted.texts.made.slice(0, 59),
    )
  })
})

describe('consent that ends in the middle', () => {
  const grantTo = async (): Promise<string> => {
    const id = uuidv7()
    await granted(a, anna, bank, ['harvest'], PURPOSE, { id, expires_at: at(a.clock.nowMs + 3_600_000) })
    return id
  }

  test('after the page was made: no more of it is to leave', async () => {
    const grant = await grantTo()
    const { page } = await made(pageOf(bank, 60))
    expect([page.texts.count, page.isStillOpen()]).toEqual([60, true])
    await anna.post(`/v1/grants/${grant}/revocation`, { id: uuidv7() })
    expect(page.isStillOpen()).toBe(false)
  })

  test.each<[string, (grant: string) => unknown]>([
    ['a grant is revoked', (grant) => anna.post(`/v1/grants/${grant}/revocation`, { id: uuidv7() })],
    ['a grant expires', () => (a.clock.nowMs += 3_600_001)],
    ['somebody objects', () => anna.post('/v1/objections', { id: uuidv7(), channel: 'app' })],
  ])('%s: nothing that rested on it is shown, or stands in the audit log as shown', async (_, end) => {
    const grant = await grantTo()
    const { page, slices } = await made(pageOf(bank, 60), async (done) => {
      if (done === 3) await end(grant)
    })
    expect(slices.length).toBeGreaterThan(3)
    expect(page.texts.made).toEqual([])
    expect(lists().at(-1)?.records).toEqual([])
  })

  /** Thirty records of a type are shown, and none of them when this happens meanwhile. */
  async function isAskedFromThenOn(type: string, happens: () => Promise<unknown>): Promise<void> {
    await granted(a, anna, bank, [type], PURPOSE, { expires_at: at(a.clock.nowMs + 3_600_000) })
    expect((await made(pageOf(bank, 30, {}, 1, type))).page.texts.made).toHaveLength(30)
    await writeSomething()
    const { page } = await made(pageOf(bank, 30, {}, 1, type), async (done) => {
      if (done === 3) await happens()
    })
    expect(page.texts.made).toEqual([])
  }

  test('an organisation that turns out to be a person: its own consent is asked for from then on', async () => {
    const oda = await a.party('business', 'Oda')
    for (let i = 0; i < 30; i++) await appended(anna, 'delivery', deliveryOf(anna, oda))
    await isAskedFromThenOn('delivery', () =>
      appended(a.cooperative, 'party', { party: oda.id, kind: 'person', display_name: 'Oda' }),
    )
  })

  test('a loss that turns out to be about one more person: that one is asked from then on', async () => {
    const ben = await a.party('person', 'Ben')
    const lot = await appended(anna, 'lot', { holder: anna.id, ...cherry(500) })
    for (let i = 0; i < 30; i++)
      await appended(anna, 'loss', { lot_id: lot.id, cause: 'spillage', quantity: { value: 1, unit: 'kg' } })
    await isAskedFromThenOn('loss', () =>
      appended(anna, 'lot', { holder: ben.id, ...cherry(500), supersedes: lot.id }),
    )
  })
})

test('a page that goes past very much lets go of what it has gone past', async () => {
  await writeSomething()
  const page = pageOf(anna, 120)
  const looks = vi.spyOn(a.kernel.gate['core'], 'accessFor')
  const { slices } = await made(page)
  expect(slices.length).toBeGreaterThan(20)
  expect(looks.mock.calls.length).toBeGreaterThan(slices.length / 10)
})
