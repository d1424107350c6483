import { describe, expect, it } from 'vitest'
import { Derivation } from '../../../../src/domain/derived/derive.ts'
import { type Flag, OBSERVATION_FLAGS } from '../../../../src/domain/derived/flags.ts'
import { RECORD_TYPES, type RecordType } from '../../../../src/domain/types/index.ts'
import { pointAt, polygonOf, rectangle } from '../../../support/outlines.ts'
import {
  ANNA,
  BEN,
  COOP,
  type Facts,
  firstOf,
  followed,
  hour,
  kg,
  lastOf,
  of,
  outOf,
  STRANGER,
  Story,
  surroundingsOf,
  type Told,
  TRADER,
  uuid,
} from '../../../support/world.ts'

const GONE = uuid(0xdead)
const PHONE = uuid(0xd1)
const PHOTO = 'a'.repeat(64)
const showing = (sha256: string) => ({ evidence: [{ sha256, media_type: 'image/png' }] })

/** The flags of the record that the tale ends with. */
function flags(tell: (story: Story) => string, facts: Facts = {}): readonly Flag[] {
  const story = new Story()
  const id = tell(story)
  const world = story.world()
  return new Derivation(world, surroundingsOf(facts)).derive(world.version(id)).flags
}

const UNNORMALIZED: Flag[] = ['quantity_not_normalized']
const MISMATCH: Flag[] = ['conversion_mismatch']
const OUTSIDER: Flag[] = ['asserted_by_outsider']
const DELEGATED: Flag[] = ['delegated_authority']
const UNRESOLVED: Flag[] = ['reference_unresolved']
const LOST: Flag[] = [...OUTSIDER, ...UNRESOLVED]
const UNCOUNTED: Flag[] = ['not_counted']
const OUT_OF_SCOPE: Flag[] = ['conversion_out_of_scope']

const lotAt = (s: Story, at: number) => s.lot(ANNA, {}, { at })
/** A lot of hour 1 that Ben received. */
const received = (s: Story, at = 2) => followed(lotAt(s, 1), (id) => s.handOver(id, ANNA, BEN, {}, { at }))
/** A delivery of Anna's out of a lot. */
const fromLot = (s: Story, lot: string, told: Told = {}, members: object = {}) =>
  s.delivery(ANNA, BEN, { lot_id: lot, ...members }, told)
const wrongWay = (s: Story) => s.delivery(COOP, ANNA, { obligation_id: s.obligation(ANNA, COOP) })
const drawsOnItself = (s: Story) => {
  const lot = s.lot(ANNA)
  return s.correct(lot, outOf([lot, 500]))
}

type Tell = (s: Story) => string
type Tale = [name: string, tell: Tell, expected: Flag[]]
const carries =
  (facts: Facts = {}) =>
  (_name: string, tell: Tell, expected: readonly Flag[]) => {
    expect(flags(tell, facts)).toEqual(expected)
  }

describe('a record carries no flag', () => {
  it.each<[string, Tell]>([
    ['when there is nothing to say', (s) => s.harvest(ANNA)],
    [
      'when everything it names is in order',
      (s) => {
        const lot = s.lot(ANNA, outOf([s.harvest(ANNA), 100]))
        return s.delivery(ANNA, COOP, { lot_id: lot, obligation_id: s.obligation(ANNA, COOP) })
      },
    ],
    ['when it was only corrected', (s) => s.correct(s.harvest(ANNA))],
    ['when it was retracted', (s) => followed(s.harvest(ANNA), (id) => s.retract(id))],
    ['when it is an obligation without a quantity', (s) => s.obligation(ANNA, COOP, { quantity: undefined })],
  ])('%s', (_, tell) => {
    expect(flags(tell)).toEqual([])
  })
})

describe('flags about time', () => {
  const times = (occurred: number, recorded: number, received: number) => (s: Story) =>
    s.harvest(ANNA, { occurred_at: hour(occurred), recorded_at: hour(recorded), received_at: hour(received) })
  it.each<Tale>([
    ['written down as it happened and received at once', times(1, 1, 1), []],
    ['written down before it happened', times(2, 1, 3), ['occurred_after_recorded']],
    ['written down after it was received', times(1, 3, 2), ['recorded_after_received']],
    ['received thirty days after it happened', times(0, 0, 720), []],
    ['received more than thirty days after it happened', times(0, 0, 721), ['received_late']],
  ])('%s', carries())
})

describe('a clock that is behind', () => {
  const seen =
    (members: object, producer = ANNA) =>
    (s: Story) =>
      s.harvest(producer, { device_id: PHONE, recorded_at: hour(4), received_at: hour(6), ...members })
  it.each<Tale>([
    ['written down when its device was enrolled', seen({ recorded_at: hour(5) }), []],
    ['written down before its device was enrolled', seen({}), ['recorded_before_enrolment']],
    [
      'by a phone that takes it for 1970',
      seen({ recorded_at: '1970-01-01T00:05:00.000Z' }),
      ['occurred_after_recorded', 'recorded_before_enrolment'],
    ],
    ['without a device', seen({ device_id: undefined }), []],
    ['received before there was the device, and so not from it', seen({ received_at: hour(4.5) }), []],
    // Which devices others have is none of its asserter's business.
    ["written down before somebody else's device was enrolled", seen({}, BEN), UNRESOLVED],
  ])('%s', carries({ devices: { [PHONE]: { of: ANNA, at: 5 } } }))
})

