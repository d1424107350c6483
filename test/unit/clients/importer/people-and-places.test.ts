import { describe, expect, test } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import { compileMap } from '../../../../src/clients/importer/compiled-map.ts'
import { commentedMap } from '../../../../src/clients/importer/guess/commented-map.ts'
import { firstRows } from '../../../../src/clients/importer/guess/first-rows.ts'
import { layoutOf } from '../../../../src/clients/importer/guess/layout.ts'
import { meaningsOf } from '../../../../src/clients/importer/guess/meanings.ts'
import type { Choices } from '../../../../src/clients/importer/guess/points.ts'
import { propose } from '../../../../src/clients/importer/guess/propose.ts'
import { KnownParties } from '../../../../src/clients/importer/known-parties.ts'
import {
  choicesToKeep,
  columnChoice,
  keptFor,
  type ShownProposal,
} from '../../../../src/clients/importer/steps.ts'
import { Calendar } from '../../../../src/clients/sheets/calendar.ts'
import { languageOf } from '../../../../src/words/language.ts'
import { wordsIn } from '../../../../src/words/words.ts'
import {
  decided,
  FACTS,
  openIn,
  optionsOf,
  proposalOf,
  sheetOf,
  told,
} from '../../../support/clients/importer/proposal.ts'
import { COOPERATIVE, HERE, ids, registry, rowsOf, WORDS } from '../../../support/clients/importer/support.ts'

/** Numbers of members, names that nobody headed, and places of plots: read, or a person is shown two cells and asked. */

const pointsOf = (sheet: string, choices: Choices = {}, columns: Parameters<typeof proposalOf>[2] = {}) =>
  proposalOf(sheet, choices, columns).points.map(({ name }) => name)

