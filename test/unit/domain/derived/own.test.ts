import { describe, expect, it } from 'vitest'
import { mayReadAsOwn, resolved } from '../../../../src/domain/derived/own.ts'
import { subjectsOf } from '../../../../src/domain/derived/subjects.ts'
import type { RecordType } from '../../../../src/domain/types/index.ts'
import { ANNA, BEN, COOP, followed, STRANGER, Story, TRADER, uuid } from '../../../support/world.ts'

const GONE = uuid(0xdead)
const NOBODY = { parties: [], resolved: false }

/** A lot that was handed on. */
const received = (s: Story, from = ANNA, to = BEN) => followed(s.lot(from), (id) => s.handOver(id, from, to))

function subjects(tell: (story: Story) => string) {
  const story = new Story()
  const id = tell(story)
  const world = story.world()
  return subjectsOf(world, world.version(id))
}

describe('the subjects of a record', () => {
  it.each<[string, (story: Story) => string, string[]]>([
    ['a party', (s) => s.partyRecord(ANNA, {}, { by: COOP }), [ANNA]],
    ['the producer of a harvest', (s) => s.harvest(ANNA, {}, { by: COOP }), [ANNA]],
    ['the holder of a lot', (s) => s.lot(BEN), [BEN]],
    ['both sides of a delivery, sorted', (s) => s.delivery(COOP, ANNA), [ANNA, COOP]],
    ['one party where both sides are the same', (s) => s.delivery(ANNA, ANNA), [ANNA]],
    ['both sides of a transfer, not the holder', (s) => s.handOver(s.lot(ANNA), BEN, COOP), [BEN, COOP]],
    ['both sides of an obligation', (s) => s.obligation(BEN, ANNA), [ANNA, BEN]],
    ['those of the delivery for a confirmation', (s) => s.confirm(s.delivery(ANNA, BEN), BEN), [ANNA, BEN]],
    ['the holder of the lot for a loss', (s) => s.loss(s.lot(ANNA), ANNA), [ANNA]],
    ['the holder of the lot for a loss that its receiver tells', (s) => s.loss(received(s), BEN), [ANNA]],
    ['those of the record that is retracted', (s) => s.retract(s.harvest(ANNA), { by: COOP }), [ANNA]],
    ['both sides, once unconfirmed', (s) => s.retract(s.confirm(s.delivery(ANNA, BEN), BEN)), [ANNA, BEN]],
    ['those of the lot for the retraction of a loss', (s) => s.retract(s.loss(s.lot(ANNA), ANNA)), [ANNA]],
    [
      'the holder for a loss that a delegate tells under a mandate over lots',
      (s) => s.loss(s.lot(ANNA), COOP, {}, { for: ANNA, over: ['loss', 'lot'] }),
      [ANNA],
    ],
    [
      'the holder of the lot for a loss that its asserter tells under a mandate over losses alone',
      (s) => s.loss(s.lot(BEN, {}, { by: COOP }), COOP, {}, { for: BEN, over: ['loss'] }),
      [BEN],
    ],
  ])('are %s', (_, tell, parties) => {
    expect(subjects(tell)).toEqual({ parties, resolved: true })
  })

  it('of a loss that a stranger tells are nobody yet: it must not say whose a lot is', () => {
    expect(subjects((s) => s.loss(s.lot(ANNA), STRANGER))).toEqual(NOBODY)
  })

  it('of a confirmation are those of the very version it names', () => {
    const corrected = (s: Story) => followed(s.delivery(ANNA, BEN), (id) => s.correct(id, { to_party: COOP }))
    expect(subjects((s) => s.confirm(corrected(s), BEN)).parties).toEqual([ANNA, BEN])
  })

  it('of a loss are the holders that any version of the lot states, whichever version it names', () => {
    const story = new Story()
    const lot = story.lot(BEN)
    const corrected = story.correct(lot, { holder: ANNA })
    story.retract(corrected)
    const losses = [story.loss(lot, BEN), story.loss(corrected, BEN)]
    const world = story.world()
    for (const loss of losses) expect(subjectsOf(world, world.version(loss)).parties).toEqual([ANNA, BEN])
  })

  const lossesAlone = (s: Story) => s.loss(s.lot(ANNA), COOP, {}, { for: ANNA, over: ['loss'] })
  it.each<[string, (story: Story) => string]>([
    ['a loss of a lot that is not there', (s) => s.loss(GONE, ANNA)],
    ['a loss that a delegate tells under a mandate over losses alone', lossesAlone],
    ['the retraction of such a loss', (s) => s.retract(lossesAlone(s))],
    ['a loss of something that is no lot', (s) => s.loss(s.harvest(ANNA), ANNA)],
    ['a confirmation of a delivery that is not there', (s) => s.confirm(GONE, ANNA)],
    ['a confirmation of something that is no delivery', (s) => s.confirm(s.harvest(ANNA), ANNA)],
    ['a retraction of a loss whose lot is not there', (s) => s.retract(s.loss(GONE, ANNA))],
    ['a retraction of a retraction', (s) => s.retract(s.retract(s.harvest(ANNA)))],
  ])('are nobody and unresolved for %s', (_, tell) => {
    expect(subjects(tell)).toEqual(NOBODY)
  })
})

