import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOfForm, kgOf, massIn, roundKg, statesMass, sumKg } from '../../../src/domain/quantity.ts'
import { ANNA, BEN, kg, of, Story, surroundingsOf } from '../../support/world.ts'

const surroundings = surroundingsOf()
const normalized = (value: number, conversion_id: string) => ({ normalized_kg: value, conversion_id })
const bags = (...applied: [number, string]) => ({ ...of(2, 'bag'), ...normalized(...applied) })
const converted = { ...kg(100), ...normalized(20, 'to-green') }
const cited = { ...kg(100), conversion_id: 'to-green' }

function harvest(members: Record<string, unknown>) {
  const story = new Story()
  const id = story.harvest(ANNA, members)
  return story.world().version(id)
}

describe('kilograms of a record', () => {
  it.each([
    ['as stated, over what the quantity would give', { ...kg(5), ...normalized(4, 'bag') }, 4],
    ['the value for kg', kg(12.5), 12.5],
    ['a thousandth of the value for g', of(250, 'g'), 0.25],
    ['a thousand times the value for t', of(1.2, 't'), 1200],
    ['null for a bag, which has no mass of its own', of(3, 'bag'), null],
    ['null for a unit nobody knows, even one named like a member of objects', of(3, 'constructor'), null],
    ['null for a bag with a factor that nobody applied', { ...of(3, 'bag'), conversion_id: 'bag' }, null],
    ['zero where zero is stated', { ...of(3, 'bag'), ...normalized(0, 'bag') }, 0],
  ])('are %s', (_, members, expected) => {
    expect(kgOf(harvest(members).body)).toBe(expected)
  })

  it('are null without any quantity', () => {
    const story = new Story()
    const body = story.body(story.obligation(ANNA, BEN, { quantity: undefined }))
    expect(kgOf(body)).toBeNull()
    expect(statesMass(body)).toBe(false)
  })
})

describe('kilograms comparable with others of a crop', () => {
  it.each([
    ['its own crop, weighed', kg(100), 'cherry', 100],
    ['its own crop, normalised by a factor that stays with it', bags(120, 'bag'), 'cherry', 120],
    ['another crop', kg(100), 'green', null],
    ['the form its conversion leads to', converted, 'green', 20],
    ['its own crop, weighed, though its conversion leads elsewhere', converted, 'cherry', 100],
    ['its own crop in bags, converted elsewhere', bags(20, 'to-green'), 'cherry', null],
    ['the form of a factor that was cited and not applied', cited, 'green', null],
    ['its own crop under a factor that was cited and not applied', cited, 'cherry', 100],
    ['its own crop under a factor nobody knows', bags(99, 'gone'), 'cherry', 99],
    ['the form that a factor of another crop leads to', bags(20, 'maize-to-green'), 'green', null],
    ['its own crop under a factor from another crop to a form', bags(20, 'maize-to-green'), 'cherry', null],
    ['any crop at all', converted, undefined, 20],
    ['any crop at all, in bags', of(2, 'bag'), undefined, null],
  ])('of a harvest of cherry in %s', (_, members, crop, expected) => {
    expect(massIn(harvest(members), crop, surroundings)).toBe(expected)
  })

  it.each([
    ['weighed', kg(7), 'maize', 7],
    ['in another unit', of(7, 'bag'), 'maize', null],
    ['converted to the form asked for', converted, 'green', 20],
    ['weighed, and converted to another form', converted, 'cherry', 100],
  ])('of a loss, which is of whatever crop its lot is of, %s', (_, members, crop, expected) => {
    const story = new Story()
    const loss = story.loss(story.lot(ANNA), ANNA, members)
    expect(massIn(story.world().version(loss), crop, surroundings)).toBe(expected)
  })

  it.each([
    ['its own crop', kg(1), 'cherry', true],
    ['its own crop, converted elsewhere', { ...kg(1), ...normalized(0.2, 'to-green') }, 'cherry', true],
    ['where its conversion takes it', { ...kg(1), ...normalized(0.2, 'to-green') }, 'green', true],
    ['where a factor of another crop leads', normalized(0.2, 'maize-to-green'), 'green', false],
    ['no crop in particular', kg(1), undefined, true],
    ['another crop', kg(1), 'green', false],
    ['another crop, under a factor nobody knows', { ...kg(1), ...normalized(1, 'gone') }, 'green', false],
  ])('ask for a harvest of cherry in %s', (_, members, crop, expected) => {
    expect(isOfForm(harvest(members), crop, surroundings)).toBe(expected)
  })
})

describe('sums', () => {
  it('do not depend on the order of their parts', () => {
    const masses = fc.array(fc.double({ min: 0, max: 1e12, noNaN: true }), { maxLength: 50 })
    const inTwoOrders = masses.chain((kgs) =>
      fc.tuple(fc.constant(kgs), fc.shuffledSubarray(kgs, { minLength: kgs.length })),
    )
    fc.assert(fc.property(inTwoOrders, ([once, again]) => Object.is(sumKg(once), sumKg(again))))
  })

  it('do not lose small parts behind a large one, wherever it stands', () => {
    expect(sumKg([1e16, 1, 1])).toBe(1e16 + 2)
    expect(sumKg([1, 1e16, 1])).toBe(1e16 + 2)
  })

  it('show no binary leftovers', () => {
    expect(sumKg([0.1, 0.2])).toBe(0.3)
    expect(sumKg([])).toBe(0)
  })

  it('leave what was given as it was', () => {
    const given = [3, 1, 2]
    sumKg(given)
    expect(given).toEqual([3, 1, 2])
  })
})

describe('rounding', () => {
  it.each([
    [0.1234564, 0.123456],
    [0.1234566, 0.123457],
    [-0.0000001, 0],
    [123456789012.345, 123456789012.345],
    [1e15 + 0.3, 1e15 + 0.3],
  ])('brings %d to the milligram as %d', (value, expected) => {
    expect(roundKg(value)).toBe(expected)
  })

  it('never gives minus zero', () => {
    expect(Object.is(roundKg(-1e-9), 0)).toBe(true)
    expect(Object.is(roundKg(-0), 0)).toBe(true)
  })
})
