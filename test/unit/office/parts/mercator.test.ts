import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ASPECT,
  gridOf,
  inWindow,
  latitudeAt,
  longitudeAt,
  onWorld,
  roundBelow,
  scaleOf,
  tilesIn,
  windowAround,
} from '../../../../src/office/frame/parts/mercator.ts'

/** Outlines lie where the tiles of a map say. */

const boxAt = (west: number, south: number, side: number) => ({
  ...{ west, south, east: west + side, north: south + side },
})
const EVERYWHERE = { minZoom: 0, maxZoom: 18, bounds: null }

describe('a place', () => {
  test('is where the EPSG puts its example (Guidance Note 7-2, method 1024)', () => {
    const { x, y } = onWorld(-(100 + 20 / 60), 24 + 22 / 60 + 54.433 / 3600)
    const around = 2 * Math.PI * 6_378_137
    expect((x - 0.5) * around).toBeCloseTo(-11_169_055.58, 2)
    expect((0.5 - y) * around).toBeCloseTo(2_800_000, 2)
  })
  test.each([
    ['Kampala', 32.5825, 0.3476, 10, 604, 511],
    ['Greenwich', 0.0001, 51.4779, 10, 512, 340],
    ['the south-east of the Earth', 179.99, -85.05, 4, 15, 15],
  ])('in %s is in the tile that others name', (_name, lon, lat, z, x, y) => {
    const at = onWorld(lon, lat)
    expect([at.x, at.y].map((share) => Math.floor(share * 2 ** z))).toEqual([x, y])
  })
  test('is found again, and never outside of the world', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -85, max: 85, noNaN: true }),
        (lon, lat) => {
          const { x, y } = onWorld(lon, lat)
          expect(longitudeAt(x)).toBeCloseTo(lon, 9)
          expect(latitudeAt(y)).toBeCloseTo(lat, 9)
        },
      ),
    )
    expect(onWorld(0, 90).y).toBeCloseTo(0, 6)
    expect(onWorld(0, -90).y).toBeCloseTo(1, 6)
  })
})

describe('a window', () => {
  test('holds its plots with a margin, in the same shape everywhere', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -170, max: 160, noNaN: true }),
        fc.double({ min: -70, max: 60, noNaN: true }),
        fc.double({ min: 0, max: 10, noNaN: true }),
        (west, south, side) => {
          const box = boxAt(west, south, side)
          const window = windowAround([box], [boxAt(west - 40, south - 10, 80)])
          if (window === null) throw new Error('no window')
          expect(window.width / window.height).toBeCloseTo(ASPECT, 6)
          const [a, b] = [onWorld(box.west, box.north), onWorld(box.east, box.south)].map((at) =>
            inWindow(window, at),
          )
          for (const share of [a?.x, a?.y, b?.x, b?.y]) {
            expect(share).toBeGreaterThan(0.09)
            expect(share).toBeLessThan(0.91)
          }
        },
      ),
    )
  })
  test('shows neighbours, but a neighbour across a country does not make the plots small', () => {
    const own = boxAt(32.5, 0.3, 0.001)
    const alone = windowAround([own], [])
    expect(windowAround([own], [boxAt(20, -20, 60)])?.width).toBeLessThan((alone?.width ?? 0) * 2.1)
    expect(windowAround([], [own])).toBeNull()
  })
  test('of a point is some fifty metres wide or more', () => {
    const window = windowAround([boxAt(32.5, 0.3, 0)], [])
    expect(window && scaleOf(window)).toMatchObject({ metres: 20 })
  })
})

describe('a scale', () => {
  test('is as long as it states, at any latitude', () => {
    for (const lat of [0.3, 45, -60]) {
      const window = windowAround([boxAt(20, lat, 0.002)], [])
      if (window === null) throw new Error('no window')
      const { metres, share } = scaleOf(window)
      const degrees = share * window.width * 360
      expect((degrees * Math.PI * 6_378_137 * Math.cos(((lat + 0.001) * Math.PI) / 180)) / 180).toBeCloseTo(
        metres,
        1,
      )
      expect(share).toBeLessThanOrEqual(0.3)
    }
  })
  test('is round', () => {
    expect([0.3, 1, 4.9, 7, 19, 99_999].map(roundBelow)).toEqual([0.2, 1, 2, 5, 10, 50_000])
  })
})

test('a grid has a few lines at round degrees, within the window', () => {
  const window = windowAround([boxAt(32.5, -0.0004, 0.001)], [])
  if (window === null) throw new Error('no window')
  const { meridians, parallels } = gridOf(window)
  expect(parallels.map(({ degrees }) => degrees)).toContain(0)
  for (const lines of [meridians, parallels]) {
    expect(lines.length).toBeGreaterThanOrEqual(2)
    expect(lines.length).toBeLessThanOrEqual(6)
    for (const { at, degrees } of lines) {
      expect(at).toBeGreaterThanOrEqual(0)
      expect(at).toBeLessThanOrEqual(1)
      expect(String(degrees).length).toBeLessThan(9)
    }
  }
})

describe('tiles', () => {
  const window = windowAround([boxAt(32.5625, 0.3385, 0.001)], [])
  if (window === null) throw new Error('no window')
  test('cover the window without gaps, few enough to be loaded at once', () => {
    const tiles = tilesIn(window, EVERYWHERE)
    expect(tiles.length).toBeGreaterThan(3)
    expect(tiles.length).toBeLessThanOrEqual(24)
    expect(Math.min(...tiles.map(({ left }) => left))).toBeLessThanOrEqual(0)
    expect(Math.max(...tiles.map(({ left, width }) => left + width))).toBeGreaterThanOrEqual(1)
    const covered = tiles.reduce((sum, { width, height }) => sum + width * height, 0)
    const [columns, rows] = [new Set(tiles.map(({ x }) => x)), new Set(tiles.map(({ y }) => y))]
    expect(tiles).toHaveLength(columns.size * rows.size)
    expect(covered).toBeGreaterThanOrEqual(1)
  })
  test('of a coarser map are drawn larger', () => {
    const tiles = tilesIn(window, { ...EVERYWHERE, maxZoom: 12 })
    expect(tiles.every(({ z, width }) => z === 12 && width > 1)).toBe(true)
  })
  test('are none beyond what the map covers', () => {
    const bounds = { west: -10, south: 40, east: 0, north: 50 }
    expect(tilesIn(window, { ...EVERYWHERE, bounds })).toEqual([])
    expect(tilesIn(window, { minZoom: 22, maxZoom: 22, bounds: null })).toEqual([])
  })
})
