import { allows } from '../domain/staff.ts'
import { cropNames, whatOf } from '../records/crop-names.ts'
import type { Account, AccountPayment, Balance, Debt } from '../records/payments/account.ts'
import { codeOf, type Shown } from '../text/kinds.ts'
import type { Words } from '../words/words.ts'
import { Action, Actions } from './parts.tsx'
import { useWords } from './reader.tsx'
import { type Cell, Table } from './tables.tsx'
import type { StaffVisit } from './visit.ts'

/** Debts and payments of a member as tables, with the figures as the API derives them. */

export const minorShown = ({ money, say }: Words, currency: string, minor: number | null): Shown =>
  minor === null ? say('money.beyond') : money({ amount_minor: minor, currency })

/** A sum of each currency. */
export const sumsShown = (
  words: Words,
  sums: readonly { readonly currency: string; readonly amount_minor: number | null }[],
): string => words.listed(sums.map(({ currency, amount_minor }) => minorShown(words, currency, amount_minor)))

const FIGURES = [
  { right: 'money.owed' },
  { right: 'money.acknowledged' },
  { right: 'money.claimed' },
  { right: 'money.remaining' },
] as const

const figures = (
  words: Words,
  sums: Pick<Balance, 'currency' | 'owed_minor' | 'acknowledged_minor' | 'claimed_minor' | 'remaining_minor'>,
) =>
  [sums.owed_minor, sums.acknowledged_minor, sums.claimed_minor, sums.remaining_minor].map((minor) =>
    minorShown(words, sums.currency, minor),
  )

export function BalanceTable({ balance }: { balance: readonly Balance[] }) {
  const words = useWords()
  const { count, say } = words
  const forked = balance.reduce((all, one) => all + one.forked, 0)
  return (
    <>
      <Table
        none={say('money.noDebts')}
        columns={['', { right: 'money.debts' }, ...FIGURES]}
        rows={balance.map((one) => [
          say('money.way', { way: one.way }),
          count(one.debts),
          ...figures(words, one),
        ])}
      />
      {balance.length > 0 && <p class="help">{say('money.means')}</p>}
      {balance.some(({ incomplete }) => incomplete) && <p>{say('money.incomplete', { count: forked })}</p>}
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
  readonly debts: readonly Debt[]
  /** A last column, by its title's key. */
  readonly last?: { readonly title: 'pay.now'; readonly cell: (debt: Debt) => Cell }
}

export async function debtsTable({ visit, debts, last }: DebtsProps) {
  const { words } = visit
  const cropOf = await cropNames(words, visit.run)
  return (
    <Table
      columns={['member.day', 'money.what', ...FIGURES, ...(last === undefined ? [] : [last.title])]}
      rows={debts.map((debt) => [
        <a href={`/records/${debt.record.id}`}>{words.calendar.asRecorded(debt.record)}</a>,
        whatOf(words, debt.record, cropOf),
        ...figures(words, debt.paid),
        ...(last === undefined ? [] : [last.cell(debt)]),
      ])}
    />
  )
}

interface PaymentsProps {
  readonly payments: readonly AccountPayment[]
}

/** What a row says of a payment, on the screen and on paper. */
function paymentCells(words: Words, { record, way, acknowledged }: AccountPayment) {
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
    standing: say(acknowledged ? 'money.isAcknowledged' : 'money.isClaimed'),
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
