import { describe, expect, test } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import { compileMap, readMap } from '../../../../src/clients/importer/compiled-map.ts'
import { commentedMap } from '../../../../src/clients/importer/guess/commented-map.ts'
import { layoutOf } from '../../../../src/clients/importer/guess/layout.ts'
import { meaningsOf } from '../../../../src/clients/importer/guess/meanings.ts'
import type { Choices } from '../../../../src/clients/importer/guess/points.ts'
import {
  choicesToKeep,
  chosenIn,
  keptFor,
  type ShownProposal,
} from '../../../../src/clients/importer/steps.ts'
import { decided, openIn, proposalOf, sheetOf, told } from '../../../support/clients/importer/proposal.ts'
import { registry, rowsOf, WORDS } from '../../../support/clients/importer/support.ts'

/** What a proposal takes columns for, what it leaves to a person, and what becomes of what a person chose. */

describe('what looks like days, weights, prices or people is read, or a person decides', () => {
  test.each([
    [
      'a second weight',
      'Date,Farmer,Kg,Evening kg',
      '25/6/2026,Grace,12,7',
      'Evening kg',
      'it also looks like weights',
    ],
    [
      'a second day',
      'Date,Farmer,Kg,Paid on date',
      '25/6/2026,Grace,12,26/6/2026',
      'Paid on date',
      'it also looks like days',
    ],
    [
      'a second person',
      'Date,Farmer,Kg,Clerk name',
      '25/6/2026,Grace,12,Okello',
      'Clerk name',
      'it also looks like people',
    ],
    [
      'a second phone',
      'Farmer,Phone,Mobile',
      'Grace,0772123456,0772123457',
      'Mobile',
      'it also looks like people',
    ],
    [
      'a weight in words',
      'Date,Farmer,Kg',
      '25/6/2026,Grace,many',
      'Kg',
      'it looks like weights, but cells such as many cannot be read so',
    ],
    [
      'a price',
      'Date,Farmer,Kg,Price',
      '25/6/2026,Grace,12,500',
      'Price',
      'of one kilogram, of one unit, or of the whole?',
    ],
    [
      'a rate',
      'Date,Farmer,Kg,Rate',
      '25/6/2026,Grace,12,500',
      'Rate',
      'of one kilogram, of one unit, or of the whole?',
    ],
    [
      'a gross weight alone beside a net one',
      'Date,Farmer,Net kg,Gross',
      '25/6/2026,Grace,12,13',
      'Gross',
      'it is beside a net weight and does not agree with it',
    ],
    [
      'figures without a heading',
      'Date,Farmer,Kg,',
      '25/6/2026,Grace,12,13',
      '',
      'it has no heading. Write one in the sheet to have it read',
    ],
    [
      'a price of a harvest',
      'Date,Farmer,Kg,Price/kg',
      '25/6/2026,Grace,12,500',
      'Price/kg',
      'such rows have no place for the price of one kilogram',
      { makes: 'harvest' },
    ],
    [
      'a weight of a list of people',
      'Farmer,Kg',
      'Grace,12',
      'Kg',
      'such rows have no place for the quantity',
      { makes: 'people' },
    ],
  ] as const)('%s', (_what, header, row, column, why, choices?: Choices) => {
    const proposal = proposalOf(`${header}\n${row}\n`, choices)
    expect(told(`${header}\n${row}\n`, choices)[column]).toBe(` decide: ${why}`)
    // Nothing is read with it, and no point puts one day or one farmer in every row instead.
    expect(() => decided(proposal)).toThrow('open:')
    const points = proposal.points.map(({ name }) => name)
    for (const constant of ['day', 'farmer']) expect(points).not.toContain(constant)
  })

  test('days that nobody can read: a person says how they are written, and is shown them', () => {
    const proposal = proposalOf('Date,Farmer,Kg\nsoon,Grace,12\nlater,Mary,13\n')
    expect(told('Date,Farmer,Kg\nsoon,Grace,12\n').Date).toBe(
      'date look: 1 cell cannot be read, such as soon',
    )
    expect(openIn(proposal)).toEqual([
      expect.stringMatching(/^No day can be read in "Date", such as soon.*later/),
    ])
  })

  test('a gross weight and a tare that agree with the net weight, and a rate that agrees with the price, are remarks', () => {
    const sheet =
      'Date,Farmer,Gross,Tare,Net kg,Price/kg,Amount\n25/6/2026,Grace,13,1,12,500,6000\n26/6/2026,Mary,8,1,7,500,"3,500"\n'
    expect(told(sheet)).toMatchObject({
      Gross: 'note sure: gross less tare agrees with the net weight',
      Tare: 'note sure: gross less tare agrees with the net weight',
      'Net kg': 'weight sure: sure',
      'Price/kg': 'note sure: rate times quantity agrees with the price',
      Amount: 'price sure: rate times quantity agrees with the price',
    })
    expect(told(sheet.replace('13,1,12', '13,1,11'))).toMatchObject({
      Gross: ' decide: it is beside a net weight and does not agree with it',
      Amount: 'price look: rate times quantity is another amount in 1 row, which is refused',
    })
    expect(told(sheet.replace('13,1,12', '13,1,11').replace('8,1,7', '8,1,6'))).toMatchObject({
      Amount: ' decide: two columns of prices do not agree',
    })
  })

  test('a gross weight, a tare and a net weight with decimal commas add up too', () => {
    const sheet = 'Date;Farmer;Gross;Tare;Net kg\n25/6/2026;Grace;13,5;1,25;12,25\n26/6/2026;Mary;8,5;0,5;8\n'
    expect(told(sheet)).toMatchObject({
      Gross: 'note sure: gross less tare agrees with the net weight',
      'Net kg': 'weight sure: sure',
    })
  })

  test('cells that do not fit are said; a heading that says something else is never a name, a phone or a weight', () => {
    expect(
      told('Date,Farmer,Kg,Slip no\n25/6/2026,Grace,12,TXA\nsoon,Mary,nil,TXA\n26/6/2026,Okot,7,TXB\n'),
    ).toEqual({
      Date: 'date look: 1 cell cannot be read, such as soon',
      Farmer: 'name sure: sure',
      Kg: 'weight look: 1 cell cannot be read, such as nil',
      'Slip no': 'note none: kept as a remark',
    })
    expect(told('Receipt,Kg\nTX,12\nTX,13\n').Receipt).toBe('note none: kept as a remark')
  })

  test('a person who says that one column is the quantity takes it from the other', () => {
    const sheet = 'Date,Farmer,Kg,Evening kg\n25/6/2026,Grace,12,7\n'
    expect(told(sheet, { column_3: 'weight' })).toMatchObject({
      Kg: ' decide: another column is now the quantity',
      'Evening kg': 'weight chosen: chosen',
    })
    expect(told(sheet, { column_2: 'weight', column_3: 'weight' })['Evening kg']).toBe(
      ' decide: Two columns are the quantity. Choose only one.',
    )
  })

  test('another delivery of the same row has an id of its own, and none where its cell is empty', () => {
    const sheet = 'Date,Farmer,Kg,Evening kg\n25/6/2026,Grace,12,7\n26/6/2026,Grace,13,\n'
    const rows = rowsOf(sheet, compileMap(decided(proposalOf(sheet, { column_3: 'another' })), registry))
    const deliveries = rows.flatMap(({ records }) =>
      records.map(({ draft }) => draft).filter(({ type }) => type === 'delivery'),
    )
    expect(deliveries.map(({ quantity }) => (quantity as { value: number }).value)).toEqual([12, 7, 13])
    expect(new Set(deliveries.map(({ id }) => id)).size).toBe(3)
  })
})

