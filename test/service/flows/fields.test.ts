import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
import { appended, at, cherry, deliveryOf, granted, harvestOf, read } from '../../support/flows/help.ts'
import { pointAt, polygonOf, rectangle } from '../../support/outlines.ts'

/** What every observation has in common: flags instead of refusals, bases, references, ids. */

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const buyer = await a.party('business', 'Mill')
const stranger = await a.party('person', 'Stranger')

const flagsOf = async (who: Actor, type: string, fields: object): Promise<string[]> =>
  (await appended(who, type, fields)).derived.flags

type Corner = readonly number[]
const ringed = (...ring: readonly Corner[]) => ({ type: 'Polygon', coordinates: [ring] })
const twice = (...ring: readonly Corner[]) => ({ type: 'Polygon', coordinates: [ring, ring] })
const withHole = (...ring: readonly Corner[]) => {
  const inner = ring.map(([x = 0, y = 0]) => [32.5 + x / 100, 1 + y / 100])
  return { type: 'Polygon', coordinates: [ring, inner] }
}

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
  test.each<[string, unknown, number, unknown]>([
    ['that crosses itself', ringed([32, 1], [32.5, 1.5], [32.5, 1], [32, 1.5], [32, 1]), 201, true],
    ['with its axes swapped', ringed([1, 132], [1, 133], [2, 133], [1, 132]), 201, true],
    ['across the antimeridian', ringed([179, 1], [-179, 1], [-179, 2], [179, 1]), 201, true],
    ['that is an empty collection', { type: 'FeatureCollection', features: [] }, 201, true],
    ['of nothing', { type: 'MultiPolygon', coordinates: [] }, 201, true],
    ['with a hole as large as itself', twice([32, 1], [33, 1], [33, 2], [32, 1]), 201, true],
    ['with a hole', withHole([32, 1], [33, 1], [33, 2], [32, 1]), 201, false],
    ['of 100,000 corners', ringed(...Array.from({ length: 100_000 }, () => [32, 1])), 413, 'body_too_large'],
  ])('an outline %s is kept and flagged, or refused by its size', async (_, geometry, status, told) => {
    const answer = await farmer.append('plot', {
      ...{ plot: uuidv7(), holder: farmer.id, country: 'UG', geometry },
    })
    expect(answer.status, answer.text.slice(0, 300)).toBe(status)
    if (status === 413) expect(answer.body.code).toBe(told)
    else expect(answer.body.derived.flags.includes('geometry_invalid')).toBe(told)
  })
  test('plots that lie on each other are marked, both, where their asserter states both', async () => {
    const at = (west: number) => polygonOf(rectangle(west, 1.000001, west + 0.001, 1.001001))
    const said = (by: Actor, holder: Actor, west: number) =>
      appended(by, 'plot', { plot: uuidv7(), holder: holder.id, country: 'UG', geometry: at(west) })
    const marked = async (who: Actor, id: string) =>
      (await read(who, id)).derived.flags.includes('plots_overlap')
    const first = await said(a.cooperative, farmer, 32.000001)
    // Other people's outlines over it mark nobody's, nor are they marked by it.
    const hostile = await said(stranger, a.cooperative, 32.000001)
    expect([await marked(a.cooperative, first.id), await marked(stranger, hostile.id)]).toEqual([
      false,
      false,
    ])
    const second = await said(a.cooperative, buyer, 32.000501)
    expect(await marked(a.cooperative, first.id)).toBe(true)
    expect(await marked(a.cooperative, second.id)).toBe(true)
    // The holder reads the flag on the plot that is theirs, and nothing of the other.
    expect(await marked(farmer, first.id)).toBe(true)
    await appended(a.cooperative, 'retraction', { target_id: second.id, reason: 'entered_in_error' })
    expect(await marked(a.cooperative, first.id)).toBe(false)
  })
  test('the same delivery of one instant under two ids is marked wherever it is read, and tells nobody of a hidden one', async () => {
    const FLAG = 'possibly_recorded_twice'
    const [giver, taker] = [await a.party('person', 'Ann'), await a.party('business', 'Store')]
    const instant = { occurred_at: at(a.clock.nowMs - 1_000), occurred_at_precision: 'instant' }
    const said = () => deliveryOf(giver, taker, instant)
    const isMarked = async (who: Actor, id: string) => (await read(who, id)).derived.flags.includes(FLAG)
    const first = await appended(taker, 'delivery', said())
    // Another's word on the same: nobody learns of it by a flag.
    const theirs = await appended(giver, 'delivery', said())
    const onAnotherGround = await appended(taker, 'delivery', { ...said(), lawful_basis: 'legal_obligation' })
    const ofTheDay = await appended(taker, 'delivery', { ...said(), occurred_at_precision: 'day' })
    const all = [first, theirs, onAnotherGround, ofTheDay]
    for (const { id, derived } of all) {
      expect(derived.flags).not.toContain(FLAG)
      expect(await isMarked(taker, id)).toBe(false)
    }
    const second = await appended(taker, 'delivery', said())
    expect(second.derived.flags).toContain(FLAG)
    // By those whose own it is and by a grant; alone, in lists, in the feed and with its versions.
    const lender = await a.party('institution', 'Bank')
    await granted(a, giver, lender, ['delivery'])
    const purpose = 'credit_assessment'
    for (const who of [giver, taker, lender]) {
      const list = (await who.get(`/v1/records?purpose=${purpose}&type=delivery&subject=${giver.id}`)).body
      const { changes } = (await who.get(`/v1/sync/changes?purpose=${purpose}`)).body
      const { records: chain } = (await who.get(`/v1/records/${first.id}/chain?purpose=${purpose}`)).body
      const marked = (records: { id: string; derived: { flags: string[] } }[]) =>
        records.filter(({ derived }) => derived.flags.includes(FLAG)).map(({ id }) => id)
      expect(marked(list.records).sort()).toEqual([first.id, second.id].sort())
      expect(marked(changes).sort()).toEqual([first.id, second.id].sort())
      expect(marked(chain)).toEqual([first.id])
      expect(await isMarked(who, first.id)).toBe(true)
    }
    await appended(taker, 'retraction', { target_id: second.id, reason: 'duplicate' })
    expect(await isMarked(taker, first.id)).toBe(false)
    expect(await isMarked(taker, second.id)).toBe(false)
  })
  test('of many records at one instant, some are compared, and the work stays the same', async () => {
    const giver = await a.party('person', 'Ben')
    const instant = { occurred_at: at(a.clock.nowMs - 2_000), occurred_at_precision: 'instant' }
    const flags: string[][] = []
    for (let i = 0; i < 70; i++)
      flags.push(await flagsOf(giver, 'harvest', harvestOf(giver, { ...cherry(5), ...instant })))
    expect(flags.filter((each) => each.includes('possibly_recorded_twice'))).toHaveLength(69)
  })
})

