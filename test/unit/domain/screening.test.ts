import { describe, expect, test } from 'vitest'
import {
  isOutline,
  isSameOutline,
  NOT_KNOWN,
  type PlotPrediction,
  screenedAs,
  screeningFault,
} from '../../../src/domain/screening.ts'
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
    [
      'a line',
      {
        type: 'LineString',
        coordinates: ringOf('32 1, 33 1'),
      },
      false,
    ],
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
    [
      'turned the other way, from another corner',
      { type: 'Polygon', coordinates: [[...ring.slice(1), ring[1]].toReversed()] },
      true,
    ],
    ['as the only part of several', { type: 'MultiPolygon', coordinates: [plot.coordinates] }, true],
    ['its corners moved by a metre', square(32.50001, 1.00001), true],
    ['thirty metres away', square(32.5003, 1), false],
    ['grown by thirty metres', square(32.5, 1, 0.0013), false],
    [
      'cut by a fifth inside the same box',
      { type: 'Polygon', coordinates: [[...ring.slice(0, 2), [32.5004, 1.001], ...ring.slice(3)]] },
      false,
    ],
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
    [
      'the plot was drawn again, and the file has the new outline',
      { geometry: plot },
      elsewhere,
      elsewhere,
      'plot_redrawn',
    ],
    ['the outline is of another plot', { geometry: plot }, plot, elsewhere, 'outline_differs'],
    ['the plot has no outline', { geometry: undefined }, undefined, plot, 'outline_differs'],
    ['any version, and the outline is that of now', null, plot, plot, null],
    ['any version, and the outline is another', null, plot, elsewhere, 'outline_differs'],
    ['any version, and no outline tells which', null, plot, null, 'outline_missing'],
  ] as const)('%s', (_, screened, current, outline, fault) =>
    expect(screeningFault(screened, current, outline)).toBe(fault),
  )
})

describe('what the screening states of a plot', () => {
  const now = { outline: square(32.5, 1), isTip: true }
  let seq = 0
  const said = (verdict: unknown, more: Partial<PlotPrediction> = {}): PlotPrediction => ({
    ...{ verdict, file: 'A', atMs: 1_000, seq: ++seq, outline: square(32.5, 1) },
    ...more,
  })
  const old = { outline: square(32.6, 1) }
  const later = { file: 'B', atMs: 2_000 }
  test.each<[string, readonly PlotPrediction[], string]>([
    ['nothing was screened', [], 'none'],
    ['all verdicts are low', [said('low'), said('low')], 'low'],
    [
      'the worst of several verdicts',
      [said('low'), said('more_info_needed'), said('low')],
      'more_info_needed',
    ],
    ['the worst in another order', [said('high'), said('more_info_needed'), said('low')], 'high'],
    ['a word that the tool does not have', [said('low'), said('none')], 'unknown'],
    ['a number beside a word of the tool', [said(1), said('high')], 'high'],
    ['the newest file, if better', [said('high'), said('low', later)], 'low'],
    ['the newest file, if stored first', [said('high', later), said('low')], 'high'],
    ['of one time, the file stored last', [said('low'), said('high', { file: 'B' })], 'high'],
    ['an older outline alone', [said('low', old)], 'stale'],
    [
      'an older outline, newer than the one of now',
      [said('high'), said('low', { ...old, ...later })],
      'high',
    ],
    ['an outline in other words', [said('low', { outline: { ...square(32.5, 1) } })], 'low'],
    ['a version without an outline', [said('low', { outline: undefined })], 'stale'],
  ])('%s', (_, predictions, result) => {
    expect(screenedAs(now, predictions, null).result).toBe(result)
    expect(screenedAs(now, predictions.toReversed(), null).result).toBe(result)
  })
  test('it names the file and the time; a stale one too', () => {
    const from = { file: 'B', atMs: 2_000 }
    expect(screenedAs(now, [said('high'), said('low', later)], null)).toEqual({ result: 'low', from })
    expect(screenedAs(now, [said('high', old), said('low', { ...old, ...later })], null).from).toEqual(from)
    expect(screenedAs(now, [], null).from).toBeNull()
  })
  test('of a version that is not current, none counts', () => {
    const past = { ...now, isTip: false }
    expect(screenedAs(past, [said('low')], null).result).toBe('stale')
    expect(screenedAs(past, [], null).result).toBe('none')
  })
  test('where some may be missing, only what is newer than all of those counts', () => {
    expect(screenedAs(now, [], 500).result).toBe('unknown')
    expect(screenedAs(now, [said('low')], 999).result).toBe('low')
    expect(screenedAs(now, [said('low')], 1_000).result).toBe('unknown')
    expect(screenedAs(now, [said('high', old)], 1_000)).toEqual(NOT_KNOWN)
    expect(screenedAs(now, [said('high'), said('low', later)], 1_000).result).toBe('low')
  })
})
