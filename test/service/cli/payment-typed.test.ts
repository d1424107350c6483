import { afterAll, expect, test } from 'vitest'
import { addRecords } from '../../../src/records/entry/flows.ts'
import { makeAppliance } from '../../support/appliance.ts'
import { atCounter } from '../../support/cli/terminal.ts'
import { founded } from '../../support/command.ts'

/** A clerk at the terminal writes down payments. */

const a = await makeAppliance()
afterAll(() => a.close())
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

const clerk = (...lines: string[]) =>
  atCounter(a, [...lines, 'n'], (session) => addRecords(session, 'payment'))
const stored = async (said: string) => {
  const id = /^Written as (\S+)\.$/m.exec(said)?.[1]
  expect(id, said).toBeDefined()
  return (await cooperative.get(`/v1/records/${id}?purpose=cooperative_management`)).body
}
const payments = async (): Promise<number> =>
  (await cooperative.get('/v1/records?type=payment&purpose=cooperative_management')).body.records.length

test('is asked for what a payment needs, and again where an answer cannot be', async () => {
  const { said, error } = await clerk(
    ...['today', '99', '17', 'cooperative', '150,000', '150000 shillings', '150000.5 UGX', '150000 UGX'],
    ...['barter', 'offset', 'gift', 'repayment', loan, `${loan}:some`],
    ...[`${loan}:150000, ${sale}:150000`, 'MP 1', 'special_data_consent', 'agreed at the gate', 'y'],
  )
  expect(error).toBeNull()
  expect(said.match(/^(When|Who|Amount|How|What|Which|Number|Lawful|Note)[^:\n]*(?=:| \()/gm)).toEqual([
    expect.stringMatching(/^When did it happen/),
    ...Array(2).fill('Who paid (number or name)'),
    'Who was paid (number or name)',
    ...Array(4).fill(expect.stringMatching(/^Amount/)),
    ...Array(2).fill('How was it paid (number or word)'),
    ...Array(2).fill('What was it paid for (number or word)'),
    ...Array(3).fill('Which records does it pay (RECORD_ID'),
    expect.stringMatching(/^Number of the transaction/),
    expect.stringMatching(/^Lawful basis/),
    expect.stringMatching(/^Note/),
  ])
  for (const complaint of [
    '"99" is not a known id or member number.',
    'Write an amount and its currency',
    'UGX has 0 decimals; write no more than that.',
    'Please answer with a number from 1 to 6',
    'Please answer with a number from 1 to 9',
    'Write each as RECORD_ID:AMOUNT, separated by commas.',
  ])
    expect(said).toContain(complaint)
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
const transfer = (reference: string, ...end: string[]) =>
  clerk(...['', 'cooperative', '17', '50000 UGX', 'mobile_money', 'advance', '', reference, '', ''], ...end)

test('is asked once more about a reference that the payer’s earlier payment has, and may write it', async () => {
  const first = await transfer('MP260628.A1', 'y')
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
  a.clock.nowMs += 2 * 3_600_000
  // The same number from another payer is another payment.
  const fromGrace = await clerk(
    ...['', '17', 'cooperative', '50000 UGX', 'mobile_money', 'repayment', '', 'MP260628.A1', '', '', 'y'],
  )
  expect(fromGrace.said).not.toContain('LOOK AGAIN')
})

test('a script is warned of the same reference, and writes all the same', async () => {
  const coop = await founded()
  const member = await coop.party('person', 'Grace Nakato', '17')
  const pay = (reference: string, amount: string) =>
    coop.did(
      `record add payment --payer cooperative --payee ${member} --method mobile_money --purpose advance`,
      ...['--amount', `${amount} UGX`, '--date today --basis special_data_consent', '--reference', reference],
    )
  const first = await pay('MP1', '50000')
  expect([first.code, first.err]).toEqual([0, expect.not.stringContaining('LOOK AGAIN')])
  const again = await pay('mp 1', '60000')
  expect([again.code, again.type, again.err]).toEqual([0, 'payment', expect.stringContaining(AGAIN)])
})
