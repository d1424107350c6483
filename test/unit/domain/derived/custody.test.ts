import { describe, expect, it } from 'vitest'
import { custodyOf, isHandedOverByAHolder } from '../../../../src/domain/derived/custody.ts'
import { massBalanceOf } from '../../../../src/domain/derived/mass-balance.ts'
import { mayReadAsOwn } from '../../../../src/domain/derived/own.ts'
import type { Transfer } from '../../../../src/domain/derived/world.ts'
import { countingCpuMs } from '../../../support/cpu-time.ts'
import {
  ANNA,
  BEN,
  COOP,
  followed,
  hour,
  kg,
  STRANGER,
  Story,
  surroundingsOf,
  type Told,
  TRADER,
  uuid,
} from '../../../support/world.ts'

const NAMES = new Map(Object.entries({ [ANNA]: 'anna', [BEN]: 'ben', [COOP]: 'coop', [TRADER]: 'trader' }))
const HOURS = new Map(Array.from({ length: 20 }, (_, at) => [Date.parse(hour(at)), at]))

/** A lot of Anna's from hour 1, and what became of it, in words: `anna>ben`, who has it, since which hour. */
function custody(tell: Tell) {
  const story = new Story()
  const lot = story.lot(ANNA, {}, { at: 1 })
  tell(story, lot)
  const world = story.world()
  const { custodian, asOfMs, broken, counted, heldBy } = custodyOf(world, world.lot(lot))
  const walked = counted.map(
    ({ body }) => `${NAMES.get(body.from_party as string)}>${NAMES.get(body.to_party as string)}`,
  )
  return {
    walked: walked.join(' '),
    custodian: NAMES.get(custodian),
    since: HOURS.get(asOfMs),
    broken,
    heldBy,
  }
}

type Tell = (s: Story, lot: string) => unknown
type Tale = [name: string, tell: Tell, walked: string, custodian: string, since: number]

/** The lot handed from one to the other, at these hours. */
const handed =
  (...hands: readonly (readonly [from: string, to: string, at: number])[]): Tell =>
  (s, lot) =>
    hands.map(([from, to, at]) => s.handOver(lot, from, to, {}, { at }))
/** Handed from Anna to Ben in hour 2. */
const toBen = (s: Story, lot: string, told: Told = {}) => s.handOver(lot, ANNA, BEN, {}, { at: 2, ...told })

