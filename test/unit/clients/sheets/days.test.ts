import { describe, expect, test } from 'vitest'
import { layoutOf } from '../../../../src/clients/importer/guess/layout.ts'
import { meaningsOf } from '../../../../src/clients/importer/guess/meanings.ts'
import { datesOf, unreadDays } from '../../../../src/clients/importer/guess/styles.ts'
import {
  type DateFormat,
  DateReader,
  dateFormat,
  exampleOf,
  monthNames,
} from '../../../../src/clients/sheets/dates.ts'
import { WORDS } from '../../../support/clients/importer/support.ts'

/** Days as people and programs write them. */

const names = { months: monthNames(), century: 2000 }
function read(text: string, ...patterns: readonly string[]): string {
  const formats = patterns.map((pattern) => dateFormat(pattern, names) as DateFormat)
  const found = new DateReader(formats, 'Africa/Kampala', undefined).read(text)
  if ('fault' in found) return WORDS.tell(found.fault)
  return found.ms === undefined ? found.day : `${found.day} ${new Date(found.ms).toISOString()}`
}

describe('a day', () => {
  test.each([
    ['2 mars 2026', 'D MMMM YYYY', '2026-03-02'],
    ['13 févr. 2026', 'D MMMM YYYY', '2026-02-13'],
    ['1 aout 2026', 'D MMMM YYYY', '2026-08-01'],
    ['2 Machi 2026', 'D MMMM YYYY', '2026-03-02'],
    ['30 Desemba 2026', 'D MMMM YYYY', '2026-12-30'],
    ['Monday, 2 March 2026', 'dddd, D MMMM YYYY', '2026-03-02'],
    ['Jumatatu 2 Machi 2026', 'dddd D MMMM YYYY', '2026-03-02'],
    ['lun. 2/3/2026', 'dddd D/M/YYYY', '2026-03-02'],
    ['20260314', 'YYYYMMDD', '2026-03-14'],
    ['2/11/2569', 'D/M/BBBB', '2026-11-02'],
    ['30/2/2019', 'D/M/EEEE', '2026-11-09'],
    ['6 Pagume 2015', 'D MMMM EEEE', '2023-09-11'],
    ['1 Mäskäräm 2016', 'D MMMM EEEE', '2023-09-12'],
    ['1 መስከረም 2016', 'D MMMM EEEE', '2023-09-12'],
    ['Monday 30 Tikimt 2019 9:15 PM', 'dddd D MMMM EEEE HH:mm A', '2026-11-09 2026-11-09T18:15:00.000Z'],
    ['28-11-2026 10:12:00 AM', 'DD-MM-YYYY HH:mm:ss A', '2026-11-28 2026-11-28T07:12:00.000Z'],
    ['28-11-2026 12:12 p.m.', 'DD-MM-YYYY HH:mm A', '2026-11-28 2026-11-28T09:12:00.000Z'],
    ['28-11-2026 12:12am', 'DD-MM-YYYY HH:mmA', '2026-11-28 2026-11-27T21:12:00.000Z'],
    ['2026-11-02T09:15:11.123+03:00', 'YYYY-M-DTHH:mm:ss.SSSZ', '2026-11-02 2026-11-02T06:15:11.123Z'],
    // The day of an instant is that of the map's zone.
    ['2026-11-13T22:30:00Z', 'YYYY-M-DTHH:mm:ssZ', '2026-11-14 2026-11-13T22:30:00.000Z'],
    ['2/11/2026 09:15 EAT', 'D/M/YYYY HH:mm Z', '2026-11-02 2026-11-02T06:15:00.000Z'],
    ['2026-11-02 00:00:00.0', 'YYYY-M-D HH:mm:ss.SSS', '2026-11-02 2026-11-01T21:00:00.000Z'],
  ])('%s is read by %s', (text, pattern, expected) => expect(read(text, pattern)).toBe(expected))

  test.each([
    ['Tuesday, 2 March 2026', 'dddd, D MMMM YYYY', 'names another day of the week than that of its date'],
    ['Someday, 2 March 2026', 'dddd, D MMMM YYYY', 'names another day of the week than that of its date'],
    ['28-11-2026 14:12 AM', 'DD-MM-YYYY HH:mm A', 'is not a day of the calendar'],
    ['2/11/2569', 'D/M/YYYY', 'names a year that cannot be right'],
    ['6/13/2016', 'D/M/EEEE', 'is not a day of the calendar'],
    ['1 March 2016', 'D MMMM EEEE', 'names a month that the map does not have'],
    ['2/11/1448', 'D/M/EEEE', 'names a year that cannot be right'],
    ['20261302', 'YYYYMMDD', 'is not a day of the calendar'],
  ])('%s by %s is refused', (text, pattern, fault) => expect(read(text, pattern)).toBe(fault))

  test.each([
    ...['HH:mm A', 'D/M/YYYY A', 'D/M/YYYY Z', 'dddd MMMM YYYY', 'D/M/YYYY HH:mm SSS', 'D/M/YYYY BBBB'],
    // A month of that calendar is in two of ours.
    ...['MMMM EEEE', 'EEEE', 'D/M/BBBB EEEE'],
  ])('%s is no pattern of one', (pattern) => expect(dateFormat(pattern, names)).not.toHaveProperty('read'))
  test('has an example of each sign', () => {
    expect(exampleOf('dddd, D MMMM BBBB')).toBe('Wednesday, 5 March 2557')
    expect(read(exampleOf('dddd, D MMMM EEEE'), 'dddd, D MMMM EEEE')).toBe('2014-03-05')
    expect(read(exampleOf('dddd D/M/YYYY HH:mm:ss.SSS A Z'), 'dddd D/M/YYYY HH:mm:ss.SSS A Z')).toMatch(
      /^2014-03-05/,
    )
  })
})

