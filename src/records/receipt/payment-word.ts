import {
  acknowledgementOf,
  claimantOf,
  isPaymentByAParty,
  type PaymentStatement,
} from '../../domain/payment.ts'
import type { PaymentWord } from './receipt.ts'

/** Returns whose word a payment is, as its receipt states it (contract §23). */
export function wordOf(payment: PaymentStatement): PaymentWord {
  if (!isPaymentByAParty(payment)) return 'others'
  const isOffset = payment.method === 'offset'
  switch (acknowledgementOf(payment)) {
    case 'acknowledged':
      return isOffset ? 'set_off' : payment.asserted_by === payment.payee ? 'recorded' : 'confirmed'
    case 'by_delegate':
      return isOffset ? 'set_off_delegated' : 'delegated'
    case 'on_paper':
      return isOffset ? 'set_off_signed' : 'signed'
    case 'claimed':
      return claimantOf(payment) === null ? 'mandate_ended' : isOffset ? 'one_side' : 'claimed'
  }
}
