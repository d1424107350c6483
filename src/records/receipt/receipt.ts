import { noonOfDay } from '../../cli/day.ts'
import { amount, type Calendar, kg, money, several } from '../../text/phrases.ts'
import { METHODS, type Way } from '../../text/ways.ts'
import { apart, cut, pad, plain, wrap } from '../../text/wrap.ts'
import type { ReportRow } from '../report/report.ts'

/** A delivery's receipt, for the member to take home. Pure. */

/** Columns of the paper: thermal rolls of 58 and 80 mm at 12 characters an inch, and A5. */
export const PAPERS = { '58': 32, '80': 48, a5: 64 } as const
export type Paper = keyof typeof PAPERS

export interface Receipt {
  readonly record: string
  /** SHA-256 of its canonical JSON: what the log holds of it. */
  readonly digest: string
  /** It was printed before. */
  readonly isCopy: boolean
  readonly cooperative: { readonly name: string | null; readonly phone: string | null }
  readonly from: ReceiptParty
  readonly to: ReceiptParty
  readonly occurred_at: string
  readonly occurred_at_precision?: string
  readonly received_at: string
  readonly crop: string
  readonly quantity: { readonly value: number; readonly unit: string } | null
  readonly kg: number | null
  readonly way: Way | null
  /** Kilograms per unit, where a factor gave them. */
  readonly factor: number | null
  readonly measurement_method?: string
  readonly grade?: string
  readonly location?: string
  readonly agreed_price?: { readonly amount_minor: number; readonly currency: string }
  readonly standing: string
  /** Of the cooperative's staff. */
  readonly printed_by: string
}

/** What the party brought in the season of the delivery, by crop. */
export interface SeasonTotal {
  /** Its first day, such as 2026-10-01. */
  readonly since: string
  readonly rows: readonly (Pick<
    ReportRow,
    'direction' | 'deliveries' | 'kg' | 'ways' | 'without_kg' | 'forked'
  > & {
    readonly crop_name: string
  })[]
}

export interface ReceiptParty {
  readonly party: string
  readonly name: string | null
  readonly member_no: string | null
}

export function receiptText(receipt: Receipt, season: SeasonTotal, calendar: Calendar, paper: Paper): string {
  const width = PAPERS[paper]
  const rule = '-'.repeat(width)
  const centred = (text: string) => [
    `${' '.repeat(Math.max(0, Math.floor((width - text.length) / 2)))}${text}`,
  ]
  const label = (name: string, text: string | null | undefined) =>
    text == null || text === '' ? [] : wrap(text, pad(name, 12), ' '.repeat(12), width)
  const said = (text: string) => wrap(text, '', '', width)
  const { cooperative, quantity, agreed_price, standing } = receipt
  const brought = seasonLines(season, calendar)
  const lines = [
    ...(receipt.isCopy ? centred('*** COPY ***') : []),
    ...centred(cut(plain(cooperative.name ?? 'RECEIPT'), width)),
    ...(cooperative.phone === null ? [] : centred(cooperative.phone)),
    rule,
    ...centred(receipt.isCopy ? 'RECEIPT, printed before' : 'RECEIPT'),
    ...(STANDS[standing] === undefined ? [] : said(STANDS[standing])),
    rule,
    ...label('Date', calendar.asRecorded(receipt)),
    ...label('From', partyText(receipt.from)),
    ...label('To', partyText(receipt.to)),
    ...label('What', plain(receipt.crop, 60)),
    ...label(
      'Quantity',
      quantity === null ? 'none' : `${amount(quantity.value)} ${plain(quantity.unit, 40)}`,
    ),
    ...label('Kilograms', kilogramsText(receipt)),
    ...label('Measured', METHODS[receipt.measurement_method ?? '']),
    ...label('Grade', receipt.grade === undefined ? null : plain(receipt.grade, 40)),
    ...label('Price', agreed_price === undefined ? null : `${money(agreed_price)} in all`),
    ...label('Place', receipt.location === undefined ? null : plain(receipt.location, 60)),
    ...label('Entered', calendar.stamp(receipt.received_at)),
    ...label('Printed by', plain(receipt.printed_by, 60)),
    rule,
    ...(brought.length === 0 ? [] : [...brought.flatMap(said), rule]),
    ...said(
      'If anything here is wrong, say so at the counter. A correction is written beside it; nothing is erased.',
    ),
    ...said(`Record ${receipt.record}`),
    ...(receipt.digest.match(new RegExp(`.{1,${Math.min(width, 32)}}`, 'g')) ?? []),
  ]
  return lines.map((line) => apart(line).trimEnd()).join('\n')
}

/** Only what came to the cooperative: that is what it owes the member an account of. */
function seasonLines({ since, rows }: SeasonTotal, calendar: Calendar): string[] {
  const brought = rows.filter(({ direction }) => direction === 'in')
  if (brought.length === 0) return []
  return [
    `Brought since ${calendar.day(noonOfDay(calendar.timeZone, since) as number)}:`,
    ...brought.map(({ crop_name, kg: mass, deliveries, ways, without_kg, forked }) => {
      const reached = Object.entries(ways).map(([way, some]) => `${kg(some)} ${way}`)
      const missing = [
        ...(without_kg === 0 ? [] : [`${without_kg} without kilograms`]),
        ...(forked === 0 ? [] : [`${forked} with contradicting corrections`]),
      ]
      const left = missing.length === 0 ? '' : `; not in it: ${missing.join(', ')}`
      const how = reached.length === 0 ? '' : ` (${reached.join(', ')})`
      return `${plain(crop_name, 60)}: ${kg(mass)} kg${how} in ${several(deliveries, 'delivery', 'deliveries')}${left}`
    }),
  ]
}

/** What a holder of the paper must know of its record. */
const STANDS: Readonly<Record<string, string>> = {
  superseded: 'THIS RECORD WAS CORRECTED. A newer version counts in its place.',
  retracted: 'THIS RECORD WAS TAKEN BACK and counts no longer.',
  forked: 'CORRECTIONS OF THIS RECORD CONTRADICT EACH OTHER. Until that is resolved it does not count.',
}

const partyText = ({ name, member_no }: ReceiptParty): string =>
  `${plain(name ?? 'no name recorded', 60)}${member_no === null ? '' : `, no. ${plain(member_no, 20)}`}`

function kilogramsText({ kg: mass, way, factor, quantity }: Receipt): string {
  if (mass === null) return 'none: there is no factor for this unit'
  const rate =
    factor === null || quantity === null ? '' : `, ${amount(factor)} kg per ${plain(quantity.unit, 30)}`
  return `${kg(mass)} (${way}${rate})`
}
