import { describe, expect, it } from 'vitest'
import { chosenConfirmation, confirmationFrom } from '../../../../src/domain/derived/confirmation.ts'
import type { Version, World } from '../../../../src/domain/derived/world.ts'
import { ANNA, BEN, hour, Story, type Told, TRADER, uuid } from '../../../support/world.ts'

const confirmationOf = (world: World, delivery: Version) => {
  const chosen = chosenConfirmation(world, delivery)
  return chosen && confirmationFrom(chosen)
}

/** A delivery from Anna to Ben, and its confirmation after what is told. */
function confirmation(tell: (story: Story, delivery: string) => unknown) {
  const story = new Story()
  const delivery = story.delivery(ANNA, BEN)
  tell(story, delivery)
  const world = story.world()
  return confirmationOf(world, world.version(delivery))
}

describe('the confirmation of a delivery', () => {
  it('is null while nobody confirmed it', () => {
    expect(confirmation(() => 0)).toBeNull()
  })

  it('tells when and how the counterparty confirmed', () => {
    const channel = 'ussd_pin'
    expect(confirmation((s, delivery) => s.confirm(delivery, BEN, { channel }, { at: 4 }))).toEqual({
      ...{ confirmed: true, independent: true, confirmed_at: hour(4), channel },
    })
  })

  it('is not independent when made by a delegate', () => {
    expect(confirmation((s, delivery) => s.confirm(delivery, TRADER, {}, { for: BEN }))?.independent).toBe(
      false,
    )
  })

  it('is not independent when signed on paper, and gives way to the party’s own', () => {
    const sign = (s: Story, delivery: string) => s.confirm(delivery, TRADER, { signed_by: BEN }, { at: 2 })
    expect(confirmation(sign)).toMatchObject({ independent: false, on_paper: true })
    const both = confirmation((s, delivery) => {
      sign(s, delivery)
      s.confirm(delivery, BEN, {}, { at: 9 })
    })
    expect(both).toMatchObject({ independent: true, confirmed_at: hour(9) })
    expect(both).not.toHaveProperty('on_paper')
  })

  const [APP, WRITTEN] = [{ channel: 'app' }, { channel: 'written' }]
  const by = (s: Story, delivery: string, how: object, told: Told) =>
    s.confirm(delivery, BEN, { ...how }, told)
  it.each<[string, (s: Story, delivery: string) => unknown, string]>([
    [
      "in person before any delegate's",
      (s, d) => [s.confirm(d, TRADER, APP, { at: 2, for: BEN }), s.confirm(d, BEN, WRITTEN, { at: 9 })],
      'written',
    ],
    ['the earlier one', (s, d) => [by(s, d, APP, { at: 5 }), by(s, d, WRITTEN, { at: 4 })], 'written'],
    [
      'at one instant the one with the smaller id',
      (s, d) => [by(s, d, APP, { at: 5, id: uuid(91) }), by(s, d, WRITTEN, { at: 5, id: uuid(90) })],
      'written',
    ],
    [
      'the next one when the first is taken back',
      (s, d) => [s.retract(by(s, d, WRITTEN, { at: 4 })), by(s, d, APP, { at: 5 })],
      'app',
    ],
  ])('is, of several, %s', (_, tell, channel) => {
    expect(confirmation(tell)?.channel).toBe(channel)
  })

  it('is gone when it is taken back', () => {
    expect(confirmation((s, delivery) => s.retract(s.confirm(delivery, BEN)))).toBeNull()
  })

  it('holds for the version it names and does not carry to the correction', () => {
    const story = new Story()
    const delivery = story.delivery(ANNA, BEN)
    story.confirm(delivery, BEN)
    const corrected = story.correct(delivery)
    const world = story.world()
    expect(confirmationOf(world, world.version(delivery))?.confirmed).toBe(true)
    expect(confirmationOf(world, world.version(corrected))).toBeNull()
  })
})
