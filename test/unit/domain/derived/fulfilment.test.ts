import { describe, expect, it } from 'vitest'
import { fulfilmentOf } from '../../../../src/domain/derived/fulfilment.ts'
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
const UNKNOWN = { committed_kg: null, outstanding_kg: null }
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
const TO_BEN = { to_party: BEN }
const LEFT_OUT = { not_counted: 1 }
const FORKED = { forked: 1, incomplete: true }
const confirmed = (s: Story, id: string) => s.confirm(id, COOP)
const forked =
  (one = {}, other = {}) =>
  (s: Story, id: string) => [s.correct(id, one), s.correct(id, other)]
const toGreen = { normalized_kg: 6, conversion_id: 'to-green' }

describe('the fulfilment of an obligation', () => {
  it.each<[string, Tell, object]>([
    ['nothing at first', () => 0, {}],
    ['a delivery', given(kg(30)), delivered(30)],
    ['a delivery that the obligee tells of', given({}, { by: COOP }), delivered(10)],
    ['a delivery told for the obligor by a delegate', given({}, { by: BEN, for: ANNA }), delivered(10)],
    ['a delivery told for the obligee by a delegate', given({}, { by: BEN, for: COOP }), delivered(10)],
    ['more than was owed', given(kg(130)), delivered(130)],
    ['several', (s, o) => [given(kg(0.1))(s, o), given(kg(0.2))(s, o)], { ...delivered(0.3), deliveries: 2 }],
    ['a confirmed one', then(confirmed), { ...delivered(10), confirmed_kg: 10, confirmed: 1 }],
    [
      'a delivery by what its correction says, unconfirmed again',
      then((s, id) => [confirmed(s, id), s.correct(id, kg(20))], kg(30)),
      delivered(20),
    ],
    ['one moved here', (s, o) => s.correct(s.delivery(ANNA, COOP), { obligation_id: o }), delivered(10)],
    ['not a delivery that a correction moved away', then((s, id) => s.correct(id, AWAY)), {}],
    ['not a retracted delivery', then((s, id) => s.retract(id)), {}],
    ['not the old figure after a retracted correction', then((s, id) => s.retract(s.correct(id))), {}],
    [
      'a delivery that names another version of the obligation',
      (s, o) => s.delivery(ANNA, COOP, { obligation_id: s.correct(o, kg(80)) }),
      delivered(10),
    ],
    ['not a delivery the other way', (s, o) => s.delivery(COOP, ANNA, { obligation_id: o }), LEFT_OUT],
    ['not a delivery to somebody else', (s, o) => s.delivery(ANNA, BEN, { obligation_id: o }), LEFT_OUT],
    ['not one from others', (s, o) => s.delivery(BEN, COOP, { obligation_id: o }, { by: COOP }), LEFT_OUT],
    ['not a delivery a stranger tells of, in any figure', given({}, { by: STRANGER }), {}],
    ['not a delivery of another crop', given({ crop: 'maize' }), LEFT_OUT],
    [
      'a delivery without kilograms as delivered and missing',
      then(confirmed, of(3, 'bag')),
      { deliveries: 1, confirmed: 1, unconvertible: 1, incomplete: true },
    ],
    ['a fork as one chain without mass', then((s, id) => [s.correct(s.correct(id)), s.correct(id)]), FORKED],
    ['a fork with a branch that would count', then(forked(TO_BEN, {})), FORKED],
    ['a fork that would not count as left out', then(forked(), TO_BEN), LEFT_OUT],
    ['a fork whose branches no longer name it as nothing', then(forked(AWAY, AWAY)), {}],
    [
      'the branch that is left when the other is retracted',
      then((s, id) => [s.retract(s.correct(id, kg(50))), s.correct(id, kg(40))]),
      delivered(40),
    ],
  ])('counts %s', (_, tell, expected) => {
    expect(fulfilment(tell)).toEqual({ ...NOTHING_YET, ...expected })
  })

  it.each<[string, object, Tell, object]>([
    ['a form that it converts itself', { crop: 'green' }, given({ ...kg(30), ...toGreen }), delivered(6)],
    ['any crop where none was agreed', { crop: undefined }, given({ crop: 'maize' }), delivered(10)],
    ['an obligation in bags', of(2, 'bag'), () => 0, { ...UNKNOWN, incomplete: true }],
    ['one in another form', { ...of(2, 'bag'), ...toGreen }, () => 0, { ...UNKNOWN, incomplete: true }],
    ['one of money alone', { quantity: undefined, crop: undefined }, () => 0, UNKNOWN],
  ])('reckons with %s', (_, owed, tell, expected) => {
    expect(fulfilment(tell, owed as Record<string, unknown>)).toEqual({ ...NOTHING_YET, ...expected })
  })
})
