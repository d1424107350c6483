import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import type { Document } from '../../support/command.ts'
import { openOffice, type Page, read, staffOf, sureIn, valueIn } from '../../support/office.ts'

/** Lending and repaying at the counter (contract §23). */

const office = await openOffice({ country: 'UG' })
const { clerk, auditor } = await staffOf(office)
const us = office.coop.cooperative
const james = await office.party('person', 'James Okello', '18')
afterAll(() => office.service.stop())

const UGX = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })
const chosenIn = ({ text }: Page, name: string) =>
  /<option value="([^"]*)" selected/.exec(text.slice(text.indexOf(`<select id="${name}"`)))?.[1]
const all = async (type: string): Promise<Document[]> => (await office.did('record', 'list', type)).records
const recordOf = (id: string): Promise<Document> => office.call(`/v1/records/${id}?purpose=audit`)
const sent = async (path: string, fields: Record<string, string>) =>
  clerk.post(path, { form_token: await clerk.formToken(), who: james, ...fields })
const dueIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const usual = { occurred_at: 'today', method: 'cash', purpose: 'loan', due_at: dueIn(120) }
const loan: { debt: string; payment: string } = { debt: '', payment: '' }

test('what is wrong with a loan is said, and nothing is written', async () => {
  expect((await auditor.get(`/lend?who=${james}`)).status).toBe(403)
  expect((await clerk.get(`/lend?who=${us}`)).status).toBe(404)
  expect((await clerk.get('/lend?who=nobody')).status).toBe(404)
  const refused = async (fields: Record<string, string>, words: string) => {
    const page = await sent('/lend', { ...usual, amount: '200000', ...fields })
    expect([page.status, read(page)]).toEqual([422, expect.stringContaining(words)])
  }
  await refused({ due_at: '' }, 'This is required')
  await refused({ due_at: 'yesterday' }, 'fall due after the day')
  await refused({ amount: '0' }, 'above zero')
  await refused({ purpose: 'produce' }, 'loan, input_credit')
  expect([...(await all('obligation')), ...(await all('payment'))]).toEqual([])
})

test('a loan and its payment are one act, however often it is sent', async () => {
  const page = await clerk.get(`/lend?who=${james}`)
  const ids = { id: valueIn(page, 'id') ?? '', payment_id: valueIn(page, 'payment_id') ?? '' }
  const typed = { ...usual, ...ids, amount: '200000', note: 'for seed' }
  const preview = await sent('/lend', typed)
  expect(read(preview)).toContain('James Okello (18) will owe UGX 200,000')
  // No mouse: the first field has the focus, and then the button that writes.
  expect(page.text).toMatch(/<input[^>]*(?:name="amount"[^>]*autofocus|autofocus[^>]*name="amount")/)
  expect(preview.text).toMatch(/<button[^>]*name="sure"[^>]*autofocus/)
  expect(read(preview)).not.toContain('nobody owes it')
  expect([...(await all('obligation')), ...(await all('payment'))]).toEqual([])
  const sure = { ...typed, sure: sureIn(preview) }
  const [first, second] = [await sent('/lend', sure), await sent('/lend', sure)]
  expect(first.location).toBe(second.location)
  const [debts, payments] = [await all('obligation'), await all('payment')]
  expect(debts).toMatchObject([
    { id: ids.id, kind: 'repay_loan', obligor: james, obligee: us, amount: UGX(200_000), note: 'for seed' },
  ])
  expect(String(debts[0]?.due_at).slice(0, 10)).toBe(usual.due_at)
  expect(payments).toMatchObject([
    { id: ids.payment_id, payer: us, payee: james, amount: UGX(200_000), purpose: 'loan', method: 'cash' },
  ])
  expect(debts[0]?.occurred_at).toBe(payments[0]?.occurred_at)
  const saved = await clerk.get(first.location ?? '')
  expect(read(saved)).toContain('Print the voucher')
  expect(saved.text).toContain(`action="/receipt/${ids.id}"`)
  Object.assign(loan, { debt: ids.id, payment: ids.payment_id })
})

test('if the payment is refused, the debt is not written either', async () => {
  const typed = { ...usual, id: uuidv7(), payment_id: loan.payment, amount: '90000' }
  const preview = await sent('/lend', typed)
  const refused = await sent('/lend', { ...typed, sure: sureIn(preview) })
  expect(refused.status).toBe(422)
  expect(await all('obligation')).toHaveLength(1)
  expect(await all('payment')).toHaveLength(1)
})

test('a loan that nobody signed for is the word of the cooperative alone, and is not filled in', async () => {
  const page = await clerk.get(`/payments?who=18&act=receive`)
  expect(read(page)).toContain('by the cooperative’s word alone')
  expect(valueIn(page, `part_${loan.debt}`)).toBe('')
  expect(read(await clerk.get(`/payments?who=18`))).toContain('Pay James Okello')
  await office.did('record confirm', loan.debt, '--signed-by', '18')
})

