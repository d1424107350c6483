import { describe, expect, it } from 'vitest'
import { massBalanceOf } from '../../../../src/domain/derived/mass-balance.ts'
import {
  ANNA,
  BEN,
  COOP,
  followed,
  hour,
  kg,
  of,
  outOf,
  STRANGER,
  Story,
  surroundingsOf,
  type Told,
  TRADER,
  uuid,
} from '../../../support/world.ts'

const CLEAN = {
  inputs_kg: null,
  declared_kg: 100,
  outputs_kg: 0,
  losses_kg: 0,
  formation_difference_kg: null,
  remaining_kg: 100,
  legs: [],
  tolerance: 0.02,
  breached: false,
  not_counted: 0,
  incomplete: false,
}
const INCOMPLETE = { incomplete: true }
const LEFT_OUT = { not_counted: 1 }
const OTHER_FORM = { ...LEFT_OUT, ...INCOMPLETE }
const TO_CHERRY = { ...kg(6), conversion_id: 'back-to-cherry' }
const out = (kilograms: number) => ({ outputs_kg: kilograms, remaining_kg: 100 - kilograms })

/** Anna forms a lot of 100 kg of cherry in hour 1, from inputs if there are any; what is told comes after. */
function balance(tell: Tell, members: (s: Story) => object = () => ({})) {
  const story = new Story()
  const lot = story.lot(ANNA, members(story) as Record<string, unknown>, { at: 1 })
  tell(story, lot)
  const world = story.world()
  return massBalanceOf(world, world.lot(lot), surroundingsOf())
}

type Tell = (s: Story, lot: string) => unknown
/** Anna's delivery out of the lot, and her loss. */
const sold =
  (members: object = {}, told: Told = {}, from = ANNA): Tell =>
  (s, lot) =>
    s.delivery(from, BEN, { lot_id: lot, ...members }, told)
const green = (members: object = {}) => sold({ crop: 'green', ...members })
const lost =
  (kilograms: number, told: Told = {}, by = ANNA) =>
  (s: Story, lot: string) =>
    s.loss(lot, by, kg(kilograms), told)
const draw = (s: Story, on: string, kilograms: number, holder = ANNA) => s.lot(holder, outOf([on, kilograms]))
/** Said twice more of one record, in two ways. */
const forked =
  (tell: Tell, one = {}, other = {}): Tell =>
  (s, lot) =>
    followed(tell(s, lot) as string, (id) => [s.correct(id, one), s.correct(id, other)])
/** Handed to Ben in hour 2, and what comes after. */
const handed =
  (then: Tell, told: Told = {}): Tell =>
  (s, lot) => [s.handOver(lot, ANNA, BEN, {}, { at: 2, ...told }), then(s, lot)]

