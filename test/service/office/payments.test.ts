import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Document } from '../../support/command.ts'
import { openOffice, type Page, read, staffOf, sureIn, valueIn } from '../../support/office.ts'

/** Money at the office page: every figure is the one that the API derives. */

const office = await openOffice()
const staff = await staffOf(office)
const { clerk } = staff
const grace = await office.party('person', 'Grace Nakato', '12')
const { token } = await office.did('credential', 'issue', '--party', '12', '--kind', 'party')
const us = office.coop.cooperative
afterAll(() => office.service.stop())

const basis = { lawful_basis: 'special_data_consent' }
const UGX = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })
const goods = { crop: 'maize_grain', quantity: { value: 90, unit: 'kg' } }
const delivered = async (price?: object): Promise<string> => {
  const priced = price === undefined ? {} : { agreed_price: price, ...basis }
  const fields = { from_party: grace, to_party: us, measurement_method: 'coop_weighed', ...goods, ...priced }
  return (await office.append('delivery', fields)).id
}
const recordOf = (id: string): Promise<Document> => office.call(`/v1/records/${id}?purpose=audit`)
const payments = async (): Promise<Document[]> =>
  (await office.did('record', 'list', 'payment', '--standing', 'any')).records

const printed = async (id: string | undefined, fields: Record<string, string> = {}) =>
  read(await clerk.get(`/receipt/${id}?${new URLSearchParams(fields)}`))

const ids: Record<string, string> = {}
beforeAll(async () => {
  ids.first = await delivered(UGX(170_000))
  ids.second = await delivered(UGX(30_000))
  ids.unpriced = await delivered()
  const loan = { kind: 'repay_input_credit', obligor: grace, obligee: us, amount: UGX(50_000) }
  ids.loan = (await office.append('obligation', { ...loan, ...basis })).id
  // Until she does, it is the cooperative's word alone (one-sided.test.ts).
  await office.call(
    `/v1/obligations/${ids.loan}/confirmation`,
    { id: uuidv7(), channel: 'in_person', occurred_at: new Date().toISOString() },
    token,
  )
})

const open = (act = 'pay') => clerk.get(`/payments?who=12&act=${act}`)
const sent = { occurred_at: 'today', method: 'mobile_money', purpose: 'produce' }
async function send(act: string, fields: Record<string, string>): Promise<Page> {
  const form_token = await clerk.formToken()
  return clerk.post('/payments', { form_token, id: uuidv7(), who: grace, act, ...sent, ...fields })
}
/** Fills in the form, looks, and writes. */
async function paid(act: string, fields: Record<string, string>): Promise<Document> {
  const id = uuidv7()
  const preview = await send(act, { ...fields, id })
  expect(preview.status, read(preview)).toBe(200)
  const sure = { ...fields, id, sure: sureIn(preview) }
  expect((await send(act, sure)).location).toContain(`saved=${id}`)
  expect((await send(act, sure)).location).toContain(`saved=${id}`)
  return recordOf(id)
}

test('a member is found, and their open debts are filled in with what remains', async () => {
  expect((await clerk.get('/payments')).text).toContain('data-members')
  expect((await clerk.get('/payments?who=nobody')).status).toBe(422)
  expect(read(await clerk.get('/payments?who=cooperative'))).toContain('Choose the member.')
  expect((await staff.auditor.post('/payments', {})).status).toBe(403)
  const page = await open()
  expect(valueIn(page, `part_${ids.first}`)).toBe('170000 UGX')
  expect(valueIn(page, `part_${ids.second}`)).toBe('30000 UGX')
  expect(page.text).not.toContain(`part_${ids.unpriced}`)
  expect(page.text).not.toContain(`part_${ids.loan}`)
  expect(read(page)).toContain('Owed to the member 2 UGX 200,000 UGX 0 UGX 0 UGX 200,000')
  expect(read(page)).toContain('Owed by the member 1 UGX 50,000 UGX 0 UGX 0 UGX 50,000')
  // Its currency stands beside it.
  expect((await open('receive')).text).toMatch(
    new RegExp(`<input value="50000"[^>]* name="part_${ids.loan}"`),
  )
  const both = await open('offset')
  expect([ids.first, ids.loan].map((id) => valueIn(both, `part_${id}`))).toEqual(['', ''])
})

