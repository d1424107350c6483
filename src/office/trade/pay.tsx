import { uuidv7 } from 'uuidv7'
import { Problem } from '../../base/problem.ts'
import { isOneOf } from '../../base/typed.ts'
import { isId } from '../../domain/id.ts'
import { distinctNames } from '../../identity/party-names.ts'
import type { AccountDebt } from '../../records/payments/account.ts'
import { OperatorFault } from '../../words/fault.ts'
import type { Money } from '../../words/values.ts'
import { idOf, labelled, officeOf, readEntry } from '../frame/entry-form.tsx'
import { problemWords } from '../frame/fault-words.ts'
import { EMPTY } from '../frame/form.tsx'
import { previewed } from '../frame/preview.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { minorShown } from '../people/account-parts.tsx'
import { LOAN, loanQuestion, loansToAsk } from './loan-question.tsx'
import {
  ACTS,
  type Act,
  type PaidPart,
  partName,
  partRows,
  partsIn,
  partWarnings,
  sumOf,
  wrongIn,
} from './payment-parts.ts'
import { actIn, fieldsFor, form, type Open, openOf, searchPage } from './payments.tsx'
import { debtLine } from './repay-form.tsx'

/** Writes a payment, as its form states it: after a look, or at once if it is a repayment of which nothing is to be looked at. */

export async function pay(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { form: values, run } = visit
  const { who = '' } = values
  if (!isId(who)) return searchPage(visit, EMPTY)
  const [act, id, open] = [actIn(values.act), idOf(values.id), await openOf(visit, who)]
  if (values.edit !== undefined) return form(visit, act, open, { values, faults: {} }, id)
  const { cooperative } = open.account
  const debts = open.account.debts.filter(({ way }) => isOneOf(ACTS[act], way))
  const office = officeOf(visit, id, null)
  const { parts: typed, faults } = await partsIn(office, debts, values)
  const entered = await readEntry(visit.words, office, fieldsFor(act), values)
  const whole = entered.members.amount as Money | undefined
  const parts = typed.length === 0 ? answeredPart(act, debts, values[LOAN], whole) : typed
  const allFaults = { ...faults, ...entered.faults }
  const again = (fault?: string, next = id) =>
    form(visit, act, open, { values, faults: allFaults }, next, fault)
  if (Object.keys(allFaults).length > 0) return again()
  const wrong = wrongIn(visit, act, debts, parts, values)
  if (wrong !== null) return again(wrong)
  const [first] = parts
  const owedIn = first?.debt.paid.currency
  if (owedIn !== undefined && whole !== undefined && whole.currency !== owedIn) {
    allFaults.amount = say('pay.otherCurrency', { currency: owedIn })
    return again()
  }
  const sums = { out: sumOf(parts, 'out'), in: sumOf(parts, 'in') }
  const amount =
    whole ?? (first && { amount_minor: sums[first.debt.way], currency: first.debt.paid.currency })
  if (amount === undefined) return again(say('pay.noAmount'))
  const member = first?.debt.party ?? who
  const isIn = act === 'receive'
  const name = (await distinctNames(visit, [member]))(member)
  const lent = act === 'pay' ? debtNamed(open, values[LOAN]) : undefined
  const note = lent && [say('lend.note', { debt: await debtLine(visit, lent) }), entered.members.note]
  const draft = {
    id,
    type: 'payment',
    payer: isIn ? member : cooperative,
    payee: isIn ? cooperative : member,
    ...(act === 'offset' && { method: 'offset' }),
    ...entered.members,
    amount,
    ...(note && { note: note.filter(Boolean).join(' ') }),
    ...(parts.length > 0 && {
      settles: parts.map(({ debt, amount_minor }) => ({ record_id: debt.record.id, amount_minor })),
    }),
    lawful_basis: 'special_data_consent',
  }
  const rest = amount.amount_minor - Math.max(sums.out, sums.in)
  const title = say('pay.title', { act, name: open.name })
  const names = [
    ...['who', 'act', 'waiting', LOAN],
    ...parts.map(({ debt }) => partName(debt)),
    ...fieldsFor(act).map((one) => one.member),
  ]
  const asked = loansToAsk({ draft, account: open.account, answer: values[LOAN] })
  if (asked !== null)
    return loanQuestion({
      ...{ visit, title, id, who, values, debts: asked, draft, account: open.account, answer: values[LOAN] },
      names: names.filter((one) => one !== LOAN),
    })
  const warningsOf = async () => [
    ...(await run('record.warnings', { draft })).warnings.map(visit.words.tell),
    ...partWarnings(visit, parts),
    ...(rest < 0 ? [say('pay.partsExceed')] : []),
  ]
  const write = async () => {
    await run('record.append', { draft })
    // A power cut here leaves the line waiting; its page then shows that the payment is recorded.
    if (values.waiting !== undefined) {
      await run('payment.decide', { key: values.waiting, how: 'recorded' })
      return { to: '/payments/waiting' }
    }
    return { to: `/payments?${new URLSearchParams({ who, act, saved: id })}` }
  }
  try {
    // A repayment of which nothing is to be looked at is saved at once, as a delivery is.
    const isAtOnce = isIn && values.now !== undefined && rest === 0
    if (isAtOnce && ((await isWritten(visit, id)) || (await warningsOf()).length === 0)) return await write()
    return await previewed(visit, {
      title,
      id,
      writes: draft,
      values,
      names,
      columns: [say('record.member'), say('record.value')],
      show: async () => ({
        rows: [
          [labelled(visit.words, 'payer'), isIn ? name : visit.cooperative],
          [labelled(visit.words, 'payee'), isIn ? visit.cooperative : name],
          [labelled(visit.words, 'amount'), visit.words.money(amount)],
          ...(await partRows(visit, parts)),
          ...(rest > 0 ? [[say('money.unallocated'), minorShown(visit.words, amount.currency, rest)]] : []),
          ...(act === 'offset' ? [[labelled(visit.words, 'method'), visit.words.worded('offset')]] : []),
          ...entered.shown
            .filter(([name]) => name !== 'amount' && (note === undefined || name !== 'note'))
            .map(([name, text]) => [labelled(visit.words, name), text]),
          ...(note === undefined ? [] : [[labelled(visit.words, 'note'), note.filter(Boolean).join(' ')]]),
          [labelled(visit.words, 'lawful_basis'), visit.words.worded('special_data_consent')],
        ],
        warnings: await warningsOf(),
        follows: [say('pay.means', { act })],
      }),
      button: say('change.do'),
      write,
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'id_conflict') return again(say('weigh.used'), uuidv7())
    return again(problemWords(visit.words, error))
  }
}

const debtNamed = ({ account }: Open, id: string | undefined): AccountDebt | undefined =>
  account.debts.find(({ record }) => record.id === id)

/** The whole amount for the debt that a person chose, where no amount was typed for any. */
function answeredPart(
  act: Act,
  debts: readonly AccountDebt[],
  answer: string | undefined,
  whole: Money | undefined,
): readonly PaidPart[] {
  const debt = act === 'receive' ? debts.find(({ record }) => record.id === answer) : undefined
  if (debt === undefined || whole === undefined || whole.currency !== debt.paid.currency) return []
  return [{ debt, amount_minor: whole.amount_minor }]
}

/** Whether the form was sent before: then what it wrote has changed what there is to look at. */
const isWritten = ({ run }: StaffVisit, id: string): Promise<boolean> =>
  run('record.get', { id }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof OperatorFault) return false
      throw error
    },
  )
