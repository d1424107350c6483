import { expect, test } from 'vitest'
import { layoutOf } from '../../../../src/clients/importer/guess/layout.ts'
import { meaningsOf } from '../../../../src/clients/importer/guess/meanings.ts'
import { numberingOf } from '../../../../src/clients/sheets/numbering.ts'

/** Columns that are only headed as numbers. */

const members = new Set(['71', '72', 'R-3', '1', '2', '3'])
const isMember = (number: string) => members.has(number)

test.each([
  ['No.', ['1', '2', '3'], 'either'],
  ['S/N', ['1', '2', '1', '2', '3'], 'either'],
  ['No.', ['1', '2', '3', '4', '5', '6'], 'rows'],
  ['Namba', ['1.0', '2.0', '3.0', '4.0'], 'rows'],
  ['Na.', ['71', 'R-3', '72'], 'members'],
  ['N°', ['72', '71'], 'members'],
  ['No.', ['71', '72', 'R-3', '71'], 'members'],
  ['Nº', ['71', '71', '71', '72', '9'], 'members'],
  ['No.', ['1', '2'], 'members'],
  ['No.', ['81', '82', '83'], null],
  ['No.', ['1', '1', '1'], 'members'],
  ['Member No', ['1', '2', '3'], null],
  ['No. of bags', ['1', '2', '3'], null],
  ['No.', [], null],
])('%s of %j is of %s', (heading, cells, is) => expect(numberingOf(heading, cells, isMember)).toBe(is))

test('numbers of rows are not read; others are a remark until somebody knows the members', () => {
  const meanings = (no: readonly string[]) =>
    meaningsOf(layoutOf(`No.,Date,Farmer,Kg\n${no.map((one) => `${one},2/6/2026,Grace,5\n`).join('')}`))[0]
      ?.meaning
  expect(meanings(['1', '2', '3'])).toBe('nothing')
  expect(meanings(['71', '72', '71'])).toBe('note')
})
