import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatInstant, inUtc, parseInstant } from '../../../src/domain/time.ts'

describe('an instant is read from RFC 3339 with any offset', () => {
  test.each<[string, string]>([
    ['2026-06-28T07:15:00Z', '2026-06-28T07:15:00.000Z'],
    ['2026-06-28t07:15:00z', '2026-06-28T07:15:00.000Z'],
    ['2026-06-28T10:15:00+03:00', '2026-06-28T07:15:00.000Z'],
    ['2026-06-28T00:15:00-07:00', '2026-06-28T07:15:00.000Z'],
    ['2026-06-28T07:15:00-00:00', '2026-06-28T07:15:00.000Z'],
    ['2026-06-28T07:15:00.1Z', '2026-06-28T07:15:00.100Z'],
    ['2026-06-28T07:15:00.9999999999999Z', '2026-06-28T07:15:00.999Z'],
    ['2024-02-29T23:59:59+23:59', '2024-02-29T00:00:59.000Z'],
    ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
    ['2026-01-31T00:00:00Z', '2026-01-31T00:00:00.000Z'],
    ['2025-12-31T23:30:00-01:00', '2026-01-01T00:30:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['1000-01-01T00:00:00Z', '1000-01-01T00:00:00.000Z'],
  ])('%s is %s', (sent, stored) => {
    expect(formatInstant(parseInstant(sent) as number)).toBe(stored)
    expect(inUtc(sent)).toBe(stored)
  })
})

describe('what is no such timestamp, or no such date, is refused', () => {
  test.each([
    '',
    '2026-06-28',
    '2026-06-28T07:15Z',
    '2026-06-28T07:15:00',
    '2026-06-28 07:15:00Z',
    '2026-06-28T07:15:00+0300',
    '2026-06-28T07:15:00+03',
    '2026-06-28T07:15:00.Z',
    '2026-06-28T07:15:00,5Z',
    '2026-06-28T24:00:00Z',
    '2026-06-28T23:60:00Z',
    '2026-06-28T23:59:61Z',
    '2026-06-28T07:15:00+24:00',
    '2026-06-28T07:15:00+03:60',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00:00.000Z',
    '2026-06-28T07:15:0/Z',
    '2026-06-28T07:15:00.00:Z',
    '2026-06-28T24:00:00.000Z',
    '2026-06-28T07:15:00:000Z',
    '0999-12-31T23:59:59Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-00:01',
    '9999-12-31T23:59:60Z',
    '+12026-06-28T07:15:00Z',
    ' 2026-06-28T07:15:00Z',
    '2026-06-28T07:15:00Z\n',
    '２026-06-28T07:15:00Z',
    '1751094900',
  ])('%j', (text) => {
    expect(parseInstant(text)).toBeNull()
  })
})

const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
const pad = (n: number, width = 2) => String(n).padStart(width, '0')

test('any instant written at any offset is read back as Date reads it', () => {
  const day = 86_400_000
  const instant = fc.integer({ min: Date.UTC(1001, 0, 1), max: LATEST - day })
  const offset = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 })
  fc.assert(
    fc.property(instant, offset, (ms, minutes) => {
      const local = new Date(ms + minutes * 60_000).toISOString().slice(0, -1)
      const sign = minutes < 0 ? '-' : '+'
      const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
      const text = `${local}${sign}${pad(hours)}:${pad(rest)}`
      expect(parseInstant(text)).toBe(ms)
      expect(parseInstant(text)).toBe(new Date(text).getTime())
      expect(parseInstant(formatInstant(ms))).toBe(ms)
      expect([inUtc(text), inUtc(formatInstant(ms))]).toEqual([formatInstant(ms), formatInstant(ms)])
    }),
    { numRuns: 2_000 },
  )
})

test('any date is refused exactly where the calendar has no such day', () => {
  const parts = fc.tuple(
    fc.integer({ min: 1000, max: 9999 }),
    fc.integer({ min: 0, max: 14 }),
    fc.integer({ min: 0, max: 33 }),
  )
  fc.assert(
    fc.property(parts, ([year, month, date]) => {
      const made = new Date(Date.UTC(year, month - 1, date))
      const exists =
        month >= 1 && month <= 12 && made.getUTCMonth() === month - 1 && made.getUTCDate() === date
      const text = `${year}-${pad(month)}-${pad(date)}T12:00:00Z`
      expect(parseInstant(text)).toBe(exists ? made.getTime() + 43_200_000 : null)
    }),
    { numRuns: 2_000 },
  )
})

test('what is read the quick way is read as any other writing of it, however it is damaged', () => {
  const two = (most: number) => fc.integer({ min: 0, max: most }).map((n) => pad(n))
  const parts = [two(13), two(32), two(25), two(61), two(61)] as const
  const fields = fc.tuple(fc.nat(9999), ...parts, fc.nat(999), fc.boolean())
  const damage = fc.tuple(fc.nat(), fc.nat(1), fc.constantFrom('', '', '', ...'0/:-.Z ٣'))
  fc.assert(
    fc.property(
      fields,
      damage,
      ([year, month, day, hour, minute, second, ms, isShort], [place, cut, put]) => {
        const whole = `${pad(year, 4)}-${month}-${day}T${hour}:${minute}:${second}${isShort ? '' : `.${pad(ms, 3)}`}Z`
        const at = place % whole.length
        const text = put === '' ? whole : whole.slice(0, at) + put + whole.slice(at + cut)
        // Ended so, it is not taken for one of the usual two.
        expect([text, parseInstant(text)]).toEqual([text, parseInstant(text.replace(/Z$/, 'z'))])
      },
    ),
    { numRuns: 5_000 },
  )
})

test('digits below the millisecond are cut, never rounded', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{1,20}$/), (digits) => {
      const ms = Number(digits.padEnd(3, '0').slice(0, 3))
      expect(parseInstant(`2026-06-28T07:15:00.${digits}Z`)).toBe(Date.UTC(2026, 5, 28, 7, 15, 0, ms))
    }),
  )
})