describe('what may have been recorded twice', () => {
  const instant = { occurred_at_precision: 'instant' }
  const told = { at: 3 }
  const first = (s: Story) => s.delivery(ANNA, COOP, instant, told)
  const again =
    (members: object = {}, circumstances: Told = told) =>
    (s: Story) =>
      s.delivery(ANNA, COOP, { ...instant, ...members }, circumstances)
  const twice: Flag[] = ['possibly_recorded_twice']
  it.each<Tale>([
    ['the same under another id', again(), twice],
    ['without a precision', again({ occurred_at_precision: undefined }), []],
    ['the same weight in another unit', again({ quantity: { value: 10_000, unit: 'g' } }), twice],
    ['another weight', again(kg(10.1)), []],
    ['another crop', again({ crop: 'maize' }), []],
    ['another instant', again({}, { at: 4 }), []],
    ['another party', (s) => s.delivery(ANNA, BEN, instant, told), []],
    ['another type', (s) => s.harvest(ANNA, { ...instant, ...kg(10) }, told), []],
    // Several deliveries of a day are usual.
    ['of that day', again({ occurred_at_precision: 'day' }), []],
    // Who may read one of them may else not read the other: the flag would tell them that it is there.
    ['by another asserter', again({}, { ...told, by: COOP }), []],
    ['on another ground', again({ lawful_basis: 'consent' }), []],
    ['for somebody', again({}, { ...told, for: BEN }), DELEGATED],
  ])('%s', (_, tell, expected) => {
    const second = flags((s) => lastOf(first(s), tell(s)))
    expect(second).toEqual(expected)
    // Both carry it.
    const other = flags((s) => firstOf(first(s), tell(s)))
    expect(other).toEqual(expected.filter((flag) => twice.includes(flag)))
  })
  /** One delivery, the same again, and then what becomes of the first: the flags of the second. */
  const beside = (then: (s: Story, other: string) => unknown, members: object = {}) =>
    flags((s) => {
      const other = s.delivery(ANNA, COOP, { ...instant, ...members }, told)
      return firstOf(again()(s), then(s, other))
    })
  it.each<[string, (s: Story, id: string) => unknown]>([
    ['retracted', (s, id) => s.retract(id)],
    ['corrected to another weight', (s, id) => s.correct(id, kg(9))],
    ['forked', (s, id) => [s.correct(id), s.correct(id)]],
  ])('not where the other was %s', (_, then) => {
    expect(beside(then)).toEqual([])
  })
  it('not by its own correction, but by a correction of the other', () => {
    expect(flags((s) => s.correct(first(s)))).toEqual([])
    expect(beside((s, id) => s.correct(id, kg(10)), kg(9))).toEqual(twice)
  })
})

describe('flags about quantities and codes', () => {
  it.each<Tale>([
    ['a unit without kilograms', (s) => s.harvest(ANNA, of(2, 'bag')), UNNORMALIZED],
    ['a unit nobody knows', (s) => s.harvest(ANNA, of(2, 'heap')), ['code_unknown', ...UNNORMALIZED]],
    ['a crop nobody knows', (s) => s.harvest(ANNA, { crop: 'teff' }), ['code_unknown']],
    ['a region nobody knows', (s) => s.partyRecord(ANNA, { region: 'XX' }), ['code_unknown']],
    ['a region somebody knows', (s) => s.partyRecord(ANNA, { region: 'UG-102' }), []],
    ['a plot that is one', (s) => s.harvest(ANNA, { plot: { geometry: pointAt(32, 1) } }), []],
    ['a plot without an outline', (s) => s.harvest(ANNA, { plot: { name: 'behind the school' } }), []],
    ['no plot', (s) => s.harvest(ANNA, { plot: { geometry: pointAt(1, 200) } }), ['geometry_invalid']],
  ])('%s', carries())
})

const outline = (west: number, south: number, east: number, north: number) => ({
  geometry: polygonOf(rectangle(west, south, east, north)),
})
/** Some 1.23 hectares. */
const GARDEN = outline(32.000001, 1.000001, 32.001001, 1.001001)
const OTHER = uuid(0xf9)
const HERE = { geometry: pointAt(32.001234, 1.001234) }

type Fields = Readonly<Record<string, unknown>>

