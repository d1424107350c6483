import type { Run } from '../../cli/context.ts'
import { instantOf } from '../../domain/time.ts'
import type { DeliveryReceipt, PaymentReceipt, SeasonTotal } from './receipt.ts'

export type MadeReceipt = (DeliveryReceipt & { readonly season: SeasonTotal }) | PaymentReceipt

/** Makes a receipt; that of a delivery with what the member brought in its season. */
export async function makeReceipt(run: Run, id: string): Promise<MadeReceipt> {
  const receipt = await run('receipt.make', { id })
  if (receipt.type === 'payment') return receipt
  const { from, occurred_at } = receipt
  const season = await run('report.season', { party: from.party, atMs: instantOf(occurred_at) })
  return { ...receipt, season }
}

/** Returns the party that takes the receipt home. */
export const takenHomeBy = (receipt: MadeReceipt): string =>
  receipt.type === 'payment' ? receipt.member : receipt.from.party
