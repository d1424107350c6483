import type { Paid } from '../domain/derived/money.ts'
import { forksOf } from '../domain/forks.ts'
import { isPaymentByAParty, releaseOf } from '../domain/payment.ts'
import { csvOf } from '../text/csv.ts'
import { minorDigits } from '../text/currencies.ts'
import { apart } from '../text/wrap.ts'
import type { Words } from '../words/words.ts'
import { untilLines } from './closing.ts'
import type { ApiRecord, Delivery, Obligation, Payment, SubjectData } from './data.ts'
import { wordOfObligation, wordOfPrice } from './debts.ts'
import { Lexicon } from './lexicon.ts'
import { isOpened, windowText } from './opened.ts'
import { openingsOf } from './openings.ts'
import { confirmedBy, reasonLeftOut } from './sums.ts'

/**
 * The lender view as a sheet: a row for each delivery, obligation and payment, with what the view states of it. Names
 * of columns and codes are English, for programs and formulas. Ids are left out, as in the view.
 */

const COLUMNS = [
  ...['record', 'date', 'precision', 'from', 'to', 'entered', 'crop', 'quantity', 'unit', 'kg', 'kg_by'],
  ...[
    'confirmation',
    'in_sums',
    'grade',
    'kind',
    'method',
    'reference',
    'amount',
    'currency',
    'word',
    'word_of',
    'due',
  ],
  ...['committed_kg', 'delivered_kg', 'confirmed_kg', 'outstanding_kg'],
  ...['acknowledged', 'on_paper', 'claimed', 'remaining', 'incomplete', 'keep_until', 'flags', 'note'],
] as const
type LenderRow = Partial<Record<(typeof COLUMNS)[number], string | number | boolean | null | undefined>>

/** @param words in which parties without a name are called */
export function sheetOf(words: Words, data: SubjectData): string {
  const lexicon = new Lexicon(words, data, data.subject)
  const rows: LenderRow[] = [
    ...data.deliveries.found.map((delivery) => deliveryRow(delivery, lexicon)),
    // A stranger's debt is in no figure, and the view only counts it.
    ...data.obligations.found
      .filter((obligation) => wordOfObligation(obligation) !== 'neither')
      .map((obligation) => obligationRow(obligation, lexicon)),
    // What others recorded counts for nothing, and the view only counts it.
    ...data.payments.found.filter(isPaymentByAParty).map((payment) => paymentRow(payment, lexicon)),
    ...[...closedNotes(data, lexicon), ...notesOf(words, data)].map((note) => ({ record: 'note', note })),
  ]
  const cell = (value: LenderRow[keyof LenderRow]) =>
    value === null || value === undefined ? '' : apart(String(value))
  return `${csvOf([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => cell(row[column])))])}\n`
}

const SHEET_TYPES = ['delivery', 'obligation', 'payment'] as const

/** What was not opened to the reader, whether or not there are such records. */
function closedNotes(data: SubjectData, lexicon: Lexicon): string[] {
  if (lexicon.isOwn) return []
  const { words, subject } = lexicon
  const { found, complete } = data.grants
  const windowed = SHEET_TYPES.filter(
    (type) =>
      isOpened(data, type) && openingsOf(found, type).every((opening) => windowText(words, opening) !== null),
  )
  return [
    ...SHEET_TYPES.filter((type) => !isOpened(data, type)).map((type) =>
      words.say('view.ground.refused', { subject, type: lexicon.recordType(type) }),
    ),
    ...untilLines(found, windowed, lexicon),
    ...(complete ? [] : [words.say('view.refused.moreGrants')]),
  ]
}

/** What the sheet lacks of what was opened. */
function notesOf({ say }: Words, { deliveries, obligations, payments, forked }: SubjectData): string[] {
  const lists = [
    ['delivery', deliveries],
    ['obligation', obligations],
    ['payment', payments],
  ] as const
  const byOthers = payments.found.filter((payment) => !isPaymentByAParty(payment)).length
  const byNeither = obligations.found.filter((one) => wordOfObligation(one) === 'neither').length
  return lists
    .flatMap(([type, { found, complete }]) => [
      ...(complete ? [] : [say('view.unread', { type, count: found.length })]),
      ...(forksOf(forked.found, type).length === 0 ? [] : [say('view.forks', { type })]),
    ])
    .concat(byNeither === 0 ? [] : [say('view.obligations.byNeither', { count: byNeither })])
    .concat(byOthers === 0 ? [] : [say('view.left.by_outsider.payment', { count: byOthers })])
}

