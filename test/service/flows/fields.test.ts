import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { LAWFUL_BASES } from '../../../src/domain/shapes.ts'
import { type Actor, type Answer, makeAppliance } from '../../support/any-appliance.ts'
import {
  appended,
  at,
  cherry,
  DAY_MS,
  deliveryOf,
  expectRefused,
  granted,
  harvestOf,
  read,
} from '../../support/flows/help.ts'
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
  const plot = (more: object) => ({ plot: uuidv7(), holder: farmer.id, country: 'UG', ...more })
  const lot = (more: object = {}) => ({ holder: farmer.id, ...cherry(), ...more })
  const cases: Case[] = [
    ['occurred_after_recorded', 'harvest', () => harvestOf(farmer, { occurred_at: at(now() + 1) })],
    [
      'recorded_after_received',
      'harvest',
      () => harvestOf(farmer, { recorded_at: at(now() + 1), occurred_at: at(now()) }),
    ],
    ['received_late', 'harvest', () => harvestOf(farmer, { occurred_at: at(now() - 30 * DAY_MS - 1) })],
    ['code_unknown', 'harvest', () => harvestOf(farmer, { crop: 'moon_cheese' })],
    ['code_unknown', 'harvest', () => harvestOf(farmer, { quantity: { value: 1, unit: 'armful' } })],
    [
      'code_unknown',
      'party',
      () => ({ party: farmer.id, kind: 'person', display_name: 'Grace', region: 'Atlantis' }),
    ],
    ['quantity_not_normalized', 'harvest', () => harvestOf(farmer, { quantity: { value: 1, unit: 'debe' } })],
    ['conversion_unresolved', 'harvest', () => harvestOf(farmer, { conversion_id: 'unheard_of' })],
    [
      'conversion_unresolved',
      'harvest',
      () => harvestOf(farmer, { normalized_kg: 5, conversion_id: 'unheard_of' }),
    ],
    ['geometry_invalid', 'harvest', () => harvestOf(farmer, { plot: { geometry: pointAt(999, 0) } })],
    ['geometry_invalid', 'plot', () => plot({ geometry: pointAt(999, 0) })],
    ['geometry_too_coarse', 'plot', () => plot({ geometry: pointAt(32.1, 0) })],
    ['polygon_required', 'plot', () => plot({ geometry: pointAt(32.123456, 0), area_ha: 4.5 })],
    ['area_mismatch', 'plot', () => plot({ area_ha: 0 })],
    ['geometry_too_coarse', 'plot', () => plot({ geometry: pointAt(32.123456, 0), decimals: 5 })],
    ['plot_outside_country', 'plot', () => plot({ geometry: pointAt(32.123456, 0.5), country: 'BR' })],
    ['plot_unresolved', 'harvest', () => harvestOf(farmer, { plot_ids: [uuidv7()] })],
    ['implausible_quantity', 'harvest', () => harvestOf(farmer, cherry(999_999))],
    ['implausible_quantity', 'delivery', () => deliveryOf(farmer, buyer, cherry(999_999))],
    ['asserted_by_outsider', 'harvest', () => ({ ...harvestOf(buyer) })],
    ['mass_balance_discrepancy', 'lot', () => lot({ inputs: [{ record_id: '', kg: 900 }] })],
    ['reference_unresolved', 'delivery', () => deliveryOf(farmer, buyer, { lot_id: uuidv7() })],
    ['reference_unresolved', 'delivery', () => deliveryOf(farmer, buyer, { obligation_id: uuidv7() })],
    ['reference_unresolved', 'lot', () => lot({ inputs: [{ record_id: uuidv7(), kg: 1 }] })],
    [
      'reference_unresolved',
      'loss',
      () => ({ lot_id: uuidv7(), ...cherry(1), crop: undefined, cause: 'theft' }),
    ],
    [
      'reference_unresolved',
      'custody_transfer',
      () => ({ lot_id: uuidv7(), from_party: farmer.id, to_party: buyer.id }),
    ],
    ['reference_unresolved', 'harvest', () => harvestOf(farmer, { device_id: uuidv7() })],
    [
      'reference_unresolved',
      'harvest',
      () => harvestOf(farmer, { evidence: [{ sha256: 'b'.repeat(64), media_type: 'image/png' }] }),
    ],
  ]
  test.each(cases)('%s (%s)', async (flag, type, fields) => {
    const said = fields() as { inputs?: { record_id: string }[] }
    if (said.inputs?.[0]?.record_id === '')
      said.inputs[0].record_id = (await appended(farmer, 'harvest', harvestOf(farmer))).id
    const flags = await flagsOf(farmer, type, said)
    expect(flags).toContain(flag)
    expect(flags).toEqual([...flags].sort())
  })
  test('an ordinary record carries no flag', async () => {
    expect(await flagsOf(farmer, 'harvest', harvestOf(farmer))).toEqual([])
    expect(await flagsOf(farmer, 'delivery', deliveryOf(farmer, buyer))).toEqual([])
  })
  test('a reference resolves when what it names arrives later', async () => {
    const lot = uuidv7()
    const early = await appended(farmer, 'delivery', deliveryOf(farmer, buyer, { lot_id: lot }))
    expect(early.derived.flags).toContain('reference_unresolved')
    await appended(farmer, 'lot', { id: lot, holder: farmer.id, ...cherry(500) })
    expect((await read(farmer, early.id)).derived.flags).toEqual([])
  })
  test('a plot resolves when it arrives later, and somebody else’s looks like what is not there', async () => {
    const named = uuidv7()
    const early = await appended(farmer, 'harvest', harvestOf(farmer, { plot_ids: [named] }))
    await appended(stranger, 'plot', { plot: named, holder: farmer.id, country: 'UG' })
    expect((await read(farmer, early.id)).derived.flags).toEqual(['plot_unresolved'])
    await appended(a.cooperative, 'plot', { plot: named, holder: farmer.id, country: 'UG' })
    expect((await read(farmer, early.id)).derived.flags).toEqual([])
    const theirs = await appended(stranger, 'plot', { plot: uuidv7(), holder: stranger.id, country: 'UG' })
    const naming = async (plot: string) =>
      (await appended(farmer, 'harvest', harvestOf(farmer, { plot_ids: [plot] }))).derived
    expect(await naming(theirs.plot)).toEqual(await naming(uuidv7()))
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
  test('a flag is no oracle: what is somebody else’s looks like what is not there', async () => {
    const theirs = await appended(stranger, 'lot', { holder: stranger.id, ...cherry() })
    const naming = async (lot_id: string) => {
      const { derived } = await appended(farmer, 'delivery', deliveryOf(farmer, buyer, { lot_id }))
      return derived
    }
    expect(await naming(theirs.id)).toEqual(await naming(uuidv7()))
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
  test('a party that no record tells of is a person', async () => {
    const unknown = { from_party: uuidv7(), to_party: buyer.id, ...heavy }
    expect(await flagsOf(buyer, 'delivery', unknown)).toContain('implausible_quantity')
  })
  test('a reader by a grant sees the same', async () => {
    const { id } = await appended(farmer, 'harvest', harvestOf(farmer, heavy))
    await granted(a, farmer, buyer, ['harvest'])
    expect(await isMarked(buyer, id)).toBe(true)
  })
  test('the limit is a setting', async () => {
    const other = await makeAppliance({ implausibleAboveKg: '500' })
    const p = await other.party('person', 'P')
    expect(await flagsOf(p, 'harvest', harvestOf(p, cherry(500)))).toEqual([])
    expect(await flagsOf(p, 'harvest', harvestOf(p, cherry(501)))).toEqual(['implausible_quantity'])
  })
})

describe('the ground a record is held on', () => {
  test.each(LAWFUL_BASES)('%s is one', async (lawful_basis) => {
    expect((await appended(farmer, 'harvest', harvestOf(farmer, { lawful_basis }))).lawful_basis).toBe(
      lawful_basis,
    )
  })
  const obligation = () => ({ kind: 'other', obligor: farmer.id, obligee: buyer.id })
  const priced = () => deliveryOf(farmer, buyer, { agreed_price: { amount_minor: 1, currency: 'UGX' } })
  test.each(LAWFUL_BASES)(
    'of what shows money or debt is special_data_consent, not %s',
    async (lawful_basis) => {
      for (const [type, fields] of [
        ['obligation', obligation()],
        ['delivery', priced()],
      ] as const) {
        const answer = await farmer.append(type, { ...fields, lawful_basis })
        if (lawful_basis === 'special_data_consent') expect(answer.status, answer.text).toBe(201)
        else expectRefused(answer, 422, 'lawful_basis_insufficient', ['/lawful_basis'])
      }
    },
  )
  test('of a retraction or confirmation is that of what it names, stated or not', async () => {
    for (const stated of [{}, { lawful_basis: 'special_data_consent' }]) {
      const { id } = await appended(farmer, 'obligation', {
        ...obligation(),
        lawful_basis: 'special_data_consent',
      })
      const about = { target_id: id, reason: 'other' }
      const wrong = await farmer.append('retraction', { ...about, lawful_basis: 'consent' })
      expectRefused(wrong, 422, 'lawful_basis_insufficient', ['/lawful_basis'])
      const retraction = await appended(farmer, 'retraction', { ...about, ...stated })
      expect(retraction.lawful_basis).toBe('special_data_consent')
    }
  })
})

describe('normalized_kg and conversion_id', () => {
  test('the mass needs the factor that gave it; the factor may stand alone', async () => {
    const alone = await farmer.append('harvest', harvestOf(farmer, { normalized_kg: 1 }))
    expectRefused(alone, 422, 'conversion_required', ['/conversion_id'])
    await appended(farmer, 'harvest', harvestOf(farmer, { conversion_id: 'kg' }))
  })
  test('a mass of nothing is a mass', async () => {
    const fields = harvestOf(farmer, { normalized_kg: 0, conversion_id: 'kg' })
    expect((await appended(farmer, 'harvest', fields)).derived.kg).toBe(0)
  })
})

describe('an authority reference is refused in the same words, absent or not the writer’s', () => {
  const strip = ({ status, body }: Answer) => ({ status, ...body, correlation_id: '' })
  test.each<[string, string, (id: string) => object, string]>([
    ['supersedes', 'harvest', (supersedes) => harvestOf(stranger, { supersedes }), '/supersedes'],
    ['target_id', 'retraction', (target_id) => ({ target_id, reason: 'other' }), '/target_id'],
    [
      'delivery_id',
      'delivery_confirmation',
      (delivery_id) => ({ delivery_id, channel: 'app' }),
      '/delivery_id',
    ],
  ])('%s', async (_member, type, fields, pointer) => {
    const harvest = (await appended(farmer, 'harvest', harvestOf(farmer))).id
    const delivery = (await appended(farmer, 'delivery', deliveryOf(farmer, buyer))).id
    const gone = (await appended(farmer, 'delivery', deliveryOf(farmer, buyer))).id
    await farmer.append('retraction', { target_id: gone, reason: 'duplicate' })
    const absent = await stranger.append(type, fields(uuidv7()))
    expectRefused(absent, 422, 'reference_unresolved', [pointer])
    for (const id of [harvest, delivery, gone])
      expect(strip(await stranger.append(type, fields(id)))).toEqual(strip(absent))
  })
})

test('another’s act is not opened by naming it: grants and mandates resolve as nothing', async () => {
  const grant = uuidv7()
  await granted(a, farmer, buyer, ['harvest'], 'tax', { id: grant })
  const answer = await farmer.append('retraction', { target_id: grant, reason: 'other' })
  expectRefused(answer, 422, 'reference_unresolved', ['/target_id'])
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