describe('a record is read as its own', () => {
  const story = new Story()
  const harvest = story.harvest(ANNA, {}, { by: COOP, for: BEN })
  const lot = story.lot(ANNA, {}, { at: 1 })
  const corrected = story.correct(lot, { grade: 'B' })
  story.handOver(lot, ANNA, BEN, {}, { at: 2 })
  story.handOver(lot, TRADER, STRANGER, {}, { at: 3 })
  const loss = story.loss(lot, ANNA)
  const world = story.world()

  it.each([
    ['by a subject', ANNA, harvest, true],
    ['by the asserter', COOP, harvest, true],
    ['by the party asserted for', BEN, harvest, true],
    ['not by anybody else', STRANGER, harvest, false],
    ['by who received the lot, in its first version', BEN, lot, true],
    ['by who received the lot, in any other version', BEN, corrected, true],
    ['not by who claims to have received it from somebody who never held it', STRANGER, lot, false],
    ['not by who claims to have handed it over', TRADER, lot, false],
    ['not by the receiver of a lot, where it is a loss of that lot', BEN, loss, false],
  ])('%s', (_, party, id, expected) => {
    expect(mayReadAsOwn(world, party, world.version(id))).toBe(expected)
  })
})

describe('a reference resolves', () => {
  const resolves = (_: string, expected: boolean, tell: (story: Story) => [string, string]) => {
    const story = new Story()
    const [asserting, target] = tell(story)
    const world = story.world()
    expect(resolved(world, world.version(asserting), target) !== null).toBe(expected)
  }
  it.each<[string, boolean, (story: Story) => [string, string]]>([
    ['to a record of the asserter', true, (s) => [s.lot(ANNA), s.harvest(ANNA)]],
    ['to a record about the party acted for', true, (s) => [s.lot(COOP, {}, { for: ANNA }), s.harvest(ANNA)]],
    [
      'to any version where one of them is readable',
      true,
      (s) => [s.lot(BEN), followed(s.harvest(ANNA), (id) => s.correct(id, { producer: BEN }))],
    ],
    ['to a lot received by hand-over', true, (s) => [s.lot(BEN), received(s)]],
    ["not to somebody else's record", false, (s) => [s.lot(BEN), s.harvest(ANNA)]],
    ['not to a record that is not there', false, (s) => [s.lot(ANNA), GONE]],
    [
      'not to a lot whose hand-over was taken back',
      false,
      (s) => [s.lot(BEN), followed(s.lot(ANNA), (id) => s.retract(s.handOver(id, ANNA, BEN)))],
    ],
  ])('%s', resolves)

  const named =
    (over: RecordType[], target: (s: Story) => string) =>
    (s: Story): [string, string] => [s.delivery(ANNA, BEN, {}, { by: COOP, for: ANNA, over }), target(s)]
  it.each<[string, boolean, (story: Story) => [string, string]]>([
    ["the principal's, under a mandate over that type", true, named(['delivery', 'lot'], (s) => s.lot(ANNA))],
    ["the principal's, not under one over others", false, named(['delivery'], (s) => s.lot(ANNA))],
    ["the principal's by hand-over, not either", false, named(['delivery'], (s) => received(s, BEN, ANNA))],
    ["the delegate's own, under any", true, named(['delivery'], (s) => s.lot(BEN, {}, { by: COOP }))],
    ["both's, under any", true, named(['delivery'], (s) => s.lot(ANNA, {}, { by: COOP }))],
    ["neither's, under none", false, named(['delivery', 'lot'], (s) => s.lot(BEN))],
    [
      "the principal's, not under a mandate that is not there",
      false,
      (s) => [s.delivery(ANNA, BEN, { on_behalf_of: ANNA, delegation_id: GONE }, { by: COOP }), s.lot(ANNA)],
    ],
  ])('that is %s', resolves)

  it('only to a type its member may name', () => {
    const story = new Story()
    const [lot, harvest] = [story.lot(ANNA), story.harvest(ANNA)]
    const world = story.world()
    expect(resolved(world, world.version(lot), harvest, ['lot']) !== null).toBe(false)
    expect(resolved(world, world.version(lot), harvest, ['lot', 'harvest']) !== null).toBe(true)
  })
})