describe('flags about plots', () => {
  const plot = (members: Fields) => (s: Story) => s.plot(ANNA, members)
  it.each<Tale>([
    ['in order', plot({ ...GARDEN, area_ha: 1.23, crops: ['cherry'] }), []],
    ['without an outline', plot({}), []],
    ['with five decimals', plot(outline(32, 1, 32.00123, 1.00123)), ['geometry_too_coarse']],
    ['with six, two of which are zeros', plot({ geometry: pointAt(32.5836, 0.5034), decimals: 6 }), []],
    ['of four hectares with a point', plot({ geometry: pointAt(32.123456, 1), area_ha: 4 }), []],
    ['of more', plot({ geometry: pointAt(32.123456, 1), area_ha: 4.01 }), ['polygon_required']],
    ['of more without anything drawn', plot({ area_ha: 5 }), []],
    ['stated a little smaller', plot({ ...GARDEN, area_ha: 1.13 }), []],
    // Some 1.232 hectares are drawn: a tenth of what is stated, not of what is drawn.
    ['stated just so much smaller', plot({ ...GARDEN, area_ha: 1.115 }), ['area_mismatch']],
    ['stated just so much larger', plot({ ...GARDEN, area_ha: 1.36 }), []],
    ['stated a little more than that', plot({ ...GARDEN, area_ha: 1.38 }), ['area_mismatch']],
    ['of no size', plot({ area_ha: 0 }), ['area_mismatch']],
    ['of less than none', plot({ area_ha: -1 }), ['area_mismatch']],
    ['with a crop nobody knows', plot({ crops: ['cherry', 'teff'] }), ['code_unknown']],
    ['in a region nobody knows', plot({ region: 'XX' }), ['code_unknown']],
    ['in its country', plot(GARDEN), []],
    ['with a point in another', plot({ ...HERE, country: 'RW' }), ['plot_outside_country']],
    ['with an outline in another', plot({ ...GARDEN, country: 'RW' }), ['plot_outside_country']],
    ['that cannot be drawn', plot({ geometry: pointAt(999, 1), country: 'RW' }), ['geometry_invalid']],
    ['in another, without an outline', plot({ country: 'RW' }), []],
  ])('a plot %s', carries())

  const theirs = { ...GARDEN, plot: OTHER }
  const byCoop = { by: COOP }
  const neighbour = outline(32.000501, 1.000501, 32.002001, 1.002001)
  const overlap: Flag[] = [...OUTSIDER, 'plots_overlap']
  const next = (s: Story) => s.plot(ANNA, neighbour, byCoop)
  const beside =
    (before: (s: Story) => unknown, told: Told = byCoop) =>
    (s: Story) =>
      lastOf(before(s), s.plot(ANNA, neighbour, told))
  it.each<Tale>([
    ['on a plot of another holder', beside((s) => s.plot(BEN, theirs, byCoop)), overlap],
    ['under a plot of another holder', (s) => firstOf(s.plot(BEN, theirs, byCoop), next(s)), overlap],
    [
      'by a principal whose plots it speaks of',
      beside((s) => s.plot(BEN, theirs), { by: COOP, for: BEN, over: ['plot'] }),
      ['asserted_by_outsider', 'delegated_authority', 'plots_overlap'],
    ],
    [
      'by a principal, under a mandate over something else',
      beside((s) => s.plot(BEN, theirs), { by: COOP, for: BEN, over: ['harvest'] }),
      ['asserted_by_outsider', 'delegated_authority'],
    ],
    ["on a plot of one's own", beside((s) => s.plot(ANNA, theirs), {}), []],
    ['on what a stranger says', beside((s) => s.plot(BEN, theirs, { by: STRANGER }), {}), []],
    ['on what one says of the asserter', beside((s) => s.plot(COOP, theirs, { by: STRANGER })), OUTSIDER],
    ['on what others say of themselves', beside((s) => s.plot(BEN, theirs), {}), []],
    ['on the same plot under its former holder', beside((s) => s.plot(BEN, GARDEN, byCoop)), OUTSIDER],
    ['on a plot that was taken back', beside((s) => s.retract(s.plot(BEN, theirs, byCoop))), OUTSIDER],
    [
      'on a plot that was drawn anew elsewhere',
      beside((s) => s.correct(s.plot(BEN, theirs, byCoop), outline(33.000001, 1, 33.001, 1.001))),
      OUTSIDER,
    ],
    [
      'before it was drawn anew itself',
      (s) =>
        lastOf(
          s.plot(BEN, theirs, byCoop),
          followed(next(s), (id) => s.correct(id)),
        ),
      OUTSIDER,
    ],
  ])('a plot that lies %s', carries())

  /** 3.08 hectares each. */
  const half = (west: number) => outline(west, 1.000001, west + 0.002, 1.001251)
  const [left, right] = [half(32.000001), half(32.002001)]
  const other = (s: Story, holder = ANNA) => s.plot(holder, { plot: OTHER, ...left })
  const two =
    (first: Fields, second: Fields, told: Told = {}) =>
    (s: Story) =>
      lastOf(s.plot(ANNA, { plot: OTHER, ...first }, told), s.plot(ANNA, second))
  const point = (area_ha: number) => ({ ...HERE, area_ha })
  it.each<Tale>([
    ['beside each other', two(left, right), ['plots_adjoin']],
    ['beside each other, the first', (s) => firstOf(other(s), s.plot(ANNA, right)), ['plots_adjoin']],
    ['at a distance', two(left, half(32.003001)), []],
    ['that are one plot', two({ plot: uuid(0xf0), ...left }, right), []],
    ['of two asserters', two(left, right, byCoop), []],
    ['of two holders', (s) => lastOf(other(s, BEN), s.plot(ANNA, right)), []],
    ['of less than four hectares', two(GARDEN, outline(32.001001, 1.000001, 32.002, 1.001)), []],
    ['of which one needs an outline by itself', two(outline(32.000001, 1, 32.003, 1.003), half(32.003)), []],
    ['of which one was taken back', (s) => lastOf(s.retract(other(s)), s.plot(ANNA, right)), []],
    ['of which one is a point in the other', two(point(3), left), ['plots_adjoin']],
    ['of which one is a point of no stated size', two(HERE, left), []],
    ['that are points at one place', two(point(2), point(2.1)), ['plots_adjoin']],
    ['that are points at one place, of four hectares', two(point(2), point(2)), []],
    [
      'in a row: the one that two others touch',
      (s) => {
        s.plot(ANNA, { plot: OTHER, ...outline(32.000001, 1.000001, 32.001301, 1.001001) })
        s.plot(ANNA, { plot: uuid(0xf8), ...outline(32.002601, 1.000001, 32.003901, 1.001001) })
        return s.plot(ANNA, outline(32.001301, 1.000001, 32.002601, 1.001001))
      },
      ['plots_adjoin'],
    ],
  ])('plots of one holder %s', carries())

  const named = { plot_ids: [uuid(0xf0)] }
  const lost: Flag[] = ['plot_unresolved']
  const planted =
    (plot: Told = {}, harvest: Told = {}) =>
    (s: Story) =>
      lastOf(s.plot(ANNA, {}, plot), s.harvest(ANNA, named, harvest))
  const byBen = { by: BEN }
  const both = { plot_ids: [uuid(0xf0), OTHER] }
  it.each<Tale>([
    ['that is not here', (s) => s.harvest(ANNA, named), lost],
    ["of one's own", planted(), []],
    ['of its asserter', (s) => lastOf(s.plot(ANNA, {}, byBen), s.delivery(ANNA, BEN, named, byBen)), []],
    ['that the cooperative states of its holder', planted({ by: COOP }), []],
    ['that a stranger states of its holder', planted({ by: STRANGER }), lost],
    ["of somebody else's", (s) => lastOf(s.plot(BEN), s.harvest(ANNA, named)), lost],
    ['of the principal', planted({}, { by: BEN, for: ANNA }), DELEGATED],
    [
      'of the principal, under a mandate over harvests alone',
      planted({}, { by: BEN, for: ANNA, over: ['harvest'] }),
      ['delegated_authority', 'plot_unresolved'],
    ],
    ['that was taken back', (s) => lastOf(s.retract(s.plot(ANNA)), s.harvest(ANNA, named)), []],
    ['beside one that is not here', (s) => lastOf(s.plot(ANNA), s.harvest(ANNA, both)), lost],
    ['in a list of none', (s) => s.harvest(ANNA, { plot_ids: [] }), []],
  ])('a harvest or delivery names a plot %s', carries())
})