describe('a map file with comments', () => {
  const sheet = 'Date,Farmer,Kg,Evening kg\n25/6/2026,Grace,12,7\n'
  const proposal = proposalOf(sheet, { crop: '', basis: '' })
  const text = commentedMap(WORDS, proposal, 'granary import book.csv --propose')

  test('says of each column what it is taken for and why, and is refused until all is decided', () => {
    expect(text).toContain('// "Kg" (12): the quantity (sure)\n')
    expect(text).toContain('// "Evening kg" (7): to be decided (it also looks like weights)\n')
    expect(text).toContain('// Which crop is it, in every row? to be decided\n')
    expect(() => readMap(text, registry)).toThrow('/lawful_basis')
    const more = text
      .replace('"lawful_basis": "?"', '"lawful_basis": "consent"')
      .replace('"constant": "?"', '"constant": "maize_grain"')
    expect(() => readMap(more, registry)).toThrow('"Evening kg" is not decided')
    const whole = more.replace(/,\s*"undecided": \[[^\]]*\]/, '')
    expect(rowsOf(sheet, readMap(whole, registry)).flatMap(({ faults }) => faults)).toEqual([])
  })

  test('has every comment on a line of its own, whatever a heading or a cell says', () => {
    const hostile = proposalOf('Date,"Kg\u2028\n// {",Farmer\n25/6/2026,12,"\u202Ex\n{"\n')
    const lines = commentedMap(WORDS, hostile, 'x').split('\n')
    const begin = lines.indexOf('{')
    expect(lines.slice(0, begin).every((line) => line.startsWith('//'))).toBe(true)
    expect(lines.slice(0, begin).join('')).not.toMatch(/[\u2028\u202E]/)
    expect(() => JSON.parse(lines.slice(begin).join('\n'))).not.toThrow()
  })
})

