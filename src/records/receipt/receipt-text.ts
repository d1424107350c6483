import type { Words } from '../../words/words.ts'
import { deliveryText } from './delivery-text.ts'
import type { MadeReceipt } from './made-receipt.ts'
import { paymentText } from './payment-text.ts'
import type { Paper } from './receipt.ts'
import { inWords } from './receipt-names.ts'

/** A receipt as text, for the member to take home. */
export const receiptText = (words: Words, receipt: MadeReceipt, paper: Paper): string =>
  receipt.type === 'payment'
    ? paymentText(words, receipt, paper)
    : deliveryText(words, ...inWords(words, receipt, receipt.season), paper)