test('what cannot be one payment is explained, and writes nothing', async () => {
  const refused = async (act: string, fields: Record<string, string>, words: string) => {
    const page = await send(act, fields)
    expect([page.status, read(page)]).toEqual([422, expect.stringContaining(words)])
  }
  await refused('pay', {}, 'Type an amount')
  await refused('pay', { [`part_${ids.first}`]: '5 KES' }, 'This debt is in UGX.')
  await refused('pay', { [`part_${ids.loan}`]: '5' }, 'corrected or taken back meanwhile')
  await refused('pay', { amount: '5 UGX', method: 'offset' }, 'cash, mobile_money, bank, cheque, in_kind')
  await refused(
    'offset',
    { [`part_${ids.loan}`]: '5' },
    'The sums must be equal: UGX 0 owed to the member, UGX 5',
  )
  const stranger = await clerk.post('/payments', { form_token: await clerk.formToken(), who: 'x' })
  expect(stranger.status).toBe(200)
  expect(await payments()).toEqual([])
})

test('a payment is looked at, written once, and is not yet signed for, until the member confirms it', async () => {
  const parts = { [`part_${ids.first}`]: '170000', [`part_${ids.second}`]: '10,000 UGX' }
  const look = await send('pay', parts)
  expect(read(look)).toContain('Amount UGX 180,000')
  expect(read(look)).toContain('UGX 10,000 (remaining: UGX 30,000)')
  expect(read(look)).toContain('not yet signed for, until the member confirms it')
  const payment = await paid('pay', { ...parts, reference: 'QX12AB' })
  expect(payment).toMatchObject({
    ...{ type: 'payment', payer: us, payee: grace, asserted_by: us, amount: UGX(180_000) },
    ...{ method: 'mobile_money', purpose: 'produce', reference: 'QX12AB' },
    settles: [
      { record_id: ids.first, amount_minor: 170_000 },
      { record_id: ids.second, amount_minor: 10_000 },
    ],
  })
  expect(payment.derived).toMatchObject({ unallocated_minor: 0, flags: [] })
  expect((await recordOf(ids.first as string)).derived.paid).toMatchObject({
    ...{ claimed_minor: 170_000, remaining_minor: 170_000 },
  })
  ids.payment = payment.id
  const page = await open()
  expect(read(page)).toContain('Owed to the member 2 UGX 200,000 UGX 0 UGX 180,000 UGX 200,000')
  const receipt = `/receipt/${payment.id}`
  expect((await clerk.get(`/payments?who=12&saved=${payment.id}`)).text).toContain(receipt)
  expect((await clerk.get(`/records/${payment.id}`)).text).toContain(receipt)
  const first = await printed(payment.id, { paper: '58' })
  expect(first).toContain('NOT YET SIGNED FOR: the payer states this payment.')
  expect(first).toMatch(/Maize, grain, [^:]+ agreed: UGX 30,000 +UGX 10,000/)
  expect(first).not.toContain('COPY')
  expect(valueIn(page, `part_${ids.first}`)).toBe('')
  expect(await payments()).toHaveLength(1)

  const warned = await send('pay', { [`part_${ids.first}`]: '170001', reference: 'qx 12ab' })
  expect(read(warned)).toContain('with the same number of the transaction is recorded already')
  expect(read(warned)).toContain('more than is recorded as remaining')
  expect(read(warned)).toContain('UGX 170,000 is paid already and not yet signed for')

  const confirmed = { id: uuidv7(), channel: 'in_person', occurred_at: new Date().toISOString() }
  await office.call(`/v1/payments/${payment.id}/confirmation`, confirmed, token)
  // A page that was only looked at was not printed.
  expect(await printed(payment.id)).not.toContain('COPY')
  await clerk.post(`/receipt/${payment.id}/printed`, { form_token: await clerk.formToken() })
  const copy = await printed(payment.id)
  expect(copy).toContain('*** COPY ***')
  expect(copy).toContain('SIGNED FOR: the payee confirmed this payment.')
  expect(read(await open())).toContain('Owed to the member 2 UGX 200,000 UGX 180,000 UGX 0 UGX 20,000')
  const after = await open()
  expect(after.text).not.toContain(`part_${ids.first}`)
  expect(valueIn(after, `part_${ids.second}`)).toBe('20000 UGX')
})

