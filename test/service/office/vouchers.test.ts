import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import type { Document } from '../../support/command.ts'
import { openOffice, read, staffOf } from '../../support/office.ts'

/** What was paid and is not yet signed for: the figures, the vouchers and the signature (contract §23). */

const office = await openOffice()
const { clerk, auditor } = await staffOf(office)
const us = office.coop.cooperative
const grace = await office.party('person', 'Grace Nakato', '12')
const { token } = await office.did('credential', 'issue', '--party', '12', '--kind', 'party')
const shop = await office.party('business', 'Lake Traders', 'B1')
afterAll(() => office.service.stop())

const basis = { lawful_basis: 'special_data_consent' }
const ugx = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const recordOf = (id: string): Promise<Document> => office.call(`/v1/records/${id}?purpose=audit`)
const paid = async (amount: number, more: object = {}, by?: string): Promise<string> =>
  (
    await office.append(
      'payment',
      {
        ...{ ...basis, payer: us, payee: grace, amount: ugx(amount), method: 'cash', purpose: 'produce' },
        ...more,
      },
      by,
    )
  ).id
const sale = (
  await office.append('delivery', {
    ...{ ...basis, from_party: grace, to_party: us, crop: 'maize_grain' },
    ...{ quantity: { value: 90, unit: 'kg' }, agreed_price: ugx(350_000) },
  })
).id as string
const ids = { paid: '', loan: '' }
const memberPage = async () => read(await clerk.get(`/members/${grace}`))
const press = async (record: string, more: Record<string, string> = {}) =>
  clerk.post('/vouchers', {
    ...{ form_token: await clerk.formToken(), id: uuidv7(), record, signed_by: grace },
    ...more,
  })
const confirmations = async (): Promise<Document[]> =>
  (await office.did('record', 'list', 'payment_confirmation')).records

test('after a payment in full nothing is to pay, and what was paid is not yet signed for', async () => {
  expect(await memberPage()).toContain('To pay to the member UGX 350,000')
  ids.paid = await paid(350_000, { settles: [{ record_id: sale, amount_minor: 350_000 }] })
  const page = await memberPage()
  expect(page).toContain('To pay to the member UGX 0')
  expect(page).toContain('UGX 350,000 paid, not yet signed for')
  // Nobody signed, so that the debt itself remains: one figure is not the other.
  expect((await recordOf(sale)).derived.paid).toMatchObject({
    ...{ claimed_minor: 350_000, remaining_minor: 350_000 },
  })
})

test('a loan that the member did not sign for is in no figure of what is to repay', async () => {
  const debt = { kind: 'repay_loan', obligor: grace, obligee: us, amount: ugx(200_000) }
  ids.loan = (await office.append('obligation', { ...basis, ...debt })).id
  expect(await memberPage()).not.toContain('To repay UGX')
  expect((await press(ids.loan, { back: 'member', party: grace })).location).toBe(
    `/members/${grace}?signed=${ids.loan}`,
  )
  expect((await recordOf(ids.loan)).derived.confirmation).toMatchObject({ on_paper: true })
  expect(await memberPage()).toContain('To repay UGX 200,000')
  // What she says she paid does not reduce it until the cooperative confirms that.
  const settles = [{ record_id: ids.loan, amount_minor: 30_000 }]
  await paid(30_000, { payer: grace, payee: us, purpose: 'repayment', settles }, token)
  expect(await memberPage()).toMatch(
    /To repay UGX 200,000 .*UGX 30,000 paid by the member’s word, not received here/,
  )
})

test('a voucher is printed and signed from the page of the member, by one key each', async () => {
  const page = await clerk.get(`/members/${grace}`)
  expect(page.text).toContain(`action="/receipt/${ids.paid}"`)
  expect(page.text).toContain(`name="record" value="${ids.paid}"`)
  expect((await auditor.get(`/members/${grace}`)).text).not.toContain('action="/vouchers"')
  const voucher = await clerk.get(`/receipt/${ids.paid}?to_sign=1`)
  expect(read(voucher)).toContain('I, Grace Nakato, no. 12, received UGX 350,000')
  const id = uuidv7()
  for (const _ of [1, 2])
    expect((await press(ids.paid, { id, back: 'member', party: grace })).location).toContain(
      `signed=${ids.paid}`,
    )
  expect(await confirmations()).toMatchObject([
    { payment_id: ids.paid, signed_by: grace, channel: 'written', asserted_by: us },
  ])
  expect(read(await clerk.get(`/members/${grace}?signed=${ids.paid}`))).toContain('Signed for: UGX 350,000')
  expect((await recordOf(sale)).derived.paid).toMatchObject({ on_paper_minor: 350_000, remaining_minor: 0 })
  expect(await memberPage()).not.toContain('paid, not yet signed for')
})

test('only what the row showed is signed for, by who could sign', async () => {
  const theirs = await paid(1_000, { payee: shop })
  const gone = await paid(2_000)
  await office.append('payment', {
    ...{ ...basis, payer: us, payee: grace, amount: ugx(2_500), method: 'cash', purpose: 'produce' },
    supersedes: gone,
  })
  for (const [record, by] of [
    [ids.paid, grace],
    [theirs, shop],
    [gone, grace],
    [sale, us],
    ['x', grace],
  ] as const) {
    const refused = await press(record, { signed_by: by })
    expect([refused.status, read(refused)]).toEqual([422, expect.stringContaining('Nothing was saved.')])
  }
  expect(await confirmations()).toHaveLength(1)
})

test('all vouchers out are listed, without what an operator paid; those of a week ago are to do', async () => {
  await paid(7_000, { method: 'mobile_money', reference: 'QX1' })
  const old = await paid(9_000, { occurred_at: daysAgo(9) })
  // What she paid has a receipt, and what the cooperative owes her is not hers to sign.
  await paid(3_300, { payer: grace, payee: us, purpose: 'repayment', occurred_at: daysAgo(9) })
  const owed = { kind: 'pay_for_goods', obligor: us, obligee: grace, amount: ugx(4_400) }
  await office.append('obligation', { ...basis, ...owed, occurred_at: daysAgo(9) })
  await paid(5_500, { payer: grace, payee: us, method: 'offset' })
  const page = await clerk.get('/vouchers')
  expect(read(page)).toContain('UGX 5,500')
  expect(read(page)).not.toMatch(/UGX (3,300|4,400)/)
  expect(read(page)).toMatch(/Grace Nakato \(12\) Paid: produce cash UGX 9,000 Print Signed/)
  expect(read(page)).toContain('UGX 2,500')
  expect(read(page)).not.toMatch(/UGX (1,000|7,000|350,000)/)
  expect(read(await clerk.get('/today'))).toContain('1 voucher not signed for a week')
  expect((await press(old)).location).toBe(`/vouchers?signed=${old}`)
  expect(read(await clerk.get('/today'))).not.toContain('not signed for a week')
  expect((await auditor.get('/vouchers')).status).toBe(200)
  expect((await auditor.get('/today')).status).toBe(200)
})
