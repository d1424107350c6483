import { uuidv7 } from 'uuidv7'
import { Problem } from '../../base/problem.ts'
import { given, must } from '../../base/typed.ts'
import { isId } from '../../domain/id.ts'
import { isDueTooEarly, LENT, type Lending, lendingDrafts } from '../../domain/money/lending.ts'
import { lastMethod } from '../../domain/money/repayment.ts'
import { instantOf } from '../../domain/time.ts'
import { distinctNames } from '../../identity/party-names.ts'
import { type Field as EntryField, FIELDS } from '../../records/entry/fields.ts'
import { usualDay } from '../../records/entry/read.ts'
import type { WaitingLine } from '../../records/payments/waiting-tasks.ts'
import type { Money } from '../../words/values.ts'
import { typedMoney } from '../../words/words.ts'
import { ReceiptForm } from '../counter/receipt.tsx'
import {
  EntryFields,
  idOf,
  labelled,
  mustUnfold,
  NOTHING_OFFERED,
  officeOf,
  readEntry,
} from '../frame/entry-form.tsx'
import { formStatus, problemWords } from '../frame/fault-words.ts'
import { type Filled, Form } from '../frame/form.tsx'
import { Action, Box, Card } from '../frame/parts.tsx'
import { previewed } from '../frame/preview.tsx'
import { nothingThere, pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { LineShown, waitingLine } from './payments-waiting.tsx'

/** Lends to a member: the debt and its payment are one act, with the day on which it falls due (contract §23). */

/** The fields of a payment that a loan has too. */
const CARRIED = ['amount', 'reference', 'waiting', 'purpose', 'occurred_at', 'method', 'note'] as const
/** An address has room for no longer texts. */
const MOST_CARRIED = 1000

/** The page that lends, with what was typed on that of a payment. */
export function lendAddress(who: string, typed: Filled['values'] = {}): string {
  const carried = CARRIED.map((name) => [name, typed[name] ?? ''] as const)
  const fitting = carried.filter(([, text]) => text !== '' && text.length <= MOST_CARRIED)
  return `/lend?${new URLSearchParams([['who', who], ...fitting.map(([name, text]) => [name, text])])}`
}

const paymentField = (member: string): EntryField =>
  must(FIELDS.payment.find((field) => field.member === member))
const DUE = { ...must(FIELDS.obligation.find(({ member }) => member === 'due_at')), optional: false }
const PURPOSE = { ...paymentField('purpose'), words: LENT }
const METHOD = paymentField('method')
/** What is asked of every loan, and what seldom. */
const ASKED: readonly EntryField[] = [
  paymentField('amount'),
  DUE,
  { ...METHOD, words: (METHOD.words ?? []).filter((word) => word !== 'offset') },
]
const SELDOM: readonly EntryField[] = [
  PURPOSE,
  paymentField('occurred_at'),
  paymentField('reference'),
  paymentField('note'),
]
const ALL = [...ASKED, ...SELDOM]

interface Shown {
  readonly who: string
  readonly name: string
  readonly filled: Filled
  readonly ids: Lending['ids']
  readonly fault?: string
  readonly waiting?: WaitingLine | null
}

export async function lendPage(visit: StaffVisit): Promise<Answer> {
  const { query, run } = visit
  const who = query.who ?? ''
  const name = await borrowerNamed(visit, who)
  if (name === null) return noBorrower(visit)
  const [{ payments }, waiting] = await Promise.all([
    run('payment.account', { party: who }),
    waitingLine(visit, query.waiting),
  ])
  const values = {
    purpose: LENT[0],
    occurred_at: usualDay(visit.words),
    method: lastMethod(payments, 'out'),
    ...(waiting && fromLine(visit, waiting)),
    ...carriedIn(query),
  }
  return form(visit, { who, name, filled: { values, faults: {} }, ids: newIds(), waiting })
}

/** What was typed on the page of a payment, as far as a loan may have it. */
function carriedIn(query: StaffVisit['query']): Filled['values'] {
  const isOffered = (name: string, text: string) =>
    ALL.find(({ member }) => member === name)?.words?.includes(text) ?? true
  const typed = CARRIED.map((name) => [name, query[name] ?? ''] as const)
  return Object.fromEntries(
    typed.filter(([name, text]) => name !== 'waiting' && text !== '' && isOffered(name, text)),
  )
}

const newIds = () => ({ debt: uuidv7(), payment: uuidv7() })

function fromLine({ words }: StaffVisit, { key, line }: WaitingLine): Record<string, string> {
  const { amount, time, transaction } = line
  return {
    waiting: key,
    method: 'mobile_money',
    reference: transaction,
    ...(time && { occurred_at: words.calendar.isoDay(time.occurred_at) }),
    ...(amount && { amount: typedMoney(amount, words.language.signs) }),
  }
}

/** Returns the name of who may borrow; null for nobody, and for the cooperative itself. */
async function borrowerNamed(visit: StaffVisit, who: string): Promise<string | null> {
  if (!isId(who) || who === visit.cooperativeId) return null
  return (await distinctNames(visit, [who]))(who)
}

const noBorrower = (visit: StaffVisit) => {
  const { say } = visit.words
  return nothingThere(visit, say('lend.now'), say('members.none'))
}

async function form(visit: StaffVisit, shown: Shown): Promise<Answer> {
  const { who, name, filled, ids, fault, waiting } = shown
  const { say } = visit.words
  const { saved, payment } = visit.query
  const isSaved = saved !== undefined && isId(saved) && payment !== undefined && isId(payment)
  return {
    status: formStatus(filled.faults, fault),
    html: pageText(
      visit,
      {
        title: say('lend.title', { name }),
        line: say('lend.line'),
        actions: (
          <>
            <Action href={`/payments?${new URLSearchParams({ who })}`} icon="payment">
              {say('nav.payments')}
            </Action>
            <Action href={`/members/${who}`} icon="member">
              {say('pay.member')}
            </Action>
          </>
        ),
      },
      <>
        {isSaved && (
          <Box kind="good">
            <p>{say('lend.saved')}</p>
            <p class="links">
              <a href={`/records/${saved}`}>{say('lend.debt')}</a>
              <a href={`/records/${payment}`}>{say('pay.record')}</a>
            </p>
            <ReceiptForm visit={visit} id={saved} hasReceipt={false} hasVoucher isNext />
          </Box>
        )}
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {waiting != null && <LineShown visit={visit} waiting={waiting} />}
        <Card>
          <Form action="/lend" session={visit.session}>
            <input type="hidden" name="id" value={ids.debt} />
            <input type="hidden" name="payment_id" value={ids.payment} />
            <input type="hidden" name="who" value={who} />
            {filled.values.waiting !== undefined && (
              <input type="hidden" name="waiting" value={filled.values.waiting} />
            )}
            <EntryFields
              fields={ASKED}
              filled={filled}
              offered={NOTHING_OFFERED}
              {...(isSaved ? {} : { first: 'amount' as const })}
            />
            <details open={mustUnfold(SELDOM, filled)}>
              <summary>{say('lend.more')}</summary>
              <EntryFields fields={SELDOM} filled={filled} offered={NOTHING_OFFERED} />
            </details>
            <div class="buttons">
              <button type="submit">{say('change.look')}</button>
            </div>
          </Form>
        </Card>
      </>,
    ),
  }
}

export async function lend(visit: StaffVisit): Promise<Answer> {
  const { say, tell, money, worded, calendar } = visit.words
  const { form: values, run } = visit
  const who = values.who ?? ''
  const name = await borrowerNamed(visit, who)
  if (name === null) return noBorrower(visit)
  const ids = { debt: idOf(values.id), payment: idOf(values.payment_id) }
  const again = (faults: Filled['faults'], fault?: string, next: Lending['ids'] = ids) =>
    form(visit, { who, name, filled: { values, faults }, ids: next, ...given({ fault }) })
  if (values.edit !== undefined) return again({})
  const { members, shown, faults } = await readEntry(
    visit.words,
    officeOf(visit, ids.debt, null),
    ALL,
    values,
  )
  const { amount: _, due_at, method, purpose, reference, ...common } = members
  const amount = members.amount as Money
  const lentAt = String(common.occurred_at)
  const isEarly = due_at !== undefined && common.occurred_at !== undefined
  const allFaults =
    isEarly && isDueTooEarly(instantOf(lentAt), instantOf(String(due_at)))
      ? { ...faults, due_at: say('lend.dueEarly') }
      : faults
  if (Object.keys(allFaults).length > 0) return again(allFaults)
  if (amount.amount_minor === 0) return again({ amount: say('reading.aboveZero') })
  const lending = {
    ids,
    borrower: who,
    what: must(LENT.find((one) => one === purpose)),
    amount,
    method: method as Lending['method'],
    due_at: String(due_at),
    common: { ...common, occurred_at: lentAt },
    ...(typeof reference === 'string' && { reference }),
  }
  const { payment } = lendingDrafts({ ...lending, lender: visit.cooperativeId })
  // The debt that the payment needs is written with it.
  const { warnings } = await run('record.warnings', { draft: payment, withDebt: true })
  try {
    return await previewed(visit, {
      title: say('lend.title', { name }),
      id: ids.debt,
      writes: lending,
      values: { ...values, payment_id: ids.payment },
      names: ['who', 'payment_id', 'waiting', ...ALL.map(({ member }) => member)],
      columns: [say('record.member'), say('record.value')],
      show: async () => ({
        rows: [
          [say('lend.borrower'), name],
          ...shown.map(([member, text]) => [labelled(visit.words, member), text]),
          [labelled(visit.words, 'lawful_basis'), worded('special_data_consent')],
        ],
        warnings: warnings.map(tell),
        follows: [say('lend.means', { name, amount: money(amount), due: calendar.day(lending.due_at) })],
      }),
      button: say('change.do'),
      isNext: true,
      write: async () => {
        await run('payment.lend', { lending })
        // A power cut here leaves the line waiting; its page then shows that the payment is recorded.
        if (values.waiting) await run('payment.decide', { key: values.waiting, how: 'recorded' })
        return { to: `/lend?${new URLSearchParams({ who, saved: ids.debt, payment: ids.payment })}` }
      },
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'id_conflict') return again({}, say('weigh.used'), newIds())
    return again({}, problemWords(visit.words, error))
  }
}
