import { afterAll, expect, test } from 'vitest'
import { fieldIn, openOffice, type Page, read, staffOf, sureIn } from '../../support/office.ts'

/** What a member without a phone signed on paper: printed, confirmed, shown with who vouches for it, and taken back. */

const office = await openOffice()
const { clerk, auditor } = await staffOf(office)
const us = office.coop.cooperative
const { party: grace } = await office.did(
  'party add --kind person --member-no 12 --language Kiswahili --name',
  'Grace Nakato',
)
const mill = await office.party('business', 'Hima Mill', '90')
afterAll(() => office.service.stop())

const ugx = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })
const basis = { lawful_basis: 'special_data_consent' }
const recordOf = (id: string) => office.did('record', 'show', id)
const moneyOf = async (id: string) => {
  const { derived } = await recordOf(id)
  return derived.paid ?? derived.fulfilment.money
}

const sold = async () =>
  (
    await office.append('delivery', {
      ...{ ...basis, from_party: grace, to_party: us, crop: 'maize_grain', agreed_price: ugx(60_000) },
      quantity: { value: 90, unit: 'kg' },
    })
  ).id
const paidTo = async (payee: string, more: object = {}) =>
  (
    await office.append('payment', {
      ...{ ...basis, payer: us, payee, amount: ugx(60_000), method: 'cash', purpose: 'produce' },
      ...more,
    })
  ).id
const lent = async () =>
  (
    await office.append('obligation', {
      ...{ ...basis, kind: 'repay_loan', obligor: grace, obligee: us, amount: ugx(200_000) },
      due_at: '2099-11-30T12:00:00Z',
    })
  ).id

/** Signs at the record's page as a clerk does. */
async function signed(id: string, more: Record<string, string> = {}): Promise<Page> {
  const path = `/records/${id}/confirmation`
  const page = await clerk.get(`/records/${id}`)
  expect(read(page)).toContain('Grace Nakato (12) signed on paper How')
  const form = { signed_by: grace, channel: 'written', occurred_at: 'yesterday', ...more }
  const preview = await clerk.answer(path, page, form)
  expect([preview.status, read(preview)]).toEqual([200, expect.stringContaining('Grace Nakato (12)')])
  return clerk.answer(path, preview, { sure: sureIn(preview) })
}

test('a payment is signed on paper: what remains falls, and every page says who vouches', async () => {
  const delivery = await sold()
  const id = await paidTo(grace, { settles: [{ record_id: delivery, amount_minor: 60_000 }] })
  expect(await moneyOf(delivery)).toMatchObject({ on_paper_minor: 0, remaining_minor: 60_000 })
  const form = await clerk.get(`/records/${id}`)
  expect(form.text).toContain('<option value="written" selected>')
  expect(form.text).not.toContain('value="ussd_pin"')
  expect((await signed(id)).location).toBe(`/records/${id}?done`)
  expect(await moneyOf(delivery)).toMatchObject({ on_paper_minor: 60_000, remaining_minor: 0 })
  const { derived } = await recordOf(id)
  expect(derived.confirmation).toMatchObject({ independent: false, on_paper: true, channel: 'written' })
  expect(derived.flags).toContain('confirmed_on_paper')
  const text = read(await auditor.get(`/records/${id}`))
  expect(text).toMatch(
    /signed on paper by Grace Nakato \(12\) on \d+ \w+ \d+; the cooperative alone vouches for the signature/,
  )
  expect(text).toContain('current signed on paper')
  expect(text).not.toContain('current confirmed')
  const list = read(await clerk.get('/records?type=payment'))
  expect(list).toContain('on paper')
  expect(list).not.toMatch(/\bconfirmed\b(?! on paper)/)
  const receipt = await clerk.get(`/receipt/${id}?paper_language=en`)
  expect(read(receipt)).toMatch(
    /SIGNED ON PAPER by Grace Nakato, no\. 12, on \d+ \w+ \d+; the cooperative alone vouches for the signature/,
  )
  expect(read(receipt)).not.toMatch(/SIGNED FOR:|delegate/)
  // Nobody is asked to sign twice.
  expect(read(await clerk.get(`/records/${id}`))).not.toContain('Grace Nakato (12) signed on paper How')
})