describe('what a person chose', () => {
  const sheet = 'Date,Farmer,Weight\n1/6/2026,Grace,12\n'
  const shownOf = (choices: Choices): ShownProposal => ({
    ...(proposalOf(sheet, choices) as never as ShownProposal),
    ...{ firstRows: [], from: null },
  })

  test('is what differs from what was shown: lists as they were change nothing', () => {
    const shown = shownOf({})
    expect(
      chosenIn(shown, { day: 'x' }, { column_0: 'date', unit: '', as_of: '2026-06-28', other: 'y' }),
    ).toEqual({
      day: 'x',
    })
    expect(chosenIn(shown, {}, { column_0: 'note', unit: 'kg' })).toEqual({ column_0: 'note', unit: 'kg' })
  })

  test('is kept for the next sheet with these columns, wherever they stand, but not the day and not who agreed', () => {
    const choices = {
      unit: 'bag',
      days: 'D/M/YYYY',
      'kg:bag:maize_grain': '-',
      as_of: '1/1/2026',
      name: 'ledger',
    }
    const headings = ['Date', 'Farmer', 'Weight']
    const kept = [{ headings, choices: choicesToKeep(shownOf(choices)) }]
    expect(must(kept[0]).choices).not.toHaveProperty('as_of')
    const next = keptFor(kept, ['No', 'Weight', 'Date', 'Farmer'])
    expect(next).toMatchObject({ name: 'ledger', fits: 3 })
    expect(next?.choices).toMatchObject({
      ...{ column_1: 'weight', column_2: 'date', column_3: 'name' },
      ...{ unit: 'bag', days: 'D/M/YYYY', basis: 'contract_performance' },
    })
    expect(keptFor(kept, ['Date', 'Farmer'])).toBeNull()
    expect(keptFor([], headings)).toBeNull()
  })
})