test('a repayment is acknowledged at once, and debts are set off by equal sums', async () => {
  const repaid = await paid('receive', {
    [`part_${ids.loan}`]: '20000',
    purpose: 'repayment',
    method: 'cash',
  })
  expect(repaid).toMatchObject({ payer: grace, payee: us, amount: UGX(20_000) })
  const moneyOf = async () => (await recordOf(ids.loan as string)).derived.fulfilment.money
  expect(await moneyOf()).toMatchObject({ acknowledged_minor: 20_000, remaining_minor: 30_000 })
  const offset = await paid('offset', {
    ...{ [`part_${ids.loan}`]: '15000', [`part_${ids.second}`]: '15000' },
    purpose: 'input_credit',
  })
  expect(offset).toMatchObject({ method: 'offset', amount: UGX(15_000), payer: us, payee: grace })
  expect(offset.derived).toMatchObject({ unallocated_minor: 0, flags: [] })
  expect(await moneyOf()).toMatchObject({ acknowledged_minor: 35_000, remaining_minor: 15_000 })
})

test('what others pay or owe the member is not on the page of the office', async () => {
  const buyer = await office.party('business', 'Buyer', 'B1')
  const { token: theirs } = await office.did('credential', 'issue', '--party', 'B1', '--kind', 'party')
  const price = { agreed_price: UGX(999_000), ...basis, measurement_method: 'self_reported' }
  await office.append('delivery', { from_party: grace, to_party: buyer, ...goods, ...price }, theirs)
  const amount = { payer: buyer, payee: grace, amount: UGX(998_000), method: 'cash', purpose: 'produce' }
  await office.append('payment', { ...amount, ...basis }, theirs)
  for (const path of [`/members/${grace}`, `/members/${grace}/account`, `/payments?who=12`])
    expect(read(await clerk.get(path))).not.toMatch(/99[89],000/)
})

test('a receipt shows no debt of others, and there is none of a payment between others', async () => {
  const ben = await office.party('person', 'Ben Busulwa', '13')
  const money = { payer: us, payee: grace, amount: UGX(4_000), method: 'cash', purpose: 'produce', ...basis }
  const priced = { from_party: ben, to_party: us, ...goods, agreed_price: UGX(61_000), ...basis }
  const { id: theirs } = await office.append('delivery', { ...priced, measurement_method: 'coop_weighed' })
  const settles = [{ record_id: theirs, amount_minor: 4_000 }]
  const { id } = await office.append('payment', { ...money, settles })
  const receipt = await printed(id)
  expect(receipt).toContain('A record that is no debt between these two UGX 4,000')
  expect(receipt).toContain('IT DOES NOT COUNT for some')
  expect(receipt).not.toMatch(/Maize|61,000|Ben/)
  const { id: between } = await office.append('payment', { ...money, payer: ben })
  expect(await printed(between)).toContain('Only a payment by or to the cooperative has a receipt.')
  expect((await clerk.get(`/records/${between}`)).text).not.toContain('/receipt/')

  const fixed = { ...priced, agreed_price: UGX(171_000), from_party: grace, supersedes: ids.first }
  await office.append('delivery', { ...fixed, measurement_method: 'coop_weighed' })
  expect(await printed(ids.payment)).toContain('agreed: UGX 171,000 UGX 170,000')
})
