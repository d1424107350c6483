import { describe, expect, test } from 'vitest'
import { compileMap } from '../../../../src/clients/importer/compiled-map.ts'
import type { Meaning } from '../../../../src/clients/importer/guess/columns.ts'
import { layoutOf } from '../../../../src/clients/importer/guess/layout.ts'
import { meaningsOf } from '../../../../src/clients/importer/guess/meanings.ts'
import type { Choices } from '../../../../src/clients/importer/guess/points.ts'
import { slug } from '../../../../src/clients/importer/guess/sheet-read.ts'
import { datesOf, numbersOf } from '../../../../src/clients/importer/guess/styles.ts'
import {
  cropsCalled,
  saysOtherUnit,
  unitCalled,
  unitInHeading,
} from '../../../../src/clients/importer/guess/words.ts'
import { readSheet } from '../../../../src/clients/sheets/sheet.ts'
import { decided, FACTS as facts, openIn, proposalOf } from '../../../support/clients/importer/proposal.ts'
import { registry, rowsOf } from '../../../support/clients/importer/support.ts'

const meanings = (sheet: string): Record<string, Meaning | null> =>
  Object.fromEntries(meaningsOf(layoutOf(sheet)).map(({ name, meaning }) => [name, meaning]))

const BOOK = `Kasese buying centre;;;;;;
June 2026;;;;;;
Date;Receipt No;First name;Surname;Mobile;Gross (kg);Tare
1/6/2026;101;Grace;Nakato;0772 123456;81,5;1,5
15/6/2026;102;Okello;James;0772 123457;60;1
# scale changed;;;;;;
16/6/2026;103;Mary;Aber;-;40;1
Total;;;;;181,5;3,5
`

describe('the layout', () => {
  test('finds separator, titles, header, totals and remarks', () => {
    const { csv, columns, skip, rowCount, hasHeader } = layoutOf(BOOK)
    expect(csv).toEqual({ delimiter: ';', skip_lines: 2 })
    const header = columns.map(({ name }) => name).join(';')
    expect(header).toBe('Date;Receipt No;First name;Surname;Mobile;Gross (kg);Tare')
    expect(skip).toEqual([{ column: 'Date', words: ['total'], beginning: ['#'] }])
    expect([rowCount, hasHeader]).toEqual([3, true])
  })

  test('names the columns of a sheet without a header', () => {
    const sheet = '1/6/2026,Grace,12\n2/6/2026,Mary,13\n'
    const { csv, columns, rowCount } = layoutOf(sheet)
    expect(csv).toEqual({ header: ['Column 1', 'Column 2', 'Column 3'] })
    expect([columns[1]?.cells, rowCount]).toEqual([['Grace', 'Mary'], 2])
    const { header, rows } = readSheet(sheet, csv)
    expect([header, rows.map(({ cells }) => cells[1])]).toEqual([csv.header, ['Grace', 'Mary']])
  })

  test.each(['', '\n\n', ',,,\n,,\n'])('refuses a file without rows: %j', (text) => {
    expect(() => layoutOf(text)).toThrow('The file has no rows.')
  })

  test('is looked at only as far as people write: no cell is walked through again and again', () => {
    const digits = '1'.repeat(2_000_000)
    expect(() => layoutOf(`Date,${digits}x\n1/6/2026,5\n`)).toThrow('has more than 300 characters')
    const { columns } = layoutOf(`Date,Kg\n1/6/2026,${digits}x\n`)
    expect(columns[1]?.cells[0]).toHaveLength(1_000)
  })
})

