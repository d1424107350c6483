import { expect, test } from 'vitest'
import {
  acknowledgementOf,
  claimantOf,
  debtWord,
  isPaymentAcknowledged,
} from '../../../src/domain/payment.ts'

/** Whose word payments and debts are (contract §23). */

const ENDED = ['delegated_authority', 'delegation_revoked_before_receipt']
const itself = { independent: true }
const delegate = { independent: false }
const onPaper = { independent: false, on_paper: true }
const of = (by: object, confirmation: object | null = null, flags: string[] = []) => {
  const payment = { payer: 'payer', payee: 'payee', method: 'cash', asserted_by: 'payer', ...by } as const
  return { ...payment, derived: { confirmation: confirmation as typeof onPaper | null, flags } }
}
const forPayer = { asserted_by: 'agent', on_behalf_of: 'payer' }
const forPayee = { asserted_by: 'agent', on_behalf_of: 'payee' }
const offset = { method: 'offset' } as const

test.each([
  ['the payer states it', of({}), 'claimed'],
  ['the payee states it', of({ asserted_by: 'payee' }), 'acknowledged'],
  ['the payee confirms it', of({}, itself), 'acknowledged'],
  ['a delegate of the payee confirms it', of({}, delegate), 'by_delegate'],
  ['the payee signs for it', of({}, onPaper), 'on_paper'],
  ['a delegate of the payee states it', of(forPayee), 'by_delegate'],
  ['the payer states it for the payee', of({ on_behalf_of: 'payee' }), 'by_delegate'],
  ['the payer states it for the payee, dismissed', of({ on_behalf_of: 'payee' }, null, ENDED), 'claimed'],
  ['the payee confirms that, dismissed', of({ on_behalf_of: 'payee' }, itself, ENDED), 'acknowledged'],
  ['a dismissed delegate of the payee states it', of(forPayee, null, ENDED), 'claimed'],
  ['somebody confirms that: it may be the payer', of(forPayee, itself, ENDED), 'claimed'],
  ['a dismissed delegate of the payer, and somebody confirms', of(forPayer, itself, ENDED), 'claimed'],
  ['a person signs for what a dismissed delegate stated', of(forPayer, onPaper, ENDED), 'claimed'],
  ['a delegate of the payer, and the payee confirms', of(forPayer, itself), 'acknowledged'],
  ['one side sets off', of(offset), 'claimed'],
  ['both sides set off', of(offset, itself), 'acknowledged'],
  ['one sets off, the other signs', of(offset, onPaper), 'on_paper'],
  ['one side sets off, for the other too', of({ ...offset, on_behalf_of: 'payee' }), 'by_delegate'],
  ['a delegate sets off, the other side confirms', of({ ...offset, ...forPayer }, itself), 'by_delegate'],
  ['a dismissed delegate sets off', of({ ...offset, ...forPayer }, itself, ENDED), 'claimed'],
])('%s', (_, payment, expected) => {
  expect(acknowledgementOf(payment)).toBe(expected)
  expect(isPaymentAcknowledged(payment)).toBe(['acknowledged', 'by_delegate'].includes(expected))
})

test('a claim is the word of the side that states it, and what a dismissed delegate states is nobody’s', () => {
  expect(claimantOf(of({}))).toBe('payer')
  expect(claimantOf(of({ ...offset, asserted_by: 'payee' }))).toBe('payee')
  expect(claimantOf(of(forPayer))).toBe('payer')
  expect(claimantOf(of({ on_behalf_of: 'payee' }, null, ENDED))).toBe('payer')
  expect(claimantOf(of(forPayee, null, ENDED))).toBeNull()
  expect(claimantOf(of({ asserted_by: 'stranger' }))).toBeNull()
})

test('a debt is agreed, or the word of its creditor alone', () => {
  const word = (debtor: string, creditor: string, agreed = false) =>
    debtWord({ debtor, creditor, paid: { agreed } }, 'coop')
  expect(word('coop', 'grace', true)).toBe('agreed')
  expect(word('coop', 'grace')).toBe('member')
  expect(word('grace', 'coop')).toBe('cooperative')
  expect(word('grace', 'a bank')).toBe('creditor')
})