describe('what was filed of a lot', () => {
  it.each<Tale>([
    ['by its holder', (s) => s.filed(s.lot(ANNA), ANNA), []],
    ['by the buyer who received it', (s) => s.filed(received(s), BEN), OUTSIDER],
    ['by a stranger', (s) => s.filed(s.lot(ANNA), STRANGER), LOST],
    ['of nothing', (s) => s.filed(GONE, ANNA), LOST],
    ['is in none of the lot’s figures', (s) => followed(s.lot(ANNA), (id) => s.filed(id, ANNA)), []],
  ])('%s', carries())
})

describe('a mass that no person harvests or delivers at once', () => {
  const organisations = [COOP, TRADER]
  const mark: Flag[] = ['implausible_quantity']
  const much = kg(100_001)
  const bags = { ...of(2_000, 'bag'), conversion_id: 'bag', normalized_kg: 120_000 }
  it.each<Tale>([
    ['a hundred tonnes exactly', (s) => s.harvest(ANNA, kg(100_000)), []],
    ['more than a hundred tonnes', (s) => s.harvest(ANNA, kg(100_000.01)), mark],
    ['more, in another unit of mass', (s) => s.harvest(ANNA, of(999_999, 't')), mark],
    ['more, by the kilograms stated', (s) => s.harvest(ANNA, bags), mark],
    ['a number of what has no kilograms', (s) => s.harvest(ANNA, of(999_999, 'bag')), UNNORMALIZED],
    ['more, of an organisation', (s) => s.harvest(COOP, much), []],
    ['more, delivered by a person', (s) => s.delivery(ANNA, COOP, much), mark],
    ['more, delivered to a person', (s) => s.delivery(COOP, ANNA, much), mark],
    ['more, delivered between organisations', (s) => s.delivery(COOP, TRADER, much), []],
    ['more, in the words of an organisation', (s) => s.delivery(ANNA, TRADER, much, { by: TRADER }), mark],
    ['more, in a lot', (s) => s.lot(ANNA, much), []],
    ['more, in an obligation', (s) => s.obligation(ANNA, COOP, much), []],
    ['more, handed over with a lot', (s) => s.handOver(s.lot(ANNA), ANNA, COOP, much), []],
    ['more, before a correction', (s) => followed(s.harvest(ANNA, much), (id) => s.correct(id, kg(9))), mark],
    ['more, once corrected', (s) => s.correct(s.harvest(ANNA, much), kg(9)), []],
  ])('%s', carries({ organisations }))
})

