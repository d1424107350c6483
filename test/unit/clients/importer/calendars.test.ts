import { describe, expect, test } from 'vitest'
import { isHijri, mayBeEthiopian } from '../../../../src/clients/importer/guess/calendars.ts'
import { openIn, optionsOf, proposalOf } from '../../../support/clients/importer/proposal.ts'

/** Days of other calendars, which only a person can tell. */

const today = '2026-11-30'
const sheet = (...days: readonly string[]) =>
  `Date,Farmer,Kg\n${days.map((day, i) => `${day},Neema,${i + 1}\n`).join('')}`
const asked = (country: string, choices: Readonly<Record<string, string>>, ...days: readonly string[]) =>
  proposalOf(sheet(...days), { unit: 'kg', ...choices }, {}, { today, country })

describe('days that may be Ethiopian are asked about', () => {
  test.each([
    ['a day that only theirs has', 'UG', ['30/2/2010', '12/3/2011'], 'D/M/EEEE'],
    ['a day that only theirs has', 'UG', ['30-2-2018', '12-3-2016'], 'D-M-EEEE'],
    ['the thirteenth month', 'UG', ['5/13/2018', '12/3/2017'], 'D/M/EEEE'],
    ['the thirteenth month', '', ['3-13-2015', '1-2-2016'], 'D-M-EEEE'],
    ['the country', 'ET', ['12/3/2015', '14/3/2015'], 'D/M/EEEE'],
    ['the country', 'ET', ['12-3-2016', '14-11-2015'], 'D-M-EEEE'],
    ['years that are behind', 'UG', ['12/2/2019', '14/3/2019'], 'D/M/EEEE'],
    ['years that are behind', '', ['12-2-2019', '14-12-2018'], 'D-M-EEEE'],
    ['the country', 'ET', ['2015-03-12', '2015-03-14'], 'EEEE-M-D'],
    ['a day that only theirs has', 'UG', ['2010-2-30', '2011-3-12'], 'EEEE-M-D'],
    ['years that are behind', '', ['2019-02-12', '2018-12-14'], 'EEEE-M-D'],
    ['their months', 'UG', ['12 Tikimt 2019', '13 Hidar 2019'], 'D MMMM EEEE'],
    ['their months', '', ['3 Tahsas 2018', '1 Pagume 2018'], 'D MMMM EEEE'],
  ] as const)('by %s, where the country is %s: %j', (_what, country, days, format) => {
    const proposal = asked(country, {}, ...days)
    expect(openIn(proposal)).toEqual([
      expect.stringMatching(/may be a day of the Ethiopian calendar, 7 or 8 years behind\. Is that so\?$/),
    ])
    const [theirs = ''] = optionsOf(proposal, 'calendar')
    expect(theirs).toContain(`${format}: `)
    for (const day of days) expect(theirs).toContain(`"${day}" is `)
    expect(asked(country, { calendar: 'yes' }, ...days).draft.dates?.day).toEqual({
      column: 'Date',
      formats: [format],
    })
  })

  test('a person may say that they are ours', () => {
    const proposal = asked('UG', { calendar: 'no' }, '12/2/2019', '14/3/2019')
    expect(openIn(proposal)).toEqual([])
    expect(proposal.draft.dates?.day?.formats).toEqual(['D/M/YYYY'])
    expect(optionsOf(proposal, 'calendar')[1]).toBe('no, they are days of the usual (Gregorian) calendar')
  })

  test.each([
    ['of this year', 'UG', ['12/3/2026', '14/3/2026']],
    ['of this year, with one that is wrong', 'UG', ['12/3/2026', '14/3/2026', '30/2/2026']],
    ['of this year in Ethiopia', 'ET', ['12/3/2026', '14/3/2026']],
    ['of an earlier year', 'UG', ['12/3/2016', '14/3/2016']],
    ['of an earlier year, as a workbook gives it', 'UG', ['2016-03-12', '2016-03-14']],
    ['of this year in Ethiopia, as a workbook gives it', 'ET', ['2026-03-12', '2026-03-14']],
    ['with the day before the month', 'UG', ['2016-25-06', '2016-13-05']],
    ['with the month first', 'UG', ['5/13/2016', '6/25/2016']],
    ['with a 31st', 'UG', ['31/3/2019', '31/5/2019']],
  ])('not days %s', (_what, country, days) => {
    expect(mayBeEthiopian(days, { today, country })).toBeNull()
  })
})

describe('years of the Islamic calendar', () => {
  test.each(['12/3/1447', '12-3-1440', '1448-03-12', '12 Rajab 1447'])('%s', (day) =>
    expect(isHijri(day)).toBe(true),
  )
  test.each(['12/3/1947', '1447', 'Grace 1447', '0754 1447'])('not %s', (day) =>
    expect(isHijri(day)).toBe(false),
  )

  test.each([
    ['12/3/1447', '13/3/1447'],
    ['1 Rajab 1447', '2 Rajab 1447'],
  ])('are named where a person is asked: %s', (...days) => {
    expect(openIn(asked('UG', {}, ...days))).toEqual([
      `"Date" has days such as ${days.join(', ')}, which may be of the Islamic (Hijri) calendar. No pattern reads it: write the days of the usual calendar in the sheet. If they are written otherwise: how? For example D/M/YYYY`,
    ])
  })
  test('are days without such a heading, too', () => {
    const proposal = proposalOf('When,Farmer,Kg\n12/3/1447,Neema,5\n13/3/1447,Asha,6\n')
    expect(openIn(proposal)).toEqual([
      'When: it looks like days, but cells such as 12/3/1447, 13/3/1447 cannot be read so',
    ])
  })
})