describe('what goes out of a lot', () => {
  it.each<[string, Tell, object]>([
    ['nothing at first', () => 0, {}],
    ['a delivery out of it', sold(kg(30)), out(30)],
    ['a draw by another lot', (s, lot) => draw(s, lot, 25), out(25)],
    ['all of several draws by one', (s, lot) => s.lot(ANNA, outOf([lot, 5], [s.correct(lot), 6])), out(11)],
    ['a loss', lost(3), { losses_kg: 3, remaining_kg: 97 }],
    ['what a receiver tells after it', handed(lost(3, { at: 2 }, BEN)), { losses_kg: 3, remaining_kg: 97 }],
    ['what an earlier holder tells after it', handed(sold(kg(3), { at: 9 })), out(3)],
    ['what is told for a holder', sold({}, { by: COOP, for: ANNA }), out(10)],
    ['not what a receiver tells of the time before', handed(lost(3, { at: 4 }, BEN), { at: 5 }), LEFT_OUT],
    ['not what the holder tells of the time before the lot was', lost(3, { at: 0 }), LEFT_OUT],
    ["not a stranger's delivery", sold({}, {}, STRANGER), {}],
    ["not a stranger's loss", lost(3, {}, STRANGER), {}],
    ["not a stranger's draw", (s, lot) => draw(s, lot, 50, STRANGER), {}],
    ["not a stranger's hand-over", (s, lot) => s.handOver(lot, ANNA, STRANGER, {}, { by: STRANGER }), {}],
    ['as left out what others hand over', (s, lot) => s.handOver(lot, BEN, COOP, {}, { by: ANNA }), LEFT_OUT],
    ["not a receiver's word alone", handed(lost(3, { at: 3 }, BEN), { by: BEN }), {}],
    ['a draw on itself as left out once', (s, lot) => s.correct(lot, outOf([lot, 5], [lot, 6])), LEFT_OUT],
    ['not a retracted loss', (s, lot) => s.retract(s.loss(lot, ANNA)), {}],
    ['a corrected loss', (s, lot) => s.correct(lost(3)(s, lot), kg(7)), { losses_kg: 7, remaining_kg: 93 }],
    ['a forked loss that would count as missing', forked(lost(3), kg(1), kg(2)), INCOMPLETE],
    ['a forked loss that would not as left out once', forked(lost(3, { at: 0 }), kg(1), kg(2)), LEFT_OUT],
    ['a forked transfer as missing', forked((s, lot) => s.handOver(lot, ANNA, BEN)), INCOMPLETE],
    ['a delivery without kilograms as missing', sold(of(2, 'bag')), INCOMPLETE],
    ['a delivery in another form as left out and missing', green(kg(30)), OTHER_FORM],
    ['one converted elsewhere, too', sold({ crop: 'maize', ...kg(30), conversion_id: 'bag' }), OTHER_FORM],
    ['a forked delivery in another form, too', forked(green()), OTHER_FORM],
    ['one of a time before the lot as left out and no more', sold({ crop: 'green' }, { at: 0 }), LEFT_OUT],
    ["not a stranger's delivery in another form", sold({ crop: 'green' }, {}, STRANGER), {}],
    ['one that is converted to the form of the lot', green({ ...TO_CHERRY, normalized_kg: 30 }), out(30)],
    ['such a one as missing where nobody applied the conversion', green(TO_CHERRY), INCOMPLETE],
    ['draws of another form', (s, lot) => s.lot(ANNA, { crop: 'green', ...outOf([lot, 25]) }), out(25)],
  ])('counts %s', (_, tell, expected) => {
    expect(balance(tell)).toEqual({ ...CLEAN, ...expected })
  })

  it.each([
    [102, false],
    [102.000001, true],
  ])('may exceed what was declared by the tolerance: %d kg is breached: %s', (kilograms, breached) => {
    expect(balance(sold(kg(kilograms)))).toMatchObject({ breached, incomplete: false })
  })
})

describe('what went into a lot', () => {
  const formed = (inputs_kg: number) => ({
    inputs_kg,
    formation_difference_kg: Math.round((inputs_kg - 100) * 1e6) / 1e6,
  })

  it.each<[string, (s: Story) => object, object]>([
    ['its inputs', (s) => outOf([s.harvest(ANNA), 60], [s.delivery(BEN, ANNA), 41]), formed(101)],
    [
      'one record twice where it is stated twice',
      (s) => {
        const harvest = s.harvest(ANNA)
        return outOf([harvest, 50], [harvest, 49])
      },
      formed(99),
    ],
    ['nothing of others’', (s) => outOf([s.harvest(ANNA), 100], [s.harvest(STRANGER), 500]), formed(100)],
    ['nothing of records that are not there', () => outOf([uuid(0xdead), 500]), {}],
    ['nothing of records that nothing can be drawn from', (s) => outOf([s.obligation(ANNA, BEN), 500]), {}],
    [
      'retracted inputs, and is incomplete',
      (s) => outOf([followed(s.harvest(ANNA), (id) => s.retract(id)), 100]),
      { ...formed(100), incomplete: true },
    ],
    ['superseded inputs', (s) => outOf([followed(s.harvest(ANNA), (id) => s.correct(id)), 100]), formed(100)],
    ['too little as breached', (s) => outOf([s.harvest(ANNA), 97.9]), { ...formed(97.9), breached: true }],
    ['too much as breached', (s) => outOf([s.harvest(ANNA), 102.1]), { ...formed(102.1), breached: true }],
    ['as much more as the tolerance allows', (s) => outOf([s.harvest(ANNA), 102]), formed(102)],
  ])('counts %s', (_, members, expected) => {
    expect(balance(() => 0, members)).toEqual({ ...CLEAN, ...expected })
  })

  it('leaves out what a version draws on its own chain', () => {
    const story = new Story()
    const lot = story.lot(ANNA, {}, { at: 1 })
    const corrected = story.correct(lot, { inputs: [{ record_id: lot, kg: 40 }] })
    const world = story.world()
    expect(massBalanceOf(world, world.lot(corrected), surroundingsOf())).toEqual({
      ...CLEAN,
      ...LEFT_OUT,
    })
  })

  it('breaches nothing where the lot has no kilograms, and is incomplete', () => {
    const found = balance(
      (s, lot) => {
        s.handOver(lot, ANNA, BEN, kg(70), { at: 2 })
        s.loss(lot, BEN, kg(5), { at: 3 })
        s.handOver(lot, BEN, COOP, kg(10), { at: 4 })
      },
      (s) => ({ ...of(2, 'bag'), ...outOf([s.harvest(ANNA), 500]) }),
    )
    expect(found).toEqual({
      ...CLEAN,
      inputs_kg: 500,
      declared_kg: null,
      remaining_kg: null,
      losses_kg: 5,
      incomplete: true,
      legs: [
        expect.objectContaining({ kg: 70, expected_kg: null, difference_kg: null, breached: false }),
        expect.objectContaining({ kg: 10, expected_kg: 65, difference_kg: -55, breached: false }),
      ],
    })
  })
})