describe('a column of days', () => {
  test.each([
    [['2 mars 2026', '13 mars 2026'], ['D MMMM YYYY'], false],
    [['Mon, 2 Nov 2026', 'Fri, 13 Nov 2026'], ['dddd, D MMMM YYYY'], false],
    [['2026-11-02T09:15:11.123+03:00'], ['YYYY-M-DTHH:mm:ss.SSS Z'], false],
    [['2026-11-02T09:15:11Z'], ['YYYY-M-DTHH:mm:ss Z'], false],
    [['2026-11-02 00:00:00.0', '2026-11-13 00:00:00.0'], ['YYYY-M-D HH:mm:ss.SSS'], true],
    [['13/11/2026 3:15 PM'], ['D/M/YYYY HH:mm A'], false],
  ])('%j is recognised by its cells', (cells, formats, isOfDays) => {
    expect(datesOf(cells)).toMatchObject({ formats, readCount: cells.length, instead: null, isOfDays })
  })
  test.each([
    [['20261102', '20261113'], ['YYYYMMDD']],
    [['2/11/2569', '13/11/2569'], ['D/M/BBBB']],
  ])('%j is one only below the heading of one', (cells, formats) => {
    expect(datesOf(cells)).toBeNull()
    expect(datesOf(cells, true)?.formats).toEqual(formats)
  })
  test('names two cells that no format reads', () => {
    expect(unreadDays(['2/11/2026', 'Monday', 'Monday', 'Tue', 'Wed'], ['D/M/YYYY'])).toEqual({
      count: 4,
      examples: ['Monday', 'Tue'],
    })
  })

  const meanings = (sheet: string) =>
    Object.fromEntries(meaningsOf(layoutOf(sheet)).map(({ name, meaning }) => [name, meaning]))
  test.each(['20261102', '2/11/2569', 'Monday', 'week 45', '46328'])(
    'that is headed so stays one, whatever its cells are: %s',
    (cell) => expect(meanings(`Date;Farmer;Kg\n${cell};Grace Nakato;1\n${cell};Sarah;2\n`).Date).toBe('date'),
  )
  test('that a form noted itself is the day only if no other is', () => {
    const rows = '2026-11-02T09:15:11Z;2026-11-02;Grace;1\n2026-11-03T09:15:11Z;2026-11-03;Sarah;2\n'
    expect(meanings(`start;given_on;Farmer;Kg\n${rows}`)).toMatchObject({ start: 'note', given_on: 'date' })
    expect(meanings('start;Farmer;Kg\n2026-11-02T09:15:11Z;Grace;1\n').start).toBe('date')
  })
})
