import { expect, test } from 'vitest'
import type { GivenFlags } from '../../../src/records/entry/flags.ts'
import { addRecord } from '../../../src/records/entry/flows.ts'
import { SeveralFaults } from '../../../src/words/fault.ts'
import { englishWords } from '../../../src/words/words.ts'
import { makeAppliance } from '../../support/appliance.ts'
import { atCounter } from '../../support/cli/terminal.ts'
import { founded } from '../../support/command.ts'

/** A clerk writes down payments, by flags. */

const a = await makeAppliance()
const { cooperative } = a
const grace = await a.party('person', 'Grace Nakato', { member_no: '17' })
const financial = { lawful_basis: 'special_data_consent' }
const loan = (
  await cooperative.append('obligation', {
    ...{ ...financial, kind: 'repay_loan', obligor: grace.id, obligee: cooperative.id },
    amount: { amount_minor: 400_000, currency: 'UGX' },
  })
).body.id
const sale = (
  await cooperative.append('delivery', {
    ...{ ...financial, from_party: grace.id, to_party: cooperative.id, crop: 'maize_grain' },
    ...{ quantity: { value: 90, unit: 'kg' }, agreed_price: { amount_minor: 150_000, currency: 'UGX' } },
  })
).body.id

const pay = (given: GivenFlags, ...lines: readonly string[]) =>
  atCounter(a, { date: 'today', ...given }, (session) => addRecord(session, 'payment'), lines)
const stored = async (said: string) => {
  const id = /^Written as (\S+)\.$/m.exec(said)?.[1]
  expect(id, said).toBeDefined()
  return (await cooperative.get(`/v1/records/${id}?purpose=cooperative_management`)).body
}
const payments = async (): Promise<number> =>
  (await cooperative.get('/v1/records?type=payment&purpose=cooperative_management')).body.records.length

test('is told at once of all that a payment needs, and of all that cannot be', async () => {
  const faults = async (given: GivenFlags) => {
    const { error } = await pay(given)
    expect(error).toBeInstanceOf(SeveralFaults)
    return (error as SeveralFaults).faults.map(englishWords().tell)
  }
  expect(
    await faults({ payer: '99', amount: '150000.5 UGX', method: 'barter', settles: `${loan}:some` }),
  ).toEqual([
    '--payee is missing: Who was paid (number or name)',
    expect.stringMatching(/^--purpose is missing: What was it paid for: produce, advance, /),
    '--payer "99": "99" is not a known id or member number. Find it with: granary party list',
    '--amount "150000.5 UGX": UGX has 0 decimals; write no more than that.',
    '--method "barter": Please use one of: cash, mobile_money, bank, cheque, in_kind, offset.',
  ])
  const rest = { payer: '17', payee: 'cooperative', method: 'offset' }
  expect(await faults({ ...rest, amount: '150000 UGX', purpose: 'gift', settles: `${loan}:some` })).toEqual([
    expect.stringMatching(/^--purpose "gift": Please use one of: produce, advance, /),
    `--settles "${loan}:some": Write each as RECORD_ID:AMOUNT, separated by commas.`,
  ])
})

test('is written with the debts that it pays', async () => {
  const { said, error } = await pay({
    ...{ payer: '17', payee: 'cooperative', amount: '150000 UGX', method: 'offset', purpose: 'repayment' },
    ...{ settles: `${loan}:150000, ${sale}:150000`, reference: 'MP 1', note: 'agreed at the gate' },
  })
  expect(error).toBeNull()
  expect(await stored(said)).toMatchObject({
    ...{ ...financial, type: 'payment', payer: grace.id, payee: cooperative.id },
    ...{ amount: { amount_minor: 150_000, currency: 'UGX' }, method: 'offset', purpose: 'repayment' },
    settles: [
      { record_id: loan, amount_minor: 150_000 },
      { record_id: sale, amount_minor: 150_000 },
    ],
    ...{ reference: 'MP 1', note: 'agreed at the gate', derived: { flags: [], unallocated_minor: 0 } },
  })
})

const AGAIN =
  'LOOK AGAIN: A payment by the same payer with the same number of the transaction is recorded already.'
const TRANSFER = { amount: '50000 UGX', method: 'mobile_money', purpose: 'advance' }
const transfer = (reference: string, ...lines: readonly string[]) =>
  pay({ payer: 'cooperative', payee: '17', ...TRANSFER, reference }, ...lines)

test('is asked once more about a reference that the payer’s earlier payment has, and may write it', async () => {
  const first = await transfer('MP260628.A1')
  expect(first.said).not.toContain('LOOK AGAIN')
  await stored(first.said)
  const before = await payments()
  a.clock.nowMs += 2 * 3_600_000
  const again = await transfer('mp 260628.a1', '')
  expect(again.said).toContain(AGAIN)
  expect(again.said).toContain('Nothing was written.')
  expect(await payments()).toBe(before)
  const sure = await transfer('mp 260628.a1', 'y')
  expect(sure.said).toContain(AGAIN)
  expect(await stored(sure.said)).toMatchObject({ reference: 'mp 260628.a1' })
  expect(await payments()).toBe(before + 1)
})

test('a script is warned of the same reference, and writes all the same', async () => {
  const coop = await founded()
  const member = await coop.party('person', 'Grace Nakato', '17')
  const byScript = (reference: string, amount: string) =>
    coop.did(
      `record add payment --payer cooperative --payee ${member} --method mobile_money --purpose advance`,
      ...['--amount', `${amount} UGX`, '--date today --basis special_data_consent', '--reference', reference],
    )
  const first = await byScript('MP1', '50000')
  expect([first.code, first.err]).toEqual([0, expect.not.stringContaining('LOOK AGAIN')])
  const again = await byScript('mp 1', '60000')
  expect([again.code, again.type, again.err]).toEqual([0, 'payment', expect.stringContaining(AGAIN)])
})