describe('a re-weighing at hand-over', () => {
  const leg = (at: number, weighed: number, expected_kg: number, breached: boolean) => ({
    at: hour(at),
    kg: weighed,
    expected_kg,
    difference_kg: Math.round((weighed - expected_kg) * 1e6) / 1e6,
    breached,
  })
  const legs = (tell: Tell) => balance(tell).legs.map(({ transferId: _, ...rest }) => rest)

  it.each<[string, Tell, object[]]>([
    ['the declared', (s, lot) => s.handOver(lot, ANNA, BEN, kg(98), { at: 3 }), [leg(3, 98, 100, false)]],
    [
      'the declared mass less what went out by then',
      (s, lot) => {
        sold(kg(10), { at: 2 })(s, lot)
        lost(1, { at: 3 })(s, lot)
        sold(kg(20), { at: 4 })(s, lot)
        s.handOver(lot, ANNA, BEN, kg(80), { at: 3 })
      },
      [leg(3, 80, 89, true)],
    ],
    [
      'the weighing before, less what went out since',
      (s, lot) => {
        s.handOver(lot, ANNA, BEN, kg(90), { at: 2 })
        s.loss(lot, BEN, kg(1), { at: 2 })
        s.loss(lot, BEN, kg(4), { at: 3 })
        s.handOver(lot, BEN, COOP, kg(86), { at: 5 })
        s.loss(lot, COOP, kg(4), { at: 6 })
      },
      [leg(2, 90, 99, true), leg(5, 86, 86, false)],
    ],
    [
      'nothing where it was not weighed',
      handed((s, lot) => s.handOver(lot, BEN, COOP, kg(100), { at: 3 })),
      [leg(3, 100, 100, false)],
    ],
    [
      'the other weighing of the same instant',
      (s, lot) => {
        s.handOver(lot, ANNA, BEN, kg(95), { at: 2 })
        s.handOver(lot, BEN, COOP, kg(95), { at: 2 })
      },
      [leg(2, 95, 100, true), leg(2, 95, 95, false)],
    ],
    ['nothing if it does not count', (s, lot) => s.handOver(lot, TRADER, BEN, kg(5), { at: 2 }), []],
  ])('is held against %s', (_, tell, expected) => {
    expect(legs(tell)).toEqual(expected)
  })

  it('makes the balance incomplete when it is not in kilograms', () => {
    expect(balance((s, lot) => s.handOver(lot, ANNA, BEN, of(2, 'bag')))).toEqual({ ...CLEAN, ...INCOMPLETE })
  })

  it('breaches the balance when it differs by more than the tolerance either way', () => {
    for (const [weighed, breached] of [
      [97.9, true],
      [98, false],
      [102, false],
      [102.1, true],
    ] as const)
      expect(balance((s, lot) => s.handOver(lot, ANNA, BEN, kg(weighed))).breached).toBe(breached)
  })

  it('names its transfer', () => {
    let transfer = ''
    const { legs: found } = balance((s, lot) => {
      transfer = s.handOver(lot, ANNA, BEN, kg(100))
    })
    expect(found[0]?.transferId).toBe(transfer)
  })
})
