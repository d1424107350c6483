import type { Static } from '@sinclair/typebox'
import type { PAYMENT_METHODS } from '../payment-words.ts'
import type { Money } from '../shapes.ts'

/**
 * A loan by the cooperative: the debt and its payment, which are written as one act (contract §23). A payment for a loan
 * without its debt is asked about, since nobody would owe it.
 */

/** What is lent, with the kind of the debt that it makes. */
const DEBT_OF = { loan: 'repay_loan', input_credit: 'repay_input_credit' } as const
export type Lent = keyof typeof DEBT_OF
export const LENT = ['loan', 'input_credit'] as const satisfies readonly Lent[]

const isLent = (purpose: unknown): purpose is Lent => LENT.some((one) => one === purpose)

export interface Lending {
  /** Ids of the debt and of the payment. */
  readonly ids: { readonly debt: string; readonly payment: string }
  readonly lender: string
  readonly borrower: string
  readonly what: Lent
  readonly amount: Static<typeof Money>
  readonly method: (typeof PAYMENT_METHODS)[number]
  /** When it falls due. */
  readonly due_at: string
  /** When it was lent, and what else both records say alike. */
  readonly common: { readonly occurred_at: string; readonly [member: string]: unknown }
  /** The operator's number of the payment. */
  readonly reference?: string
}

/** Returns the drafts of the two records of a loan. */
export function lendingDrafts(lending: Lending) {
  const { ids, lender, borrower, what, amount, method, due_at, common, reference } = lending
  const both = { ...common, amount, lawful_basis: 'special_data_consent' }
  const debt = {
    ...{ ...both, id: ids.debt, type: 'obligation', kind: DEBT_OF[what] },
    ...{ obligor: borrower, obligee: lender, due_at },
  }
  const payment = {
    ...{ ...both, id: ids.payment, type: 'payment', payer: lender, payee: borrower, method, purpose: what },
    ...(reference !== undefined && { reference }),
  }
  return { debt, payment }
}

/** Members of a payment, and of a debt. */
type Members = Readonly<Record<string, unknown>>

/** Returns whether a payment is for something lent, so that the payee must owe it. */
export const isForLoan = ({ type, purpose }: Members): boolean => type === 'payment' && isLent(purpose)

/** Returns whether a debt is what a payment for something lent makes: of that kind, by the payee to the payer. */
export const isDebtOfLoan = (
  { purpose, payer, payee }: Members,
  { kind, obligor, obligee }: Members,
): boolean => isLent(purpose) && kind === DEBT_OF[purpose] && obligor === payee && obligee === payer

/** Returns whether something is to fall due before it was lent, or at the same time. */
export const isDueTooEarly = (lentAtMs: number, dueAtMs: number): boolean => dueAtMs <= lentAtMs
