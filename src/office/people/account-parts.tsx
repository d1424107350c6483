import type { ComponentChildren } from 'preact'
import type { Paid } from '../../domain/derived/money.ts'
import {
  acknowledgementOf,
  claimantOf,
  type DebtWord,
  debtShown,
  debtWord,
  isPaymentByAParty,
  type PaymentStatement,
} from '../../domain/payment.ts'
import { allows } from '../../domain/staff.ts'
import { cropNames, whatOf } from '../../records/crop-names.ts'
import {
  type Account,
  type AccountDebt,
  type AccountPayment,
  type Balance,
  isAgreed,
  isByDelegate,
} from '../../records/payments/account.ts'
import type { CounterRecord } from '../../records/record-tasks.ts'
import { asShown, codeOf, type Shown } from '../../text/kinds.ts'
import type { Words } from '../../words/words.ts'
import { Action, Actions } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { type Cell, Table } from '../frame/tables.tsx'
import type { StaffVisit } from '../frame/visit.ts'

/** Debts and payments of a member as tables, with the figures as the API derives them. */

export const minorShown = ({ money, say }: Words, currency: string, minor: number | null): Shown =>
  minor === null ? say('money.beyond') : money({ amount_minor: minor, currency })

/** Returns whose word a debt in money is; `others` if neither side stated it, null for a record without an amount. */
export function whoseWord(record: CounterRecord, cooperative: string): DebtWord | 'others' | null {
  const debt = debtShown<Paid>(record)
  if (debt !== null) return debtWord(debt, cooperative)
  // What was paid of a delivery between others may be withheld: then it is not known whose word the price is.
  const isOwn = [record.from_party, record.to_party].includes(cooperative)
  const owed = record.type === 'obligation' ? record.amount : isOwn ? record.agreed_price : undefined
  return owed === undefined ? null : 'others'
}

/** Whose word a debt in money is, and what was paid of it, for the page of its record. */
export function debtRows(words: Words, record: CounterRecord, cooperative: string): [string, Shown][] {
  const { say } = words
  const whose = whoseWord(record, cooperative)
  if (whose === null) return []
  const text =
    whose === 'others' ? say('money.whose', { whose }) : debtText(words, record, cooperative).join(' ')
  return [[say('money.whoseWord'), asShown(text)]]
}

/** Returns whose word a payment is, for a list of payments between any parties. */
export function paymentWord(payment: PaymentStatement, cooperative: string): string {
  if (!isPaymentByAParty(payment)) return 'others'
  const acknowledgement = acknowledgementOf(payment)
  if (acknowledgement !== 'claimed') return acknowledgement
  const claimant = claimantOf(payment)
  if (claimant === cooperative) return 'cooperative'
  return claimant === payment.payer ? 'payer' : claimant === payment.payee ? 'payee' : 'nobody'
}

/** What was paid of a debt, and whose word it is, as a sentence; nothing without an amount that one of its sides stated. */
export function debtText(words: Words, record: CounterRecord, cooperative: string): string[] {
  const { say, worded } = words
  const debt = debtShown<Paid>(record)
  if (debt === null) return []
  const { paid } = debt
  const minor = (amount: number | null) => minorShown(words, paid.currency, amount)
  return [
    say('money.doneOf', {
      whose: say('money.whose', { whose: debtWord(debt, cooperative) }),
      acknowledged: minor(paid.acknowledged_minor),
      paper: paid.on_paper_minor === 0 ? 'none' : 'some',
      onPaper: minor(paid.on_paper_minor),
      claimed: minor(paid.claimed_minor),
      remaining: minor(paid.remaining_minor),
    }),
    ...(paid.incomplete ? [say('money.incomplete', { count: paid.forked })] : []),
    ...(isByDelegate(record) ? [worded(codeOf('acknowledged_by_delegate'))] : []),
  ]
}