describe('numbers and dates', () => {
  test.each([
    [['1,250.5', '3'], { decimal: '.', thousands: ',' }, null],
    [['1.250,5', '3'], { decimal: ',', thousands: '.' }, null],
    [['12,5', '3 kg'], { decimal: ',', thousands: undefined }, null],
    [['12.5', '3'], { decimal: '.', thousands: undefined }, null],
    [['1,250', '3'], { decimal: '.', thousands: ',' }, '1,250'],
    [['1,250,000', '1,250'], { decimal: '.', thousands: ',' }, null],
    [['1.250', '3'], { decimal: '.', thousands: undefined }, '1.250'],
    [['1 250,5'], { decimal: ',', thousands: ' ' }, null],
    // A comma for decimals beside what may be a thousand.
    [['1,250 kg', '10,5 kg', '98 kg'], { decimal: ',', thousands: undefined }, '1,250'],
    [['1.250', '10.5'], { decimal: '.', thousands: undefined }, '1.250'],
    [['0.250', '10.5'], { decimal: '.', thousands: undefined }, null],
    [['1.250,5', '1,250'], { decimal: ',', thousands: '.' }, null],
  ])('numbers like %j', (cells, style, unclear) => {
    expect(numbersOf(cells)).toEqual({ style, unclear })
  })

  test.each([
    [['1/6/2026', '25/6/2026'], ['D/M/YYYY'], null],
    [['6/1/2026', '6/25/2026'], ['M/D/YYYY'], null],
    [['1/6/2026', '2/6/2026'], ['D/M/YYYY'], ['M/D/YYYY']],
    [['2026-06-21', '25.6.2026'], ['YYYY-M-D', 'D.M.YYYY'], null],
    // A spreadsheet program took the month for the day where it could, and left the others as text.
    [
      ['2026-03-04', '2026-05-04', '13/04/2026'],
      ['YYYY-M-D', 'D/M/YYYY'],
      ['YYYY-D-M', 'D/M/YYYY'],
    ],
    [['3 March 2026', '4 Mar 2026'], ['D MMMM YYYY'], null],
    [['1-Jun-26'], ['D-MMMM-YY'], null],
    [['25/6/2026 07:30'], ['D/M/YYYY HH:mm'], null],
  ])('days like %j', (cells, formats, instead) => {
    const dates = datesOf(cells)
    expect([dates?.formats.toSorted(), dates?.instead ?? null]).toEqual([formats.toSorted(), instead])
  })

  test('a cell in the other order is left to the dry run, never read by a second format', () => {
    expect(datesOf(['25/6/2026', '26/6/2026', '6/27/2026'])?.formats).toEqual(['D/M/YYYY'])
  })

  test('nothing that is no day', () => expect(datesOf(['12', 'Grace', '0772 123456'])).toBeNull())
})

describe('the columns', () => {
  test.each([
    [BOOK, 'date receipt name surname phone gross tare'],
    ['Tarehe,Jina,Uzito,Bei\n1/6/2026,Grace,12,5\n', 'date name weight -'],
    ['Jour,Producteur,Poids (kg),Prix unitaire\n1/6/2026,Grace,12,5\n', 'date name weight -'],
    [
      'Member No.,Farmer name,Price/kg,Net weight,Gross,Grade\n7,Grace,5,12,13,A\n',
      'member_no name kg_price weight - note',
    ],
    // By the cells alone; a weight that is not a figure is left to a person.
    [
      'A,B,C,Weight\n1/6/2026,Grace Nakato,12 kg,heavy\n2/6/2026,Mary Aber,13 kg,light\n',
      'date name weight -',
    ],
    [
      'nom;prénoms;téléphone;superficie\nMbarga;Alice;+237670000101;2,5\nFouda;Benoît;+237670000102;1,2\n',
      'surname name phone note',
    ],
    ['First name,Middle name,Family name\nGrace,Aber,Nakato\n', 'name surname surname'],
    ['Name,Name,\nGrace,x,y\n', 'name - nothing'],
  ])('%#: of %j', (sheet, expected) => {
    const found = meaningsOf(layoutOf(sheet)).map(({ meaning }) => meaning ?? '-')
    expect(found.join(' ')).toBe(expected)
  })
})

describe('words', () => {
  test.each([
    ['KGs', 'kg'],
    ['Kilogram', 'kg'],
    ['bags', 'bag'],
    ['lbs.', 'lb'],
    ['kikapu', null],
    ['bag_50kg', 'bag_50kg'],
    ['50-kg bag', 'bag_50kg'],
    ['', null],
  ])('the unit %j', (word, unit) => expect(unitCalled(word, facts.units)).toBe(unit))

  test('units in headings', () => {
    expect(unitInHeading('Weight (kg)', facts.units)).toBe('kg')
    expect(unitInHeading('Weight', facts.units)).toBeNull()
    expect(unitInHeading('Kg per bag', facts.units)).toBeNull()
  })
  test.each([
    ['Weight (g)', 'g'],
    ['Weight (lbs)', 'lb'],
    ['Qty (MT)', 't'],
    ['Quantity [qtl]', 'quintal'],
    ['Milk L', 'l'],
    ['Debe', 'debe'],
    ['Magunia', 'sack'],
    ['Tins', 'debe'],
    ['Uzito (kilogramu)', 'kg'],
    ['Weight (kg) / Net', 'kg'],
    ['Amount (50-kg bag)', 'bag_50kg'],
    ['Gross', null],
    ['Weight (kg/lbs)', null],
    ['G weight', null],
    ['Quantity (bales)', null],
  ])('the heading %s names %s', (heading, unit) => {
    expect(unitInHeading(heading, facts.units)).toBe(unit)
  })
  test.each([
    ['Weight (kg/lbs)', true],
    ['Quantity (bales)', true],
    ['Kg per bag', true],
    ['Quantity', false],
    ['Gross', false],
    ['Weight (kg)', false],
  ])('whether %s says a unit that is not known: %s', (heading, is) => {
    expect(saysOtherUnit(heading, facts.units)).toBe(is)
  })
  test.each(['Debe', 'LBS', '(MT)', 'Tins', 'Quintals', 'Bags', 'Litres'])(
    '%s alone is a quantity',
    (unit) => {
      expect(meanings(`Date,Farmer,${unit}\n1/6/2026,Grace,12\n2/6/2026,Sarah,13\n`)[unit]).toBe('weight')
    },
  )

  test('crops', () => {
    expect(cropsCalled('coffee_fresh_cherry', facts.crops).map(({ id }) => id)).toEqual([
      'coffee_fresh_cherry',
    ])
    expect(cropsCalled('fresh cherries', facts.crops)).toEqual([])
    expect(cropsCalled('Coffee, parchment', facts.crops).map(({ id }) => id)).toEqual(['coffee_parchment'])
    expect(cropsCalled('coffee', facts.crops).length).toBeGreaterThan(3)
  })

  test('names', () => {
    expect(slug('Été 2026 (final).XLSX')).toBe('ete-2026-final')
    expect(slug('…')).toBe('sheet')
  })
})

