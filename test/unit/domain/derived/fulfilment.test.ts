import { describe, expect, it } from 'vitest'
import { countsTowards, fulfilmentOf } from '../../../../src/domain/derived/fulfilment.ts'
import {
  ANNA,
  BEN,
  COOP,
  kg,
  of,
  STRANGER,
  Story,
  surroundingsOf,
  type Told,
} from '../../../support/world.ts'

const NOTHING_YET = {
  committed_kg: 100,
  delivered_kg: 0,
  confirmed_kg: 0,
  outstanding_kg: 100,
  deliveries: 0,
  confirmed: 0,
  forked: 0,
  unconvertible: 0,
  not_counted: 0,
  incomplete: false,
}
const delivered = (kilograms: number) => ({
  delivered_kg: kilograms,
  outstanding_kg: Math.round((100 - kilograms) * 1e6) / 1e6,
  deliveries: 1,
})

type Tell = (s: Story, owed: string) => unknown

/** Anna owes the cooperative 100 kg of cherry, unless told otherwise. */
function fulfilment(tell: Tell, owed: Record<string, unknown> = {}) {
  const story = new Story()
  const id = story.obligation(ANNA, COOP, owed)
  tell(story, id)
  const world = story.world()
  return fulfilmentOf(world, world.obligation(id), surroundingsOf())
}

/** Anna delivers to the cooperative. */
const given =
  (more: object = {}, told: Told = {}) =>
  (s: Story, owed: string) =>
    s.delivery(ANNA, COOP, { obligation_id: owed, ...more }, told)
/** What follows such a delivery. */
const then =
  (follows: (s: Story, delivery: string) => unknown, more: object = {}): Tell =>
  (s, owed) =>
    follows(s, given(more)(s, owed))
const AWAY = { obligation_id: undefined }
const LEFT_OUT = { not_counted: 1 }
const toGreen = { normalized_kg: 6, conversion_id: 'to-green' }

describe('the fulfilment of an obligation', () => {
  it.each<[string, Tell, object]>([
    ['nothing at first', () => 0, {}],
    ['a delivery', given(kg(30)), delivered(30)],
    ['a delivery that the obligee tells of', given({}, { by: COOP }), delivered(10)],
    ['a delivery told for the obligor by a delegate', given({}, { by: BEN, for: ANNA }), delivered(10)],
    ['more than was owed', given(kg(130)), delivered(130)],
    [
      'several deliveries without binary leftovers',
      (s, o) => {
        s.delivery(ANNA, COOP, { obligation_id: o, ...kg(0.1) })
        s.delivery(ANNA, COOP, { obligation_id: o, ...kg(0.2) })
      },
      { ...delivered(0.3), deliveries: 2 },
    ],
    [
      'a confirmed delivery',
      then((s, id) => s.confirm(id, COOP)),
      { ...delivered(10), confirmed_kg: 10, confirmed: 1 },
    ],
    [
      'a delivery by what its correction says, unconfirmed again',
      then((s, id) => [s.confirm(id, COOP), s.correct(id, kg(20))], kg(30)),
      delivered(20),
    ],
    [
      'a delivery that a correction moved here',
      (s, o) => s.correct(s.delivery(ANNA, COOP), { obligation_id: o }),
      delivered(10),
    ],
    ['not a delivery that a correction moved away', then((s, id) => s.correct(id, AWAY)), {}],
    ['not a retracted delivery', then((s, id) => s.retract(id)), {}],
    [
      'not the old figure of a delivery whose correction was retracted',
      then((s, id) => s.retract(s.correct(id))),
      {},
    ],
    [
      'a delivery that names another version of the obligation',
      (s, o) => s.delivery(ANNA, COOP, { obligation_id: s.correct(o, kg(80)) }),
      delivered(10),
    ],
    ['not a delivery the other way', (s, o) => s.delivery(COOP, ANNA, { obligation_id: o }), LEFT_OUT],
    ['not a delivery to somebody else', (s, o) => s.delivery(ANNA, BEN, { obligation_id: o }), LEFT_OUT],
    [
      'not a delivery from somebody else',
      (s, o) => s.delivery(BEN, COOP, { obligation_id: o }, { by: COOP }),
      LEFT_OUT,
    ],
    ['not a delivery a stranger tells of, in any figure', given({}, { by: STRANGER }), {}],
    ['not a delivery of another crop', given({ crop: 'maize' }), LEFT_OUT],
    [
      'a delivery without kilograms as delivered and missing',
      then((s, id) => s.confirm(id, COOP), of(3, 'bag')),
      {
        deliveries: 1,
        confirmed: 1,
        unconvertible: 1,
        incomplete: true,
      },
    ],
    [
      'a fork as one chain and no kilograms',
      then((s, id) => [s.correct(s.correct(id)), s.correct(id)]),
      { forked: 1, incomplete: true },
    ],
    [
      'a fork of which one branch would count',
      then((s, id) => [s.correct(id, { to_party: BEN }), s.correct(id)]),
      { forked: 1, incomplete: true },
    ],
    [
      'a fork that would not count as left out',
      (s, o) => {
        const delivery = s.delivery(ANNA, BEN, { obligation_id: o })
        s.correct(delivery)
        s.correct(delivery)
      },
      LEFT_OUT,
    ],
    [
      'a fork whose branches no longer name it as nothing',
      then((s, id) => [s.correct(id, AWAY), s.correct(id, AWAY)]),
      {},
    ],
    [
      'the branch that is left when the other is retracted',
      then((s, id) => [s.retract(s.correct(id, kg(50))), s.correct(id, kg(40))]),
      delivered(40),
    ],
  ])('counts %s', (_, tell, expected) => {
    expect(fulfilment(tell)).toEqual({ ...NOTHING_YET, ...expected })
  })

  it.each<[string, object, Tell, object]>([
    [
      'another form that the delivery itself converts',
      { crop: 'green' },
      given({ ...kg(30), ...toGreen }),
      delivered(6),
    ],
    [
      'another form under a factor that was cited and not applied',
      { crop: 'green' },
      given({ ...kg(30), conversion_id: 'to-green' }),
      { deliveries: 1, unconvertible: 1, incomplete: true },
    ],
    ['any crop where none was agreed', { crop: undefined }, given({ crop: 'maize' }), delivered(10)],
    [
      'an obligation in bags',
      of(2, 'bag'),
      () => 0,
      { committed_kg: null, outstanding_kg: null, incomplete: true },
    ],
    [
      'an obligation stated in another form than its crop',
      { ...of(2, 'bag'), ...toGreen },
      () => 0,
      { committed_kg: null, outstanding_kg: null, incomplete: true },
    ],
    [
      'an obligation of money alone',
      { quantity: undefined, crop: undefined },
      () => 0,
      { committed_kg: null, outstanding_kg: null },
    ],
  ])('reckons with %s', (_, owed, tell, expected) => {
    expect(fulfilment(tell, owed as Record<string, unknown>)).toEqual({ ...NOTHING_YET, ...expected })
  })
})

it('counts what one of its two parties states, or has stated', () => {
  const story = new Story()
  const owed = story.obligation(ANNA, COOP)
  const said = [{}, { by: COOP }, { by: BEN, for: COOP }, { by: STRANGER }].map((told) =>
    story.delivery(ANNA, COOP, { obligation_id: owed }, told),
  )
  const world = story.world()
  const counts = said.map((id) => countsTowards(world.obligation(owed), world.version(id), surroundingsOf()))
  expect(counts).toEqual([true, true, true, false])
})