describe('flags about the factor cited', () => {
  const cites =
    (conversion_id: string, value: number, unit: string, normalized_kg: number | undefined, told = {}) =>
    (s: Story) =>
      s.harvest(ANNA, { ...of(value, unit), conversion_id, normalized_kg }, { at: 3, ...told })
  const bag = { ...of(1, 'bag'), conversion_id: 'bag', normalized_kg: 60 }
  const basket = { ...of(1, 'basket'), normalized_kg: 12, conversion_id: 'good-basket' }
  it.each<Tale>([
    ['one that fits', cites('bag', 2, 'bag', 120), []],
    ['one that nobody knows', cites('gone', 2, 'bag', 120), ['conversion_unresolved']],
    ['one within half a per cent', cites('bag', 2, 'bag', 120.6), []],
    ['one that gives less by more than half a per cent', cites('bag', 2, 'bag', 120.61), MISMATCH],
    ['one that gives more by more than half a per cent', cites('bag', 2, 'bag', 119.39), MISMATCH],
    ['one that was not applied', cites('bag', 2, 'bag', undefined), UNNORMALIZED],
    ['a default', cites('tin', 2, 'tin', 40), ['assumed_conversion']],
    ['one measured nine times', cites('thin-basket', 1, 'basket', 12), ['thin_sample']],
    ['one measured ten times', cites('good-basket', 1, 'basket', 12), []],
    ['one for another unit', cites('bag', 2, 'tin', 120), OUT_OF_SCOPE],
    ['one for another crop', (s) => s.harvest(ANNA, { crop: 'maize', ...basket }), OUT_OF_SCOPE],
    ['one for no crop in particular', (s) => s.harvest(ANNA, { crop: 'maize', ...bag }), []],
    ['one in force from that hour on', cites('ugandan-bag', 1, 'bag', 60, { at: 2 }), []],
    ['one not yet in force', cites('ugandan-bag', 1, 'bag', 60, { at: 1 }), OUT_OF_SCOPE],
    ['one no longer in force from that hour on', cites('ugandan-bag', 1, 'bag', 60, { at: 5 }), OUT_OF_SCOPE],
  ])('%s', carries())

  it.each([
    ['of the region itself', 'UG', false],
    ['of a region within it', 'UG-102', false],
    ['of another region', 'KE', true],
    ['of a region whose code merely begins alike', 'UGX', true],
    ['of no known region', undefined, false],
  ])('one for the region, where the producer is %s', (_, region, isOut) => {
    const facts = region === undefined ? {} : { regions: { [ANNA]: region } }
    expect(flags(cites('ugandan-bag', 1, 'bag', 60), facts)).toEqual(isOut ? OUT_OF_SCOPE : [])
  })

  const ugandan = { ...bag, conversion_id: 'ugandan-bag' }
  it.each<[string, Tell]>([
    ['the holder of a lot', (s) => s.lot(ANNA, ugandan, { at: 3 })],
    ['who hands over a delivery', (s) => s.delivery(ANNA, BEN, ugandan, { at: 3 })],
    ['who hands over a lot', (s) => s.handOver(lotAt(s, 1), ANNA, BEN, ugandan, { at: 3 })],
    ['the holder of the lot that lost', (s) => s.loss(lotAt(s, 1), ANNA, ugandan, { at: 3 })],
    ['who owes', (s) => s.obligation(ANNA, BEN, ugandan, { at: 3 })],
  ])('one for a region goes by %s', (_, tell) => {
    expect(flags(tell, { regions: { [ANNA]: 'KE', [BEN]: 'UG' } })).toContain('conversion_out_of_scope')
    expect(flags(tell, { regions: { [ANNA]: 'UG', [BEN]: 'KE' } })).not.toContain('conversion_out_of_scope')
  })

  it.each<[string, boolean, Tell]>([
    ['the crop of its lot', false, (s) => s.lot(ANNA)],
    ['another crop', true, (s) => s.lot(ANNA, { crop: 'maize' })],
    [
      'the crop of one end of a forked lot',
      false,
      (s) =>
        followed(s.lot(ANNA, { crop: 'maize' }), (id) => [s.correct(id), s.correct(id, { crop: 'cherry' })]),
    ],
    ['what nobody may tell, of somebody else’s lot', false, (s) => s.lot(STRANGER, { crop: 'maize' })],
    ['what nobody can tell, since there is no such lot', false, () => GONE],
  ])('one for a crop, in a loss of %s', (_, isOut, lot) => {
    const found = flags((s) => s.loss(lot(s), ANNA, basket))
    expect(found.includes('conversion_out_of_scope')).toBe(isOut)
  })

  it('one whose row gives its days alone', () => {
    const day = { id: 'day', kind: 'published_standard', unit: 'bag', factor: 60 } as const
    const conversions = [{ ...day, valid_to: '2026-06-02', weighings_count: 0 }]
    const tell = (at: number) => cites('day', 1, 'bag', 60, { at })
    expect(flags(tell(23), { conversions })).toEqual([])
    expect(flags(tell(24), { conversions })).toEqual(OUT_OF_SCOPE)
  })
})

