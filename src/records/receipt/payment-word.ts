import type { Confirmation } from '../../domain/derived/confirmation.ts'
import { isPaymentAcknowledged, isPaymentByAParty, type PaymentStatement } from '../../domain/payment.ts'
import type { PaymentWord } from './receipt.ts'

/** Returns whose word a payment is, as its receipt states it (contract §23). */
export function wordOf(
  payment: Omit<PaymentStatement, 'derived'>,
  confirmation: Pick<Confirmation, 'independent' | 'on_paper'> | null,
): PaymentWord {
  const { payee, method, asserted_by, on_behalf_of } = payment
  const statement = { ...payment, derived: { confirmation } }
  if (!isPaymentByAParty(statement)) return 'others'
  const isSigned = confirmation?.on_paper === true
  const isDelegated = confirmation?.independent === false && !isSigned
  if (method === 'offset') {
    if (confirmation === null) return 'one_side'
    return isSigned ? 'set_off_signed' : isDelegated ? 'set_off_delegated' : 'set_off'
  }
  if (!isPaymentAcknowledged(statement)) return 'claimed'
  if (asserted_by === payee) return 'recorded'
  if (on_behalf_of === payee || isDelegated) return 'delegated'
  return isSigned ? 'signed' : 'confirmed'
}