test('fields folded away are seen if one that must be filled in is empty', async () => {
  const isOpen = ({ text }: Page) => /<details open/.test(text)
  expect(isOpen(await clerk.get('/lend?who=18'))).toBe(false)
  const typed = { ...usual, id: uuidv7(), payment_id: uuidv7(), amount: '90000', edit: '1' }
  expect(isOpen(await sent('/lend', typed))).toBe(false)
  expect(isOpen(await sent('/lend', { ...typed, occurred_at: '' }))).toBe(true)
  const back = { act: 'receive', occurred_at: 'today', purpose: 'repayment', method: 'cash', edit: '1' }
  expect(isOpen(await sent('/payments', back))).toBe(false)
  expect(isOpen(await sent('/payments', { ...back, purpose: '' }))).toBe(true)
})

test('a payment for a loan without its debt is asked about: which debt, or lend now', async () => {
  const typed = { ...usual, id: uuidv7(), act: 'pay', amount: '200000' }
  const asked = await sent('/payments', typed)
  expect(read(asked)).toContain('For which debt is this payment?')
  expect(asked.text).toContain(`/lend?who=${james}&amp;amount=200000`)
  expect(asked.text).toContain(`name="loan" value="${loan.debt}"`)
  expect(valueIn(await clerk.get(`/lend?who=${james}&amount=200000`), 'amount')).toBe('200000')
  const more = { purpose: 'input_credit', method: 'bank', occurred_at: '2026-11-02', note: 'Seed & tools' }
  const other = await sent('/payments', { ...typed, ...more, id: uuidv7() })
  const to = /href="(\/lend\?who=[^"]*amount[^"]*)"/.exec(other.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const lend = await clerk.get(to)
  expect([chosenIn(lend, 'purpose'), chosenIn(lend, 'method')]).toEqual(['input_credit', 'bank'])
  expect([valueIn(lend, 'occurred_at'), lend.text.includes('Seed &amp; tools')]).toEqual(['2026-11-02', true])
  const wrong = await clerk.get(`/lend?who=${james}&purpose=refund&method=offset`)
  expect([chosenIn(wrong, 'purpose'), chosenIn(wrong, 'method')]).toEqual(['loan', 'cash'])
  const nothing = await sent('/payments', { ...typed, loan: 'none' })
  expect(read(nothing)).toContain('For which debt is this payment?')
  const chosen = await sent('/payments', { ...typed, loan: loan.debt })
  expect(read(chosen)).toMatch(/Note For the debt: Loan to repay, .* UGX 200,000 of UGX 200,000/)
  expect(await all('payment')).toHaveLength(1)
})

test('to repay, everything is filled in, and it is saved at once and once', async () => {
  const page = await clerk.get(`/payments?who=18`)
  expect(read(page)).toContain('Receive from James Okello')
  expect(read(page)).toMatch(/still to repay, due .* All of it; or type less\./)
  expect(read(page)).toMatch(/Loan to repay, .*: UGX 200,000 of UGX 200,000 still to repay, due/)
  expect(valueIn(page, `part_${loan.debt}`)).toBe('200000')
  expect([chosenIn(page, 'method'), chosenIn(page, 'purpose')]).toEqual(['cash', 'repayment'])
  const typed = {
    act: 'receive',
    occurred_at: 'today',
    purpose: 'repayment',
    now: '1',
    id: valueIn(page, 'id') ?? '',
  }
  const filled = { ...typed, method: 'bank', [`part_${loan.debt}`]: '50000' }
  for (const _ of [1, 2]) expect((await sent('/payments', filled)).location).toContain(`saved=${typed.id}`)
  expect(await recordOf(typed.id)).toMatchObject({
    ...{ payer: james, payee: us, amount: UGX(50_000), method: 'bank', purpose: 'repayment' },
    settles: [{ record_id: loan.debt, amount_minor: 50_000 }],
  })
  const { money } = (await recordOf(loan.debt)).derived.fulfilment
  expect(money).toMatchObject({ acknowledged_minor: 50_000, remaining_minor: 150_000 })
  const next = await clerk.get(`/payments?who=18`)
  expect(valueIn(next, `part_${loan.debt}`)).toBe('150000')
  expect(chosenIn(next, 'method')).toBe('bank')
  // What was paid in has a receipt; a voucher is for what is paid out.
  const done = await clerk.get(`/payments?who=18&act=receive&saved=${typed.id}`)
  expect(/<button[^>]* autofocus[^>]*>([^<]*)</.exec(done.text)?.[1]).toBe('Receipt')
  // What must be looked at is shown before it is written.
  const tooMuch = await sent('/payments', { ...filled, id: uuidv7(), [`part_${loan.debt}`]: '150001' })
  expect(read(tooMuch)).toContain('more than is recorded as remaining')
  // Nor is more than the debts, or another currency.
  const more = { ...filled, [`part_${loan.debt}`]: '1000' }
  const tooBig = await sent('/payments', { ...more, id: uuidv7(), amount: '1500' })
  expect(read(tooBig)).toContain('For no named debt UGX 500')
  const foreign = await sent('/payments', { ...more, id: uuidv7(), amount: '1000 KES' })
  expect([foreign.status, read(foreign)]).toEqual([422, expect.stringContaining('This debt is in UGX.')])
  expect(await all('payment')).toHaveLength(2)
})
