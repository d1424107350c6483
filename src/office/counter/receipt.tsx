import type { ComponentChildren } from 'preact'
import { given, keysOf } from '../../base/typed.ts'
import { makeReceipt, takenHomeBy } from '../../records/receipt/made-receipt.ts'
import { PAPERS, type Paper } from '../../records/receipt/receipt.ts'
import { receiptContent } from '../../records/receipt/receipt-text.ts'
import { OperatorFault } from '../../words/fault.ts'
import { wordsOf } from '../frame/fault-words.ts'
import { Form } from '../frame/form.tsx'
import { paperChoice, paperFor, Sheet } from '../frame/paper.tsx'
import { useWords } from '../frame/reader.tsx'
import { nothingThere, pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { nextOfFirstDay } from './first-day.tsx'
import { blocksOf } from './receipt-blocks.ts'
import { ReceiptBlocks } from './receipt-paper.tsx'
import { receiptStyle } from './receipt-style.ts'

/**
 * Makes a receipt to print, or a voucher to sign. Each print of a receipt is in the audit log, so that a second one says
 * that it is a copy.
 */
export async function receiptPage(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const id = visit.path.split('/').at(-1) ?? ''
  const paper = paperOf(visit.form.paper)
  const isVoucher = visit.form[TO_SIGN] !== undefined
  const title = say(isVoucher ? 'voucher.title' : 'receipt.title')
  try {
    const receipt = await makeReceipt(visit.run, id, isVoucher)
    const party = takenHomeBy(receipt)
    const printed = await paperFor(visit, party)
    const blocks = blocksOf(printed.words, receipt, receiptContent(printed.words, receipt))
    const style = receiptStyle(paper, blocks)
    return {
      style,
      html: pageText(
        visit,
        title,
        <>
          <Sheet paper={printed} class={`receipt ${paper === 'a5' ? 'a5' : `roll-${paper}`}`}>
            <ReceiptBlocks blocks={blocks} />
          </Sheet>
          <p class="help">{say(isVoucher ? 'voucher.print' : 'receipt.print')}</p>
          {
            await paperChoice({
              visit,
              paper: printed,
              party,
              sent: { values: visit.form, names: ['paper', 'day', TO_SIGN] },
            })
          }
          <p>
            {isVoucher ? (
              <a href={`/records/${receipt.record}`}>{say('record.back')}</a>
            ) : receipt.type === 'payment' ? (
              <a href={`/payments?${new URLSearchParams({ who: party })}`}>{say('receipt.account')}</a>
            ) : (
              <a href={`/weigh-in?${new URLSearchParams({ paper, ...dayOf(visit) })}`}>
                {say('receipt.next')}
              </a>
            )}
          </p>
          <div class="links">{await nextOfFirstDay(visit)}</div>
        </>,
        { style },
      ),
    }
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error
    return nothingThere(visit, title, wordsOf(visit.words, error))
  }
}

/** The field of the button that prints a voucher instead of a receipt. */
const TO_SIGN = 'to_sign'

/** The day, kept for the next form, so that entry of yesterday's slips can go on after a receipt. */
const dayOf = ({ form }: StaffVisit) => given({ day: form.day?.slice(0, 40) })

const paperOf = (sent: string | undefined): Paper => keysOf(PAPERS).find((paper) => paper === sent) ?? 'a5'

const PaperSelect = ({ chosen }: { chosen: string | undefined }) => {
  const { say } = useWords()
  return (
    <select name="paper" aria-label={say('receipt.paper')}>
      {keysOf(PAPERS).map((paper) => (
        <option value={paper} selected={paper === paperOf(chosen)}>
          {paper === 'a5' ? say('receipt.a5') : say('receipt.roll', { width: paper })}
        </option>
      ))}
    </select>
  )
}

interface ReceiptFormProps {
  readonly visit: StaffVisit
  readonly id: string
  readonly paper?: string | undefined
  readonly hasReceipt?: boolean
  /** Whether a person could sign for the record on paper. */
  readonly hasVoucher?: boolean
  /** Whether to print is what the person does next: Enter does it. */
  readonly isNext?: boolean
  readonly children?: ComponentChildren
}

/** The buttons that print a record's receipt, and its voucher. */
export const ReceiptForm = ({
  visit: { session, words },
  id,
  paper,
  hasReceipt = true,
  hasVoucher = false,
  isNext = false,
  children,
}: ReceiptFormProps) => (
  <Form action={`/receipt/${id}`} session={session} class="buttons">
    {children}
    <PaperSelect chosen={paper} />
    {hasReceipt && (
      <button type="submit" class="quiet" autofocus={isNext && !hasVoucher}>
        {words.say('weigh.receipt')}
      </button>
    )}
    {hasVoucher && (
      <button type="submit" class="quiet" name={TO_SIGN} value="1" autofocus={isNext}>
        {words.say('voucher.title')}
      </button>
    )}
  </Form>
)

interface PrintVoucherProps {
  readonly visit: StaffVisit
  readonly id: string
  /** A delivery is signed on its receipt. */
  readonly isReceipt: boolean
}

/** One button that prints what a person signs. */
export const PrintVoucher = ({ visit: { session, words }, id, isReceipt }: PrintVoucherProps) => (
  <Form action={`/receipt/${id}`} session={session} class="buttons">
    {!isReceipt && <input type="hidden" name={TO_SIGN} value="1" />}
    <button type="submit" class="quiet">
      {words.say('vouchers.print')}
    </button>
  </Form>
)
