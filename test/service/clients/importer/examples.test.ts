import { afterAll, describe, expect, it } from 'vitest'
import { reportText } from '../../../../src/clients/importer/report.ts'
import { makeAppliance } from '../../../support/appliance.ts'
import {
  allRecords,
  example,
  exampleMap,
  importInto,
  WORDS,
} from '../../../support/clients/importer/support.ts'

const importLedger = (text = example('delivery-ledger.csv')) =>
  importInto(appliance, text, exampleMap('delivery-ledger.map.json'))

const appliance = await makeAppliance()
const result = await importLedger()
afterAll(() => appliance.close())

describe('the example of a delivery ledger', () => {
  it('is read but for the two rows with a fault', () => {
    expect(result.rows).toEqual({ total: 10, done: 10, new: 8, known: 0, changed: 0, faulty: 2, leftOut: 0 })
    expect(result.records).toEqual({
      party: { written: 4, corrected: 0, there: 0, refused: 0 },
      delivery: { written: 8, corrected: 0, there: 0, refused: 0 },
    })
    expect(result.faults.map(({ row, column, value }) => [row, column, value])).toEqual([
      [6, 'Date', '31/02/2026'],
      [9, 'Quantity', '40-50'],
    ])
    expect(reportText(WORDS, result)).toContain('Date is not a day of the calendar (row 6)')
  })

  it('gives each delivery its kilograms, and says how far they can be trusted', async () => {
    const deliveries = await allRecords(appliance, 'delivery')
    const said = deliveries
      .map(({ quantity, derived }) => [
        quantity.value,
        quantity.label ?? quantity.unit,
        derived.kg,
        derived.flags.join(' '),
      ])
      .sort((a, b) => a[0] - b[0])
    expect(said).toEqual([
      [1.5, 'bags of 90', 135, 'assumed_conversion received_late'],
      [2, 'gunia', null, 'quantity_not_normalized received_late'],
      [4, 'tins', 57.666, 'assumed_conversion received_late'],
      [6, 'tins', 86.499, 'assumed_conversion received_late'],
      [64, 'kg', 64, 'received_late'],
      [98, 'kg', 98, 'received_late'],
      [120.5, 'kg', 120.5, 'received_late'],
      [1040, 'kg', 1040, 'received_late'],
    ])
  })

  it('knows its members by their number, as the counter does', async () => {
    const { people, store } = appliance.kernel
    const names = ['17', '21', '34', '40'].map(
      (no) => people.facts(people.withMemberNumber(no)[0] as number).called.name,
    )
    expect(names).toEqual(['Akello Sarah', 'Byaruhanga John', 'Chebet Ruth', 'Drani Peter'])
    const party = store.parties.id(people.withMemberNumber('17')[0] as number)
    const own = (await allRecords(appliance, 'delivery')).filter(({ from_party }) => from_party === party)
    expect(own.length).toBe(3)
    for (const delivery of own) expect(delivery.to_party).toBe(appliance.cooperative.id)
  })

  it('imported again writes nothing, and corrected writes what was missing', async () => {
    expect((await importLedger()).rows).toMatchObject({ new: 0, known: 8, faulty: 2 })
    const corrected = result.rejects.replaceAll('31/02/2026', '28/02/2026').replaceAll('40-50', '45')
    expect((await importLedger(corrected)).rows).toMatchObject({ new: 2, faulty: 0 })
    expect((await importLedger(corrected)).rows).toMatchObject({ new: 0, known: 2 })
    const saved = example('delivery-ledger.csv').replaceAll(/,0(\d)\/0(\d)\//g, ',$1/$2/')
    expect(saved).toContain('2118,3/3/2026,')
    expect((await importLedger(saved)).rows).toMatchObject({ new: 0, known: 8 })
    expect(await allRecords(appliance, 'delivery')).toHaveLength(10)
  })
})
