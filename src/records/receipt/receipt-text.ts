import type { Words } from '../../words/words.ts'
import { deliveryContent } from './delivery-text.ts'
import type { MadeReceipt } from './made-receipt.ts'
import { paymentContent } from './payment-text.ts'
import type { Paper } from './receipt.ts'
import { type Content, layOut } from './receipt-layout.ts'
import { inWords } from './receipt-names.ts'
import { voucherContent } from './voucher-text.ts'

/** What a receipt says, for the member to take home. */
export function receiptContent(words: Words, receipt: MadeReceipt): Content {
  if (receipt.type === 'delivery') return deliveryContent(words, ...inWords(words, receipt, receipt.season))
  if (receipt.type === 'obligation') return voucherContent(words, receipt, receipt.sign)
  return receipt.sign === null ? paymentContent(words, receipt) : voucherContent(words, receipt, receipt.sign)
}

/** A receipt as text in columns. */
export const receiptText = (words: Words, receipt: MadeReceipt, paper: Paper): string =>
  layOut(words, receipt, paper, receiptContent(words, receipt))
