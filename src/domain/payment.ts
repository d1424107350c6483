import type { BodyOf, OwnFields } from './types/index.ts'

/** A delivery or an obligation as its reader sees it, with what was paid of it. */
interface DebtShown<P> extends Pick<OwnFields, 'type' | 'from_party' | 'to_party' | 'obligor' | 'obligee'> {
  readonly derived: { readonly paid?: P; readonly fulfilment?: { readonly money?: P } }
}

/** Returns who owes whom by a delivery or an obligation, and what was paid; null if it states no amount. */
export function debtShown<P>(record: DebtShown<P>) {
  const { type, derived } = record
  const isDelivery = type === 'delivery'
  const paid = isDelivery ? derived.paid : derived.fulfilment?.money
  if (paid === undefined) return null
  const [debtor, creditor] = isDelivery
    ? [record.to_party, record.from_party]
    : [record.obligor, record.obligee]
  return { debtor, creditor, paid }
}

/** Whose word a debt is, as the cooperative reads it: agreed, or that of its creditor alone (contract §23). */
export type DebtWord = 'agreed' | 'cooperative' | 'member' | 'creditor'

/** @param shown what `debtShown` returned. A creditor of the cooperative is called a member. */
export function debtWord(
  shown: {
    readonly debtor: string | undefined
    readonly creditor: string | undefined
    readonly paid: { readonly agreed: boolean }
  },
  cooperative: string,
): DebtWord {
  if (shown.paid.agreed) return 'agreed'
  if (shown.creditor === cooperative) return 'cooperative'
  return shown.debtor === cooperative ? 'member' : 'creditor'
}

/** Whose word a payment is (contract §23). */
export interface PaymentStatement
  extends Pick<BodyOf<'payment'>, 'payer' | 'payee' | 'method' | 'asserted_by' | 'on_behalf_of'> {
  readonly derived: {
    readonly confirmation?: { readonly independent: boolean; readonly on_paper?: boolean } | null
    readonly flags: readonly string[]
  }
}

const isBy = ({ asserted_by, on_behalf_of }: PaymentStatement, party: string): boolean =>
  asserted_by === party || on_behalf_of === party

/** Returns whether it was recorded by or for one of the two. Others' payments count for nothing, confirmed or not. */
export const isPaymentByAParty = (payment: PaymentStatement): boolean =>
  isBy(payment, payment.payer) || isBy(payment, payment.payee)

/** What a delegate states whose mandate had ended is nobody's word (contract §23). */
const isLive = ({ derived }: PaymentStatement): boolean =>
  !derived.flags.includes('delegation_revoked_before_receipt')

/** How the payee stands behind a payment; `claimed` if it does not. The weakest is last. */
const ACKNOWLEDGEMENTS = ['acknowledged', 'by_delegate', 'on_paper', 'claimed'] as const
export type Acknowledgement = (typeof ACKNOWLEDGEMENTS)[number]

/** Returns how the payee stands behind a payment; of an offset, how the side stands that does so less. */
export function acknowledgementOf(payment: PaymentStatement): Acknowledgement {
  const sides = payment.method === 'offset' ? [payment.payer, payment.payee] : [payment.payee]
  const weakest = Math.max(...sides.map((side) => ACKNOWLEDGEMENTS.indexOf(bySide(payment, side))))
  return ACKNOWLEDGEMENTS[weakest] ?? 'claimed'
}

function bySide(payment: PaymentStatement, side: string): Acknowledgement {
  const { asserted_by, on_behalf_of } = payment
  if (asserted_by === side) return 'acknowledged'
  if (on_behalf_of === side && isLive(payment)) return 'by_delegate'
  const { confirmation = null } = payment.derived
  if (confirmation === null || !isOnlyConfirmer(payment, side)) return 'claimed'
  if (confirmation.on_paper === true) return 'on_paper'
  return confirmation.independent ? 'acknowledged' : 'by_delegate'
}

/**
 * Returns whether a confirmation can only be this side's. Either may confirm what a third party states under an ended
 * mandate, and a payment does not show who did: then it is taken for the word of neither, lest payers release themselves.
 */
function isOnlyConfirmer(payment: PaymentStatement, side: string): boolean {
  const { payer, payee, asserted_by, on_behalf_of } = payment
  const mayConfirm = (party: string) => party !== asserted_by && !(party === on_behalf_of && isLive(payment))
  return mayConfirm(side) && !mayConfirm(side === payer ? payee : payer)
}

/** Returns whether the payee recorded or confirmed it, itself or by a delegate. Of an offset, whether both sides did. */
export const isPaymentAcknowledged = (payment: PaymentStatement): boolean =>
  ['acknowledged', 'by_delegate'].includes(acknowledgementOf(payment))

/** Returns the side whose word a claimed payment is; null for what a delegate states whose mandate had ended. */
export function claimantOf(payment: PaymentStatement): string | null {
  const { payer, payee, asserted_by, on_behalf_of } = payment
  if (asserted_by === payer || asserted_by === payee) return asserted_by
  return isLive(payment) ? (on_behalf_of ?? null) : null
}

/** What stands behind a payment: the payee's word, its signature on paper, or only the payer's word. */
export const RELEASES = ['acknowledged', 'on_paper', 'claimed'] as const
export type Released = (typeof RELEASES)[number]

/** Returns what stands behind a payment (contract §23); of an offset, what stands behind both sides. */
export function releaseOf(payment: PaymentStatement): Released {
  const how = acknowledgementOf(payment)
  return how === 'by_delegate' ? 'acknowledged' : how
}

/**
 * Returns an operator's number as numbers are compared: people type them with spaces and small letters. The index in
 * `schema.sql` changes the same characters and no others.
 */
export const referenceKey = (reference: string): string =>
  reference.replaceAll(' ', '').replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())