test('a loan is signed on paper, with a picture, and is agreed until the cooperative takes the signature back', async () => {
  const id = await lent()
  expect((await moneyOf(id)).agreed).toBe(false)
  const wrong = await clerk.answer(`/records/${id}/confirmation`, await clerk.get(`/records/${id}`), {
    ...{ signed_by: grace, channel: 'written', occurred_at: 'today', evidence: 'a photo' },
  })
  expect([wrong.status, read(wrong)]).toEqual([422, expect.stringContaining('64')])
  await signed(id, { evidence: 'ab'.repeat(32), channel: 'in_person' })
  expect((await moneyOf(id)).agreed).toBe(true)
  const { records } = await office.did('record list obligation_confirmation')
  expect(records[0]).toMatchObject({
    ...{ signed_by: grace, channel: 'in_person', asserted_by: us },
    evidence: [{ sha256: 'ab'.repeat(32), media_type: 'image/jpeg' }],
  })
  const page = await clerk.get(`/records/${id}`)
  const path = `/records/${records[0].id}/retraction`
  const preview = await clerk.answer(path, page, { reason: 'entered_in_error', occurred_at: 'today' })
  expect(read(preview)).not.toContain('kilograms')
  const done = await clerk.answer(path, preview, { sure: sureIn(preview) })
  expect(done.location).toBe(`/records/${id}?done`)
  expect((await moneyOf(id)).agreed).toBe(false)
  expect(read(await clerk.get(`/records/${id}`))).toContain('Grace Nakato (12) signed on paper')
})

test('who could not sign is offered nothing, and is refused', async () => {
  const toMill = await paidTo(mill)
  expect(read(await clerk.get(`/records/${toMill}`))).not.toContain('signed on paper')
  const id = await paidTo(grace)
  for (const path of [`/records/${id}`, `/receipt/${id}`]) {
    const page = await auditor.get(path)
    expect(page.text).not.toContain('/confirmation')
  }
  const token = await auditor.formToken('/account')
  for (const path of [`/records/${id}/confirmation`, `/receipt/${id}/printed`])
    expect((await auditor.post(path, { form_token: token, signed_by: grace })).status).toBe(403)
  const page = await clerk.get(`/records/${toMill}`)
  const refused = await clerk.post(`/records/${toMill}/confirmation`, {
    ...{ form_token: fieldIn(page, 'form_token'), signed_by: mill, channel: 'written', occurred_at: 'today' },
  })
  const sent = await clerk.answer(`/records/${toMill}/confirmation`, refused, { sure: sureIn(refused) })
  expect([sent.status, read(sent)]).toEqual([
    422,
    expect.stringContaining('Only the other party of a delivery, payment or obligation'),
  ])
})

test('the voucher has the sentence to sign in the member’s language, and is no receipt', async () => {
  const id = await paidTo(grace, {
    ...{ reference: 'QX12AB', settles: [{ record_id: await sold(), amount_minor: 60_000 }] },
  })
  const page = await clerk.get(`/records/${id}`)
  expect(page.text).toContain('name="to_sign"')
  const voucher = (record: string, more = '') => clerk.get(`/receipt/${record}?paper=a5&to_sign=1${more}`)
  const swahili = await voucher(id)
  expect(read(swahili)).toContain('Mimi, Grace Nakato, Na. 12, nimepokea UGX 60,000 kutoka kwa')
  const paper = read(await voucher(id, '&paper_language=en'))
  for (const part of ['PAYMENT VOUCHER', 'QX12AB', 'Maize, grain', 'For the cooperative'])
    expect(paper).toContain(part)
  expect(paper).not.toMatch(/NOT YET SIGNED|RECEIPT/)
  // The first receipt is no copy of the voucher.
  const receipt = read(await clerk.get(`/receipt/${id}?paper_language=en`))
  expect(receipt).not.toContain('COPY')

  const loan = await lent()
  const debt = read(await voucher(loan, '&paper_language=en'))
  expect(debt).toMatch(/I, Grace Nakato, no\. 12, owe .*Cooperative UGX 200,000, due by 30 Nov 2099\./)
  expect((await clerk.get(`/receipt/${loan}`)).status).toBe(404)
  const toMill = await voucher(await paidTo(mill))
  expect([toMill.status, read(toMill)]).toEqual([404, expect.stringContaining('No one can sign')])
})

test('the answer to the member states each signature, and who vouches for it', async () => {
  const id = await lent()
  await signed(id, { channel: 'in_person' })
  const request = await office.did('subject-access', 'open', '--party', '12')
  const { out } = await office.said('subject-access', 'answer', request.id, '--language', 'en')
  const told = out.replaceAll(/\s+/g, ' ')
  expect(told).toContain(
    'You confirmed a debt with a signature or thumbprint on paper, in person. The cooperative alone vouches for the signature.',
  )
  expect(told).toContain(
    'The other side signed it on paper; the cooperative alone vouches for the signature.',
  )
})
