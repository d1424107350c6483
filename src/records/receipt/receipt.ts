import type { Happened } from '../../text/kinds.ts'
import type { Money, Quantity } from '../../words/values.ts'
import type { Way } from '../../words/ways.ts'
import type { ReportRow } from '../report/report.ts'

/** The contents of a delivery's receipt; the words are in `receipt-text.ts`. */

/** Columns of the paper: thermal rolls of 58 and 80 mm at 12 characters an inch, and A5. */
export const PAPERS = { '58': 32, '80': 48, a5: 64 } as const
export type Paper = keyof typeof PAPERS

export interface Receipt {
  readonly record: string
  /** The number by which people find the record, such as `7F3K 92QD`. */
  readonly number: string
  /** SHA-256 of the record's canonical JSON, as the log holds it. */
  readonly digest: string
  /** Whether the receipt was printed before. */
  readonly isCopy: boolean
  readonly cooperative: { readonly name: string | null; readonly phone: string | null }
  readonly from: ReceiptParty
  readonly to: ReceiptParty
  readonly occurred_at: Happened
  readonly occurred_at_precision?: string
  readonly received_at: string
  /** The registry's name, and the code. */
  readonly crop: string
  readonly crop_code: string
  /** In the unit by the registry's name, and its code. */
  readonly quantity: (Quantity & { readonly unit_code: string }) | null
  readonly kg: number | null
  readonly way: Way | null
  /** Kilograms per unit; null if no factor was used. */
  readonly factor: number | null
  readonly measurement_method?: string
  readonly grade?: string
  readonly location?: string
  readonly agreed_price?: Money
  readonly standing: string
  /** Whether the cooperative stated or confirmed the delivery; otherwise only others did. */
  readonly is_ours: boolean
  /** Name of the person who printed it. */
  readonly printed_by: string
}

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
  readonly name: string | null
  readonly member_no: string | null
  readonly region: string | null
}
