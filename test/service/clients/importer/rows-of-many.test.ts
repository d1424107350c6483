import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ImportMap } from '../../../../src/clients/importer/map.ts'
import { readTables } from '../../../../src/clients/importer/tables.ts'
import { type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { allRecords, importInto, small } from '../../../support/clients/importer/support.ts'

/** Rows that hold more than one record, prices of a kilogram, losses, and cells that a second sheet explains. */

let a: Appliance
beforeEach(async () => {
  a = await makeAppliance()
})
afterEach(() => a.close())

const delivery = { from_party: ['farm'], to_party: ['cooperative'], occurred_at: 'day' } as const

const MILK = `Day,Farm,Morning,Evening
1/6/2026,Grace,12 kg,8 kg
2/6/2026,Grace,13 kg,
3/6/2026,Grace,,9 kg
4/6/2026,Grace,,
`
const milk = () =>
  small({
    name: 'milk',
    key: ['Day', 'Farm'],
    quantities: { morning: { column: 'Morning' }, evening: { column: 'Evening' } },
    records: {
      delivery: { ...delivery, quantity: 'morning', only_if: ['Morning'], note: [{ label: 'Morning' }] },
    },
    also: [
      {
        name: 'evening',
        records: {
          delivery: { ...delivery, quantity: 'evening', only_if: ['Evening'], note: [{ label: 'Evening' }] },
        },
      },
    ],
  })

test('a row makes two deliveries; each is corrected and missed by itself', async () => {
  const first = await importInto(a, MILK, milk())
  expect(first.rows).toMatchObject({ total: 4, new: 3, faulty: 1 })
  expect(first.faults.map(({ row, message }) => [row, message])).toEqual([[5, 'makes no record']])
  const kg = async () =>
    (await allRecords(a, 'delivery')).map(({ quantity, note }) => `${note} ${quantity.value}`).sort()
  expect(await kg()).toEqual(['Evening 8', 'Evening 9', 'Morning 12', 'Morning 13'])
  expect((await importInto(a, MILK, milk())).rows).toMatchObject({ new: 0, known: 3 })

  const changed = MILK.replace('8 kg', '18 kg')
  const again = await importInto(a, changed, milk(), { correct: true })
  expect(again.changes).toEqual([{ row: 2, column: 'Evening', was: '8 kg', now: '18 kg' }])
  expect(again.records.delivery).toMatchObject({ corrected: 1, written: 0 })

  const gone = await importInto(a, changed.replace('18 kg', ''), milk())
  expect(gone.faults.map(({ row, message }) => [row, message])).toContainEqual([
    2,
    'made a delivery when it was imported, and no longer does',
  ])
})

const agreed_price = { column: 'Price', currency: { constant: 'UGX' }, decimals: 0, per: 'kg' } as const
const priced = (more: Partial<ImportMap> = {}) =>
  small({
    ...{ name: 'priced', lawful_basis: 'special_data_consent', ...more },
    records: { delivery: { ...delivery, quantity: 'weight', agreed_price } },
  })

test('a price of a kilogram is multiplied, rounded once, and told in the note', async () => {
  const sheet = 'Day,Farm,Weight,Price\n1/6/2026,Grace,12.35 kg,1500.5\n2/6/2026,Mary,100 lbs,700\n'
  expect((await importInto(a, sheet, priced())).faults).toEqual([])
  const told = (await allRecords(a, 'delivery')).map(({ agreed_price, note }) => [
    agreed_price?.amount_minor,
    note,
  ])
  // 12.35 × 1500.5 = 18531.175; 100 lb are 45.359 kg, and × 700 = 31751.3.
  expect(told.sort()).toEqual([
    [18531, 'Price per kg: 1500.5'],
    [31751, 'Price per kg: 700'],
  ])
  // The same again changes nothing; a new price is a change of its cell.
  expect((await importInto(a, sheet, priced())).rows).toMatchObject({ new: 0, known: 2 })
})

test('a price by weight without a weight is refused', async () => {
  const noKg = priced({ name: 'tins', units: { tin: { unit: 'bag' } } })
  const result = await importInto(a, 'Day,Farm,Weight,Price\n1/6/2026,Grace,3 tin,1500\n', noKg)
  expect(result.faults.map(({ message }) => message)).toEqual(['has no kilograms, to which the price refers'])
})

const LOTS = 'Lot,Day,Farm,Weight,Dried\nL1,1/6/2026,Grace,120 kg,20 kg\nL2,2/6/2026,Mary,80 kg,\n'
const lots = small({
  name: 'lots',
  key: ['Lot'],
  quantities: { weight: { column: 'Weight' }, dried: { column: 'Dried' } },
  records: {
    lot: { holder: ['farm'], occurred_at: 'day', quantity: 'weight' },
    loss: { occurred_at: 'day', quantity: 'dried', cause: { constant: 'drying' }, only_if: ['Dried'] },
  },
})

test('losses: of the lot of the row, and of a lot that another sheet made', async () => {
  expect((await importInto(a, LOTS, lots)).faults).toEqual([])
  const losses = small({
    name: 'losses',
    parties: undefined,
    records: {
      loss: {
        occurred_at: 'day',
        quantity: 'weight',
        cause: { column: 'Why', lookup: { rats: 'pests' } },
        of_lot: { map: 'lots', key: ['Lot no'] },
      },
    },
  } satisfies Partial<ImportMap> | { parties: undefined })
  const result = await importInto(
    a,
    'Day,Lot no,Weight,Why\n5/6/2026,l2,5 kg,rats\n5/6/2026,L9,1 kg,rats\n6/6/2026,L1,1 kg,ghosts\n',
    losses,
  )
  expect(result.faults.map(({ row, column, message }) => `${row} ${column}: ${message}`).sort()).toEqual([
    '3 Lot no: names a lot that is not imported, or was retracted',
    '4 Why: is not a word that the map has for this column',
  ])
  const made = await allRecords(a, 'loss')
  const lotOf = new Map((await allRecords(a, 'lot')).map(({ id, quantity }) => [id, quantity.value]))
  expect(
    made.map(({ cause, quantity, lot_id }) => `${cause} ${quantity.value} of ${lotOf.get(lot_id)}`).sort(),
  ).toEqual(['drying 20 of 120', 'pests 5 of 80'])
  // A second line of the same words is a row of its own only with a key.
  expect((await importInto(a, LOTS, lots)).rows).toMatchObject({ new: 0, known: 2 })
})

test('a lot that another sheet made is handed over, and has the numbers of a due diligence statement', async () => {
  expect((await importInto(a, LOTS, lots)).faults).toEqual([])
  const of_lot = { map: 'lots', key: ['Lot'] }
  const map = small({
    name: 'sold',
    key: ['Lot'],
    parties: { buyer: { name: { column: 'Buyer' }, kind: 'business' } },
    records: {
      custody_transfer: {
        of_lot,
        from_party: ['cooperative'],
        to_party: ['buyer'],
        occurred_at: 'day',
        quantity: 'weight',
        location: { constant: 'Port' },
      },
      due_diligence: {
        of_lot,
        reference: { column: 'Statement' },
        filed_by: ['cooperative'],
        filed_at: 'day',
        occurred_at: 'day',
        only_if: ['Statement'],
      },
    },
  })
  const sheet = 'Day,Lot,Buyer,Weight,Statement\n8/6/2026,L1,Acme,99 kg,25UG1\n9/6/2026,L2,Acme,79 kg,\n'
  const result = await importInto(a, sheet, map)
  expect(result.faults).toEqual([])
  const lotOf = new Map((await allRecords(a, 'lot')).map(({ id, quantity }) => [id, quantity.value]))
  const transfers = await allRecords(a, 'custody_transfer')
  expect(
    transfers.map(({ lot_id, quantity, location }) => [lotOf.get(lot_id), quantity.value, location]).sort(),
  ).toEqual([
    [120, 99, 'Port'],
    [80, 79, 'Port'],
  ])
  const [statement, ...others] = await allRecords(a, 'due_diligence')
  expect(others).toEqual([])
  expect(statement).toMatchObject({ reference: '25UG1', filed_at: '2026-06-08T09:00:00.000Z' })
  expect(lotOf.get(statement.lot_id)).toBe(120)
  expect((await importInto(a, sheet, map)).rows).toMatchObject({ known: 2, changed: 0 })
  const moved = await importInto(a, sheet.replace('8/6', '7/6').replace('25UG1', '25UG2'), map)
  expect(moved.changes.map(({ column, was, now }) => [column, was, now])).toEqual([
    ['Day', '2026-06-08', '7/6/2026'],
    ['Statement', '25UG1', '25UG2'],
  ])
})

const memberMap = () =>
  small({
    name: 'book',
    tables: { members: { file: 'members.csv', key: 'No' }, codes: { sheet: 'Codes', key: 'Word' } },
    crop: { column: 'Crop', table: 'codes', take: 'Code', lookup: { Cherry: 'coffee_fresh_cherry' } },
    parties: {
      farm: {
        name: { column: 'Member', table: 'members', take: 'Name' },
        kind: 'person',
        keyed_by: ['Member'],
        member_no: { column: 'Member' },
        region: { column: 'Member', table: 'members', take: 'District', not_listed: 'leave_out' },
      },
    },
  })
const TABLES: Readonly<Record<string, string>> = {
  'members.csv':
    'No,Name,District,Other\n7,Grace Nakato,,x\n8,Mary Aber,,\n8,Mary Aber,,differs where nobody reads\n',
  Codes: 'Word,Code\nC,Cherry\n',
}
const tablesOf = (map = memberMap(), texts = TABLES) =>
  readTables(map.spec, async ({ file, sheet }) => texts[file ?? sheet ?? ''] ?? '')

test('a cell is looked up in a second sheet, and its words in the map', async () => {
  const map = memberMap()
  const sheet = 'Day,Member,Weight,Crop\n1/6/2026,7,12 kg,c\n2/6/2026,9,5 kg,C\n3/6/2026,8,5 kg,D\n'
  const result = await importInto(a, sheet, map, { tables: await tablesOf(map) })
  expect(result.faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
    '3 Member: is not in the table members',
    '4 Crop: is not in the table codes',
  ])
  const [made] = await allRecords(a, 'delivery')
  expect(made?.crop).toBe('coffee_fresh_cherry')
  const people = await allRecords(a, 'party')
  expect(
    people.some(({ display_name, member_no }) => display_name === 'Grace Nakato' && member_no === '7'),
  ).toBe(true)
})

test('a table that cannot be used says why', async () => {
  const texts = { ...TABLES, 'members.csv': 'No,Name\n7,Grace\n' }
  await expect(tablesOf(memberMap(), texts)).rejects.toThrow('The table members lacks: District.')
  const twice = { ...TABLES, 'members.csv': 'No,Name,District\n7,Grace,\n7,Mary,\n' }
  await expect(tablesOf(memberMap(), twice)).rejects.toThrow(
    'has "7" twice, in different rows; the second one is row 3',
  )
})
