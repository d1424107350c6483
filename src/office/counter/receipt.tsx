import type { ComponentChildren } from 'preact'
import { given, keysOf } from '../../base/typed.ts'
import { allows } from '../../domain/staff.ts'
import { PAPERS, type Paper } from '../../records/receipt/receipt.ts'
import { OperatorFault } from '../../words/fault.ts'
import { wordsOf } from '../frame/fault-words.ts'
import { Form } from '../frame/form.tsx'
import { paperChoice } from '../frame/paper.tsx'
import { useWords } from '../frame/reader.tsx'
import { nothingThere, pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { nextOfFirstDay } from './first-day.tsx'
import { paperIn, printedAt, receiptSheet } from './receipt-sheet.tsx'

/**
 * Shows a receipt to print, or a voucher to sign. The script notes a receipt as printed once the browser has printed
 * it; the next one says that it is a copy.
 */
export async function receiptPage(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { query, session } = visit
  const id = visit.path.split('/').at(-1) ?? ''
  const isVoucher = query[TO_SIGN] !== undefined
  // A receipt that is handed out is noted, which an auditor may not do.
  const mayPrint = allows(session.person.role, 'write')
  const title = say(isVoucher ? 'voucher.title' : 'receipt.title')
  try {
    const paper = paperIn(visit, query.paper)
    const { receipt, party, printed, sheet, style } = await receiptSheet(visit, id, { paper, isVoucher })
    const names = ['paper', 'day', TO_SIGN]
    // Once it is printed, what comes next has the focus.
    const next = { autofocus: receipt.is_copy }
    const [languages, nextStep] = await Promise.all([
      paperChoice({ visit, paper: printed, party, asked: { values: query, names } }),
      nextOfFirstDay(visit),
    ])
    return {
      style,
      html: pageText(
        visit,
        title,
        <>
          {sheet}
          {mayPrint && (
            <>
              <p class="help">{say(isVoucher ? 'voucher.print' : 'receipt.print')}</p>
              <div class="buttons">
                <PrintButton
                  notes={isVoucher ? '' : printedAt(receipt.record)}
                  isNext={!receipt.is_copy}
                  isAlone
                />
                {!isVoucher && !receipt.is_copy && (
                  <noscript>
                    <Form action={printedAt(receipt.record)} session={session}>
                      <button type="submit" class="quiet">
                        {say('receipt.wasPrinted')}
                      </button>
                    </Form>
                  </noscript>
                )}
              </div>
            </>
          )}
          {languages}
          <p>
            {isVoucher || !mayPrint ? (
              <a href={`/records/${receipt.record}`}>{say('record.back')}</a>
            ) : receipt.type === 'payment' ? (
              <a href={`/payments?${new URLSearchParams({ who: party })}`} {...next}>
                {say('receipt.account')}
              </a>
            ) : (
              <a href={`/weigh-in?${new URLSearchParams({ paper, ...dayOf(visit) })}`} {...next}>
                {say('receipt.next')}
              </a>
            )}
          </p>
          <div class="links">{nextStep}</div>
        </>,
        { style },
      ),
    }
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error
    return nothingThere(visit, title, wordsOf(visit.words, error))
  }
}

/** Notes that a receipt was printed. The script learns from the status alone that it was noted. */
export async function receiptPrinted({ run, path, form }: StaffVisit): Promise<Answer> {
  const id = path.split('/').at(-2) ?? ''
  const { printed } = await run('receipt.printed', { id })
  return printed && form.by === 'script' ? { html: '', status: 204 } : { to: `/receipt/${id}` }
}

/** The field of the button that prints a voucher instead of a receipt. */
const TO_SIGN = 'to_sign'

/** The day, kept for the next form, so that entry of yesterday's slips can go on after a receipt. */
const dayOf = ({ query }: StaffVisit) => given({ day: query.day?.slice(0, 40) })

interface PrintButtonProps {
  /** Where its print is noted; empty for a paper that is not counted. */
  readonly notes: string
  /** Whether it has the focus when the page is opened. */
  readonly isNext: boolean
  /** Whether the page prints as soon as it is opened. */
  readonly isAtOnce?: boolean
  /** Whether nothing but the script gives it something to do. */
  readonly isAlone?: boolean
}

/** Prints the sheet of the page, by the script of the pages. */
export const PrintButton = ({ notes, isNext, isAtOnce = false, isAlone = false }: PrintButtonProps) => {
  const { say } = useWords()
  return (
    <button
      type={isAlone ? 'button' : 'submit'}
      hidden={isAlone}
      autofocus={isNext}
      data-print={notes}
      data-at-once={isAtOnce ? '' : undefined}
    >
      {say('weigh.print')}
    </button>
  )
}

const PaperSelect = ({ chosen, isOfPage }: { chosen: Paper; isOfPage: boolean }) => {
  const { say } = useWords()
  return (
    <select name="paper" aria-label={say('receipt.paper')} data-paper={isOfPage ? '' : undefined}>
      {keysOf(PAPERS).map((paper) => (
        <option value={paper} selected={paper === chosen}>
          {paper === 'a5' ? say('receipt.a5') : say('receipt.roll', { width: paper })}
        </option>
      ))}
    </select>
  )
}

interface ReceiptFormProps {
  readonly visit: StaffVisit
  readonly id: string
  readonly paper?: Paper
  readonly hasReceipt?: boolean
  /** Whether a person could sign for the record on paper. */
  readonly hasVoucher?: boolean
  /** Whether to print is what the person does next: Enter does it. */
  readonly isNext?: boolean
  /** Whether that is the receipt although there is a voucher. */
  readonly isReceiptFirst?: boolean
  /** In place of the button that shows the receipt: one that prints the sheet of this page. */
  readonly button?: ComponentChildren
  readonly children?: ComponentChildren
}

/** The buttons that show a record's receipt, and its voucher. */
export const ReceiptForm = ({
  visit,
  id,
  paper,
  hasReceipt = true,
  hasVoucher = false,
  isNext = false,
  isReceiptFirst = false,
  button,
  children,
}: ReceiptFormProps) => (
  <form method="get" action={`/receipt/${id}`} class="buttons">
    {children}
    <PaperSelect chosen={paper ?? paperIn(visit)} isOfPage={button !== undefined} />
    {hasReceipt &&
      (button ?? (
        <button type="submit" class="quiet" autofocus={isNext && (isReceiptFirst || !hasVoucher)}>
          {visit.words.say('weigh.receipt')}
        </button>
      ))}
    {hasVoucher && (
      <button type="submit" class="quiet" name={TO_SIGN} value="1" autofocus={isNext && !isReceiptFirst}>
        {visit.words.say('voucher.title')}
      </button>
    )}
  </form>
)

interface PrintVoucherProps {
  readonly visit: StaffVisit
  readonly id: string
  /** A delivery is signed on its receipt. */
  readonly isReceipt: boolean
}

/** One button that prints what a person signs. */
export const PrintVoucher = ({ visit: { words }, id, isReceipt }: PrintVoucherProps) => (
  <form method="get" action={`/receipt/${id}`} class="buttons">
    {!isReceipt && <input type="hidden" name={TO_SIGN} value="1" />}
    <button type="submit" class="quiet">
      {words.say('vouchers.print')}
    </button>
  </form>
)
