import { describe, expect, it } from 'vitest'
import { custodyOf } from '../../../src/domain/derived/custody.ts'
import { countingCpuMs } from '../../support/cpu-time.ts'
import { ANNA, BEN, COOP, hour, STRANGER, Story, TRADER, uuid } from '../../support/world.ts'

const NAMES = new Map([
  [ANNA, 'anna'],
  [BEN, 'ben'],
  [COOP, 'coop'],
  [TRADER, 'trader'],
  [STRANGER, 'stranger'],
])
const HOURS = new Map(Array.from({ length: 20 }, (_, at) => [Date.parse(hour(at)), at]))

/** A lot of Anna's from hour 1, and what became of it, in words: `anna>ben`, who has it, since which hour. */
function custody(tell: (story: Story, lot: string) => unknown) {
  const story = new Story()
  const lot = story.lot(ANNA, {}, { at: 1 })
  tell(story, lot)
  const world = story.world()
  const { custodian, asOfMs, broken, counted, heldBy } = custodyOf(world, world.version(lot))
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

type Tale = [
  name: string,
  tell: (s: Story, lot: string) => unknown,
  walked: string,
  custodian: string,
  since: number,
]

describe('custody of a lot', () => {
  it.each<Tale>([
    ['stays with its holder when nothing happens', () => 0, '', 'anna', 1],
    ['goes to the receiver', (s, lot) => s.handOver(lot, ANNA, BEN, {}, { at: 2 }), 'anna>ben', 'ben', 2],
    [
      'goes on by time, however late the records came',
      (s, lot) => {
        s.handOver(lot, BEN, COOP, {}, { at: 3 })
        s.handOver(lot, ANNA, BEN, {}, { at: 2 })
      },
      'anna>ben ben>coop',
      'coop',
      3,
    ],
    [
      'comes back',
      (s, lot) => {
        s.handOver(lot, ANNA, BEN, {}, { at: 2 })
        s.handOver(lot, BEN, ANNA, {}, { at: 3 })
      },
      'anna>ben ben>anna',
      'anna',
      3,
    ],
    [
      'may change at the very instant the lot was formed',
      (s, lot) => s.handOver(lot, ANNA, BEN, {}, { at: 1 }),
      'anna>ben',
      'ben',
      1,
    ],
    [
      'does not change before the lot was formed',
      (s, lot) => s.handOver(lot, ANNA, BEN, {}, { at: 0 }),
      '',
      'anna',
      1,
    ],
    [
      "is not moved by a receiver's word",
      (s, lot) => s.handOver(lot, ANNA, BEN, {}, { at: 2, by: BEN }),
      '',
      'anna',
      1,
    ],
    [
      'is moved by a delegate of the party that hands over',
      (s, lot) => s.handOver(lot, ANNA, BEN, {}, { at: 2, by: BEN, for: ANNA }),
      'anna>ben',
      'ben',
      2,
    ],
    [
      'is not moved by a delegate of somebody else',
      (s, lot) => s.handOver(lot, ANNA, BEN, {}, { at: 2, by: BEN, for: COOP }),
      '',
      'anna',
      1,
    ],
    [
      'is not moved by who never held it',
      (s, lot) => s.handOver(lot, STRANGER, BEN, {}, { at: 2 }),
      '',
      'anna',
      1,
    ],
    [
      'is not moved by who held it only later',
      (s, lot) => {
        s.handOver(lot, BEN, COOP, {}, { at: 2 })
        s.handOver(lot, ANNA, BEN, {}, { at: 3 })
      },
      'anna>ben',
      'ben',
      3,
    ],
    [
      'is not moved by a retracted transfer',
      (s, lot) => s.retract(s.handOver(lot, ANNA, BEN, {}, { at: 2 })),
      '',
      'anna',
      1,
    ],
    [
      'goes by the correction of a transfer',
      (s, lot) => s.correct(s.handOver(lot, ANNA, BEN, {}, { at: 2 }), { to_party: COOP }),
      'anna>coop',
      'coop',
      2,
    ],
    [
      'is not moved by a forked transfer',
      (s, lot) => {
        const transfer = s.handOver(lot, ANNA, BEN, {}, { at: 2 })
        s.correct(transfer, { to_party: COOP })
        s.correct(transfer, { to_party: TRADER })
      },
      '',
      'anna',
      1,
    ],
    [
      'is not moved by a transfer that was corrected to name another lot',
      (s, lot) => {
        s.correct(s.handOver(lot, ANNA, BEN, {}, { at: 2 }), { lot_id: s.lot(ANNA) })
      },
      '',
      'anna',
      1,
    ],
    [
      'hears transfers that name another version of the lot',
      (s, lot) => s.handOver(s.correct(lot), ANNA, BEN, {}, { at: 2 }),
      'anna>ben',
      'ben',
      2,
    ],
    [
      'is unbroken within one instant where it can be, whatever the ids',
      (s, lot) => {
        s.handOver(lot, COOP, TRADER, {}, { at: 2, id: uuid(101) })
        s.handOver(lot, BEN, COOP, {}, { at: 2, id: uuid(102) })
        s.handOver(lot, ANNA, BEN, {}, { at: 2, id: uuid(103) })
      },
      'anna>ben ben>coop coop>trader',
      'trader',
      2,
    ],
    [
      'takes the smaller id where the custodian gave it twice in one instant, and is broken by the other',
      (s, lot) => {
        s.handOver(lot, ANNA, COOP, {}, { at: 2, id: uuid(102) })
        s.handOver(lot, ANNA, BEN, {}, { at: 2, id: uuid(101) })
      },
      'anna>ben anna>coop',
      'coop',
      2,
    ],
  ])('%s', (_, tell, walked, custodian, since) => {
    expect(custody(tell)).toMatchObject({ walked, custodian, since })
  })

  it.each<[string, boolean, (s: Story, lot: string) => unknown]>([
    [
      'is broken when somebody gives what they gave away before',
      true,
      (s, lot) => {
        s.handOver(lot, ANNA, BEN, {}, { at: 2 })
        s.handOver(lot, ANNA, COOP, {}, { at: 3 })
      },
    ],
    [
      'is whole when it came back in between',
      false,
      (s, lot) => {
        s.handOver(lot, ANNA, BEN, {}, { at: 2 })
        s.handOver(lot, BEN, ANNA, {}, { at: 2 })
        s.handOver(lot, ANNA, COOP, {}, { at: 2 })
      },
    ],
    [
      'is not broken by transfers that do not count',
      false,
      (s, lot) => {
        s.handOver(lot, ANNA, BEN, {}, { at: 2 })
        s.handOver(lot, STRANGER, COOP, {}, { at: 3 })
      },
    ],
  ])('%s', (_, broken, tell) => {
    expect(custody(tell).broken).toBe(broken)
  })

  it('has been held by the holder from the beginning and by a receiver from the hand-over, inclusive, ever after', () => {
    const { heldBy } = custody((s, lot) => {
      s.handOver(lot, ANNA, BEN, {}, { at: 3 })
      s.handOver(lot, BEN, ANNA, {}, { at: 5 })
      s.handOver(lot, ANNA, BEN, {}, { at: 7 })
    })
    const since = (party: string) =>
      Array.from({ length: 9 }, (_, at) => heldBy(party, Date.parse(hour(at)))).indexOf(true)
    expect([since(ANNA), since(BEN), since(STRANGER)]).toEqual([1, 3, -1])
    expect(heldBy(ANNA, Date.parse(hour(8)))).toBe(true)
  })

  it('begins where each version says it begins', () => {
    const story = new Story()
    const lot = story.lot(ANNA, {}, { at: 1 })
    const corrected = story.correct(lot, { holder: COOP }, { at: 3 })
    story.handOver(lot, ANNA, BEN, {}, { at: 2 })
    const world = story.world()
    expect(custodyOf(world, world.version(lot)).custodian).toBe(BEN)
    expect(custodyOf(world, world.version(corrected)).custodian).toBe(COOP)
  })

  it('is walked quickly where thousands of transfers share an instant', () => {
    const story = new Story()
    const lot = story.lot(ANNA, {}, { at: 1 })
    for (let n = 0; n < 5000; n++) story.handOver(lot, n % 2 ? ANNA : BEN, n % 2 ? BEN : ANNA, {}, { at: 2 })
    const world = story.world()
    const workedMs = countingCpuMs()
    const { counted, broken } = custodyOf(world, world.version(lot))
    expect(workedMs()).toBeLessThan(1000)
    expect([counted.length, broken]).toEqual([5000, false])
  })
})
