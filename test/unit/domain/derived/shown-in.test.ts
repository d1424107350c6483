import { describe, expect, it } from 'vitest'
import { recordsShowing, shownByTypes } from '../../../../src/domain/derived/shown-in.ts'
import { RECORD_TYPES } from '../../../../src/domain/types/index.ts'
import { ANNA, BEN, COOP, outOf, Story } from '../../../support/world.ts'

/** Returns the ids of the records that show something of one; the tale returns it and those. */
function told(tell: (story: Story) => readonly [string, ...string[]]) {
  const story = new Story()
  const [id, ...wanted] = tell(story)
  const world = story.world()
  const found = [...recordsShowing(world, world.version(id), false)].map((version) => version.id)
  return { found: found.sort(), wanted: wanted.sort() }
}

describe('something of a record is shown by', () => {
  it.each<[string, (story: Story) => readonly [string, ...string[]]]>([
    ['nothing, if nothing names it', (s) => [s.harvest(ANNA)]],
    [
      'what it corrects and what corrects it, not by versions further off',
      (s) => {
        const first = s.harvest(ANNA)
        const second = s.harvest(ANNA, { supersedes: first })
        const [third, other] = [
          s.harvest(ANNA, { supersedes: second }),
          s.harvest(ANNA, { supersedes: second }),
        ]
        s.harvest(ANNA, { supersedes: third })
        return [second, first, third, other]
      },
    ],
    [
      'the very version that it confirms',
      (s) => {
        const first = s.delivery(ANNA, BEN)
        s.delivery(ANNA, BEN, { supersedes: first })
        return [s.confirm(first, BEN), first]
      },
    ],
    [
      'every version of a lot that it hands over',
      (s) => {
        const first = s.lot(ANNA)
        const second = s.lot(ANNA, { supersedes: first })
        return [s.handOver(first, ANNA, BEN), first, second]
      },
    ],
    [
      'other versions of the same lot',
      (s) => {
        const first = s.lot(ANNA)
        const second = s.lot(ANNA, { supersedes: first })
        const third = s.lot(ANNA, { supersedes: second })
        return [third, first, second]
      },
    ],
    [
      'every version of what it pays, if that is owed between its two sides',
      (s) => {
        const amount = { amount_minor: 5, currency: 'UGX' }
        const first = s.obligation(ANNA, COOP, { amount })
        const second = s.obligation(ANNA, COOP, { amount, supersedes: first })
        const others = [s.obligation(ANNA, BEN, { amount }), s.obligation(ANNA, COOP)]
        const settles = [first, ...others].map((record_id) => ({ record_id, amount_minor: 5 }))
        return [s.record('payment', ANNA, { payer: ANNA, payee: COOP, settles }), first, second]
      },
    ],
    [
      'nothing that it retracts or draws on',
      (s) => {
        const harvest = s.harvest(ANNA)
        s.retract(harvest)
        return [s.lot(ANNA, outOf([harvest, 5]))]
      },
    ],
  ])('%s', (_, tell) => {
    const { found, wanted } = told(tell)
    expect(found).toEqual(wanted)
  })

  it('neither what it corrects nor what corrects it, if it is known to be alone', () => {
    const s = new Story()
    const id = s.confirm(s.delivery(ANNA, BEN), BEN)
    const world = s.world()
    expect([...recordsShowing(world, world.version(id), true)].map(({ type }) => type)).toEqual(['delivery'])
  })
})

it('consent to a delivery is enough to know when it was confirmed or paid', () => {
  const shown = RECORD_TYPES.map((type) => [type, shownByTypes(type)] as const)
  expect(Object.fromEntries(shown.filter(([, by]) => by.length > 0))).toEqual({
    delivery_confirmation: ['delivery'],
    payment_confirmation: ['payment'],
    obligation_confirmation: ['obligation'],
    payment: ['obligation', 'delivery'],
    custody_transfer: ['lot'],
  })
})
