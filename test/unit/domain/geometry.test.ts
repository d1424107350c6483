import { describe, expect, it } from 'vitest'
import { isValidGeometry, positionsIn } from '../../../src/domain/geometry.ts'
import { polygonOf, ringOf, squareAt } from '../../support/outlines.ts'

const square = ringOf('0 0, 4 0, 4 4, 0 4, 0 0')

describe('a geometry is valid when it is', () => {
  it.each<[string, unknown]>([
    ['a point', { type: 'Point', coordinates: [32.58, 0.31] }],
    ['a point with an altitude', { type: 'Point', coordinates: [32.58, 0.31, 1200] }],
    ['a point at the edge of the map', { type: 'Point', coordinates: [-180, 90] }],
    ['a square', polygonOf(square)],
    ['a square the other way round', polygonOf(square.toReversed())],
    ['a square with members of its own', { ...polygonOf(square), bbox: [0, 0, 4, 4] }],
    ['a triangle', polygonOf(ringOf('0 0, 1 0, 0 1, 0 0'))],
    ['a ring with a corner on a straight side', polygonOf(ringOf('0 0, 2 0, 4 0, 4 4, 0 0'))],
    ['a ring walked by somebody who stood still', polygonOf(ringOf('0 0, 4 0, 4 0, 4 4, 0 4, 0 0, 0 0'))],
    ['a plot of a few square metres', polygonOf(squareAt(32.58, 0.31, 0.00003))],
    ['a square with a hole', polygonOf(square, squareAt(1, 1, 1))],
    ['a hole that touches the outline in one place', polygonOf(square, ringOf('0 2, 1 1, 1 3, 0 2'))],
    ['a hole that begins on the outline', polygonOf(square, ringOf('4 2, 3 1, 3 3, 4 2'))],
    ['two holes that touch in one place', polygonOf(square, squareAt(1, 1, 1), squareAt(2, 2, 1))],
    ['two squares', { type: 'MultiPolygon', coordinates: [[square], [squareAt(10, 10, 1)]] }],
    ['two plots with a common fence', { type: 'MultiPolygon', coordinates: [[square], [squareAt(4, 0, 4)]] }],
  ])('%s', (_, geometry) => {
    expect(isValidGeometry(geometry)).toBe(true)
  })
})

describe('a geometry is faulty when it is', () => {
  it.each<[string, unknown]>([
    ['nothing', null],
    ['so small that its corners are one place on a map', polygonOf(squareAt(32.58, 0.31, 0.00000003))],
    ['text', 'POINT(1 2)'],
    ['an empty object', {}],
    ['of a type that outlines no plot', { type: 'LineString', coordinates: square }],
    ['a feature', { type: 'Feature', geometry: polygonOf(square) }],
    ['a point without coordinates', { type: 'Point' }],
    ['a point of nothing', { type: 'Point', coordinates: [] }],
    ['a point of one number', { type: 'Point', coordinates: [32.58] }],
    ['a point written as text', { type: 'Point', coordinates: ['32.58', '0.31'] }],
    ['a point beyond the pole', { type: 'Point', coordinates: [0.31, 90.1] }],
    ['a point beyond the date line', { type: 'Point', coordinates: [180.1, 0] }],
    ['a point of endless altitude', { type: 'Point', coordinates: JSON.parse('[0, 0, 1e999]') }],
    ['a polygon without rings', polygonOf()],
    ['a polygon whose ring is no list', polygonOf('ring')],
    ['a polygon with a ring of its own depth', polygonOf(...square)],
    ['a multipolygon of nothing', { type: 'MultiPolygon', coordinates: [] }],
    ['one of whose parts is faulty', { type: 'MultiPolygon', coordinates: [[square], [square.slice(0, 4)]] }],
    ['a ring of three positions', polygonOf(ringOf('0 0, 1 1, 0 0'))],
    ['across the antimeridian', polygonOf(ringOf('179.5 -17, -179.5 -17, -179.5 -16, 179.5 -16, 179.5 -17'))],
    ['an open ring', polygonOf(square.slice(0, 4))],
    ['a ring that closes at another altitude', polygonOf(ringOf('0 0 1, 4 0 1, 4 4 1, 0 0 2'))],
    ['a ring that never leaves its place', polygonOf(ringOf('1 1, 1 1, 1 1, 1 1'))],
    ['a line there and back', polygonOf(ringOf('0 0, 1 1, 2 2, 0 0'))],
    ['a line there and back in tenths', polygonOf(ringOf('0.1 0.3, 0.2 0.6, 0.3 0.9, 0.1 0.3'))],
    ['a bow tie', polygonOf(ringOf('0 0, 4 4, 4 0, 0 4, 0 0'))],
    ['a ring with a spike', polygonOf(ringOf('0 0, 4 0, 4 4, 8 4, 4 4, 0 4, 0 0'))],
    ['a ring with a spike along tenths', polygonOf(ringOf('0 0, 0.3 0.9, 0.1 0.3, 1 0.1, 0 0'))],
    ['a spike along sevenths', polygonOf(ringOf(`0 0, ${6 / 7} ${9 / 7}, ${2 / 7} ${3 / 7}, 1 0.1, 0 0`))],
    ['a ring that comes back to a corner', polygonOf(ringOf('0 0, 2 2, 4 0, 4 4, 2 2, 0 4, 0 0'))],
    ['a ring that touches a side of its own', polygonOf(ringOf('0 0, 4 0, 4 4, 2 0, 0 4, 0 0'))],
    ['a hole that is the outline again', polygonOf(square, square)],
    ['a hole beside the outline', polygonOf(square, squareAt(10, 10, 1))],
    ['a hole across the outline', polygonOf(square, squareAt(3, 3, 4))],
    ['a hole around the outline', polygonOf(squareAt(1, 1, 1), square)],
    ['a hole beside the outline that touches it', polygonOf(square, ringOf('4 2, 5 1, 5 3, 4 2'))],
    ['a faulty hole', polygonOf(square, ringOf('1 1, 2 2, 1 1, 1 1'))],
  ])('%s', (_, geometry) => {
    expect(isValidGeometry(geometry)).toBe(false)
  })
})

describe('the positions of a geometry are counted', () => {
  it.each<[string, unknown, number]>([
    ['of a point', { type: 'Point', coordinates: [1, 2] }, 1],
    ['of a polygon, its holes too', polygonOf(square, squareAt(1, 1, 1)), 10],
    ['of all parts', { type: 'MultiPolygon', coordinates: [[square], [square, squareAt(1, 1, 1)]] }, 15],
    ['of what is none', { type: 'Polygon', coordinates: 'here' }, 0],
    ['of numbers that are no positions', polygonOf([1, 2, 3, 4, 5]), 0],
    ['of nothing', null, 0],
  ])('%s', (_, geometry, count) => {
    expect(positionsIn(geometry)).toBe(count)
  })
})