describe('custody of a lot', () => {
  it.each<Tale>([
    ['stays with its holder when nothing happens', () => 0, '', 'anna', 1],
    ['goes to the receiver', toBen, 'anna>ben', 'ben', 2],
    ['goes on by time', handed([BEN, COOP, 3], [ANNA, BEN, 2]), 'anna>ben ben>coop', 'coop', 3],
    ['comes back', handed([ANNA, BEN, 2], [BEN, ANNA, 3]), 'anna>ben ben>anna', 'anna', 3],
    ['may change at the very instant the lot was formed', handed([ANNA, BEN, 1]), 'anna>ben', 'ben', 1],
    ['does not change before the lot was formed', handed([ANNA, BEN, 0]), '', 'anna', 1],
    ["is not moved by a receiver's word", (s, lot) => toBen(s, lot, { by: BEN }), '', 'anna', 1],
    ['is moved by a delegate', (s, lot) => toBen(s, lot, { by: BEN, for: ANNA }), 'anna>ben', 'ben', 2],
    ['is not moved by another’s delegate', (s, lot) => toBen(s, lot, { by: BEN, for: COOP }), '', 'anna', 1],
    ['is not moved by who never held it', handed([STRANGER, BEN, 2]), '', 'anna', 1],
    ['is not moved by who held it only later', handed([BEN, COOP, 2], [ANNA, BEN, 3]), 'anna>ben', 'ben', 3],
    ['is not moved by a retracted transfer', (s, lot) => s.retract(toBen(s, lot)), '', 'anna', 1],
    ['is corrected', (s, lot) => s.correct(toBen(s, lot), { to_party: COOP }), 'anna>coop', 'coop', 2],
    [
      'is not moved by a forked transfer',
      (s, lot) =>
        followed(toBen(s, lot), (id) => [COOP, TRADER].map((to_party) => s.correct(id, { to_party }))),
      '',
      'anna',
      1,
    ],
    [
      'is not moved by a transfer that was corrected to name another lot',
      (s, lot) => s.correct(toBen(s, lot), { lot_id: s.lot(ANNA) }),
      '',
      'anna',
      1,
    ],
    ['hears transfers of another version', (s, lot) => toBen(s, s.correct(lot)), 'anna>ben', 'ben', 2],
    [
      'is unbroken within one instant where it can be, whatever the ids',
      (s, lot) => {
        s.handOver(lot, COOP, TRADER, {}, { at: 2, id: uuid(101) })
        s.handOver(lot, BEN, COOP, {}, { at: 2, id: uuid(102) })
        toBen(s, lot, { id: uuid(103) })
      },
      'anna>ben ben>coop coop>trader',
      'trader',
      2,
    ],
    [
      'takes the smaller id where the custodian gave it twice in one instant, and is broken by the other',
      (s, lot) => {
        s.handOver(lot, ANNA, COOP, {}, { at: 2, id: uuid(102) })
        toBen(s, lot, { id: uuid(101) })
      },
      'anna>ben anna>coop',
      'coop',
      2,
    ],
  ])('%s', (_, tell, walked, custodian, since) => {
    expect(custody(tell)).toMatchObject({ walked, custodian, since })
  })

  it.each<[string, boolean, Tell]>([
    ['is broken when somebody gives it away again', true, handed([ANNA, BEN, 2], [ANNA, COOP, 3])],
    ['is whole when it came back in between', false, handed([ANNA, BEN, 2], [BEN, ANNA, 2], [ANNA, COOP, 2])],
    ['is not broken by transfers that do not count', false, handed([ANNA, BEN, 2], [STRANGER, COOP, 3])],
  ])('%s', (_, broken, tell) => {
    expect(custody(tell).broken).toBe(broken)
  })

  it('has been held by the holder from the beginning and by a receiver from the hand-over, inclusive, ever after', () => {
    const { heldBy } = custody(handed([ANNA, BEN, 3], [BEN, ANNA, 5], [ANNA, BEN, 7]))
    const since = (party: string) =>
      Array.from({ length: 9 }, (_, at) => heldBy(party, Date.parse(hour(at)))).indexOf(true)
    expect([since(ANNA), since(BEN), since(STRANGER)]).toEqual([1, 3, -1])
    expect(heldBy(ANNA, Date.parse(hour(8)))).toBe(true)
  })

  it('is walked quickly where thousands of transfers share an instant', () => {
    const story = new Story()
    const lot = story.lot(ANNA, {}, { at: 1 })
    for (let n = 0; n < 5000; n++) story.handOver(lot, n % 2 ? ANNA : BEN, n % 2 ? BEN : ANNA, {}, { at: 2 })
    const world = story.world()
    const workedMs = countingCpuMs()
    const { counted, broken } = custodyOf(world, world.lot(lot))
    expect(workedMs()).toBeLessThan(1000)
    expect([counted.length, broken]).toEqual([5000, false])
  })
})

/** What can be done to a lot of Anna's from hour 1, which Ben received in hour 2. */
const CHANGES: readonly [name: string, change: Tell][] = [
  ['corrected to begin after its hand-over', (s, lot) => s.correct(lot, {}, { at: 9 })],
  ['corrected to another holder', (s, lot) => s.correct(lot, { holder: COOP })],
  ['corrected to another holder, who began later', (s, lot) => s.correct(lot, { holder: COOP }, { at: 9 })],
  ['corrected again and again', (s, lot) => s.correct(s.correct(lot, { holder: COOP }), {}, { at: 9 })],
  ['corrected, and its first version retracted', (s, lot) => [s.correct(lot, {}, { at: 9 }), s.retract(lot)]],
  ['corrected, and that retracted', (s, lot) => s.retract(s.correct(lot, { holder: COOP }, { at: 9 }))],
  ['retracted', (s, lot) => s.retract(lot)],
  ['forked', (s, lot) => [s.correct(lot, { holder: COOP }), s.correct(lot, {}, { at: 9 })]],
  ['half forked', (s, lot) => [s.correct(lot, { holder: COOP }, { at: 9 }), s.retract(s.correct(lot))]],
]