describe('whether a mass is plausible depends on who harvested or delivered it', () => {
  const heavy = cherry(100_001)
  const isMarked = async (who: Actor, id: string) =>
    (await read(who, id)).derived.flags.includes('implausible_quantity')

  test('by what they are now, whatever the asserter may read of them', async () => {
    const trader = await a.party('business', 'Trader')
    const fromOrganisation = await appended(trader, 'delivery', deliveryOf(buyer, trader, heavy))
    // A trader may not read the farmer's `party` records; what it writes of him is marked all the same.
    const fromPerson = await appended(trader, 'delivery', deliveryOf(farmer, trader, heavy))
    expect(await isMarked(trader, fromOrganisation.id)).toBe(false)
    expect(await isMarked(trader, fromPerson.id)).toBe(true)

    const said = { party: buyer.id, kind: 'person', display_name: 'Mill' }
    const { id } = await appended(buyer, 'party', said)
    expect(await isMarked(trader, fromOrganisation.id)).toBe(true)
    await appended(buyer, 'retraction', { target_id: id, reason: 'entered_in_error' })
    expect(await isMarked(trader, fromOrganisation.id)).toBe(false)
  })
  test('the limit is a setting', async () => {
    const other = await makeAppliance({ implausibleAboveKg: '500' })
    const p = await other.party('person', 'P')
    expect(await flagsOf(p, 'harvest', harvestOf(p, cherry(500)))).toEqual([])
    expect(await flagsOf(p, 'harvest', harvestOf(p, cherry(501)))).toEqual(['implausible_quantity'])
  })
})

describe('normalized_kg and conversion_id', () => {
  test('a mass of nothing is a mass', async () => {
    const fields = harvestOf(farmer, { normalized_kg: 0, conversion_id: 'kg' })
    expect((await appended(farmer, 'harvest', fields)).derived.kg).toBe(0)
  })
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
