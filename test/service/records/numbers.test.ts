import { expect, test } from 'vitest'
import { shortNumber } from '../../../src/domain/short-number.ts'
import { numberOf } from '../../../src/records/numbered.ts'
import { receiptTasks } from '../../../src/records/receipt/receipt-tasks.ts'
import { recordTasks } from '../../../src/records/record-tasks.ts'
import { makeAppliance } from '../../support/appliance.ts'
import { appended, deliveryOf } from '../../support/flows/help.ts'
import { workOf } from '../../support/work.ts'

/** The number on a receipt leads to its record, for those who may read it; for others it is a number like any. */

const a = await makeAppliance()
const anna = await a.party('person', 'Anna')
const ben = await a.party('person', 'Ben')
const ours: string = (await appended(a.cooperative, 'delivery', deliveryOf(anna, a.cooperative))).id
const hidden: string = (await appended(anna, 'delivery', deliveryOf(anna, ben))).id
const another: string = (await appended(anna, 'delivery', deliveryOf(anna, ben))).id

const inJob = <T>(does: () => T): Promise<T> => a.kernel.ports.submit(does)
const show = (id: string) => inJob(() => recordTasks['record.show'](a.kernel, 'test', { id }))
const receipt = (id: string) =>
  inJob(() => receiptTasks['receipt.make'](a.kernel, 'test', { id, prints: true }))
const numberOfRecord = (id: string) =>
  inJob(() => numberOf(a.kernel.store, a.kernel.store.records.byId(id) as never))
/** A number that differs in its last digit, so nothing has it. */
const mistyped = (number: string) => `${number.slice(0, -1)}${number.endsWith('2') ? '3' : '2'}`

test('a receipt bears it, and it finds the record and the receipt, however it is typed', async () => {
  const { number } = await receipt(ours)
  expect(number).toMatch(/^[0-9A-Z]{4} [0-9A-Z]{4}$/)
  for (const typed of [number, number.toLowerCase().replace(' ', '')])
    expect(await show(typed)).toMatchObject({ number, record: { id: ours } })
  expect(await receipt(number)).toMatchObject({ record: ours, is_copy: true })
  await expect(show(mistyped(number))).rejects.toThrow(`no record ${mistyped(number)}.`)
})

test('a hidden record is refused as one that is not there: the same words and the same work', async () => {
  const number = await numberOfRecord(hidden)
  const { store } = a.kernel
  const nothing = await inJob(() => {
    const secret = store.changes.derivedSecret('numbers of records on paper')
    const seq = store.records.byId(another)?.seq as number
    const otherId = `${another.slice(0, -1)}${another.endsWith('0') ? '1' : '0'}`
    return [seq, seq + store.log.size * 1000].map((place) => shortNumber(secret, { seq: place, id: otherId }))
  })
  for (const asks of [show, receipt]) {
    const said: string[] = []
    const refused = async (typed: string) => {
      const work = await workOf(a.kernel.store.db, () =>
        asks(typed).then(
          () => said.push('shown'),
          (error: Error & { remedy?: string }) =>
            said.push(`${error.message} ${error.remedy ?? ''}`.replaceAll(typed, 'NUMBER')),
        ),
      )
      return work
    }
    await refused(number)
    const work = await refused(number)
    for (const other of nothing) expect(await refused(other)).toEqual(work)
    expect(new Set(said).size, said.join('\n')).toBe(1)
    expect(said[0]).toContain('has no record NUMBER')
  }
})

test('finding takes the same few rows among one record and among hundreds', async () => {
  const { number } = await receipt(ours)
  const before = await workOf(a.kernel.store.db, () => show(number))
  for (let i = 0; i < 200; i++) await appended(a.cooperative, 'delivery', deliveryOf(ben, a.cooperative))
  const after = await workOf(a.kernel.store.db, () => show(number))
  expect(after.rows).toBeLessThanOrEqual(before.rows)
})
