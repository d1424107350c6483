import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { type ListPage, PageOfList } from '../../../../src/records/gate/page-of-list.ts'
import type { Texts } from '../../../../src/records/gate/texts.ts'
import { recordJson } from '../../../../src/records/views/record-view.ts'
import { type Actor, makeAppliance, requesterOf } from '../../../support/appliance.ts'
import { audited } from '../../../support/audited.ts'
import { appended, deliveryOf, granted, PURPOSE } from '../../../support/flows/help.ts'
import { roundAt } from '../../../support/outlines.ts'
import { EVERY_RECORD } from './every-record.ts'

/** A reply with more text than is made before it is sent: the other texts are made as it is read. */

const PLOTS = 40
const CORNERS = 1_800
const MIB = 2 ** 20

let grant: string
const plots: { readonly id: string; readonly plot: string }[] = []

const a = await makeAppliance()
const anna = await a.party('person', 'Anna')
const bank = await a.party('institution', 'Bank')
for (let i = 0; i < PLOTS; i++) {
  const plot = uuidv7()
  const { id } = await appended(a.cooperative, 'plot', {
    ...{ plot, holder: anna.id, country: 'UG', crops: ['coffee_fresh_cherry'] },
    geometry: roundAt(33 + i / 100, 1, 1 / 400, CORNERS, 7),
  })
  plots.push({ id, plot })
}
const delivery = await appended(
  a.cooperative,
  'delivery',
  deliveryOf(anna, a.cooperative, { plot_ids: plots.map(({ plot }) => plot) }),
)
const lot: string = (
  await appended(a.cooperative, 'lot', {
    ...{ holder: a.cooperative.id, crop: delivery.crop, quantity: { value: 1, unit: 'kg' } },
    inputs: [{ record_id: delivery.id, kg: 1 }],
  })
).id
await give()

async function give(): Promise<void> {
  grant = await granted(a, anna, bank, ['plot', 'delivery', 'lot'])
}
const takeBack = () => anna.post(`/v1/grants/${grant}/revocation`, { id: uuidv7() })

const ASKED = { filter: { ...EVERY_RECORD, types: ['plot' as const] }, after: null, count: 500, most: 10_000 }
const pageFor = (who: Actor, grown?: (bytes: number) => void): Promise<ListPage> =>
  a.kernel.gate.page(requesterOf(a, who), PURPOSE, ASKED, recordJson, grown)
const entries = (action: string) => audited(a.kernel.store.db).filter((entry) => entry.action === action)

async function all(texts: Texts): Promise<string[]> {
  const found: string[] = []
  for await (const some of texts.all()) found.push(...some)
  return found
}
const idsIn = (texts: readonly string[]) => texts.map((text) => (JSON.parse(text) as { id: string }).id)

test('one audit entry names all that it shows, before the first text is made for sending', async () => {
  const before = entries('list').length
  const page = await pageFor(bank)
  const entry = entries('list').at(-1)
  expect([entries('list').length, entry?.records?.length]).toEqual([before + 1, PLOTS])
  expect(page.texts.count).toBe(PLOTS)
  expect(page.texts.made.length).toBeLessThan(PLOTS / 2)
  expect(idsIn(await all(page.texts)).sort()).toEqual(plots.map(({ id }) => id).sort())
  expect(entries('list')).toHaveLength(before + 1)
})

test('between two slices, and while it is read, it holds a part of its text and few records', async () => {
  const held: number[] = []
  const page = await pageFor(anna, (bytes) => held.push(bytes))
  const length = (await all(page.texts)).join().length
  expect(length).toBeGreaterThan(1.5 * MIB)
  // The texts that are made, at two bytes a character, and what one slice has fetched and parsed.
  expect(Math.max(...held)).toBeGreaterThan(MIB)
  expect(Math.max(...held, page.texts.bytes)).toBeLessThan(3.5 * MIB)
})

test('a walk keeps the records that it fetched for another slice only while they are few', async () => {
  const page = new PageOfList(a.kernel.gate['core'], requesterOf(a, anna), PURPOSE, ASKED, () => '{}')
  for (;;) {
    const whole = await a.kernel.ports.submit(() => page.next())
    if (whole !== null) break
    expect(page.bytes).toBeLessThan(2 * MIB)
  }
})

describe('over HTTP it is whole', () => {
  test.each<[string, () => string, (body: never) => readonly unknown[]]>([
    [
      'a list',
      () => `/v1/records?purpose=${PURPOSE}&type=plot&limit=500`,
      (body: { records: [] }) => body.records,
    ],
    ['the feed', () => '/v1/sync/changes?limit=500', (body: { changes: [] }) => body.changes],
    ['an origin', () => `/v1/records/${lot}/origin?purpose=${PURPOSE}`, (body: { plots: [] }) => body.plots],
  ])('%s', async (_, path, listed) => {
    const who = path().includes('origin') ? a.cooperative : anna
    const answer = await who.get(path())
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body).length).toBeGreaterThan(1.5 * MIB)
    expect(listed(answer.body as never).length).toBeGreaterThanOrEqual(PLOTS)
  })
})

describe('while it is read', () => {
  test('it breaks off where consent to it has ended', async () => {
    const { texts } = await pageFor(bank)
    const seen: string[] = []
    await expect(
      (async () => {
        for await (const some of texts.all()) {
          seen.push(...some)
          if (seen.length > texts.made.length) await takeBack()
        }
      })(),
    ).rejects.toMatchObject({ code: 'not_found' })
    expect(seen.length).toBeGreaterThan(texts.made.length)
    expect(seen.length).toBeLessThan(PLOTS)
    await give()
  })

  test('a record that was corrected meanwhile is shown as it stands then', async () => {
    const { texts } = await pageFor(anna)
    const rest = texts.rest()[Symbol.asyncIterator]()
    // Newest first: the oldest is made last.
    const [oldest] = plots as [(typeof plots)[number]]
    const { body } = await a.cooperative.get(`/v1/records/${oldest.id}?purpose=${PURPOSE}`)
    const { derived: _, received_at: __, ...stored } = body
    const correction = await a.cooperative.append('plot', {
      ...stored,
      id: uuidv7(),
      supersedes: oldest.id,
      name: 'Hill',
    })
    expect(correction.status).toBe(201)
    let last = ''
    for (let next = await rest.next(); !next.done; next = await rest.next()) last = next.value.at(-1) ?? ''
    expect(JSON.parse(last)).toMatchObject({ id: oldest.id, derived: { standing: 'superseded' } })
  })
})
