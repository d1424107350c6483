import type { ListedLine, PaymentPart } from './mass-payment.ts'
import { type RowSays, SHORTENED } from './operator-cells.ts'
import { referenceKey } from './payment.ts'
import { sha256 } from './sha256.ts'

/** A row of the file of an operator of mobile money, the books it is compared with, and what a file's plan is. */

/** A line of the operator's file. */
export interface OperatorLine {
  readonly row: number
  /** Our reference as the operator returned it; empty if it has none. */
  readonly reference: string
  /** E.164; null if there is none that can be read. */
  readonly phone: string | null
  readonly amount: { readonly amount_minor: number; readonly currency: string } | null
  readonly state: 'paid' | 'failed' | 'reversed' | null
  /** The operator's number of the transaction. */
  readonly transaction: string
  readonly time: { readonly occurred_at: string; readonly occurred_at_precision: string } | null
  /** What the operator charged; no part of the payment. */
  readonly fee: { readonly amount_minor: number; readonly currency: string } | null
  /** What the record notes, such as the fee. */
  readonly note: string
  /** The name beside the telephone number. */
  readonly name?: string
  /** A telephone number of which the operator shows a part, such as 2567****456. */
  readonly mask?: string
  /** Why the cell of the telephone number has none that can be read. */
  readonly unread?: 'shortened' | 'several' | 'unread'
  /** Money that came to the payer. Left out: money that it paid. */
  readonly isIn?: true
  /** What the row says that it is. */
  readonly says?: RowSays
  /** What the note of a payment says of this row, if it is its fee. */
  readonly feeNote?: string
  /** Numbers in the text of money that came in, which may be that of the payment. */
  readonly names?: readonly string[]
}

/** Identifies a line by its content: the same line of a later file has the same key. */
export const lineKey = ({ transaction, reference, phone, amount, state, time }: OperatorLine): string =>
  sha256(
    JSON.stringify([referenceKey(transaction), reference, phone, amount, state, time?.occurred_at ?? null]),
  )
    .toString('hex')
    .slice(0, 32)

/** Identifies a transaction's row however a file writes it: another format has another telephone or time. */
export const rowKey = (line: OperatorLine): string =>
  hasNumber(line)
    ? JSON.stringify([
        referenceKey(line.transaction),
        line.amount?.amount_minor ?? null,
        line.amount?.currency ?? null,
        line.isIn ? 'in' : line.state,
      ])
    : lineKey(line)

export const hasNumber = ({ transaction }: OperatorLine) =>
  transaction !== '' && transaction.length <= 64 && !SHORTENED.test(transaction)

/** A payment that the payer recorded, itself or through a delegate, with an operator's number. */
export interface RecordedPayment {
  readonly id: string
  readonly standing: string
  readonly payee: string
  readonly amount: { readonly amount_minor: number; readonly currency: string }
  readonly occurred_at: string
  readonly note: string
  readonly settles: readonly PaymentPart[]
  /** The operator's number. */
  readonly reference?: string
  readonly occurred_at_precision?: string
}

export interface Ledger {
  readonly list: readonly ListedLine[]
  /** Whether the list is not as it was made: a line was changed, added or removed. */
  readonly isListChanged: boolean
  /** What is open of each debt of the list, by the id in the list. */
  readonly open: ReadonlyMap<string, number>
  /** All versions of payments, by the `referenceKey` of the operator's number. */
  readonly recorded: ReadonlyMap<string, readonly RecordedPayment[]>
  /** Ids of payments that others stated, by the same key. Anyone can guess a number, so they hold up nothing. */
  readonly others: ReadonlyMap<string, string>
  /** All versions of the payer's payments to whom a telephone number belongs, by that number: those that money may come back of. */
  readonly paidTo?: ReadonlyMap<string, readonly RecordedPayment[]>
  /** Returns the id of the payment with an operator's number that this plan would write. */
  readonly idOf: (transaction: string) => string
}

export const LEFT_REASONS = [
  'state',
  'transaction',
  'contradicts',
  'changed',
  'corrected',
  'forked',
  'list_changed',
  'other_list',
  'no_match',
  'several',
  'amount',
  'telephone',
  'masked',
  'phone_shortened',
  'phone_unread',
  'time',
  'closed',
  'came_back',
  'came_back_several',
  'came_back_unknown',
  'came_in',
] as const
/** Why a person must decide about a line. */
export type LeftReason = (typeof LEFT_REASONS)[number]

/** What a row is that is no payment and needs no decision. */
export const NAMED_ROWS = ['fee', 'zero', 'in', 'summary', 'heading'] as const
export type NamedRow = (typeof NAMED_ROWS)[number]

/** The payment that money came back of, or that a row is about. */
export interface RowOf {
  /** The record's id; null if it is not recorded. */
  readonly id: string | null
  readonly transaction: string
  /** Its row in the same file. */
  readonly row?: number
  /** The only line of the list that fits: our reference, and the member's name. */
  readonly fits?: string
}

export interface LeftRow {
  readonly line: OperatorLine
  readonly reason: LeftReason
  readonly of?: RowOf
}

export interface ToPay {
  readonly id: string
  readonly line: OperatorLine
  readonly due: ListedLine
  readonly amount: NonNullable<OperatorLine['amount']>
  readonly time: NonNullable<OperatorLine['time']>
}

export interface PaymentPlan {
  readonly pay: readonly ToPay[]
  /** `of`: the payment of a line that has a number of its own. */
  readonly retract: readonly { readonly id: string; readonly line: OperatorLine; readonly of?: RowOf }[]
  /** Lines of payments that are recorded, or recorded and retracted, as they are in the file. */
  readonly already: readonly OperatorLine[]
  readonly failed: readonly OperatorLine[]
  readonly left: readonly LeftRow[]
  readonly named: readonly { readonly line: OperatorLine; readonly what: NamedRow }[]
  /** Lines of `pay` whose number is also that of a payment that another party stated, by its id. */
  readonly warned: readonly { readonly line: OperatorLine; readonly id: string }[]
}
