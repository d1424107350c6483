import type { DeviceCalled } from '../../domain/device-called.ts'
import type { DebtWord } from '../../domain/payment.ts'
import type { Code, Happened } from '../../text/kinds.ts'
import type { CalledParty } from '../../words/party-name.ts'
import type { Money, Quantity } from '../../words/values.ts'
import type { Way } from '../../words/ways.ts'
import type { ReportRow } from '../report/report.ts'

/** The contents of a receipt; the words are in `delivery-text.ts` and `payment-text.ts`. */

/** Columns of the paper: thermal rolls of 58 and 80 mm at 12 characters an inch, and A5. */
export const PAPERS = { '58': 32, '80': 48, a5: 64 } as const
export type Paper = keyof typeof PAPERS

export type Receipt = DeliveryReceipt | PaymentReceipt | DebtVoucher

/** What every receipt has. */
export interface ReceiptFrame {
  readonly record: string
  /** The number by which people find the record, such as `7F3K 92QD`. */
  readonly number: string
  /** SHA-256 of the record's canonical JSON, as the log holds it. */
  readonly digest: string
  /** Whether the receipt was printed before. */
  readonly is_copy: boolean
  readonly cooperative: { readonly name: string | null; readonly phone: string | null }
  readonly occurred_at: Happened
  readonly occurred_at_precision?: string
  readonly received_at: string
  readonly standing: string
  /** The phone that it was recorded on, and who carried it; null if the office or a program recorded it. */
  readonly device: DeviceCalled | null
  /** Name of the person who printed it. */
  readonly printed_by: string
  /** Who signed for the record on paper, if that is the confirmation that counts. */
  readonly signed: Signature | null
  /** Who is to sign this paper. Null for a receipt, which nobody signs. */
  readonly sign: { readonly by: ReceiptParty } | null
  /** Whether it asks the member if they want messages about their records: until they answered. */
  readonly asks_messages?: true
}

export interface Signature {
  readonly by: ReceiptParty
  readonly occurred_at: Happened
  readonly occurred_at_precision?: string
}

export interface DeliveryReceipt extends ReceiptFrame {
  readonly type: 'delivery'
  readonly from: ReceiptParty
  readonly to: ReceiptParty
  /** The registry's name, and the code. */
  readonly crop: string
  readonly crop_code: string
  /** In the unit by the registry's name, and its code. */
  readonly quantity: (Quantity & { readonly unit_code: string }) | null
  readonly kg: number | null
  readonly way: Way | null
  /** Kilograms per unit; null if no factor was used. */
  readonly factor: number | null
  /** Set if the factor is from a row that did not come with Granary: no reader can know it. */
  readonly is_own_factor?: true
  readonly measurement_method?: string
  readonly grade?: string
  readonly location?: string
  /** The price, and whose word it is; left out if neither side stated it. */
  readonly agreed_price?: Money
  readonly whose?: DebtWord
  /** Whether the cooperative stated or confirmed the delivery; otherwise only others did. */
  readonly is_ours: boolean
}

export interface PaymentReceipt extends ReceiptFrame {
  readonly type: 'payment'
  readonly payer: ReceiptParty
  readonly payee: ReceiptParty
  /** The party that is not the cooperative. */
  readonly member: string
  readonly amount: Money
  readonly method: Code
  readonly purpose: Code
  /** The number that the operator or bank gave it. */
  readonly reference?: string
  readonly settles: readonly SettledDebt[]
  readonly unallocated_minor: number | null
  /** Whose word it is (contract §23). */
  readonly word: PaymentWord
  /** Whether the record names something that it does not count for. */
  readonly not_counted: boolean
  /** Null if neither of the two recorded it. */
  readonly recorded_by: ReceiptParty | null
  /** The party for whom a delegate recorded it. */
  readonly recorded_for: ReceiptParty | null
}

/** What the debtor of a debt, or its creditor, signs on paper. */
export interface DebtVoucher extends ReceiptFrame {
  readonly type: 'obligation'
  readonly sign: NonNullable<ReceiptFrame['sign']>
  readonly debtor: ReceiptParty
  readonly creditor: ReceiptParty
  /** The party that is not the cooperative. */
  readonly member: string
  readonly kind: Code
  readonly amount?: Money
  /** Goods owed: the registry's names of crop and unit, with their codes. */
  readonly crop?: string
  readonly crop_code?: string
  readonly quantity: (Quantity & { readonly unit_code: string }) | null
  readonly due_at?: string
}

/**
 * Of `claimed`, `one_side` and `mandate_ended` a party has not agreed; what `others` recorded counts for nothing. The
 * cooperative alone vouches for what was `signed` on paper.
 */
export type PaymentWord =
  | 'recorded'
  | 'confirmed'
  | 'delegated'
  | 'signed'
  | 'set_off'
  | 'set_off_delegated'
  | 'set_off_signed'
  | 'claimed'
  | 'mandate_ended'
  | 'one_side'
  | 'others'

export interface SettledDebt {
  readonly amount: Money
  /** The current version; null unless it is a debt between the payer and the payee that one of them stated. */
  readonly debt: ReceiptDebt | null
}

type ReceiptDebt = {
  readonly occurred_at: Happened
  readonly occurred_at_precision?: string
  readonly owed: Money
  readonly whose: DebtWord
} & (
  | { readonly kind: Code }
  // A delivery: the registry's name of its crop, and the code.
  | { readonly kind: null; readonly crop: string; readonly crop_code: string }
)

/** What the party brought in the season of the delivery, by crop. */
export interface SeasonTotal {
  /** First day of the season, such as 2026-10-01. */
  readonly since: string
  readonly rows: readonly (Pick<
    ReportRow,
    | 'direction'
    | 'deliveries'
    | 'kg'
    | 'quantity'
    | 'ways'
    | 'without_kg'
    | 'forked'
    | 'claimed'
    | 'claimed_kg'
  > & {
    readonly crop: string
    readonly crop_name: string
  })[]
}

export interface ReceiptParty {
  readonly party: string
  readonly name: CalledParty
  readonly member_no: string | null
  readonly region: string | null
}
