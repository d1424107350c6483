import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { beforeAll, expect, test } from 'vitest'
import type { Run } from '../../../src/cli/context.ts'
import { openDebts } from '../../../src/clients/mobile-money/books.ts'
import { type DebtRecord, type OpenDebt, openDebt } from '../../../src/domain/mass-payment.ts'
import { referenceKey } from '../../../src/domain/payment.ts'
import { MOST_LISTED } from '../../../src/records/payments/account.ts'
import type { CounterRecord } from '../../../src/records/record-tasks.ts'
import { type Appliance, makeAppliance, START_MS } from '../../support/appliance.ts'

/** Accounts and lists of more records than a page has: their sums are over everything. */

const DEBTS = 620
const PAYMENTS = 560
const PRICE = 1000
const MINUTE = 60_000

let a: Appliance
let run: Run
let member: string
let other: string
const debts: string[] = []
const at = (minutes: number) => new Date(START_MS - 90 * 86_400_000 + minutes * MINUTE).toISOString()
const basis = { lawful_basis: 'special_data_consent' }
const money = (amount_minor: number, currency = 'UGX') => ({ amount_minor, currency })

async function written(records: readonly object[]): Promise<void> {
  for (let from = 0; from < records.length; from += 200)
    for (const result of await run('record.append-all', { records: records.slice(from, from + 200) }))
      expect(result, JSON.stringify(result)).not.toMatchObject({ status: 'rejected' })
}
const delivery = (from_party: string, minutes: number, more: object = {}) => ({
  ...{ id: uuidv7(), type: 'delivery', ...basis, from_party, to_party: a.cooperative.id },
  ...{ crop: 'maize_grain', quantity: { value: 10, unit: 'kg' }, measurement_method: 'coop_weighed' },
  ...{ agreed_price: money(PRICE), occurred_at: at(minutes), ...more },
})

beforeAll(async () => {
  a = await makeAppliance({ country: 'UG' })
  run = (task, args) => a.tasks.run(task, 'test', args)
  member = (await a.party('person', 'Nakato')).id
  other = (await a.party('person', 'Okello')).id
  const owed = Array.from({ length: DEBTS }, (_, i) => delivery(member, i))
  debts.push(...owed.map(({ id }) => id))
  await written([
    ...owed,
    delivery(other, 5, { agreed_price: money(7, 'USD') }),
    delivery(other, 6, { crop: 'beans_dry' }),
    delivery(other, 100_000),
  ])
  // The payments are all newer than the debts: the newest 500 records show none of these.
  await written(
    Array.from({ length: PAYMENTS }, (_, i) => ({
      ...{ id: uuidv7(), type: 'payment', ...basis, occurred_at: at(DEBTS + i), payer: a.cooperative.id },
      ...{ payee: member, amount: money(PRICE), method: 'cash', purpose: 'produce' },
      settles: [{ record_id: debts[i], amount_minor: PRICE }],
    })),
  )
})

test('the sums of an account are over everything, and it states what it does not list', async () => {
  const account = await run('payment.account', { party: member })
  expect(account.balance).toMatchObject([
    {
      ...{ way: 'out', currency: 'UGX', debts: DEBTS, owed_minor: DEBTS * PRICE },
      ...{ acknowledged_minor: 0, claimed_minor: PAYMENTS * PRICE, remaining_minor: DEBTS * PRICE },
    },
  ])
  // What is claimed is open still: the oldest 500 and the newest 500 debts are all of them.
  expect(account.debts.map(({ record }) => record.id)).toEqual(debts)
  expect(account.payments).toHaveLength(MOST_LISTED)
  expect(account.unlisted).toEqual({ debts: 0, open: 0, payments: PAYMENTS - MOST_LISTED })
})

test('the debts of a list are those that every record, read one by one, shows', async () => {
  const slow = async (isAsked: (record: CounterRecord) => boolean): Promise<OpenDebt[]> => {
    const found: OpenDebt[] = []
    for (const subject of [member, other])
      for (let after: { occurredAt: number; id: string } | undefined; ; ) {
        const asked = {
          type: 'delivery',
          subject,
          standing: 'tip',
          most: 100,
          ...(after && { after }),
        } as const
        const page = await run('record.recent', asked)
        for (const record of page.records.filter(isAsked)) {
          const debt = openDebt(record as unknown as DebtRecord, [a.cooperative.id])
          if (debt !== null && debt.open_minor > 0) found.push(debt)
        }
        after = page.next
        if (after === undefined) break
      }
    return found.sort(byId)
  }
  const byId = (one: OpenDebt, two: OpenDebt) => (one.id < two.id ? -1 : 1)
  const fast = async (asked: Parameters<typeof openDebts>[1]) => (await openDebts(run, asked)).sort(byId)
  expect(await fast({})).toEqual(await slow(() => true))
  expect(await fast({})).toHaveLength(DEBTS - PAYMENTS + 3)
  expect(await fast({ currency: 'USD' })).toEqual(await slow((one) => one.agreed_price?.currency === 'USD'))
  expect(await fast({ crop: 'beans_dry' })).toEqual(await slow((one) => one.crop === 'beans_dry'))
  const [fromMs, toMs] = [Date.parse(at(600)), Date.parse(at(610))]
  const isOfPeriod = ({ occurred_at }: CounterRecord) =>
    Date.parse(occurred_at) >= fromMs && Date.parse(occurred_at) < toMs
  expect(await fast({ fromMs, toMs })).toEqual(await slow(isOfPeriod))
  expect(await fast({ fromMs, toMs })).toHaveLength(10)
})

test('the index has the numbers of payments as the rules compare them', () => {
  const inSql = a.kernel.store.db.prepare(`SELECT upper(replace(?, ' ', ''))`).pluck()
  const letters = fc.constantFrom(...'aZ9é ß\u00a0ıİ-/\u{1f33d}')
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: letters }), fc.string({ unit: 'grapheme' })), (text) => {
      fc.pre(!text.includes('\0'))
      expect(referenceKey(text)).toBe(inSql.get(text))
    }),
    { numRuns: 2_000 },
  )
})

test('only payments cost the index anything, and a look-up uses it', () => {
  const { db } = a.kernel.store
  const plan = db
    .prepare(
      `EXPLAIN QUERY PLAN SELECT seq FROM entry WHERE kind = 13
       AND upper(replace(json_extract(body, '$.reference'), ' ', '')) = ? AND asserted_by = ?`,
    )
    .all('X', 1) as { detail: string }[]
  expect(plan.map(({ detail }) => detail).join()).toMatch(/USING (COVERING )?INDEX entry_payment_reference/)
})