describe('flags about what a record names', () => {
  const fulfilling = (owed: Tell) => (s: Story) => s.delivery(ANNA, BEN, { obligation_id: owed(s) })
  it.each<Tale>([
    ['a lot that is not there', (s) => s.delivery(ANNA, BEN, { lot_id: GONE }), UNRESOLVED],
    ["somebody else's lot", (s) => s.delivery(ANNA, BEN, { lot_id: s.lot(STRANGER) }), UNRESOLVED],
    ['something that is no lot', (s) => s.delivery(ANNA, BEN, { lot_id: s.harvest(ANNA) }), UNRESOLVED],
    ['an obligation that is not there', fulfilling(() => GONE), UNRESOLVED],
    ["somebody else's obligation", fulfilling((s) => s.obligation(STRANGER, COOP)), UNRESOLVED],
    ['something that is no obligation', fulfilling((s) => s.harvest(ANNA)), UNRESOLVED],
    ['an input that is not there', (s) => s.lot(ANNA, outOf([GONE, 1])), UNRESOLVED],
    ["somebody else's input", (s) => s.lot(ANNA, outOf([s.lot(STRANGER), 1])), UNRESOLVED],
    ['an obligation as input', (s) => s.lot(ANNA, outOf([s.obligation(ANNA, BEN), 1])), UNRESOLVED],
    ['a lot received by hand-over', (s) => s.delivery(BEN, COOP, { lot_id: received(s) }), []],
    ['a lot by its receiver’s claim', (s) => s.handOver(s.lot(ANNA), ANNA, BEN, {}, { by: BEN }), UNRESOLVED],
    ['a device of its asserter', (s) => s.harvest(ANNA, { device_id: PHONE }), []],
    ["somebody else's device", (s) => s.harvest(BEN, { device_id: PHONE }), UNRESOLVED],
    ['evidence that its asserter handed in', (s) => s.harvest(ANNA, showing(PHOTO)), []],
    ['evidence that somebody else handed in', (s) => s.harvest(BEN, showing(PHOTO)), UNRESOLVED],
    ['evidence that nobody did', (s) => s.harvest(ANNA, showing('b'.repeat(64))), UNRESOLVED],
  ])('%s', carries({ devices: { [PHONE]: { of: ANNA, at: 0 } }, evidence: { [PHOTO]: ANNA } }))

  type Draft = (s: Story, id: string, told: Told) => string
  const basket = { ...of(1, 'basket'), normalized_kg: 12, conversion_id: 'good-basket' }
  const annas = (s: Story) => s.lot(ANNA)
  const towards: Draft = (s, id, told) => s.delivery(ANNA, BEN, { obligation_id: id }, told)
  const drawing: Draft = (s, id, told) => s.lot(ANNA, outOf([id, 60]), told)
  /** A type, what Anna has of it, and how a delegate that writes for her names that. */
  describe.each<[string, RecordType, Tell, Draft]>([
    ['lots, in a delivery', 'lot', annas, (s, id, told) => s.delivery(ANNA, BEN, { lot_id: id }, told)],
    ['lots, in a hand-over', 'lot', annas, (s, id, told) => s.handOver(id, ANNA, BEN, {}, told)],
    ['lots, in a loss', 'lot', annas, (s, id, told) => s.loss(id, COOP, {}, told)],
    [
      'lots, in a loss whose factor is for another crop',
      'lot',
      (s) => s.lot(ANNA, { crop: 'maize' }),
      (s, id, told) => s.loss(id, COOP, basket, told),
    ],
    ['obligations', 'obligation', (s) => s.obligation(ANNA, BEN), towards],
    ['obligations that do not count it', 'obligation', (s) => s.obligation(BEN, ANNA), towards],
    ['harvests', 'harvest', (s) => s.harvest(ANNA, kg(5)), drawing],
    ['deliveries', 'delivery', (s) => s.delivery(BEN, ANNA), drawing],
  ])('a mandate that is not over %s', (_, type, target, draft) => {
    const written = (over: readonly RecordType[], named: (s: Story) => string) =>
      flags((s) => draft(s, named(s), { by: COOP, for: ANNA, over, at: 9 }))
    const others = RECORD_TYPES.filter((each) => each !== type)
    it('tells no more than where there is nothing', () => {
      const absent = written(others, () => GONE)
      expect(absent).toContain('reference_unresolved')
      expect(written(others, target)).toEqual(absent)
      expect(written([], target)).toEqual(absent)
    })
    it('would lead there if it were', () => {
      expect(written([type], target)).not.toContain('reference_unresolved')
    })
    it('takes nothing from what the delegate may read itself', () => {
      const own = (s: Story) => followed(target(s), (id) => s.correct(id, {}, { by: COOP, at: 1 }))
      expect(written(others, own)).not.toContain('reference_unresolved')
    })
  })

  it.each<Tale>([
    ['out of a lot before anybody held it', (s) => fromLot(s, lotAt(s, 5), { at: 4 }), UNCOUNTED],
    ['of another form out of a lot', (s) => fromLot(s, lotAt(s, 1), {}, { crop: 'green' }), UNCOUNTED],
    [
      'nothing where one end of a forked lot is of the delivered form',
      (s) => {
        const lot = s.lot(ANNA)
        s.correct(lot, { crop: 'green' })
        s.correct(lot)
        return fromLot(s, lot, {}, { crop: 'green' })
      },
      [],
    ],
    ['by an asserter who never held it', (s) => fromLot(s, s.lot(BEN, {}, { by: ANNA })), UNCOUNTED],
    ['the wrong way on an obligation', wrongWay, UNCOUNTED],
    ['a transfer before the lot was', (s) => s.handOver(lotAt(s, 5), ANNA, BEN, {}, { at: 4 }), UNCOUNTED],
    ['a draw on a lot before it was', (s) => s.lot(ANNA, outOf([lotAt(s, 5), 100]), { at: 4 }), UNCOUNTED],
    ['a lot drawing on itself', drawsOnItself, UNCOUNTED],
    ['nothing once it is retracted', (s) => followed(wrongWay(s), (id) => s.retract(id)), []],
    ['nothing where the reference does not resolve', (s) => s.loss(s.lot(ANNA), STRANGER), LOST],
  ])('left out of figures: %s', carries())
})