/** A sum of each currency. */
export const sumsShown = (
  words: Words,
  sums: readonly { readonly currency: string; readonly amount_minor: number | null }[],
): string => words.listed(sums.map(({ currency, amount_minor }) => minorShown(words, currency, amount_minor)))

type Figures = Pick<Balance, 'currency' | 'owed_minor' | 'remaining_minor' | 'claimed_minor'> &
  Pick<Balance, 'acknowledged_minor' | 'on_paper_minor'>

interface FiguresOf {
  /** Whether the debts are agreed; otherwise their amounts are what one side states. */
  readonly agreed: boolean
  readonly rows: readonly Figures[]
}

/** The columns of figures, each with its title; what was signed on paper only where there is some. */
function figureColumns({ agreed, rows }: FiguresOf) {
  const isSigned = rows.some((row) => row.on_paper_minor !== 0)
  const columns = [
    [agreed ? 'money.owed' : 'money.stated', 'owed_minor'],
    ['money.acknowledged', 'acknowledged_minor'],
    ...(isSigned ? ([['money.onPaper', 'on_paper_minor']] as const) : []),
    ['money.claimed', 'claimed_minor'],
    ['money.remaining', 'remaining_minor'],
  ] as const
  return {
    titles: columns.map(([title]) => ({ right: title })),
    cells: (words: Words, row: Figures) =>
      columns.map(([, member]) => minorShown(words, row.currency, row[member])),
  }
}

/** The sums of agreed debts, and what the columns mean. */
export function BalanceTable({ balance: all }: { balance: readonly Balance[] }) {
  const { say } = useWords()
  const balance = all.filter(({ agreed }) => agreed)
  return (
    <>
      {balance.length === 0 ? <p>{say('money.noDebts')}</p> : <Sums agreed balance={balance} />}
      {all.length > 0 && <p class="help">{say('money.means')}</p>}
      {all.some(({ on_paper_minor: signed }) => signed !== 0) && (
        <p class="help">{say('money.paperMeans')}</p>
      )}
    </>
  )
}

/** What is the creditor's word alone: in sums of its own, below those of agreed debts (contract §23). */
export function OneSided({ balance: all, children }: OneSidedProps) {
  const { say } = useWords()
  const balance = all.filter(({ agreed }) => !agreed)
  if (balance.length === 0) return null
  return (
    <>
      <h2>{say('money.alone')}</h2>
      <p>{say('money.aloneMeans')}</p>
      <Sums agreed={false} balance={balance} />
      {children}
    </>
  )
}

interface OneSidedProps {
  readonly balance: readonly Balance[]
  /** The debts themselves, where they are listed. */
  readonly children?: ComponentChildren
}

function Sums({ agreed, balance }: { agreed: boolean; balance: readonly Balance[] }) {
  const words = useWords()
  const { count, say } = words
  const sum = (of: (one: Balance) => number) => balance.reduce((all, one) => all + of(one), 0)
  const { titles, cells } = figureColumns({ agreed, rows: balance })
  const byDelegate = sum((one) => one.by_delegate)
  return (
    <>
      <Table
        columns={['', { right: 'money.debts' }, ...titles]}
        rows={balance.map((one) => [
          say(agreed ? 'money.way' : 'money.wayAlone', { way: one.way }),
          count(one.debts),
          ...cells(words, one),
        ])}
      />
      {byDelegate > 0 && <p>{say('money.byDelegate', { count: byDelegate })}</p>}
      {balance.some(({ incomplete }) => incomplete) && (
        <p>{say('money.incomplete', { count: sum(({ forked }) => forked) })}</p>
      )}
    </>
  )
}

/** How many debts and payments are in the sums but in no row. */
export function Unlisted({ debts, payments }: Pick<Account['unlisted'], 'debts' | 'payments'>) {
  const { say } = useWords()
  return debts + payments > 0 ? <p>{say('money.unlisted', { debts, payments })}</p> : null
}

