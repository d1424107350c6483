import type { Run } from '../../cli/context.ts'
import { instantOf } from '../../domain/time.ts'
import type { DebtVoucher, DeliveryReceipt, PaymentReceipt, SeasonTotal } from './receipt.ts'

export type MadeReceipt = (DeliveryReceipt & { readonly season: SeasonTotal }) | PaymentReceipt | DebtVoucher

/**
 * Makes a receipt; that of a delivery with what the member brought in its season.
 * @param how whether it is a voucher of a payment or an obligation instead, for the member to sign; whether it counts as a print
 */
export async function makeReceipt(
  run: Run,
  id: string,
  how: { readonly toSign?: boolean; readonly prints?: boolean } = {},
): Promise<MadeReceipt> {
  const receipt = await run('receipt.make', { id, ...how })
  if (receipt.type !== 'delivery') return receipt
  const { from, occurred_at } = receipt
  const season = await run('report.season', { party: from.party, atMs: instantOf(occurred_at) })
  return { ...receipt, season }
}

/** Returns the party that takes the receipt home. */
export const takenHomeBy = (receipt: MadeReceipt): string =>
  receipt.type === 'delivery' ? receipt.from.party : receipt.member