describe('a map', () => {
  const CHERRY = { crop: 'coffee_fresh_cherry' }
  test('is proposed, decided, and reads the sheet', () => {
    const map = decided(proposalOf(BOOK, CHERRY))
    expect(map).toMatchObject({
      name: 'book',
      key: ['Receipt No'],
      decimal: ',',
      country: 'UG',
      empty: ['-'],
    })
    const rows = rowsOf(
      BOOK,
      compileMap(
        { ...map, country: undefined, parties: { farmer: { ...map.parties?.farmer, phone: undefined } } },
        registry,
      ),
    )
    expect(rows.flatMap(({ faults }) => faults)).toEqual([])
    const kg = rows
      .flatMap(({ records }) => records.filter(({ draft }) => draft.type === 'delivery'))
      .map(({ draft }) => (draft.quantity as { value: number }).value)
    expect(kg).toEqual([80, 59, 39])
  })

  test('what cannot be known is left to a person: the order of day and month, 1,250, units, crops, currency, country, ground', () => {
    const sheet =
      'Date,Farmer,Phone,Qty,Unit,Crop,Price/kg,Village\n1/6/2026,Grace,0772123456,"1,250",kikapu,Cherry,500,Kasese\n2/6/2026,Mary,0772123457,3,kg,Parchment,600,Bwera\n'
    const nobody = { crop: '', basis: '' }
    expect(openIn(proposalOf(sheet, nobody, {}, { country: '' }))).toEqual([
      '"1/6/2026" can be read in two ways, and no cell shows which is right. D is the day, M the month.',
      'Does the "," in "1,250" mark',
      'Which unit is "kikapu"?',
      'Which crop is "cherry"?',
      'Which crop is "parchment"?',
      'In which currency is the price, such as UGX?',
      'Of which country are the phone numbers, in two letters such as UG?',
      'Lawful basis',
    ])
    const choices: Choices = {
      days: 'M/D/YYYY',
      mark: 'thousands',
      'unit:kikapu': 'bag',
      'crop:cherry': 'coffee_fresh_cherry',
      'crop:parchment': 'coffee_parchment',
      currency: 'ugx',
      country: 'ug',
      basis: 'consent',
      as_of: '31/5/2026',
      name: 'sales',
    }
    const village = { Village: 'nothing' } as const
    const open = proposalOf(sheet, { ...choices, currency: 'shilling' }, village, { country: '' })
    expect(openIn(open)).toEqual([
      'In which currency is the price, such as UGX? "shilling" is not a currency. Write its three letters, such as UGX or KES.',
      'Were these farmers asked, and did they agree that their prices are stored?',
    ])
    const map = decided(proposalOf(sheet, { ...choices, prices: 'agreed' }, village, { country: '' }))
    expect(map).toEqual({
      name: 'sales',
      lawful_basis: 'consent',
      as_of: '2026-05-31',
      time_zone: 'Africa/Kampala',
      country: 'UG',
      thousands: ',',
      crop: { column: 'Crop', lookup: { cherry: 'coffee_fresh_cherry', parchment: 'coffee_parchment' } },
      units: { kikapu: { unit: 'bag' }, kg: { unit: 'kg' } },
      quantities: { quantity: { column: 'Qty', unit_column: 'Unit' } },
      dates: { day: { column: 'Date', formats: ['M/D/YYYY'] } },
      parties: {
        farmer: {
          name: { column: 'Farmer' },
          kind: 'person',
          nobody: expect.any(Array),
          phone: { column: 'Phone' },
        },
      },
      records: {
        delivery: {
          from_party: ['farmer'],
          to_party: ['cooperative'],
          occurred_at: 'day',
          quantity: 'quantity',
          lawful_basis: 'special_data_consent',
          agreed_price: { column: 'Price/kg', currency: { constant: 'UGX' }, decimals: 0, per: 'kg' },
        },
      },
    })
    expect(() => compileMap(map, registry)).not.toThrow()
  })

  describe('prices, which are kept only with the consent of the people they are about', () => {
    const sheet = 'Date,Farmer,Kg,Price/kg,Village\n25/6/2026,Grace,12,500,Kasese\n'
    const choices = (basis: string, more: Choices = {}): Choices => ({
      ...{ crop: 'coffee_parchment', currency: 'UGX', basis },
      ...more,
    })
    // In daily use, ariary have no decimals; by the standard they have two.
    test.each([
      ['MGA', 2],
      ['KES', 2],
      ['UGX', 0],
    ])('have the decimals of the standard: %s has %i', (currency, decimals) => {
      const map = decided(proposalOf(sheet, choices('special_data_consent', { currency })))
      expect(map.records).toMatchObject({ delivery: { agreed_price: { decimals } } })
    })
    test('are left out where not everybody was asked: the ground stays what was stated', () => {
      const map = decided(proposalOf(sheet, choices('contract_performance', { prices: 'without' })))
      expect(map.lawful_basis).toBe('contract_performance')
      expect(map.records).toEqual({
        delivery: {
          from_party: ['farmer'],
          to_party: ['cooperative'],
          occurred_at: 'day',
          quantity: 'quantity',
          note: [{ label: 'Village', column: 'Village' }],
        },
      })
      const rows = rowsOf(sheet, compileMap(map, registry))
      expect(
        rows.flatMap(({ records }) => records.map(({ draft }) => [draft.type, draft.lawful_basis])),
      ).toContainEqual(['delivery', 'contract_performance'])
      expect(JSON.stringify(rows)).not.toMatch(/agreed_price|special_data_consent/)
    })
    test('are not asked about where that consent was stated', () => {
      const proposal = proposalOf(sheet, choices('special_data_consent'))
      expect(proposal.points.map(({ name }) => name)).not.toContain('prices')
      expect(decided(proposal).records).toMatchObject({ delivery: { agreed_price: { column: 'Price/kg' } } })
    })
    test('of a map that does not state it are refused, with what to do', () => {
      const map = decided(proposalOf(sheet, choices('contract_performance', { prices: 'agreed' })))
      const { delivery } = map.records as { delivery: object }
      const unstated = { ...map, records: { delivery: { ...delivery, lawful_basis: undefined } } }
      expect(() => compileMap(JSON.parse(JSON.stringify(unstated)), registry)).toThrow(/asked and agreed/)
    })
  })

  test('a list of members makes people alone', () => {
    const sheet = 'No,Member name,Tel\n1,Grace,+256772123456\n2,Mary,+256772123457\n'
    const map = decided(proposalOf(sheet, {}, { No: 'member_no' }, { country: '' }))
    expect(Object.keys(map).sort()).toEqual(['as_of', 'lawful_basis', 'name', 'parties', 'time_zone'])
    expect(map.parties).toEqual({
      farmer: {
        ...{ name: { column: 'Member name' }, kind: 'person', nobody: expect.any(Array), keyed_by: ['No'] },
        ...{ member_no: { column: 'No' }, phone: { column: 'Tel' } },
      },
    })
    expect(() => compileMap(map, registry)).not.toThrow()
  })

  test('bags of a weight are counted; a unit or a crop that nobody knows refuses its rows', () => {
    const sheet =
      'Date,Farmer,Bags,Bag weight,Produce\n25/6/2026,Grace,3,60 kg,Parchment\n26/6/2026,Mary,2,1 kikapu,Robusta?\n'
    const words = { 'unit:kikapu': '-', 'crop:parchment': 'coffee_parchment', 'crop:robusta?': '-' }
    const map = decided(proposalOf(sheet, words))
    const rows = rowsOf(sheet, compileMap(map, registry))
    expect(rows.map(({ faults }) => faults.map(({ column, message }) => `${column}: ${message}`))).toEqual([
      [],
      [
        'Produce: is not a word that the map has for this column',
        'Bag weight: has a unit that the map does not have',
      ],
    ])
    expect(rows[0]?.records.at(-1)?.draft).toMatchObject({
      quantity: { value: 180, unit: 'kg', label: '3 bags of 60 kg' },
    })
  })

  test('a sheet of deliveries without a column of names asks for it', () => {
    expect(openIn(proposalOf('Date,Kg\n25/6/2026,12\n'))).toEqual([
      'No column is the farmer’s name. Who is it, in every row?',
    ])
  })
})
