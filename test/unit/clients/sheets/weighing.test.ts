import { describe, expect, test } from 'vitest'
import { addingUp, hasTare, perhapsWeighed, weighingIn } from '../../../../src/clients/sheets/weighing.ts'
import { proposalOf } from '../../../support/clients/importer/proposal.ts'
import { WORDS } from '../../../support/clients/importer/support.ts'

/** Gross weights, tares and net weights. */

test.each([
  ['uzito (kg) / jumla', 'gross'],
  ['uzito (kg) / gunia', 'tare'],
  ['uzito (kg) / halisi', 'net'],
  ['uzito ghafi', 'gross'],
  ['chombo', 'tare'],
  ['poids brut', 'gross'],
  ['emballage', 'tare'],
  ['poids net', 'net'],
  ['container', 'tare'],
  ['net weight of bags', 'net'],
  ['asubuhi', null],
])('%s may be: %s', (heading, is) => expect(perhapsWeighed(heading)).toBe(is))

test('add up in the rows that have all three', () => {
  expect(addingUp([122, 81, null], [120, 81, 5], [2, 1, 1])).toEqual({ rows: 2, agreeing: 1 })
})

describe('headings that name all three', () => {
  const of = (...figures: readonly (readonly number[])[]) =>
    ['jumla', 'mfuko', 'halisi'].map((heading, i) => ({ heading, figures: figures[i] ?? [] }))
  test('are a weighing if they add up', () => {
    expect(weighingIn(of([122, 81], [2, 1], [120, 80]))).toEqual({ gross: 0, tare: 1, net: 2 })
    expect(weighingIn(of([122, 81], [9, 9], [120, 80]))).toBeNull()
  })
})

test.each([
  ['bag and coffee', ['bag', 'coffee'], false, true],
  ['grades', ['grade a', 'grade b'], true, false],
  ['anything with a small part', ['one', 'other'], false, true],
])('a part may be a tare: %s', (_what, [one = '', other = ''], areAlike, is) => {
  const parts = [
    { heading: one, figures: [2, 1] },
    { heading: other, figures: [120, 80] },
  ]
  expect(hasTare([122, 81], parts, areAlike)).toBe(is)
})

describe('in a sheet', () => {
  const columnsOf = (...lines: readonly string[]) =>
    proposalOf(`${lines.join('\n')}\n`).columns.map(
      ({ name, meaning, sureness, why }) => `${name}: ${meaning} ${sureness}, ${WORDS.tell(why)}`,
    )
  const agrees = 'note sure, gross less tare agrees with the net weight'

  test.each([
    ['Swahili, in two rows', ['Siku,Mkulima,Uzito (kg),,', ',,Jumla,Gunia,Halisi'], 'Uzito (kg) / '],
    ['Swahili, in one row', ['Siku,Mkulima,Jumla,Gunia,Halisi'], ''],
    ['French', ['Date,Producteur,Brut,Sac,Net'], ''],
    ['English', ['Date,Farmer,Total,Bag,Net'], ''],
  ])('the net weight is the quantity: %s', (_what, header, before) => {
    const columns = columnsOf(...header, '2/11/2026,Neema,122,2,120', '13/11/2026,Asha,81,1,80')
    const [gross, tare, net] = (header.at(-1) ?? '').split(',').slice(2)
    expect(columns.slice(2)).toEqual([
      `${before}${gross}: ${agrees}`,
      `${before}${tare}: ${agrees}`,
      `${before}${net}: weight sure, sure`,
    ])
  })

  test('a sum with a part that may be a tare is asked about', () => {
    const rows = ['2/11/2026,Neema,122,2,120', '13/11/2026,Asha,81,1,80']
    for (const header of ['Date,Farmer,Total kg,Bag kg,Coffee kg', 'Siku,Mkulima,Jumla kg,Debe kg,Kahawa kg'])
      expect(columnsOf(header, ...rows)[2]).toContain(
        'null decide, one of these columns is the sum of the others, here 122, 81: are they a gross weight',
      )
  })

  test.each([
    ['420000', '280000', 'Coffee kg'],
    ['427000', '283500', 'Total kg'],
  ])('the prices %s and %s show which of them was paid: %s', (first, second, paid) => {
    const columns = columnsOf(
      'Date,Farmer,Total kg,Bag kg,Coffee kg,Price per kg,Amount',
      `2/11/2026,Neema,122,2,120,3500,${first}`,
      `13/11/2026,Asha,81,1,80,3500,${second}`,
    )
    expect(columns).toContain(`${paid}: weight look, the prices agree with it: rate times this is the price`)
    expect(columns).toContain(`Bag kg: note look, the prices agree with "${paid}", not with this`)
    expect(columns.at(-1)).toBe('Amount: price sure, rate times quantity agrees with the price')
  })

  test('prices of the gross weight beside a net one: a person says which was paid', () => {
    expect(
      columnsOf(
        'Date,Farmer,Gross,Tare,Net,Price per kg,Amount',
        '2/11/2026,Neema,122,2,120,3500,427000',
        '13/11/2026,Asha,81,1,80,3500,283500',
      ).slice(5),
    ).toEqual(
      ['Price per kg', 'Amount'].map(
        (name) =>
          `${name}: null decide, the prices agree with "Gross", not with the quantity: which of them was paid?`,
      ),
    )
  })

  test.each([
    [
      ['Siku,Mkulima,Kilo asubuhi,Kilo jioni,Jumla', '2/11/2026,Neema,12,1,13', '13/11/2026,Asha,10,1,11'],
      'Jumla',
    ],
    [
      ['Date,Farmer,Total kg,Grade A,Grade B', '2/11/2026,Neema,13,12,1', '13/11/2026,Asha,11,10,1'],
      'Total kg',
    ],
  ])('shifts and grades have a total as before: %#', (lines, total) => {
    expect(columnsOf(...lines)).toContain(`${total}: weight sure, sure`)
  })

  test('a net weight is the quantity before what may be a gross one', () => {
    const columns = columnsOf('Siku,Mkulima,Uzito wa jumla,Uzito halisi', '2/11/2026,Neema,122,120')
    expect(columns.slice(2)).toEqual([
      'Uzito wa jumla: null decide, it is beside a net weight and does not agree with it',
      'Uzito halisi: weight sure, sure',
    ])
  })
})
