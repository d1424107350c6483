import { describe, expect, it } from 'vitest'
import { touches } from '../../../src/domain/touch.ts'
import { pointAt, polygonOf, rectangle, ringOf } from '../../support/outlines.ts'
import { seeded } from '../../support/records/gate/random.ts'

const DECIMETRE = 1e-6

describe('two outlines touch', () => {
  const square = polygonOf(rectangle(32, 1, 32.001, 1.001))
  it.each<[string, unknown, boolean]>([
    ['with a side in common', polygonOf(rectangle(32.001, 1, 32.002, 1.001)), true],
    ['with a part of a side', polygonOf(rectangle(32.001, 1.0005, 32.002, 1.003)), true],
    ['with a corner', polygonOf(rectangle(32.001, 1.001, 32.002, 1.002)), true],
    ['that lie on each other', polygonOf(rectangle(32.0005, 1.0005, 32.002, 1.002)), true],
    ['of which one is inside', polygonOf(rectangle(32.0004, 1.0004, 32.0005, 1.0005)), true],
    ['that cross without a corner in each other', polygonOf(rectangle(32.0004, 0.9, 32.0005, 1.1)), true],
    ['that are the same', square, true],
    ['with a gap of a metre', polygonOf(rectangle(32.00101, 1, 32.002, 1.001)), false],
    ['in boxes alone', polygonOf(ringOf('32.0005 1.002, 32.002 1.0005, 32.002 1.002, 32.0005 1.002')), false],
    ['a point inside', pointAt(32.0005, 1.0005), true],
    ['a point on a side', pointAt(32.001, 1.0003), true],
    ['a point beside', pointAt(32.00101, 1.0003), false],
    [
      'only by the second part',
      {
        type: 'MultiPolygon',
        coordinates: [[rectangle(31, 1, 31.001, 1.001)], [rectangle(32.0004, 1.0004, 32.0005, 1.0005)]],
      },
      true,
    ],
    ['a hole around it', polygonOf(rectangle(31, 0, 33, 2), rectangle(31.9, 0.9, 32.1, 1.1)), false],
  ])('%s', (_, other, expected) => {
    expect(touches(square, other)).toBe(expected)
    expect(touches(other, square)).toBe(expected)
  })

  it('two points at one place, and no others', () => {
    expect(touches(pointAt(32, 1), pointAt(32, 1))).toBe(true)
    expect(touches(pointAt(32, 1), pointAt(32, 1.00001))).toBe(false)
  })

  it('a corner that rounding put a few centimetres off the side of the other', () => {
    const slope = polygonOf(ringOf('32 1, 32.001 1, 32.0003 1.001, 32 1'))
    const [x, y] = [32.0007, 1.000428571]
    const off = polygonOf(
      ringOf(`${x + DECIMETRE / 2} ${y}, 32.002 1, 32.002 1.002, ${x + DECIMETRE / 2} ${y}`),
    )
    expect(touches(slope, off)).toBe(true)
  })

  it('too many edges to compare', () => {
    const comb = (south: number) => {
      const teeth = Array.from({ length: 1_500 }, (_, n) => [32 + n / 1e6, south + (n % 2) / 1000])
      return polygonOf([...teeth, [32.0015, south - 0.001], [32, south - 0.001], teeth[0]])
    }
    expect(touches(comb(1), comb(1.0009))).toBe(true)
  })

  it.each(Array.from({ length: 300 }, (_, seed) => seed))('rectangles whose sides meet, seed %i', (seed) => {
    const random = seeded(seed)
    const [a, b] = [0, 1].map(() => {
      const [west, south] = [random.below(8), random.below(8)]
      return { west, south, east: west + 1 + random.below(4), north: south + 1 + random.below(4) }
    }) as [Sides, Sides]
    const meet = a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north
    expect(touches(drawn(a), drawn(b))).toBe(meet)
  })
})

type Sides = { west: number; south: number; east: number; north: number }
const drawn = ({ west, south, east, north }: Sides) => {
  const [x, y] = [(n: number) => 32 + n / 10_000, (n: number) => 1 + n / 10_000]
  return polygonOf(rectangle(x(west), y(south), x(east), y(north)))
}