describe('a column that is headed as numbers alone', () => {
  const members = new Set(['71', '72', 'R-3', '1', '2', '3'])
  const facts = { isMember: (number: string) => members.has(number) }
  const of = (heading: string, numbers: readonly string[], more = 'Farmer', cell = 'Grace') =>
    told(
      sheetOf(`${heading},Date,${more},Kg`, ...numbers.map((one) => `${one},25/6/2026,${cell},5`)),
      {},
      facts,
    )[heading]

  test.each([
    ['Na.', ['R-3', '71'], 'member_no look: its cells are numbers of members, such as R-3, 71'],
    [
      'S/N',
      ['1', '2', '3', '4', '5', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
      'nothing none: it counts the rows',
    ],
    [
      'No.',
      ['1', '2', '3'],
      ' decide: it counts the rows, but 1, 2 are numbers of members too: which is it?',
    ],
  ])('%s of %j: %s', (heading, numbers, says) => expect(of(heading, numbers)).toBe(says))
  test('counts the rows where another column is headed as the members’', () => {
    expect(of('No.', ['1', '2', '3'], 'Member No', '71')).toBe('nothing none: it counts the rows')
    expect(of('No.', ['71', '72', '71'], 'Member No', '71')).toBe(' decide: it also looks like people')
  })
  test('is a remark if no member has its numbers, and is never a weight', () => {
    expect(of('No.', ['81', '85', '83'])).toBe('note none: kept as a remark')
    expect(told(sheetOf('No.,Date,Farmer', '81,25/6/2026,Grace', '85,26/6/2026,Mary'))['No.']).toBe(
      'note none: kept as a remark',
    )
  })
  test('identifies the farmers alone: no farmer is asked for all rows, and the next sheet is looked at anew', () => {
    const sheet = sheetOf('No.,Date,Kg', '71,25/6/2026,5', '72,26/6/2026,6')
    const proposal = proposalOf(sheet, {}, {}, facts)
    expect(decided(proposal).members).toEqual({ farmer: { member_no: { column: 'No.' } } })
    const kept = choicesToKeep({ ...(proposal as never as ShownProposal), firstRows: [], from: null })
    expect(kept).not.toHaveProperty(columnChoice(0))
    const next = sheetOf('No.,Date,Kg', '1,25/7/2026,5', '2,26/7/2026,6', '3,26/7/2026,6')
    expect(told(next, kept, facts)['No.']).toMatch(/^ decide: it counts the rows, but/)
    expect(proposalOf(next, kept, {}, facts).points.map(({ name }) => name)).not.toContain('farmer')
    const chosen = proposalOf(next, kept, { 'No.': 'nothing' }, facts)
    expect(chosen.points.map(({ name }) => name)).toContain('farmer')
  })
})

describe('names that no heading explains', () => {
  const rows = (header: string, ...names: readonly string[]) =>
    sheetOf(header, ...Array.from({ length: 12 }, (_, i) => `25/6/2026,${names[i % names.length]},${i + 5}`))

  test.each([
    ['Kwa', ['Okello', 'Nakato']],
    ['Agt', ['Grace Nakato', "Ng'ang'a W.", 'Mary']],
    ['X1', ['Zoé Mukasa']],
  ])('a few in %s are asked about with two cells, and no farmer is asked for all rows', (heading, names) => {
    const sheet = rows(`Date,${heading},Kg`, ...names)
    expect(told(sheet)[heading]).toBe(
      ` decide: a few names, often repeated, such as ${names.slice(0, 2).join(', ')}: farmers, buyers or collectors, or a remark?`,
    )
    expect(pointsOf(sheet)).not.toContain('farmer')
    const options = proposalOf(sheet).columns.find(({ name }) => name === heading)?.options
    expect(options).toEqual(expect.arrayContaining(['name', 'buyer', 'note']))
    expect(decided(proposalOf(sheet, {}, { [heading]: 'name' })).parties?.farmer?.name).toEqual({
      column: heading,
    })
    for (const meaning of ['buyer', 'note'] as const) {
      const map = decided(proposalOf(sheet, { farmer: 'Grace' }, { [heading]: meaning }))
      expect(map.parties?.farmer?.name).toEqual({ constant: 'Grace' })
      expect(map.records?.delivery?.note).toEqual([{ label: heading, column: heading }])
    }
  })

  test.each(['Buyer', 'Collector', 'Mnunuzi', 'Acheteur'])('%s is no farmer', (heading) => {
    const sheet = rows(`Date,${heading},Kg`, 'Okello', 'Nakato')
    expect(told(sheet)[heading]).toBe(
      ' decide: no other column is the farmer: are those such as Okello, Nakato the farmers, or who bought or collected it?',
    )
    const beside = rows(`Date,${heading},Kg`, 'Okello', 'Nakato').replace('Kg\n', 'Kg,Farmer\n')
    const filled = beside.replace(/(\d+)$/gm, '$1,Grace')
    expect(told(filled)[heading]).toBe('buyer sure: sure')
  })

  test('villages, grades, yes and no, and codes are no people', () => {
    const sheet = (heading: string, ...words: readonly string[]) => rows(`Date,${heading},Kg`, ...words)
    for (const [heading, ...words] of [
      ['Village', 'Bugoye', 'Maliba'],
      ['Daraja', 'Nzuri', 'Wastani'],
      ['Q', 'AA', 'PB'],
      ['Ref code', 'A-1', 'A-2'],
    ] as const) {
      expect(told(sheet(heading, ...words))[heading]).toBe('note none: kept as a remark')
      expect(pointsOf(sheet(heading, ...words))).toContain('farmer')
    }
  })
})

describe('places', () => {
  const COUNTRY = { country: '' }
  const ledger = sheetOf(
    'Date,Farmer,Kg,Latitude,Longitude',
    '25/6/2026,Grace,12,0.503472,32.583600',
    '26/6/2026,Mary,13,,',
    '27/6/2026,Grace,14,0.503472,32.583600',
  )
  const plotsIn = (sheet: string, proposal: ReturnType<typeof proposalOf>) =>
    rowsOf(sheet, compileMap(decided(proposal), registry)).map(({ records, faults }) => ({
      faults: faults.map(({ column, message }) => `${column}: ${message}`),
      types: records.map(({ draft }) => draft.type),
      plots: records.flatMap(({ draft }) => (draft.type === 'plot' ? [draft] : [])),
    }))

  test('of two columns are plots of the farmer of the row, the same one at the same place', () => {
    const proposal = proposalOf(ledger)
    expect(told(ledger)).toMatchObject({
      Kg: 'weight sure: sure',
      Latitude: 'latitude look: where the plot of the farmer of its row is',
      Longitude: 'longitude look: where the plot of the farmer of its row is',
    })
    const [first, second, third] = plotsIn(ledger, proposal)
    expect([first?.faults, first?.types]).toEqual([[], ['party', 'plot', 'delivery']])
    expect(second?.types).toEqual(['party', 'delivery'])
    expect(first?.plots).toMatchObject([
      { country: 'UG', geometry: { type: 'Point', coordinates: [32.5836, 0.503472] }, decimals: 6 },
    ])
    expect(third?.plots[0]?.plot).toBe(first?.plots[0]?.plot)
    expect(openIn(proposalOf(ledger, {}, {}, COUNTRY))).toEqual([
      'In which country are the plots, in two letters such as UG?',
    ])
  })

  test('with letters are no weights, and one of them alone is a remark', () => {
    const sheet = sheetOf('Date,Farmer,Qty,Lat,Long', '25/6/2026,Grace,12,1.25 S,36.82 E')
    expect(told(sheet)).toMatchObject({
      Qty: expect.stringMatching(/^weight/),
      Lat: expect.stringMatching(/^latitude/),
    })
    expect(plotsIn(sheet, proposalOf(sheet, { unit: 'kg', country: 'KE' }))[0]?.plots).toMatchObject([
      { geometry: { coordinates: [36.82, -1.25] } },
    ])
    for (const [heading, cell] of [
      ['Lat', '1.25 S'],
      ['Longitude', '1.25 E'],
    ] as const)
      expect(told(sheetOf(`Date,Farmer,${heading}`, `25/6/2026,Grace,${cell}`))[heading]).toBe(
        'note none: kept as a remark',
      )
  })

  test.each([
    ['GPS', '0.503472, 32.583600', 'latitude'],
    ['Location', '32.583600, 0.503472', 'longitude'],
    ['Long/Lat', '32.58, 0.50', 'longitude'],
    ['Place of the farm', '0.503472,32.583600', 'latitude'],
  ])('of one column %s such as %s are plots, the %s first', (heading, cell, first) => {
    const sheet = sheetOf(`Date,Farmer,Kg,${heading}`, `25/6/2026,Grace,12,"${cell}"`)
    expect(told(sheet)[heading]).toBe('position look: where the plot of the farmer of its row is')
    const [row] = plotsIn(sheet, proposalOf(sheet))
    expect(row?.faults).toEqual([])
    expect(row?.plots).toMatchObject([
      { geometry: { coordinates: [expect.closeTo(32.58, 1), expect.closeTo(0.5, 1)] } },
    ])
    expect(decided(proposalOf(sheet)).records?.plot?.geometry).toEqual({ column: heading, first })
  })

  test('whose order nothing shows are asked about with two cells; no row gets one place', () => {
    const sheet = sheetOf(
      'Date,Farmer,Kg,GPS',
      '25/6/2026,Grace,12,"0.5034, 1.5836"',
      '25/6/2026,Mary,9,"0.6, 1.6"',
    )
    const proposal = proposalOf(sheet, { country: 'XX' })
    expect(openIn(proposal)).toEqual([
      'Which number comes first in "GPS", such as “0.5034, 1.5836”, “0.6, 1.6”?',
    ])
    expect(optionsOf(proposal, 'order')).toEqual([
      'the latitude: latitude 0.5034, longitude 1.5836',
      'the longitude: longitude 0.5034, latitude 1.5836',
    ])
    expect(commentedMap(WORDS, proposal, 'x')).toContain('Which number comes first in "GPS"')
    expect(decided(proposalOf(sheet, { country: 'GH', order: 'longitude' })).records?.plot?.geometry).toEqual(
      {
        column: 'GPS',
        first: 'longitude',
      },
    )
  })

  test.each([
    ['ODK', '0.503472 32.583600 1200.0 4.9', 'Point'],
    ['Shape', 'POLYGON ((32.5 1, 32.501 1, 32.501 1.001, 32.5 1))', 'Polygon'],
    [
      'Walk',
      '1.100001 32.420001 1500.0 4.9; 1.100001 32.421001 1500.0 5.0; 1.101001 32.421001 1501.0 4.7; 1.100001 32.420001 1500.0 4.9',
      'Polygon',
    ],
  ])('of %s in one cell are plots', (heading, cell, type) => {
    const sheet = sheetOf(`Date,Farmer,Kg,${heading}`, `25/6/2026,Grace,12,"${cell}"`)
    expect(told(sheet)[heading]).toMatch(/^position look/)
    expect(plotsIn(sheet, proposalOf(sheet))[0]?.plots).toMatchObject([{ geometry: { type } }])
  })

  test('a second pair is asked about; one that Kobo writes twice is not', () => {
    const twice = sheetOf('Date,Farmer,Kg,Lat,Lon,Lat 2,Lon 2', '25/6/2026,Grace,12,0.5034,32.5,0.6034,32.6')
    for (const name of ['Lat', 'Lon', 'Lat 2', 'Lon 2'])
      expect(told(twice)[name]).toMatch(/^ decide: several columns are places, here such as .*: which is the/)
    const chosen = { Lat: 'note', Lon: 'note', 'Lat 2': 'latitude', 'Lon 2': 'longitude' } as const
    expect(plotsIn(twice, proposalOf(twice, {}, chosen))[0]?.plots).toMatchObject([
      { geometry: { coordinates: [32.6, 0.6034] } },
    ])
    expect(openIn(proposalOf(twice, {}, { ...chosen, 'Lon 2': 'note' }))).toEqual([
      'No column is the longitude of the farmer’s plot.',
    ])
    const kobo = sheetOf(
      'Date,Farmer,Kg,GPS,_GPS_latitude,_GPS_longitude,_GPS_altitude',
      '25/6/2026,Grace,12,0.503472 32.5836 1200 4.9,0.503472,32.5836,1200',
    )
    expect(told(kobo)).toMatchObject({
      GPS: 'note none: kept as a remark',
      _GPS_latitude: expect.stringMatching(/^latitude/),
    })
    expect(plotsIn(kobo, proposalOf(kobo))[0]?.plots).toHaveLength(1)
  })

  test('of a list of farmers make the farmers and their plots; one without a place is a farmer still', () => {
    const sheet = sheetOf(
      'Name,Phone,Area,Lat,Lon',
      'Grace,+256772123456,2,0.5034,32.5836',
      'Mary,+256772123457,1,,',
    )
    const proposal = proposalOf(sheet)
    expect(proposal.points.find(({ name }) => name === 'makes')?.value).toBe('plot')
    expect(plotsIn(sheet, proposal).map(({ types, faults }) => [types, faults])).toEqual([
      [['party', 'plot'], []],
      [['party'], []],
    ])
    const numbered = sheetOf('Member No,Plot,Latitude,Longitude', '74,P14,0.503472,32.583600')
    expect(decided(proposalOf(numbered))).toMatchObject({
      key: ['Member No', 'Plot'],
      members: { farmer: { member_no: { column: 'Member No' } } },
      records: { plot: { plot_name: { column: 'Plot' }, keyed_by: ['Member No', 'Plot'] } },
    })
  })
})

describe('the first rows', () => {
  const context = {
    ...{ registry, tables: new Map(), cooperative: COOPERATIVE, ids, phone: null, acceptMatches: false },
    known: new KnownParties([]),
    calendar: new Calendar(HERE.timeZone, HERE.nowMs),
  }
  const rowsIn = (text: string, choices: Choices) => {
    const layout = layoutOf(text)
    const sheet = { layout, columns: meaningsOf(layout), isOfPlots: false, remarks: [] }
    const facts = { ...FACTS, country: choices.country ?? '' }
    return firstRows(sheet, propose(sheet, facts, choices), facts, choices, context)
  }
  const shown = (text: string, choices: Choices) => rowsIn(text, choices).map(({ said }) => WORDS.tell(said))

  test.each([
    ['en', ['60 kg (1 bag of 60 kg)', '180 kg (3 bags of 60 kg)']],
    ['sw', ['60 kg (mfuko 1 wa 60 kg)', '180 kg (mifuko 3 ya 60 kg)']],
    ['fr', ['60 kg (1 sac de 60 kg)', '180 kg (3 sacs de 60 kg)']],
  ])('count bags in %s', (code, said) => {
    const words = wordsIn(must(languageOf(code)), HERE.timeZone)
    const bags = sheetOf('Date,Farmer,Bags,Bag weight', '25/6/2026,Grace,1,60 kg', '26/6/2026,Mary,3,60 kg')
    expect(
      rowsIn(bags, { crop: 'maize_grain' }).map(({ quantity }) =>
        words.tell(must(quantity)).replaceAll('\u00a0', ' '),
      ),
    ).toEqual(said)
  })

  const sheet = sheetOf('Name,Lat,Lon,Plot', 'Grace,0.5034,32.5836,Hill', 'Mary,,,Valley')

  test('show plots by their names or places, and none before their country is known', () => {
    expect(shown(sheet, { country: 'UG' })).toEqual(['Plot Hill of Grace', 'Person: Mary'])
    expect(shown(sheet, {})).toEqual(['Person: Grace', 'Person: Mary'])
    const ledger = sheetOf('Date,Farmer,Kg,GPS', '25/6/2026,Grace,12,"0.5034, 32.5836"')
    expect(shown(ledger, { crop: 'maize_grain', country: 'UG' })).toEqual([
      expect.stringMatching(/^Delivery of .*, Grace, /),
      'Plot at 0.5034, 32.5836 of Grace',
    ])
    expect(shown(ledger, { crop: 'maize_grain', country: 'XX' })).toEqual([
      expect.stringMatching(/^Delivery of .*, Grace, /),
    ])
  })
})

test('a number of a member is one with other zeros before it, too', () => {
  const member = { party: 'p', name: 'Grace', member_no: '0017', phone: null, same_as: null }
  const { isMember } = new KnownParties([member])
  expect(['17', '0017', '18', ''].map(isMember)).toEqual([true, true, false, false])
})

describe('a column that was empty when somebody chose', () => {
  const header = 'Date,Farmer,Kg,Evening kg,Paid on date,Price,GPS'
  const empty = sheetOf(header, '25/6/2026,Grace,12,,,,')
  const headings = header.split(',')
  const shown = (choices: Choices): ShownProposal => {
    const proposal = proposalOf(empty, choices)
    const columns = proposal.columns.map((column) => ({ ...column, isEmpty: column.cells.length === 0 }))
    return { ...(proposal as never as ShownProposal), columns: columns as never, firstRows: [], from: null }
  }
  const filled = sheetOf(
    header,
    '25/7/2026,Grace,12,7,26/7/2026,500,"0.5034, 32.5836"',
    '26/7/2026,Mary,9,6,27/7/2026,700,',
  )

  test.each([
    ['as it was shown', {}],
    ['as not read', { column_3: 'nothing', column_4: 'nothing', column_5: 'nothing', column_6: 'nothing' }],
    ['as a remark', { column_3: 'note', column_4: 'note', column_5: 'note', column_6: 'note' }],
  ])('is asked about or read once it has cells, if it was kept %s', (_, choices: Choices) => {
    const kept = keptFor([{ headings, choices: choicesToKeep(shown(choices)) }], headings)
    expect(told(filled, must(kept).choices)).toMatchObject({
      'Evening kg': ' decide: it also looks like weights',
      'Paid on date': ' decide: it also looks like days',
      Price: ' decide: of one kilogram, of one unit, or of the whole?',
      GPS: 'position look: where the plot of the farmer of its row is',
    })
  })
  test('does not make a list of people of deliveries', () => {
    const people = choicesToKeep({
      ...(proposalOf(sheetOf('Date,Farmer,Kg', ',Grace,')) as never as ShownProposal),
      ...{ firstRows: [], from: null },
    })
    expect(people).toMatchObject({ makes: 'people' })
    expect(told(sheetOf('Date,Farmer,Kg', '25/6/2026,Grace,12'), people)).toMatchObject({
      Date: expect.stringMatching(/^ decide: such rows have no place/),
      Kg: expect.stringMatching(/^ decide: such rows have no place/),
    })
  })
  test('a remark that somebody chose for cells is kept', () => {
    const choices = { column_3: 'note' }
    const sheet = sheetOf('Date,Farmer,Kg,Evening kg', '25/6/2026,Grace,12,7')
    const kept = choicesToKeep({
      ...(proposalOf(sheet, choices) as never as ShownProposal),
      firstRows: [],
      from: null,
    })
    expect(kept.column_3).toBe('note')
  })
})

describe('long cells, many columns, many names', () => {
  const LONG = 100_000
  const long = (part: string) => part.repeat(Math.ceil(LONG / part.length)).slice(0, LONG)

  test.each(['1', '0.5, 32.5 ', 'N ', ' x', 'Grace ', 'é', '12% ', '((', '25/6/2026 ', '1,', '{"type":'])(
    'a cell of 100 kB of %j in any column is shown shortened',
    (part) => {
      const cell = `"${long(part).replaceAll('"', '""')}%"`
      for (const heading of ['No.', 'Lat', 'GPS', 'Who', 'Buyer', 'Kg', 'Date', 'Price', 'Remarks', 'Plot']) {
        const sheet = sheetOf(
          `Day,Farmer,Net kg,Longitude,${heading}`,
          `25/6/2026,Mary,5,32.5,${cell}`,
          '26/6/2026,Mary,6,32.5,7',
        )
        const proposal = proposalOf(sheet)
        const said = JSON.stringify([
          proposal.remarks,
          proposal.points,
          proposal.columns.map(({ why }) => why),
        ])
        expect(said.length).toBeLessThan(20_000)
        expect(commentedMap(WORDS, proposal, 'x').length).toBeLessThan(20_000)
      }
    },
  )
  test('a note that is too long is refused with what to do', () => {
    const sheet = sheetOf('Date,Farmer,Kg,Remarks', `25/6/2026,Grace,12,${long('wet ')}`)
    const [row] = rowsOf(sheet, compileMap(decided(proposalOf(sheet)), registry))
    expect(row?.faults.map(({ column, message, remedy }) => [column, message, remedy])).toEqual([
      [expect.any(String), expect.stringMatching(/note/), 'Correct or shorten it.'],
    ])
  })
  test('so is a name of 1,000 names, and 1,000 names are farmers', () => {
    const names = Array.from(
      { length: 1_000 },
      (_, i) =>
        `Grace ${'abcdefghij'[i % 10]}${'klmnopqrst'[Math.floor(i / 10) % 10]}${'uvwxyzabcd'[Math.floor(i / 100)]}`,
    )
    const one = sheetOf('Date,Farmer,Kg', `25/6/2026,"${names.join(', ')}",12`)
    const [row] = rowsOf(one, compileMap(decided(proposalOf(one)), registry))
    expect(row?.faults.map(({ remedy }) => remedy)).toEqual(['Correct or shorten it.'])
    const many = sheetOf('Date,X,Kg', ...names.map((name) => `25/6/2026,${name},12`))
    expect(told(many).X).toBe('name look: by its cells alone')
    const again = sheetOf(
      'Date,X,Kg',
      ...Array.from({ length: 5 }, () => names.map((name) => `25/6/2026,${name},12`)).flat(),
    )
    expect(told(again).X).toMatch(/^ decide: a few names, often repeated/)
  })
  test('400 columns of numbers, places and names are each asked about or kept', () => {
    const names = Array.from({ length: 400 }, (_, i) => `${['No', 'Lat', 'Lon', 'GPS', 'Who'][i % 5]} ${i}`)
    const line = (row: number) =>
      names.map((_, i) => [row, '0.5034', '32.5836', '"0.5034, 32.5836"', 'Okello'][i % 5])
    const sheet = sheetOf(
      ['Date', 'Kg', ...names].join(','),
      ...Array.from({ length: 100 }, (_, row) => ['25/6/2026', row + 1, ...line(row)].join(',')),
    )
    const all = Object.values(told(sheet)).slice(2)
    expect(all.filter((one) => one.startsWith(' decide: several columns are places'))).toHaveLength(240)
    expect(all.filter((one) => one.startsWith(' decide: a few names'))).toHaveLength(80)
  })
})
