import { keysOf } from '../../base/typed.ts'
import { makeReceipt, takenHomeBy } from '../../records/receipt/made-receipt.ts'
import { PAPERS, type Paper } from '../../records/receipt/receipt.ts'
import { receiptContent } from '../../records/receipt/receipt-text.ts'
import { paperFor, Sheet } from '../frame/paper.tsx'
import type { StaffVisit } from '../frame/visit.ts'
import { blocksOf } from './receipt-blocks.ts'
import { ReceiptBlocks } from './receipt-paper.tsx'
import { receiptStyle } from './receipt-style.ts'

/** A receipt as the sheet of a page, which alone is printed of it. That it was printed is noted by `receipt.printed`. */

interface SheetAsked {
  readonly paper: Paper
  readonly isVoucher?: boolean
  /** Whether the page shows it only to the printer. */
  readonly isSlip?: boolean
}

export async function receiptSheet(visit: StaffVisit, id: string, asked: SheetAsked) {
  const { paper, isVoucher = false, isSlip = false } = asked
  const receipt = await makeReceipt(visit.run, id, { toSign: isVoucher })
  const party = takenHomeBy(receipt)
  const printed = await paperFor(visit, party)
  const blocks = blocksOf(printed.words, receipt, receiptContent(printed.words, receipt))
  const sheet = (
    <Sheet
      paper={printed}
      class={`receipt ${paper === 'a5' ? 'a5' : `roll-${paper}`}${isSlip ? ' slip' : ''}`}
    >
      <ReceiptBlocks blocks={blocks} />
    </Sheet>
  )
  return { receipt, party, printed, sheet, style: receiptStyle(paper, blocks) }
}

/** Returns the paper that was asked for, else the one that the person used last, else the cooperative's. */
export const paperIn = ({ session, habits }: StaffVisit, asked?: string): Paper =>
  [asked, session.counter.kept.paper, habits.paper].flatMap((one) =>
    keysOf(PAPERS).filter((paper) => paper === one),
  )[0] ?? 'a5'

/** Where a page notes that a receipt was printed. */
export const printedAt = (id: string): string => `/receipt/${id}/printed`
