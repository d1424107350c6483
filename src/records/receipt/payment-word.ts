import type { Confirmation } from '../../domain/derived/confirmation.ts'
import { isPaymentAcknowledged, isPaymentByAParty, type PaymentStatement } from '../../domain/payment.ts'
import type { PaymentWord } from './receipt.ts'

/** Returns whose word a payment is, as its receipt states it (contract §23). */
export function wordOf(
  payment: Omit<PaymentStatement, 'derived'>,
  confirmation: Pick<Confirmation, 'independent'> | null,
): PaymentWord {
  const { payee, method, asserted_by, on_behalf_of } = payment
  const statement = { ...payment, derived: { confirmation } }
  if (!isPaymentByAParty(statement)) return 'others'
  const isDelegated = confirmation?.independent === false
  if (method === 'offset')
    return confirmation === null ? 'one_side' : isDelegated ? 'set_off_delegated' : 'set_off'
  if (!isPaymentAcknowledged(statement)) return 'claimed'
  if (asserted_by === payee) return 'recorded'
  return on_behalf_of === payee || isDelegated ? 'delegated' : 'confirmed'
}