describe('an overdrawn record', () => {
  const drawing = (s: Story, on: string, kilograms: number, holder = ANNA, told = {}) =>
    s.lot(holder, { ...kg(kilograms), inputs: [{ record_id: on, kg: kilograms }] }, told)

  const ONE = { id: uuid(99) }
  /** A harvest with 60 kg of it drawn. */
  const drawnOn = (s: Story) => followed(s.harvest(ANNA), (id) => drawing(s, id, 60))
  it.each<[string, boolean, Tell]>([
    ['marks the lots that drew on it', true, (s) => drawing(s, drawnOn(s), 50)],
    [
      'is not one that was drawn to the last kilogram',
      false,
      (s) => {
        const harvest = s.harvest(ANNA, kg(0.3))
        drawing(s, harvest, 0.1)
        return drawing(s, harvest, 0.2)
      },
    ],
    ['is told by the chain, whichever version was named', true, (s) => s.correct(drawnOn(s), kg(50))],
    [
      'is marked at its tip, not in the versions before',
      false,
      (s) => followed(s.harvest(ANNA), (id) => [drawing(s, id, 60), s.correct(id, kg(50))]),
    ],
    ['not without a tip', false, (s) => lastOf(s.retract(s.harvest(ANNA, {}, ONE)), drawing(s, ONE.id, 101))],
    ['is none without kilograms', false, (s) => drawing(s, s.harvest(ANNA, of(1, 'bag')), 101)],
    ['not once retracted', false, (s) => followed(s.harvest(ANNA), (id) => s.retract(drawing(s, id, 101)))],
    [
      'does not mark a stranger who draws on it',
      false,
      (s) => {
        const harvest = s.harvest(ANNA)
        drawing(s, harvest, 101)
        return drawing(s, harvest, 1, STRANGER)
      },
    ],
    ['may be a delivery, drawn by its receiver', true, (s) => drawing(s, s.delivery(ANNA, COOP), 11, COOP)],
    ['may be a lot, drawn on by who received it', true, (s) => drawing(s, received(s), 101, BEN, { at: 3 })],
    ['is no lot before it was received', false, (s) => drawing(s, received(s, 4), 101, BEN, { at: 3 })],
    ['is no lot by drawing on itself', false, drawsOnItself],
  ])('%s', (_, expected, tell) => {
    expect(flags(tell).includes('input_overdrawn')).toBe(expected)
  })
})