test('a wide sheet with long and hostile cells is proposed; what cannot be decided one by one is not asked', () => {
  const names = Array.from({ length: 200 }, (_, i) => `<b>${i}</b>`)
  const cells = names.map((_, i) => (i === 7 ? 'x'.repeat(10_000) : `${i}`))
  const { columns } = proposalOf([names, cells].map((row) => row.join(',')).join('\n'))
  expect(columns).toHaveLength(200)
  const words = Array.from({ length: 500 }, (_, i) => `25/6/2026,Grace,12,unit ${i}\n`).join('')
  const open = openIn(proposalOf(`Date,Farmer,Qty,Unit\n${words}`))
  expect(open).toHaveLength(40)
  expect(() => meaningsOf(layoutOf(Array.from({ length: 10_000 }, (_, i) => `c${i}`).join(',')))).toThrow(
    '10,000 columns',
  )
})

describe('several quantities in a row', () => {
  const rows = (...lines: [string, ...string[]]) => told(sheetOf(...lines))

  test('a total of its parts is the quantity, and the parts are remarks', () => {
    for (const total of ['Total', 'Total kg', 'Jumla'])
      expect(
        rows(`Date,Farmer,Grade A kg,Grade B kg,${total}`, '25/6/2026,Grace,10,5,15', '26/6/2026,Mary,7,1,8'),
      ).toMatchObject({
        'Grade A kg': 'note sure: part of a total that agrees',
        'Grade B kg': 'note sure: part of a total that agrees',
        [total]: expect.stringMatching(/^weight /),
      })
  })

  test('hundreds of columns of weights cost no more than others, and each is left to a person', () => {
    const names = Array.from({ length: 300 }, (_, i) => `Kg ${i}`)
    const line = (row: number) => ['25/6/2026', 'Grace', ...names.map((_, i) => (i * 7 + row) % 90)].join(',')
    const lines = Array.from({ length: 300 }, (_, row) => line(row))
    const all = Object.values(rows(['Date', 'Farmer', ...names].join(','), ...lines))
    expect(all.filter((one) => one.startsWith(' decide'))).toHaveLength(299)
  })

  test('what was ordered is a remark that somebody should look at', () => {
    expect(
      rows('Date,Farmer,Ordered kg,Received kg', '25/6/2026,Grace,10,9', '26/6/2026,Mary,7,7'),
    ).toMatchObject({
      'Ordered kg': 'note look: what was ordered or sent, not what was received',
      'Received kg': 'weight sure: sure',
    })
  })
})

describe('rows that somebody judged', () => {
  const sheet =
    'Date,Farmer,Kg,Status\n25/6/2026,Grace,10,Approved\n26/6/2026,Mary,7,Rejected\n27/6/2026,Ruth,8,On hold\n'

  test('are asked about, and those whose word is chosen are left out', () => {
    const [point, ...others] = proposalOf(sheet).points.filter(({ name }) => name.startsWith('review:'))
    expect([point?.value, others]).toEqual([null, []])
    expect(point?.options?.map(({ word }) => word)).toEqual(['rejected', 'doubtful', '-'])
    const skipped = (answer: string) =>
      decided(proposalOf(sheet, { 'review:Status': answer, unit: 'kg' })).skip
    expect(skipped('rejected')).toEqual([{ column: 'Status', words: ['rejected'] }])
    expect(skipped('doubtful')).toEqual([{ column: 'Status', words: ['rejected', 'on hold'] }])
    expect(skipped('-')).toBeUndefined()
  })

  test('a column of other words is no review', () => {
    const other = sheet
      .replace('Approved', 'Kasese')
      .replace('Rejected', 'Bugoye')
      .replace('On hold', 'Maliba')
    expect(proposalOf(other).points.filter(({ name }) => name.startsWith('review:'))).toEqual([])
  })
})

