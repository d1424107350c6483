import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ImportMap } from '../../../../src/clients/importer/map.ts'
import { type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { allRecords, importInto, small } from '../../../support/clients/importer/support.ts'

/** Sheets as co-ops keep them: titles above, totals below, names in two columns, a tare, numbers as people dial them. */

let a: Appliance
beforeEach(async () => {
  a = await makeAppliance()
})
afterEach(() => a.close())

const LEDGER = `Kasese buying centre;;;;;
June 2026;;;;;
Day;First;Surname;Phone;Gross;Tare
1/6/2026;Grace;Nakato;0772 123456;81,5;1,5
# the scale was changed here;;;;;
2/6/2026;Okello;;+256 772 000 111;60 kg;0
3/6/2026;Mary;Aber;;40;
Total;;;;181,5;
`
const map = (change: Partial<ImportMap> = {}) =>
  small({
    csv: { delimiter: ';', skip_lines: 2 },
    decimal: ',',
    country: 'UG',
    skip: [{ column: 'Day', words: ['TOTAL'], beginning: ['#'] }],
    quantities: { weight: { column: 'Gross', unit: 'kg', less: 'Tare' } },
    parties: {
      farm: {
        name: { column: 'First', followed_by: ['Surname'] },
        kind: 'person',
        phone: { column: 'Phone' },
      },
    },
    ...change,
  })

test('titles, totals, remarks, two columns of a name, a tare and national phone numbers', async () => {
  const text = LEDGER.replace('60 kg', '60')
  const result = await importInto(a, text, map())
  expect(result.faults).toEqual([])
  expect(result.rows).toMatchObject({ total: 3, new: 3, leftOut: 2 })
  const deliveries = await allRecords(a, 'delivery')
  expect(deliveries.map(({ quantity }) => quantity).sort((x, y) => y.value - x.value)).toEqual([
    { label: '81,5 less 1,5', unit: 'kg', value: 80 },
    { unit: 'kg', value: 60, label: '60 less 0' },
    { unit: 'kg', value: 40 },
  ])
  const people = (await allRecords(a, 'party')).filter(({ kind }) => kind === 'person')
  expect(new Set(people.map(({ display_name, phone }) => `${display_name} ${phone}`))).toEqual(
    new Set(['Grace Nakato +256772123456', 'Okello +256772000111', 'Mary Aber undefined']),
  )
  // The same again writes nothing, and a file of rejects has its own header.
  expect((await importInto(a, text, map())).rows).toMatchObject({ new: 0, known: 3 })
})

test('what is wrong is named in the row of the sheet, and mended from the file of rejects', async () => {
  const wrong = LEDGER.replace('81,5;1,5', '81,5;90')
    .replace('0772 123456', 'call her')
    .replace('60 kg', '60 lumps')
  const result = await importInto(a, wrong, map())
  expect(result.faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
    '4 Phone: is not a phone number',
    '4 Tare: is not less than the gross quantity',
    '6 Gross: is not a number in the style of the map',
  ])
  // Each value stands in its cell and in the sentence about it.
  const mended = result.rejects
    .replaceAll(';90', ';1,5')
    .replaceAll('call her', '0772 123456')
    .replaceAll('60 lumps', '60')
  expect((await importInto(a, mended, map())).rows).toMatchObject({ new: 2, faulty: 0 })
})

test('a file without a header gets the names of its columns from the map', async () => {
  const bare = LEDGER.replace('60 kg', '60').split('\n').slice(3).join('\n')
  const header = ['Day', 'First', 'Surname', 'Phone', 'Gross', 'Tare']
  const result = await importInto(a, bare, map({ csv: { delimiter: ';', header } }))
  expect([result.faults, result.rows.new]).toEqual([[], 3])
})

test.each([
  [{ skip: [{ column: 'Day' }] }, '/skip/0'],
  [
    { quantities: { weight: { column: 'Gross', unit: 'kg', less: 'Tare', count: 'Bags' } } },
    '/quantities/weight/less',
  ],
  [{ crop: { constant: 'maize_grain', followed_by: ['Day'] } }, '/crop'],
])('a map that cannot be meant is refused: %j', (change, pointer) => {
  expect(() => map(change as Partial<ImportMap>)).toThrow(pointer)
})