describe('flags about chains, custody and balance', () => {
  it('a version in a fork', () => {
    const tell = (s: Story) => s.correct(followed(s.harvest(ANNA), (id) => s.correct(id)))
    expect(flags(tell)).toEqual(['forked'])
  })

  it('the 48th version of a chain, not the 47th', () => {
    const version = (depth: number) => (s: Story) => {
      let id = s.harvest(ANNA)
      for (let at = 1; at < depth; at++) id = s.correct(id)
      return id
    }
    expect(flags(version(47))).toEqual([])
    expect(flags(version(48))).toEqual(['chain_deep'])
  })

  it('a lot handed over by who no longer held it', () => {
    const tell = (s: Story) =>
      followed(lotAt(s, 1), (id) => [
        s.handOver(id, ANNA, BEN, {}, { at: 2 }),
        s.handOver(id, ANNA, COOP, {}, { at: 3 }),
      ])
    expect(flags(tell)).toEqual(['custody_broken'])
  })

  it('a lot whose sums do not add up', () => {
    const tell = (s: Story) => followed(s.lot(ANNA), (id) => s.loss(id, ANNA, kg(103)))
    expect(flags(tell)).toEqual(['mass_balance_discrepancy'])
    expect(flags(tell, { tolerance: 0.03 })).toEqual([])
  })
})

describe('flags about who says it', () => {
  const delegations = {
    mandate: { basis: 'in_person_signature', endedAtMs: null },
    bylaw: { basis: 'organisational_bylaw', endedAtMs: null },
    ended: { basis: 'witnessed', endedAtMs: Date.parse(hour(4)) },
  }
  const under = (delegation_id: string, at: number) => (s: Story) =>
    s.harvest(ANNA, { on_behalf_of: ANNA, delegation_id }, { by: COOP, at })
  const said = (by: string) => (s: Story) => s.partyRecord(ANNA, {}, { by })
  it.each<Tale>([
    ['somebody it is not about', (s) => s.harvest(ANNA, {}, { by: COOP }), OUTSIDER],
    ['the cooperative, of who somebody is', said(COOP), []],
    ['a stranger, of who somebody is', said(STRANGER), OUTSIDER],
    ['the cooperative, who takes that back', (s) => s.retract(said(COOP)(s)), []],
    ['a stranger, who takes that back', (s) => s.retract(said(STRANGER)(s)), OUTSIDER],
    ['the cooperative, of no harvest', (s) => s.retract(s.harvest(ANNA, {}, { by: COOP })), OUTSIDER],
    ['a delegate', under('mandate', 1), DELEGATED],
    ['a false delegate', (s) => s.harvest(ANNA, {}, { by: COOP, for: BEN }), [...OUTSIDER, ...DELEGATED]],
    ['a delegate by bylaw', under('bylaw', 1), [...DELEGATED, 'delegated_by_bylaw']],
    ['a delegate whose mandate ended after receipt', under('ended', 2), DELEGATED],
    ['one whose ended at receipt', under('ended', 3), [...DELEGATED, 'delegation_revoked_before_receipt']],
    ['a delegate under a mandate that is not known here', under('lost', 1), DELEGATED],
    ['the receiver of a lot, of its loss', (s) => s.loss(received(s), BEN, {}, { at: 3 }), OUTSIDER],
    ['the holder of a lot that is not there', (s) => s.loss(GONE, ANNA), LOST],
  ])('%s', carries({ delegations, cooperative: COOP }))
})

describe('flags about confirmation', () => {
  /** A delivery, and what becomes of it. */
  const then = (follows: (s: Story, id: string) => unknown) => (s: Story) =>
    followed(s.delivery(ANNA, BEN), (id) => follows(s, id))
  const confirmed = (follows: (s: Story, id: string) => unknown) =>
    then((s, id) => [s.confirm(id, BEN), follows(s, id)])
  const SUPERSEDED: Flag[] = ['confirms_superseded_version']
  const byDelegate = (s: Story, id: string) => s.confirm(id, TRADER, {}, { for: BEN })
  it.each<Tale>([
    ['a delivery confirmed by the counterparty', confirmed(() => 0), []],
    ['a delivery confirmed by a delegate', then(byDelegate), ['confirmed_under_delegation']],
    ['a delivery confirmed by a delegate and in person', confirmed(byDelegate), []],
    ['one that was corrected', confirmed((s, id) => s.correct(id)), SUPERSEDED],
    ['with two corrections', confirmed((s, id) => [s.correct(id), s.correct(id)]), [...SUPERSEDED, 'forked']],
    [
      'one of two corrections that is confirmed itself',
      (s) => {
        const delivery = s.delivery(ANNA, BEN)
        s.correct(delivery)
        return followed(s.correct(delivery), (id) => s.confirm(id, BEN))
      },
      ['forked'],
    ],
    [
      'its confirmation, once corrected',
      (s) => s.confirm(then((_, id) => s.correct(id))(s), BEN),
      SUPERSEDED,
    ],
    ['the correction of a confirmed delivery', (s) => s.correct(confirmed(() => 0)(s)), []],
    ['corrected, no longer confirmed', then((s, id) => [s.retract(s.confirm(id, BEN)), s.correct(id)]), []],
    ['a confirmed delivery that was retracted', confirmed((s, id) => s.retract(id)), []],
    ['the confirmation of one taken back', (s) => s.confirm(then((_, id) => s.retract(id))(s), BEN), []],
  ])('%s', carries())
})

it('the list of flags is sorted, so that what carries several names them in order', () => {
  expect([...OBSERVATION_FLAGS].sort()).toEqual(OBSERVATION_FLAGS)
})
