import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeLabels, widthOf } from '../../../../src/office/frame/parts/labels.ts'

/** No label covers another, nor what is kept free, nor leaves the drawing. */

const DRAWING = { width: 320, height: 240 }
const at = (x: number, y: number, ...texts: string[]) => ({ x, y, texts })

test('a label lies on its point, or else beside it, or else is shorter', () => {
  const [one, two] = placeLabels([at(100, 100, '1 Hill'), at(100, 100, '2 Mill')], DRAWING)
  expect(one).toEqual({ x: 100, y: 100, text: '1 Hill' })
  expect(two).toMatchObject({ y: 84, text: '2 Mill' })
  const long = `1 ${'W'.repeat(60)}`
  expect(placeLabels([at(100, 100, long, '1')], DRAWING)[0]?.text).toBe('1')
  expect(placeLabels([at(100, 100, long)], DRAWING)).toEqual([null])
})

test('thirty labels, anywhere', () => {
  const point = fc.record({ x: fc.integer({ min: 0, max: 320 }), y: fc.integer({ min: 0, max: 240 }) })
  const kept = { left: 0, top: 200, width: 100, height: 40 }
  fc.assert(
    fc.property(fc.array(point, { maxLength: 30 }), (points) => {
      const placed = placeLabels(
        points.map(({ x, y }, i) => at(x, y, `${i} Plot, 1.25 ha`, String(i))),
        DRAWING,
        [kept],
      )
      const areas = placed.flatMap((label) =>
        label === null
          ? []
          : [
              {
                left: label.x - widthOf(label.text) / 2,
                right: label.x + widthOf(label.text) / 2,
                y: label.y,
              },
            ],
      )
      for (const [i, one] of areas.entries()) {
        expect(one.left).toBeGreaterThanOrEqual(0)
        expect(one.right).toBeLessThanOrEqual(320)
        expect(one.left >= 100 || one.y <= 200).toBe(true)
        for (const other of areas.slice(i + 1))
          expect(one.right <= other.left || other.right <= one.left || Math.abs(one.y - other.y) >= 15).toBe(
            true,
          )
      }
    }),
  )
})
