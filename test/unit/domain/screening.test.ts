import { describe, expect, test } from 'vitest'
import { isOutline, isSameOutline, screeningFault } from '../../../src/domain/screening.ts'
import { polygonOf, ringOf, squareAt } from '../../support/outlines.ts'

/** @param side degrees; 0.001 is some 111 m */
const square = (west: number, south: number, side = 0.001) => polygonOf(squareAt(west, south, side))
const point = (...coordinates: number[]) => ({ type: 'Point', coordinates })

describe('an outline in a result', () => {
  test.each([
    ['nothing', null, false],
    ['text', 'POLYGON', false],
    ['a point', point(32, 1), true],
    ['a surface', square(32, 1), true],
    ['a collection', { type: 'GeometryCollection', geometries: [] }, false],
    ['a line', { type: 'LineString', coordinates: ringOf('32 1, 33 1') }, false],
    ['a surface with the corners of a point', { type: 'Polygon', coordinates: [32, 1] }, false],
    ['a surface without corners', { type: 'Polygon', coordinates: [[]] }, false],
    ['a point that is nowhere', point(32, 101), false],
    ['a type that every object has', { type: 'toString', coordinates: [32, 1] }, false],
  ])('%s', (_, geometry, is) => expect(isOutline(geometry)).toBe(is))
})

describe('two outlines are one', () => {
  const plot = square(32.5, 1)
  const [ring] = plot.coordinates as [number[][]]
  test.each([
    ['the same', plot, true],
    ['turned, from another corner', polygonOf([...ring.slice(1), ring[1]].toReversed()), true],
    ['as the only part of several', { type: 'MultiPolygon', coordinates: [plot.coordinates] }, true],
    ['its corners moved by a metre', square(32.50001, 1.00001), true],
    ['thirty metres away', square(32.5003, 1), false],
    ['grown by thirty metres', square(32.5, 1, 0.0013), false],
    ['cut by a fifth inside the same box', polygonOf(ring.with(2, [32.5004, 1.001])), false],
    ['a point', point(32.5, 1), false],
    ['nothing that can be read', { type: 'Polygon', coordinates: 'x' }, false],
  ])('%s', (_, other, is) => {
    expect(isSameOutline(plot, other)).toBe(is)
    expect(isSameOutline(other, plot)).toBe(is)
  })
  test('with many more corners it is another, and none of them is looked at', () => {
    const [west, south] = ring[0] as [number, number]
    const often = (times: number) => ({
      type: 'Polygon',
      coordinates: [[...Array.from({ length: times }, () => [west, south]), ...ring.slice(1)]],
    })
    expect(isSameOutline(plot, often(900))).toBe(true)
    const looked: unknown[] = []
    const corner = new Proxy([west, south], {
      get: (at, key) => {
        looked.push(key)
        return Reflect.get(at, key)
      },
    })
    const many = { type: 'Polygon', coordinates: [Array.from({ length: 100_000 }, () => corner)] }
    expect(isSameOutline(plot, many)).toBe(false)
    expect(looked).toEqual([])
    expect(isSameOutline(often(3_000), often(5_000))).toBe(true)
  })
  test('points, by their place', () => {
    expect(isSameOutline(point(32.5, 1), point(32.50001, 1))).toBe(true)
    expect(isSameOutline(point(32.5, 1), point(32.501, 1))).toBe(false)
  })
})

describe('why a row is not kept', () => {
  const plot = square(32.5, 1)
  const elsewhere = square(32.6, 1)
  test.each([
    ['the version screened is drawn as the plot is now', { geometry: plot }, plot, plot, null],
    ['the same, and the file has no outline', { geometry: plot }, plot, null, null],
    ['the plot was drawn again', { geometry: plot }, elsewhere, plot, 'plot_redrawn'],
    ['it was, and the file has the new outline', { geometry: plot }, elsewhere, elsewhere, 'plot_redrawn'],
    ['the outline is of another plot', { geometry: plot }, plot, elsewhere, 'outline_differs'],
    ['the plot has no outline', { geometry: undefined }, undefined, plot, 'outline_differs'],
    ['any version, and the outline is that of now', null, plot, plot, null],
    ['any version, and the outline is another', null, plot, elsewhere, 'outline_differs'],
    ['any version, and no outline tells which', null, plot, null, 'outline_missing'],
  ] as const)('%s', (_, screened, current, outline, fault) =>
    expect(screeningFault(screened, current, outline)).toBe(fault),
  )
})
