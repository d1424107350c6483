import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { barIn, everyNth, flowOf, inARow, scaleOf } from '../../../../src/office/frame/parts/scale.ts'

/** Where the parts of charts lie, whatever the figures are. */

describe('a scale', () => {
  test.each([
    ['nothing', [], [0, 1]],
    ['zero', [0, 0], [0, 1]],
    ['one', [1], [0, 1]],
    ['a milligram', [0.000001], [0, 0.000001]],
    ['10^9', [1e9, 1], [0, 1e9]],
    ['a negative figure', [-120, 880], [-500, 1000]],
    ['only negative figures', [-3], [-3, 0]],
    ['what is no number', [Number.NaN, Number.POSITIVE_INFINITY, 7], [0, 8]],
  ])('of %s is round, and holds it', (_name, values, [low, high]) => {
    const scale = scaleOf(values)
    expect(scale.low).toBeLessThanOrEqual(Math.min(0, ...values.filter(Number.isFinite)))
    expect([scale.low, scale.high].map(String)).toEqual([low, high].map(String))
  })

  test('has zero among few round lines, for any figures', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { maxLength: 30 }), (values) => {
        const { low, high, ticks } = scaleOf(values)
        expect(high).toBeGreaterThan(low)
        expect(ticks).toContain(0)
        expect(ticks.length).toBeLessThanOrEqual(9)
        expect([ticks[0], ticks.at(-1)]).toEqual([low, high])
        for (const value of values) {
          expect(value).toBeGreaterThanOrEqual(low)
          expect(value).toBeLessThanOrEqual(high)
        }
      }),
    )
  })
})

describe('bars', () => {
  test('lie side by side within the whole, and stand on zero', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e6, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 30 }),
        (values) => {
          const scale = scaleOf(values)
          const zero = scale.high / (scale.high - scale.low)
          const bars = values.map((value, slot) => barIn(value, scale, { slot, slots: values.length }))
          for (const [i, { x, y, width, height }] of bars.entries()) {
            const before = bars[i - 1]
            expect(x).toBeGreaterThanOrEqual(before === undefined ? 0 : before.x + before.width)
            expect(x + width).toBeLessThanOrEqual(1)
            expect(height).toBeGreaterThanOrEqual(0)
            expect((values[i] as number) < 0 ? y : y + height).toBeCloseTo(zero, 9)
          }
        },
      ),
    )
  })
  test('of one slot share it', () => {
    const scale = scaleOf([10])
    const [one, other] = [0, 1].map((bar) => barIn(10, scale, { slot: 2, slots: 4, bar, bars: 2 }))
    expect((one?.x ?? 0) + (one?.width ?? 0)).toBeCloseTo(other?.x ?? 0, 9)
    expect(one?.x).toBeGreaterThan(0.5)
    expect((other?.x ?? 0) + (other?.width ?? 0)).toBeLessThan(0.75)
  })
})

test('of many labels only some are shown, at a round distance', () => {
  expect([0, 1, 7, 8, 12, 30, 53, 366].map((count) => everyNth(count, 7))).toEqual([
    1, 1, 1, 2, 2, 5, 10, 100,
  ])
})

describe('a flow', () => {
  const widths = (balance: Parameters<typeof flowOf>[0]) =>
    Object.fromEntries(
      Object.entries(flowOf(balance)).map(([name, segment]) => [
        name,
        segment === null ? null : Math.round(segment.width * 1000) / 1000,
      ]),
    )
  test('of a lot that lost some when it was formed', () => {
    expect(
      widths({ inputs_kg: 1000, declared_kg: 900, outputs_kg: 400, losses_kg: 100, remaining_kg: 400 }),
    ).toEqual({
      ...{ drawn: 1, declared: 0.9, out: 0.4, lost: 0.1, left: 0.4 },
      ...{ beyond: 0, missing: 0.1, unexplained: 0 },
    })
  })
  test('of a lot of which more went out than was in it', () => {
    const balance = { inputs_kg: 500, declared_kg: 800, outputs_kg: 950, losses_kg: 50, remaining_kg: -200 }
    expect(widths(balance)).toMatchObject({ beyond: 0.2, left: 0, unexplained: 0.3, out: 0.95 })
    expect(flowOf(balance).beyond.x).toBeCloseTo(0.8)
  })
  test('of a lot without kilograms, and of an empty one', () => {
    const nothing = { outputs_kg: 0, losses_kg: 0 }
    expect(widths({ ...nothing, inputs_kg: null, declared_kg: null, remaining_kg: null })).toMatchObject({
      ...{ drawn: null, declared: null, left: 0, missing: 0 },
    })
    expect(widths({ ...nothing, inputs_kg: 0, declared_kg: 0, remaining_kg: 0 })).toMatchObject({ drawn: 0 })
  })
  test('a row of parts fills it, without parts of nothing', () => {
    expect(inARow([1, 0, -5, 3], 4)).toEqual([
      { x: 0, width: 0.25 },
      { x: 0.25, width: 0 },
      { x: 0.25, width: 0 },
      { x: 0.25, width: 0.75 },
    ])
    expect(inARow([1], 0)).toEqual([{ x: 0, width: 0 }])
  })
})