describe('what a sheet says is not lost', () => {
  const mapOfSheet = (sheet: string, choices: Choices = {}, columns: Parameters<typeof proposalOf>[2] = {}) =>
    decided(proposalOf(sheet, choices, columns))

  test('a further delivery has the unit of its own heading, and a name of its own', () => {
    const sheet = sheetOf(
      'Date,Farmer,Morning (kg),Evening (lb),夕方 (kg),朝 (kg)',
      '25/6/2026,Grace,10,20,3,4',
    )
    const { quantities } = mapOfSheet(
      sheet,
      {},
      {
        'Evening (lb)': 'another',
        '夕方 (kg)': 'another',
        '朝 (kg)': 'another',
      },
    )
    expect(Object.entries(quantities ?? {}).map(([name, { column, unit }]) => [name, column, unit])).toEqual([
      ['quantity', 'Morning (kg)', 'kg'],
      ['more_evening_lb', 'Evening (lb)', 'lb'],
      ['more_kg', '夕方 (kg)', 'kg'],
      [expect.stringMatching(/^more_kg_/), '朝 (kg)', 'kg'],
    ])
  })

  test('figures of further deliveries show how numbers are written, too', () => {
    const sheet = sheetOf('Date,Farmer,Morning kg,Evening kg', '25/6/2026,Grace,10,1.250')
    expect(openIn(proposalOf(sheet, {}, { 'Evening kg': 'another' }))).toEqual([
      expect.stringContaining('Does the "." in "1.250" mark'),
    ])
  })

  test('a tare that somebody chose is subtracted; what cannot be read together is a fault', () => {
    const sheet = sheetOf('Date,Farmer,Weight (kg),Tare,Bags', '25/6/2026,Grace,10,1,2')
    expect(mapOfSheet(sheet, {}, { Tare: 'tare', Bags: 'note' }).quantities?.quantity).toMatchObject({
      column: 'Weight (kg)',
      less: 'Tare',
    })
    for (const columns of [
      { Tare: 'gross', Bags: 'note' },
      { Tare: 'tare', Bags: 'count' },
    ] as const)
      expect(openIn(proposalOf(sheet, {}, columns))).toEqual([
        expect.stringMatching(/^No row can be read with both .* and .*: choose one of them/),
      ])
  })

  test.each([
    ['PRICE PER KGS', null],
    ['TOTAL AMOUNT ALL', null],
    ['PRICE PER KG (KES)', 'KES'],
    ['Amount UGX', 'UGX'],
  ])('the currency of %s is %s', (heading, currency) => {
    const { points } = proposalOf(sheetOf(`Date,Farmer,Kg,${heading}`, '25/6/2026,Grace,10,500'))
    expect(points.find(({ name }) => name === 'currency')?.value).toBe(currency)
  })

  test('villages and remarks are no farmers, and members by name are', () => {
    expect(
      told(sheetOf('Date,Member No,Kg,Remarks', '25/6/2026,71,10,wet beans', '26/6/2026,72,11,')),
    ).toMatchObject({
      Remarks: 'note none: kept as a remark',
    })
    for (const member of ['Member', 'Mwanachama', 'Fournisseur', 'Farmers'])
      expect(told(sheetOf(`Date,${member},Village,Kg`, '25/6/2026,Grace,Bugoye,10'))).toMatchObject({
        [member]: 'name sure: sure',
        Village: 'note none: kept as a remark',
      })
    expect(told(sheetOf('Date,Member,Kg', '25/6/2026,71,10'))).toMatchObject({
      Member: 'member_no sure: sure',
    })
  })

  test('a total of money is compared with the price of one', () => {
    const header = 'Date,Farmer,Kg,Price per kg,Total'
    expect(told(sheetOf(header, '25/6/2026,Grace,10,500,5000', '26/6/2026,Mary,7,500,3500'))).toMatchObject({
      'Price per kg': 'note sure: rate times quantity agrees with the price',
      Total: 'price sure: rate times quantity agrees with the price',
    })
  })

  test('thousands of empty columns at the end are left out', () => {
    const empty = ','.repeat(20_000)
    expect(layoutOf(`Date,Farmer,Kg${empty}\n25/6/2026,Grace,10\n`).columns.map(({ name }) => name)).toEqual([
      'Date',
      'Farmer',
      'Kg',
    ])
  })
})
