import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
import {
  appended,
  at,
  cherry,
  deliveryOf,
  granted,
  harvestOf,
  PURPOSE,
  read,
} from '../../support/flows/help.ts'
import { pointAt, polygonOf, rectangle } from '../../support/outlines.ts'

/** What every observation has in common: flags instead of refusals, bases, references, ids. */

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const buyer = await a.party('business', 'Mill')

const flagsOf = async (who: Actor, type: string, fields: object): Promise<string[]> =>
  (await appended(who, type, fields)).derived.flags

describe('what is implausible is stored and flagged, never refused', () => {
  const now = () => a.clock.nowMs
  type Case = [flag: string, type: string, fields: () => object]
  const cases: Case[] = [
    ['occurred_after_recorded', 'harvest', () => harvestOf(farmer, { occurred_at: at(now() + 1) })],
    ['code_unknown', 'harvest', () => harvestOf(farmer, { crop: 'moon_cheese' })],
    ['geometry_invalid', 'harvest', () => harvestOf(farmer, { plot: { geometry: pointAt(999, 0) } })],
    ['plot_unresolved', 'harvest', () => harvestOf(farmer, { plot_ids: [uuidv7()] })],
    ['reference_unresolved', 'delivery', () => deliveryOf(farmer, buyer, { lot_id: uuidv7() })],
    ['reference_unresolved', 'harvest', () => harvestOf(farmer, { device_id: uuidv7() })],
    [
      'reference_unresolved',
      'harvest',
      () => harvestOf(farmer, { evidence: [{ sha256: 'b'.repeat(64), media_type: 'image/png' }] }),
    ],
  ]
  test.each(cases)('%s (%s)', async (flag, type, fields) => {
    const flags = await flagsOf(farmer, type, fields())
    expect(flags).toContain(flag)
    expect(flags).toEqual([...flags].sort())
  })
  test('an ordinary record carries no flag', async () => {
    expect(await flagsOf(farmer, 'harvest', harvestOf(farmer))).toEqual([])
    expect(await flagsOf(farmer, 'delivery', deliveryOf(farmer, buyer))).toEqual([])
  })
  test('plots that lie on each other are marked, both, wherever they are read', async () => {
    const stated = (holder: Actor, west: number) =>
      appended(a.cooperative, 'plot', {
        ...{ plot: uuidv7(), holder: holder.id, country: 'UG' },
        geometry: polygonOf(rectangle(west, 1.000001, west + 0.001, 1.001001)),
      })
    const marked = async (who: Actor, id: string) =>
      (await read(who, id)).derived.flags.includes('plots_overlap')
    const first = await stated(farmer, 32.000001)
    const second = await stated(buyer, 32.000501)
    // The holder reads the flag on the plot that is theirs, and nothing of the other.
    for (const [who, { id }] of [
      [a.cooperative, first],
      [a.cooperative, second],
      [farmer, first],
    ] as const)
      expect(await marked(who, id)).toBe(true)
    await appended(a.cooperative, 'retraction', { target_id: second.id, reason: 'entered_in_error' })
    expect(await marked(a.cooperative, first.id)).toBe(false)
  })
  test('the same delivery of one instant under two ids is marked wherever it is read', async () => {
    const FLAG = 'possibly_recorded_twice'
    const [giver, taker] = [await a.party('person', 'Ann'), await a.party('business', 'Store')]
    const instant = { occurred_at: at(a.clock.nowMs - 1_000), occurred_at_precision: 'instant' }
    const said = () => appended(taker, 'delivery', deliveryOf(giver, taker, instant))
    const first = await said()
    expect(first.derived.flags).toEqual([])
    const second = await said()
    expect(second.derived.flags).toEqual([FLAG])
    // By those whose own it is and by a grant; alone, in lists, in the feed and with its versions.
    const lender = await a.party('institution', 'Bank')
    await granted(a, giver, lender, ['delivery'])
    const marked = (records: { id: string; derived: { flags: string[] } }[]) =>
      records.filter(({ derived }) => derived.flags.includes(FLAG)).map(({ id }) => id)
    const both = [first.id, second.id].sort()
    for (const who of [giver, taker, lender]) {
      const list = await who.get(`/v1/records?purpose=${PURPOSE}&type=delivery&subject=${giver.id}`)
      const feed = await who.get(`/v1/sync/changes?purpose=${PURPOSE}`)
      const chain = await who.get(`/v1/records/${first.id}/chain?purpose=${PURPOSE}`)
      expect(marked(list.body.records).sort()).toEqual(both)
      expect(marked(feed.body.changes).sort()).toEqual(both)
      expect(marked(chain.body.records)).toEqual([first.id])
      expect(marked([await read(who, first.id)])).toEqual([first.id])
    }
    await appended(taker, 'retraction', { target_id: second.id, reason: 'duplicate' })
    expect((await read(taker, first.id)).derived.flags).toEqual([])
  })
  test('of more records at one instant than are compared, each but the first is marked', async () => {
    const giver = await a.party('person', 'Ben')
    const instant = { occurred_at: at(a.clock.nowMs - 2_000), occurred_at_precision: 'instant' }
    const flags: string[][] = []
    for (let i = 0; i < 70; i++)
      flags.push(await flagsOf(giver, 'harvest', harvestOf(giver, { ...cherry(5), ...instant })))
    expect(flags.filter((each) => each.includes('possibly_recorded_twice'))).toHaveLength(69)
  })
})