/** Anna delivers 30 kg, and hands over to Ben, who loses 5 kg and hands over to a trader. */
function whatBecameOf(s: Story, lot: string): void {
  s.delivery(ANNA, COOP, { lot_id: lot, ...kg(30) }, { at: 1 })
  s.handOver(lot, ANNA, BEN, {}, { at: 2 })
  s.loss(lot, BEN, kg(5), { at: 3 })
  s.handOver(lot, BEN, TRADER, {}, { at: 4 })
}

describe.each([
  ['before', (s: Story, lot: string, change: Tell) => [change(s, lot), whatBecameOf(s, lot)]],
  ['after', (s: Story, lot: string, change: Tell) => [whatBecameOf(s, lot), change(s, lot)]],
])('a lot changed %s anything else was told of it', (_, tell) => {
  it.each(CHANGES)('is not taken back: %s', (_, change) => {
    const story = new Story()
    const lot = story.lot(ANNA, {}, { at: 1 })
    tell(story, lot, change)
    const world = story.world()
    for (const version of world.versions.filter((version) => version.type === 'lot')) {
      const { custodian, counted, heldBy } = custodyOf(world, version)
      expect([NAMES.get(custodian), counted.length]).toEqual(['trader', 2])
      expect(
        [ANNA, BEN, TRADER].map((party, at) => heldBy(party, Date.parse(hour([1, 2, 4][at] as number)))),
      ).toEqual([true, true, true])
      const readers = [BEN, TRADER, STRANGER].filter((party) => mayReadAsOwn(world, party, version))
      expect(readers).toEqual([BEN, TRADER])
      expect(massBalanceOf(world, version, surroundingsOf())).toMatchObject({
        outputs_kg: 30,
        losses_kg: 5,
        remaining_kg: 65,
        not_counted: 0,
        incomplete: false,
      })
    }
  })
})

describe('a corrected lot', () => {
  /** Anna's lot of hour 3 that a correction gives to the cooperative from `at`. */
  const corrected = (at: number, tell: Tell) => {
    const story = new Story()
    const lot = story.lot(ANNA, {}, { at: 3 })
    const correction = story.correct(lot, { holder: COOP }, { at })
    tell(story, lot)
    const world = story.world()
    return [lot, correction].map((id) => {
      const { custodian, asOfMs, broken, counted } = custodyOf(world, world.lot(id))
      return [NAMES.get(custodian), HOURS.get(asOfMs), broken, counted.length]
    })
  }

  it.each([1, 5])('begins at the earliest time it states, with the holder each version states (%d)', (at) => {
    const since = Math.min(3, at)
    expect(corrected(at, () => 0)).toEqual([
      ['anna', since, false, 0],
      ['coop', since, false, 0],
    ])
  })

  it('counts what was handed over since a correction says it began', () => {
    const handedEarly = (s: Story, lot: string) => s.handOver(lot, ANNA, BEN, {}, { at: 2 })
    expect(corrected(4, handedEarly).map(([, , , count]) => count)).toEqual([0, 0])
    expect(corrected(1, handedEarly).map(([, , , count]) => count)).toEqual([1, 1])
  })

  it('is broken where somebody hands it over whom the version does not state', () => {
    const handed = corrected(5, (s, lot) => s.handOver(lot, ANNA, BEN, {}, { at: 4 }))
    expect(handed).toEqual([
      ['ben', 4, false, 1],
      ['ben', 4, true, 1],
    ])
  })
})

it('moves by the word of whoever hands it over, not by the receiver’s', () => {
  const story = new Story()
  const lot = story.lot(ANNA, {}, { at: 1 })
  const said = [{}, { by: TRADER, for: ANNA }, { by: BEN }, { by: STRANGER }].map((told) =>
    story.handOver(lot, ANNA, BEN, {}, { at: 2, ...told }),
  )
  const world = story.world()
  const custody = custodyOf(world, world.lot(lot))
  const counts = said.map((id) => isHandedOverByAHolder(custody, world.version(id) as Transfer))
  expect(counts).toEqual([true, true, false, false])
})
