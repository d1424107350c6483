import { uuidv7 } from 'uuidv7'
import { given, keysOf, must } from '../../base/typed.ts'
import { isId } from '../../domain/id.ts'
import { lastMethod, purposeOf } from '../../domain/money/repayment.ts'
import { allows } from '../../domain/staff.ts'
import { MAX_PARTS } from '../../domain/types/payment.ts'
import { distinctNames } from '../../identity/party-names.ts'
import { FIELDS } from '../../records/entry/fields.ts'
import { usualDay } from '../../records/entry/read.ts'
import type { Account, AccountDebt } from '../../records/payments/account.ts'
import type { WaitingLine } from '../../records/payments/waiting-tasks.ts'
import { typedMoney } from '../../words/words.ts'
import { isToSign } from '../counter/confirmation-parts.tsx'
import { ReceiptForm } from '../counter/receipt.tsx'
import { withNames } from '../counter/record.tsx'
import { RecordList } from '../counter/records.tsx'
import { spanOf } from '../counter/today.tsx'
import { signedBox, vouchersOf } from '../counter/vouchers.tsx'
import { EntryFields, NOTHING_OFFERED, officeOf, readEntry } from '../frame/entry-form.tsx'
import { formStatus } from '../frame/fault-words.ts'
import { Field, type Filled, Form, Submit } from '../frame/form.tsx'
import { Action, Actions, Box, Card, Grid } from '../frame/parts.tsx'
import { pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { BalanceTable, debtsTable, OneSided, Unlisted } from '../people/account-parts.tsx'
import { MoneyFigure } from '../people/money-figures.tsx'
import { lendAddress } from './lend.tsx'
import { ACTS, type Act, aloneFor, partName, shownFor } from './payment-parts.ts'
import { LineShown, waitingLine } from './payments-waiting.tsx'
import { repayFields } from './repay-form.tsx'

/** The pages on which a member is paid, repays, or debts are set off against each other (contract §23); `pay.tsx` writes. */

const PAYEE = FIELDS.payment.filter(({ member }) => member === 'payee')
const ASKED = ['occurred_at', 'amount', 'method', 'purpose', 'reference', 'note']
/** An offset moves no money: its method is known, and its amount is that of either side. */
const KNOWN_OF_OFFSETS = ['amount', 'method']

export const fieldsFor = (act: Act) =>
  FIELDS.payment
    .filter(
      ({ member }) => ASKED.includes(member) && !(act === 'offset' && KNOWN_OF_OFFSETS.includes(member)),
    )
    .map((field) => {
      if (field.member === 'amount') return { ...field, optional: true }
      if (field.member !== 'method') return field
      return { ...field, words: (field.words ?? []).filter((word) => word !== 'offset') }
    })

export const actIn = (sent: string | undefined): Act => keysOf(ACTS).find((act) => act === sent) ?? 'pay'

export interface Open {
  readonly party: string
  readonly name: string
  readonly account: Account
}

export async function paymentsPage(visit: StaffVisit): Promise<Answer> {
  const { who = '', act } = visit.query
  const mayWrite = allows(visit.session.person.role, 'write')
  const waiting = mayWrite ? await waitingLine(visit, visit.query.waiting) : null
  if (who.trim() === '')
    return searchPage(visit, { values: { who: waiting?.line.phone ?? '' }, faults: {} }, waiting)
  const { members, faults, choices } = await readEntry(visit.words, officeOf(visit, uuidv7(), null), PAYEE, {
    payee: who,
    payee_is: visit.query.who_is,
  })
  if (faults.payee !== undefined) {
    const filled = { values: { who }, faults: { who: faults.payee } }
    const among = choices.payee && { choices: { who: choices.payee } }
    return searchPage(visit, { ...filled, ...among }, waiting)
  }
  // The form is there to write; the account has all that it tells.
  if (!mayWrite) return { to: `/members/${members.payee}/account` }
  const open = await openOf(visit, String(members.payee))
  if (open.party === open.account.cooperative)
    return searchPage(visit, { values: { who }, faults: { who: visit.words.say('pay.itself') } }, waiting)
  const chosen = act === undefined && waiting === null ? usualAct(open) : actIn(act)
  const values = waiting === null ? suggested(visit, chosen, open) : fromLine(visit, waiting, open)
  return form(visit, chosen, open, { values, faults: {} }, uuidv7())
}

/** A member who owes and has nothing to be paid is here to repay. */
const usualAct = ({ account: { debts } }: Open): Act =>
  shownFor('receive', debts).length > 0 && shownFor('pay', debts).length === 0 ? 'receive' : 'pay'

export const openOf = async (visit: StaffVisit, party: string): Promise<Open> => ({
  party,
  name: (await distinctNames(visit, [party]))(party),
  account: await visit.run('payment.account', { party }),
})

/** Returns the form filled in from a line of an operator's file; of the debts, only one of just that amount. */
function fromLine(
  { words }: StaffVisit,
  { key, line }: WaitingLine,
  { account }: Open,
): Record<string, string> {
  const { amount, time, transaction, note } = line
  const { signs } = words.language
  const same = shownFor('pay', account.debts).filter(
    ({ paid }) => paid.remaining_minor === amount?.amount_minor && paid.currency === amount.currency,
  )
  const [only, another] = same
  return {
    waiting: key,
    occurred_at: time === null ? '' : words.calendar.isoDay(time.occurred_at),
    method: 'mobile_money',
    reference: transaction,
    note,
    ...(amount && { amount: typedMoney(amount, signs) }),
    ...(amount &&
      only !== undefined &&
      another === undefined && { [partName(only)]: typedMoney(amount, signs) }),
  }
}

/** Balances with a figure of their own; all of them are in the table. */
const MOST_FIGURES = 4

/** Payments shown before a member is chosen. */
const NEWEST = 10

export async function searchPage(
  visit: StaffVisit,
  filled: Filled,
  waiting: WaitingLine | null = null,
): Promise<Answer> {
  const { say } = visit.words
  const asked = { type: 'payment', subject: null, standing: 'tip', word: 'parties', most: NEWEST } as const
  const { records } = await visit.run('record.recent', asked)
  const newest = await withNames(visit, records)
  const mayWrite = allows(visit.session.person.role, 'write')
  return {
    status: formStatus(filled.faults, undefined),
    html: pageText(
      visit,
      {
        title: say('nav.payments'),
        actions: (
          <>
            <Action href="/vouchers" icon="record">
              {say('vouchers.title')}
            </Action>
            <Action href="/payments/many" icon="payment">
              {say('many.title')}
            </Action>
          </>
        ),
      },
      <>
        {waiting !== null && <LineShown visit={visit} waiting={waiting} />}
        <Card>
          <form method="get" action="/payments" class="narrow">
            {waiting !== null && <input type="hidden" name="waiting" value={waiting.key} />}
            <Field name="who" label={say('weigh.who')} filled={filled} autofocus isMember />
            <div class="buttons">
              <button type="submit">{say('pay.find')}</button>
              {waiting === null && mayWrite && (
                <button type="submit" class="quiet" name="act" value="receive">
                  {say('pay.repay')}
                </button>
              )}
            </div>
          </form>
        </Card>
        {newest.length > 0 && (
          <Card title={say('pay.newest')}>
            <RecordList visit={visit} records={newest} />
            <Actions>
              <Action href="/records?type=payment">{say('pay.all')}</Action>
            </Actions>
          </Card>
        )}
      </>,
    ),
  }
}

/**
 * Returns the form filled in: what remains of each agreed debt, in one currency and of one entry of the member, and for a
 * repayment what it is for and how the last one was made. A debt of which a payment is claimed stays empty, since to pay it
 * again is the likelier mistake; so do debts to be set off, since only equal sums can be.
 */
function suggested({ words }: StaffVisit, act: Act, { account }: Open): Record<string, string> {
  const usual = { occurred_at: usualDay(words) }
  const open = shownFor(act, account.debts)
  const [first, another] = open
  if (act === 'offset' || first === undefined) return usual
  const due = open
    .filter(
      ({ party, paid }) =>
        party === first.party &&
        paid.currency === first.paid.currency &&
        paid.remaining_minor !== null &&
        paid.claimed_minor === 0,
    )
    .slice(0, MAX_PARTS)
  const { signs } = words.language
  const amounts = due.map((debt) => {
    const typed = typedMoney(
      { amount_minor: must(debt.paid.remaining_minor), currency: debt.paid.currency },
      signs,
    )
    // Where there is but one, its currency stands beside it.
    const isAlone = act === 'receive' && another === undefined
    return [partName(debt), isAlone ? must(typed.split(' ')[0]) : typed]
  })
  if (act !== 'receive') return { ...usual, ...Object.fromEntries(amounts) }
  return {
    ...{ ...usual, ...Object.fromEntries(amounts) },
    ...given({ purpose: purposeOf(open.map(({ record }) => record)) ?? undefined }),
    method: lastMethod(account.payments, 'in'),
  }
}

export async function form(
  visit: StaffVisit,
  act: Act,
  open: Open,
  filled: Filled,
  id: string,
  fault?: string,
): Promise<Answer> {
  const { say } = visit.words
  const { party, name, account } = open
  const { saved } = visit.query
  const isSaved = saved !== undefined && isId(saved)
  const shown = shownFor(act, account.debts)
  const alone = aloneFor(act, account.debts)
  const last = { title: 'pay.now' as const, cell: (debt: AccountDebt) => cell(debt) }
  const cell = (debt: AccountDebt) => {
    const field = partName(debt)
    const wrong = filled.faults[field]
    return (
      <>
        <input
          name={field}
          autocomplete="off"
          autofocus={act === 'receive' && !isSaved && debt === shown[0]}
          aria-label={say('pay.nowOf', { day: visit.words.calendar.asRecorded(debt.record) })}
          value={filled.values[field] ?? ''}
          aria-invalid={wrong === undefined ? undefined : true}
        />
        {wrong !== undefined && <p class="fault">{wrong}</p>}
      </>
    )
  }
  const tables = ACTS[act].map(async (way) => {
    const debts = shown.filter((debt) => debt.way === way)
    return (
      <>
        <h2>{say('pay.open', { way })}</h2>
        {debts.length === 0 ? <p>{say('pay.nothingOpen')}</p> : await debtsTable({ visit, debts, last })}
      </>
    )
  })
  const fields = fieldsFor(act)
  const agreed = account.balance.filter((one) => one.agreed).slice(0, MOST_FIGURES)
  const mayRepay = shownFor('receive', account.debts).length > 0
  const isRepaid = act === 'receive' && shown.length > 0
  const made = (
    <Form action="/payments" session={visit.session}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="who" value={party} />
      <input type="hidden" name="act" value={act} />
      {filled.values.waiting !== undefined && (
        <input type="hidden" name="waiting" value={filled.values.waiting} />
      )}
      {isRepaid
        ? await repayFields({ visit, debts: shown, fields, filled, last, isNext: !isSaved })
        : await Promise.all(tables)}
      {!isRepaid && <p class="help">{say(act === 'offset' ? 'pay.offsetHelp' : 'pay.help')}</p>}
      {act === 'offset' && alone.length > 0 && <p>{say('pay.aloneLeftOut', { count: alone.length })}</p>}
      {act !== 'offset' && alone.length > 0 && (
        <>
          <h2>{say('money.wayAlone', { way: ACTS[act][0] })}</h2>
          <p class="help">{say('pay.aloneHelp', { act })}</p>
          {await debtsTable({ visit, debts: alone, last })}
        </>
      )}
      {!isRepaid && (
        <>
          <EntryFields fields={fields} filled={filled} offered={NOTHING_OFFERED} />
          <Submit>{say('change.look')}</Submit>
        </>
      )}
    </Form>
  )
  const vouchers = await vouchersOf(visit, {
    ...{ party, account, back: 'payments' },
    ...(isRepaid && { span: 5 }),
  })
  return {
    status: formStatus(filled.faults, fault),
    html: pageText(
      visit,
      {
        title: say('pay.title', { act, name }),
        actions: (
          <>
            {keysOf(ACTS)
              .filter((one) => one !== act)
              .map((one) => (
                <Action
                  href={`/payments?${new URLSearchParams({ who: party, act: one })}`}
                  isNext={one === 'receive' && !isSaved && mayRepay}
                >
                  {say('pay.act', { act: one })}
                </Action>
              ))}
            <Action href={lendAddress(party)}>{say('lend.now')}</Action>
            <Action href={`/members/${party}`} icon="member">
              {say('pay.member')}
            </Action>
          </>
        ),
      },
      <>
        {await signedBox(visit)}
        {isSaved && (
          <Box kind="good">
            <p>{say('entry.saved')}</p>
            <p class="links">
              <a href={`/records/${saved}`}>{say('pay.record')}</a>
            </p>
            <ReceiptForm
              visit={visit}
              id={saved}
              hasVoucher={await isToSign(visit, saved)}
              isNext
              isReceiptFirst={act === 'receive'}
            />
          </Box>
        )}
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {filled.values.waiting !== undefined && <Box kind="warn">{say('many.settles')}</Box>}
        {agreed.length > 0 && (
          <Grid>
            {agreed.map((one) => (
              <MoneyFigure balance={one} debts={account.debts} span={spanOf(agreed.length)} />
            ))}
          </Grid>
        )}
        {isRepaid ? (
          <Grid>
            <Card span={vouchers === null ? 9 : 7}>{made}</Card>
            {vouchers}
          </Grid>
        ) : (
          <>
            {made}
            {vouchers}
          </>
        )}
        <BalanceTable balance={account.balance} />
        <OneSided balance={account.balance} />
        {account.unlisted.open > 0 && <Unlisted debts={account.unlisted.open} payments={0} />}
      </>,
    ),
  }
}
