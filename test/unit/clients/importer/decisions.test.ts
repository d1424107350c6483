import { describe, expect, test } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import { compileMap } from '../../../../src/clients/importer/compiled-map.ts'
import type { ImportMap } from '../../../../src/clients/importer/map.ts'
import { briefJson, reportText } from '../../../../src/clients/importer/report.ts'
import { languageOf } from '../../../../src/words/language.ts'
import { wordsIn } from '../../../../src/words/words.ts'
import { decided, FACTS, openIn, optionsOf, proposalOf } from '../../../support/clients/importer/proposal.ts'
import { faultsOf, importing, registry, rowsOf, WORDS } from '../../../support/clients/importer/support.ts'

/** What a person decides where a sheet can be read in two ways, and what the map then makes of each row. */

const draftsOf = (sheet: string, map: ImportMap) =>
  rowsOf(sheet, compileMap(map, registry)).flatMap(({ records }) =>
    records.map(({ draft }) => draft).filter(({ type }) => type === 'delivery'),
  )
describe('a comma beside 1,250', () => {
  const sheet =
    'Receipt,Date,Member No,Name,Kg\n1,13/03/2026,R1,Akello Sarah,"1,250 kg"\n2,14/03/2026,R1,Akello Sarah,"10,5 kg"\n3,15/03/2026,R1,Akello Sarah,98 kg\n'

  test('is asked, with rows under each reading', () => {
    expect(optionsOf(proposalOf(sheet), 'mark')).toEqual([
      'a thousand: "1,250 kg" is 1250, "10,5 kg" cannot be read, "98 kg" is 98',
      'a decimal: "1,250 kg" is 1.25, "10,5 kg" is 10.5, "98 kg" is 98',
    ])
  })

  test.each([
    ['fr', 'les milliers : « 1,250 kg » est 1250, « 10,5 kg » est illisible, « 98 kg » est 98', '1,25'],
    ['sw', 'maelfu: “1,250 kg” ni 1250, “10,5 kg” haisomeki, “98 kg” ni 98', '1.25'],
  ])('is asked in the reader’s language: %s', (code, thousands, decimals) => {
    const words = wordsIn(must(languageOf(code)), FACTS.timeZone)
    const [first, second] = optionsOf(proposalOf(sheet), 'mark', words)
    expect(first?.replaceAll('\u00a0', ' ')).toBe(thousands)
    expect(second).toContain(decimals)
  })

  test.each([
    ['decimals', [1.25, 10.5, 98]],
    ['thousands', [1250, 98]],
  ])('as %s', (mark, values) => {
    const map = decided(proposalOf(sheet, { mark }))
    expect(draftsOf(sheet, map).map(({ quantity }) => (quantity as { value: number }).value)).toEqual(values)
  })
})

test('dates that a spreadsheet program may have turned round are asked, and read as answered', () => {
  const sheet =
    'Receipt,Date,Name,Kg\n1,2026-03-04,Akello Sarah,10\n2,2026-05-04,Byaruhanga John,20\n3,13/04/2026,Akello Sarah,30\n4,27/04/2026,Byaruhanga John,40\n'
  expect(openIn(proposalOf(sheet))).toHaveLength(1)
  expect(optionsOf(proposalOf(sheet), 'days')[1]).toContain('"2026-03-04" is 3 April 2026')
  const daysWith = (days: string) =>
    draftsOf(sheet, decided(proposalOf(sheet, { days }))).map(({ occurred_at }) =>
      String(occurred_at).slice(0, 10),
    )
  expect(daysWith('D/M/YYYY, YYYY-D-M')).toEqual(['2026-04-03', '2026-04-05', '2026-04-13', '2026-04-27'])
  expect(daysWith('D/M/YYYY, YYYY-M-D')[0]).toBe('2026-03-04')
})

describe('kilograms', () => {
  const milk = 'Slip,Date,Supplier,Litres\n9001,21/05/2026,Alpha,55\n9002,22/05/2026,Beta,112.5\n'
  const crop = 'milk_cow_raw'

  test('of litres of milk are offered by the factor of the crop', () => {
    const proposal = proposalOf(milk, { crop })
    expect(proposal.points.map(({ asks }) => WORDS.tell(asks))).toContain(
      'How many kilograms of milk cow raw is one l?',
    )
    expect(draftsOf(milk, decided(proposal)).map(({ normalized_kg }) => normalized_kg)).toEqual([
      56.65, 115.875,
    ])
  })

  test('that nobody knows are not invented', () => {
    const map = decided(proposalOf(milk, { crop, [`kg:l:${crop}`]: '-' }))
    expect(draftsOf(milk, map).map(({ normalized_kg }) => normalized_kg)).toEqual([undefined, undefined])
  })

  test('by definition are used unasked, by a map that names no factor too', () => {
    const sheet = 'Date,Name,Weight (lb)\n21/05/2026,Alpha,100\n'
    const proposal = proposalOf(sheet)
    expect(proposal.points.map(({ name }) => name).filter((name) => name.startsWith('kg:'))).toEqual([])
    const map = decided(proposal)
    const bare = { ...map, units: { lb: { unit: 'lb' } } }
    for (const one of [map, bare])
      expect(draftsOf(sheet, one)[0]).toMatchObject({ normalized_kg: 45.359237, conversion_id: 'lb_exact' })
  })
})