interface DebtsProps {
  readonly visit: StaffVisit
  /** All of them agreed, or none. */
  readonly debts: readonly AccountDebt[]
  /** A last column, by its title's key. */
  readonly last?: { readonly title: 'pay.now'; readonly cell: (debt: AccountDebt) => Cell }
}

export async function debtsTable({ visit, debts, last }: DebtsProps) {
  const { words } = visit
  const cropOf = await cropNames(words, visit.run)
  const { titles, cells } = figureColumns({
    agreed: debts.every(isAgreed),
    rows: debts.map(({ paid }) => paid),
  })
  return (
    <Table
      columns={['member.day', 'money.what', ...titles, ...(last === undefined ? [] : [last.title])]}
      rows={debts.map((debt) => [
        <a href={`/records/${debt.record.id}`}>{words.calendar.asRecorded(debt.record)}</a>,
        <>
          {whatOf(words, debt.record, cropOf)}
          {isByDelegate(debt.record) && (
            <span class="label block">{words.worded(codeOf('acknowledged_by_delegate'))}</span>
          )}
        </>,
        ...cells(words, debt.paid),
        ...(last === undefined ? [] : [last.cell(debt)]),
      ])}
    />
  )
}

interface PaymentsProps {
  readonly payments: readonly AccountPayment[]
}

/** What a row says of a payment, on the screen and on paper. */
function paymentCells(words: Words, { record, way, acknowledgement, claimant }: AccountPayment) {
  const { calendar, money, say, worded } = words
  const { amount, method, purpose, reference, derived } = record
  return {
    day: calendar.asRecorded(record),
    way: say('money.paid', { way: method === 'offset' ? 'offset' : way }),
    how: [
      worded(codeOf(purpose)),
      worded(codeOf(method)),
      typeof reference === 'string' ? reference : '',
    ] as const,
    amount: amount && money(amount),
    unallocated: amount && minorShown(words, amount.currency, derived.unallocated_minor ?? null),
    standing: say('money.is', { word: acknowledgement === 'claimed' ? String(claimant) : acknowledgement }),
  }
}

/** What was paid, below each other, so that it fits on paper too. */
export function PaymentsTable({ payments }: PaymentsProps) {
  const words = useWords()
  return (
    <Table
      none={words.say('money.noPayments')}
      columns={[
        'member.day',
        'money.what',
        { right: 'entry.amount' },
        { right: 'money.unallocated' },
        'records.standing',
      ]}
      rows={payments.map((payment) => {
        const { day, way, how, amount, unallocated, standing } = paymentCells(words, payment)
        const what = how
          .filter((text) => text !== '')
          .map((text) => (
            <>
              <br />
              {text}
            </>
          ))
        const paid = (
          <>
            {way}
            {what}
          </>
        )
        return [<a href={`/records/${payment.record.id}`}>{day}</a>, paid, amount, unallocated, standing]
      })}
    />
  )
}

/** Payments shown on the member's page; the statement of account has all. */
const LAST = 5

interface AccountProps {
  readonly visit: StaffVisit
  readonly id: string
  readonly account: Pick<Account, 'balance' | 'payments'>
}

/** The balance and the last payments, for the member's page. */
export function AccountParts({ visit, id, account: { balance, payments } }: AccountProps) {
  const { say } = visit.words
  return (
    <>
      <BalanceTable balance={balance} />
      <OneSided balance={balance} />
      {payments.length > 0 && (
        <>
          <h3>{say('money.lastPayments')}</h3>
          <PaymentsTable payments={payments.slice(0, LAST)} />
        </>
      )}
      <Actions>
        {allows(visit.session.person.role, 'write') && (
          <Action href={`/payments?${new URLSearchParams({ who: id })}`} icon="payment">
            {say('nav.payments')}
          </Action>
        )}
        <Action href={`/members/${id}/account`} icon="print">
          {say('money.statement')}
        </Action>
      </Actions>
    </>
  )
}