const common = (record: ApiRecord, lexicon: Lexicon): LenderRow => ({
  record: record.type,
  // A date is never more exact than its record states.
  date: lexicon.calendar
    .isoDay(Date.parse(record.occurred_at))
    .slice(0, ['month', 'season'].includes(record.occurred_at_precision ?? '') ? 7 : 10),
  precision: record.occurred_at_precision,
  entered: lexicon.calendar.isoDay(record.received_at),
  crop: record.crop,
  quantity: record.quantity?.value,
  unit: record.quantity?.unit,
  keep_until: record.derived.keep_until,
  // A flag without a meaning in the registry is counted, not shown, as in the view.
  flags: lexicon.known(record.derived.flags).join(' '),
})

const deliveryRow = (delivery: Delivery, lexicon: Lexicon): LenderRow => ({
  ...common(delivery, lexicon),
  from: lexicon.party(delivery.from_party),
  to: lexicon.party(delivery.to_party),
  kg: delivery.derived.kg,
  kg_by: lexicon.way(delivery),
  confirmation: confirmedBy(delivery),
  in_sums: reasonLeftOut(delivery, lexicon) === null,
  grade: delivery.grade,
  ...(delivery.agreed_price === undefined || wordOfPrice(delivery) === null
    ? {}
    : moneyIn(delivery.agreed_price)),
  ...wordIn(delivery.derived.paid, delivery.from_party, lexicon),
  ...paidIn(delivery.derived.paid),
})

function obligationRow(obligation: Obligation, lexicon: Lexicon): LenderRow {
  const { committed_kg, delivered_kg, confirmed_kg, outstanding_kg, incomplete, money } =
    obligation.derived.fulfilment
  return {
    ...common(obligation, lexicon),
    from: lexicon.party(obligation.obligor),
    to: lexicon.party(obligation.obligee),
    kind: obligation.kind,
    due: obligation.due_at && lexicon.calendar.isoDay(obligation.due_at),
    ...(obligation.amount === undefined ? {} : moneyIn(obligation.amount)),
    ...wordIn(money, obligation.obligee, lexicon),
    ...paidIn(money),
    ...{ committed_kg, delivered_kg, confirmed_kg, outstanding_kg },
    incomplete: incomplete || money?.incomplete === true,
  }
}

const paymentRow = (payment: Payment, lexicon: Lexicon): LenderRow => ({
  ...common(payment, lexicon),
  from: lexicon.party(payment.payer),
  to: lexicon.party(payment.payee),
  kind: payment.purpose,
  method: payment.method,
  reference: payment.reference,
  confirmation: releaseOf(payment),
  ...moneyIn(payment.amount),
})

const moneyIn = ({
  amount_minor,
  currency,
}: {
  readonly amount_minor: number
  readonly currency: string
}): LenderRow => ({
  amount: decimal(amount_minor, currency),
  currency,
})

/** Whose word a debt is; of one side's, that side. */
const wordIn = (paid: Paid | undefined, creditor: string, lexicon: Lexicon): LenderRow =>
  paid === undefined
    ? {}
    : paid.agreed
      ? { word: 'agreed' }
      : {
          word: 'one_sided',
          word_of:
            lexicon.isReader(creditor) || lexicon.isNamed(creditor)
              ? lexicon.party(creditor)
              : lexicon.words.say('view.party.side'),
        }

const paidIn = (paid: Paid | undefined): LenderRow =>
  paid === undefined
    ? {}
    : {
        acknowledged: decimal(paid.acknowledged_minor, paid.currency),
        on_paper: decimal(paid.on_paper_minor, paid.currency),
        claimed: decimal(paid.claimed_minor, paid.currency),
        remaining: decimal(paid.remaining_minor, paid.currency),
        incomplete: paid.incomplete,
      }

/** Returns exact digits; nothing for a sum that cannot be shown, or a currency that nobody knows. */
function decimal(minor: number | null, currency: string): string {
  const digits = minorDigits(currency)
  if (minor === null || digits === null) return ''
  if (digits === 0) return String(minor)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  return `${minor < 0 ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`
}