test('a unit that the sheet calls otherwise is one of the registry', () => {
  const sheet =
    'Slip,Date,Supplier,Quantity,Unit\n1,21/05/2026,Alpha,3,gunny bags\n2,22/05/2026,Beta,2,gunny bags\n'
  const map = decided(proposalOf(sheet, { 'unit:gunny bags': 'bag_50kg', 'kg:bag_50kg:maize_grain': '-' }))
  expect(map.units).toEqual({ 'gunny bags': { unit: 'bag_50kg' } })
  expect(openIn(proposalOf(sheet, { 'unit:gunny bags': 'gunny bags' }))).toEqual([
    'Which unit is "gunny bags"?',
  ])
})

test('given and family names are one name', () => {
  const sheet = 'nom;prénoms;téléphone\nMbarga;Alice;+237670000101\nFouda;Benoît;+237670000102\n'
  const map = decided(proposalOf(sheet))
  expect(map.parties?.farmer).toMatchObject({ name: { column: 'prénoms', followed_by: ['nom'] } })
})

describe('what no column tells', () => {
  test('is the same in every row: day, farmer, place', () => {
    const sheet = 'Store: Budadiri,\n,\nReceipt,Kg\n1,10\n2,12\n'
    const map = decided(
      proposalOf(sheet, { day: '20/6/2026', farmer: 'Akello Sarah', place: 'Budadiri', unit: 'kg' }),
    )
    expect(draftsOf(sheet, map)).toMatchObject([
      { location: 'Budadiri', occurred_at: '2026-06-20T09:00:00.000Z' },
      { location: 'Budadiri', occurred_at: '2026-06-20T09:00:00.000Z' },
    ])
    expect(map.parties?.farmer?.name).toEqual({ constant: 'Akello Sarah' })
  })

  test('and the next day of the same book makes other records', () => {
    const sheet = 'Receipt,Kg,Name\n1,10,Akello Sarah\n'
    const map = decided(proposalOf(sheet, { day: '20/6/2026' }))
    const next = { ...map, dates: { day: { constant: '2026-06-21' } } }
    const [one, other] = [map, next].map((each) => draftsOf(sheet, each)[0]?.id)
    expect(one).not.toBe(other)
  })

  test('a ledger with member numbers alone is of members that are known', () => {
    const map = decided(proposalOf('Date,Member No,Kg\n21/5/2026,R1,10\n'))
    expect(map).toMatchObject({ members: { farmer: { member_no: { column: 'Member No' } } } })
    expect(map.parties).toBeUndefined()
  })
})

describe('a register with a column for each day', () => {
  const sheet =
    'Member No,Name,1/3/2026,2/3/2026,3/3/2026,Total\nR1,Akello Sarah,10,12.5,,22.5\nR2,Byaruhanga John,20,,7,27\n'

  test('is read as a row for each day that has something', () => {
    const map = decided(proposalOf(sheet, { days: 'D/M/YYYY', unit: 'kg' }))
    expect(
      draftsOf(sheet, map).map(({ occurred_at, quantity }) => [
        String(occurred_at).slice(0, 10),
        (quantity as { value: number }).value,
      ]),
    ).toEqual([
      ['2026-03-01', 10],
      ['2026-03-02', 12.5],
      ['2026-03-01', 20],
      ['2026-03-03', 7],
    ])
    expect(faultsOf(sheet, compileMap(map, registry))).toEqual([])
  })

  test('says the row of the sheet where a cell is at fault', () => {
    const map = decided(proposalOf(sheet, { days: 'D/M/YYYY', unit: 'kg' }))
    const compiled = compileMap(map, registry)
    expect(faultsOf(sheet.replace('7,27', 'many,27'), compiled)).toEqual([
      '3 Quantity of that day: is not a number in the style of the map',
    ])
  })
})

describe('the report', () => {
  test('says how many rows have no kilograms, no day, no number', async () => {
    const sheet =
      'Receipt,Date,Name,Quantity,Unit\n1,21/05/2026,Akello,3,basket\n2,soon,Okot,3,basket\n3,23/05/2026,Okot,many,basket\n4,24/05/2026,Okot,3,kg\n'
    const map = decided(proposalOf(sheet, { 'kg:basket:maize_grain': '-' }))
    const result = await importing({ text: sheet, map: compileMap(map, registry), dryRun: true })
    expect(result.lacking).toEqual({ kg: 1, day: 1, number: 1 })
    expect(reportText(WORDS, result)).toContain('1 row without kilograms')
    expect(briefJson(WORDS, result).lacking).toEqual(result.lacking)
  })
})

test('what somebody should know is told above the columns', () => {
  const sheet =
    'Receipt,Date,Name,Kg,Kg,Moisture\n1,21/05/2026,Akello,120,1,12.3%\n2,22/05/2026,Okot,75 kgs,1,11%\n3,23/05/2026,Okot,80,1,11%\n'
  const proposal = proposalOf(sheet)
  expect(proposal.remarks.map(WORDS.tell)).toEqual([
    'The heading "Kg" occurs more than once. Only the first of these columns is read.',
    '"Kg" has 1 cell with their own unit, such as 75 kgs, among plain numbers.',
    '"Moisture" has percentages, such as 12.3%. They are not quantities. As a remark they are stored unchanged.',
  ])
  expect(openIn(proposal)).toEqual([
    'Kg: another column has this heading. Change one in the sheet to have it read',
  ])
  expect(proposal.draft.units).toEqual({ kg: { unit: 'kg' }, kgs: { unit: 'kg' } })
})