test('whether a mass is plausible depends on who delivered it by now, whatever the asserter may read of them', async () => {
  const trader = await a.party('business', 'Trader')
  const { id } = await appended(trader, 'delivery', deliveryOf(buyer, trader, cherry(100_001)))
  const isMarked = async () => (await read(trader, id)).derived.flags.includes('implausible_quantity')
  expect(await isMarked()).toBe(false)
  const said = await appended(buyer, 'party', { party: buyer.id, kind: 'person', display_name: 'Mill' })
  expect(await isMarked()).toBe(true)
  await appended(buyer, 'retraction', { target_id: said.id, reason: 'entered_in_error' })
  expect(await isMarked()).toBe(false)
})

test('the limit of a plausible mass is a setting', async () => {
  const other = await makeAppliance({ implausibleAboveKg: '500' })
  const p = await other.party('person', 'P')
  for (const [kg, flags] of [
    [500, []],
    [501, ['implausible_quantity']],
  ] as const)
    expect((await appended(p, 'harvest', harvestOf(p, cherry(kg)))).derived.flags).toEqual(flags)
})

test('the service sets received_at and derived; what is sent there is ignored and not kept', async () => {
  const answer = await farmer.append(
    'harvest',
    harvestOf(farmer, { received_at: '1999-01-01T00:00:00Z', derived: 'anything' }),
  )
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body.received_at).toBe(at(a.clock.nowMs))
  expect(answer.body.derived.standing).toBe('tip')
  expect(answer.text).not.toContain('anything')
})

test('members stand as they were sent: nothing is stripped, coerced, trimmed or filled in', async () => {
  const said = {
    ...harvestOf(farmer),
    note: '  two  blanks \n',
    season: 'e\u0301', // not composed: those are other bytes
    quantity: { value: 0.1, unit: 'KG', label: ' Kilo ' },
  }
  const stored = await appended(farmer, 'harvest', said)
  expect(stored).toMatchObject(said)
  expect(stored).not.toHaveProperty('occurred_at_precision')
  expect(Object.keys(stored).sort()).toEqual(
    [
      ...Object.keys(said),
      'id',
      'type',
      'record_class',
      'occurred_at',
      'recorded_at',
      'received_at',
      'asserted_by',
      'lawful_basis',
      'derived',
    ].sort(),
  )
})
