import { describe, expect, it } from 'vitest'
import { type Bordered, Borders } from '../../../src/domain/borders.ts'
import { worldBorders } from '../../../src/registry/borders.ts'
import { rectangle } from '../../support/outlines.ts'

const KILOMETRE = 1 / 111.32

describe('borders', () => {
  const area = (properties: Bordered['properties'], ...lines: readonly number[][][]) =>
    ({ properties, geometry: { coordinates: [lines] } }) as unknown as Bordered
  const borders = new Borders([
    area({ iso1A2: 'AA' }, rectangle(0, 0, 2, 2), rectangle(0.5, 0.5, 1.5, 1.5)),
    area({ iso1A2: 'BB', country: 'CC' }, rectangle(0.5, 0.5, 1.5, 1.5)),
    area({ nameEn: 'a part of CC', country: 'CC' }, rectangle(5, 0, 6, 1)),
    { properties: { iso1A2: 'CC' }, geometry: null },
  ])
  it.each<[string, number, number, string | null]>([
    ['in a country', 0.2, 1, 'AA'],
    ['in a territory that it surrounds', 1, 1, 'BB'],
    ['in a part without a code', 5.5, 0.5, 'CC'],
    ['on the sea', 8, 8, null],
  ])('%s', (_, lon, lat, code) => {
    expect(borders.codeAt(lon, lat)).toBe(code)
  })
  it.each<[string, number, number, string, boolean]>([
    ['inside', 0.2, 1, 'AA', false],
    ['4.9 km outside', 2 + 4.9 * KILOMETRE, 0.001, 'AA', false],
    ['5.1 km outside', 2 + 5.1 * KILOMETRE, 0.001, 'AA', true],
    ['4.9 km beyond a corner', 2 + 3.46 * KILOMETRE, 2 + 3.46 * KILOMETRE, 'AA', false],
    ['5.1 km beyond a corner', 2 + 3.61 * KILOMETRE, 2 + 3.61 * KILOMETRE, 'AA', true],
    ['deep in the territory that it surrounds', 1, 1, 'AA', true],
    ['in a territory, of its country', 1, 1, 'CC', false],
    ['in the other part of its country', 5.5, 0.5, 'CC', false],
    ['of a code that no country has', 0.2, 1, 'ZZ', true],
  ])('a place %s', (_, lon, lat, country, expected) => {
    expect(borders.isFarOutside(lon, lat, country)).toBe(expected)
  })

  it.each<[string, number, number, string]>([
    ['Kampala', 32.58, 0.32, 'UG'],
    ['Zanzibar', 39.2, -6.16, 'TZ'],
    ['Paris', 2.35, 48.86, 'FR'],
    ['Réunion', 55.5, -21.1, 'RE'],
    ['Santos', -46.33, -23.95, 'BR'],
    ['Lampung', 105.2, -5.4, 'ID'],
    ['Suva', 178.44, -18.14, 'FJ'],
  ])('of the world: %s', (_, lon, lat, code) => {
    expect(worldBorders().codeAt(lon, lat)).toBe(code)
    expect(worldBorders().isFarOutside(lon, lat, code)).toBe(false)
    expect(worldBorders().isFarOutside(lon, lat, code === 'UG' ? 'KE' : 'UG')).toBe(true)
  })
  it('Réunion is of France too', () => {
    expect(worldBorders().isFarOutside(55.5, -21.1, 'FR')).toBe(false)
  })
})
