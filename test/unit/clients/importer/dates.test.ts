import { describe, expect, it } from 'vitest'
import {
  type DateFormat,
  DateReader,
  dateFormat,
  exampleOf,
  monthNames,
} from '../../../../src/clients/sheets/dates.ts'
import { isTimeZone, localInstant } from '../../../../src/text/time-zone.ts'
import type { Message } from '../../../../src/words/message.ts'
import { WORDS } from '../../../support/clients/importer/support.ts'

const words = { months: monthNames({ mayo: 5 }), century: 2000 }
const reader = (patterns: readonly string[], zone = 'UTC', coarsen?: 'season') =>
  new DateReader(
    patterns.map((pattern) => dateFormat(pattern, words) as DateFormat),
    zone,
    coarsen,
  )
const read = (text: string, ...patterns: string[]) => {
  const found = reader(patterns).read(text)
  return 'fault' in found
    ? WORDS.tell(found.fault)
    : `${found.ms === undefined ? found.day : new Date(found.ms).toISOString().slice(0, 19)} ${found.precision}`
}

describe('a date', () => {
  it.each([
    ['April 4th, 2015', 'MMMM Do, YYYY', '2015-04-04 day'],
    ['may 31ST,2010', 'MMMM Do, YYYY', '2010-05-31 day'],
    ['Sept. 3rd, 2011', 'MMMM Do, YYYY', '2011-09-03 day'],
    ['2014', 'YYYY', '2014-01-01 season'],
    ['2013/2014', 'YYYY / YYYY', '2013-01-01 season'],
    ['2017 / 2018', 'YYYY / YYYY', '2017-01-01 season'],
    ['08/09 crop', 'YY/YY [crop]', '2008-01-01 season'],
    ['4T/10', 'QT/YY', '2010-10-01 season'],
    ['March 2010', 'MMMM YYYY', '2010-03-01 month'],
    ['mayo 2010', 'MMMM YYYY', '2010-05-01 month'],
    ['3/12/2025', 'D/M/YYYY', '2025-12-03 day'],
    ['2025-12-03 07:15', 'YYYY-MM-DD HH:mm', '2025-12-03T07:15:00 instant'],
  ])('%s is read by %s', (text, pattern, expected) => {
    expect(read(text, pattern)).toBe(expected)
  })

  it.each([
    ['mmm', ['YYYY', 'MMMM YYYY'], 'does not match the date formats of the map'],
    ['Mayo a Julio', ['YYYY', 'MMMM YYYY'], 'does not match the date formats of the map'],
    ['Fall 2009', ['MMMM YYYY'], 'names a month that the map does not have'],
    ['2013/2015', ['YYYY/YYYY'], 'names two years that are not consecutive'],
    ['31/2/2026', ['D/M/YYYY'], 'is not a day of the calendar'],
    ['29/2/2025', ['D/M/YYYY'], 'is not a day of the calendar'],
    ['April 22th, 2015', ['MMMM Do, YYYY'], 'is not a day of the calendar'],
    ['0215', ['YYYY'], 'names a year that cannot be right'],
    ['3/4/2025', ['D/M/YYYY', 'M/D/YYYY'], 'can be read as two different dates'],
  ])('%s is refused, not guessed', (text, patterns, fault) => {
    expect(read(text, ...patterns)).toBe(fault)
  })

  it('that two patterns read alike is no riddle', () => {
    expect(read('3/3/2025', 'D/M/YYYY', 'M/D/YYYY')).toBe('2025-03-03 day')
  })

  it('takes 11th to 13th, and no 11st', () => {
    for (const day of ['11th', '12th', '13th', '21st', '22nd', '23rd', '30th'])
      expect(read(`May ${day}, 2015`, 'MMMM Do, YYYY')).toMatch(/ day$/)
    for (const day of ['11st', '12nd', '13rd', '1th', '2st'])
      expect(read(`May ${day}, 2015`, 'MMMM Do, YYYY')).toBe('is not a day of the calendar')
  })

  it('can be made less exact by the map, never more', () => {
    expect(reader(['D/M/YYYY'], 'UTC', 'season').read('3/3/2025')).toMatchObject({ precision: 'season' })
    const finer = new DateReader([dateFormat('YYYY', words) as DateFormat], 'UTC', 'day')
    expect(finer.read('2025')).toMatchObject({ precision: 'season' })
  })
})

describe('a pattern', () => {
  it.each([
    ['MM/DD', /is not a date/],
    ['YYYY D', /is not a date/],
    ['YYYY-MM HH:mm', /is not a date/],
    ['DD/MM/YYYY DD', /names its day twice/],
    ['MMMM YYYY - MMMM YYYY', /names its month twice/],
  ])('%s is named as faulty', (pattern, fault) => {
    expect(WORDS.tell(dateFormat(pattern, words) as Message)).toMatch(fault)
  })

  it('with a two-digit year needs a century', () => {
    const fault = dateFormat('D/M/YY', { ...words, century: undefined }) as Message
    expect(WORDS.tell(fault)).toMatch(/needs their century/)
  })

  it('shows what it means', () => {
    expect(exampleOf('MMMM Do, YYYY')).toBe('March 5th, 2014')
    expect(exampleOf('YYYY/YYYY')).toBe('2014/2015')
    expect(exampleOf('YY/YY [crop]')).toBe('14/15 crop')
  })
})

describe('a day in a time zone', () => {
  it('begins at the local midnight', () => {
    expect(new Date(localInstant('Africa/Kampala', 2026, 3, 1)).toISOString()).toBe(
      '2026-02-28T21:00:00.000Z',
    )
    expect(new Date(localInstant('America/Guatemala', 2015, 4, 4)).toISOString()).toBe(
      '2015-04-04T06:00:00.000Z',
    )
  })

  it('begins after the jump where clocks were put forward at midnight', () => {
    expect(new Date(localInstant('America/Sao_Paulo', 2017, 10, 15)).toISOString()).toBe(
      '2017-10-15T03:00:00.000Z',
    )
  })

  it('needs a zone that exists', () => {
    expect(isTimeZone('Africa/Nairobi')).toBe(true)
    expect(isTimeZone('Africa/Atlantis')).toBe(false)
  })
})
