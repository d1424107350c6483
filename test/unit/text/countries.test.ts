import { describe, expect, test } from 'vitest'
import {
  type Country,
  countries,
  countryCalled,
  countryOfZone,
  zoneCalled,
  zoneOffered,
  zonesOf,
} from '../../../src/text/countries.ts'

const UGANDA: Country = { code: 'UG', name: 'Uganda', zones: ['Africa/Kampala'] }
const CONGO: Country = { code: 'CD', name: 'Congo', zones: ['Africa/Kinshasa', 'Africa/Lubumbashi'] }

describe('countries', () => {
  test('are those of today, each once, by name', async () => {
    const all = await countries()
    expect(all.length).toBeGreaterThan(200)
    expect(all.find(({ code }) => code === 'UG')).toEqual(UGANDA)
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    for (const past of ['ZR', 'SU', 'DD', 'UK', 'EU', 'ZZ'])
      expect(
        all.some(({ code }) => code === past),
        past,
      ).toBe(false)
    expect(zonesOf('ZZ')).toEqual([])
  })
  test('are found by their letters and by their name', () => {
    for (const text of ['UG', 'ug', ' Uganda ', 'uganda'])
      expect(countryCalled([CONGO, UGANDA], text)).toBe(UGANDA)
    for (const text of ['', 'XX', 'Ugand'])
      expect(() => countryCalled([UGANDA], text)).toThrow('is not a country')
  })
  test('are suggested by the clocks of the machine', () => {
    expect(countryOfZone([CONGO, UGANDA], 'Africa/Kampala')).toBe(UGANDA)
    expect(countryOfZone([CONGO, UGANDA], 'UTC')).toBeNull()
  })
})

describe('a time zone', () => {
  test('is the only one of the country when nothing is typed', () => {
    expect(zoneCalled(' ', UGANDA)).toBe('Africa/Kampala')
    expect(() => zoneCalled('', CONGO)).toThrow('Give one: Africa/Kinshasa, Africa/Lubumbashi.')
  })
  test('is what was typed, if it is one', () => {
    expect(zoneCalled('Africa/Nairobi', UGANDA)).toBe('Africa/Nairobi')
    expect(() => zoneCalled('Kampala', UGANDA)).toThrow(
      '"Kampala" is not a time zone. Give one such as Africa/Kampala.',
    )
  })
  test('is offered where it is clear', () => {
    expect(zoneOffered('Africa/Lubumbashi', CONGO)).toBe('Africa/Lubumbashi')
    expect([zoneOffered('UTC', CONGO), zoneOffered('UTC', UGANDA)]).toEqual([null, 'Africa/Kampala'])
  })
})
