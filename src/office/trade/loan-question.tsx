import { must } from '../../base/typed.ts'
import { isDebtOfLoan, isForLoan } from '../../domain/money/lending.ts'
import { type Account, type AccountDebt, isOpen } from '../../records/payments/account.ts'
import type { Money } from '../../words/values.ts'
import type { Filled } from '../frame/form.tsx'
import { Form } from '../frame/form.tsx'
import { Action, Actions, Card } from '../frame/parts.tsx'
import { Carried } from '../frame/picks.tsx'
import { pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { minorShown } from '../people/account-parts.tsx'
import { lendAddress } from './lend.tsx'
import { debtLine } from './repay-form.tsx'

/** A payment for something lent, or a repayment, that names no debt: the page asks for which debt it is (contract §23). */

/** The field that answers: the id of a debt, or `none`. */
export const LOAN = 'loan'
export const NO_DEBT = 'none'

/** Debts offered; the newest are asked about. */
const MOST_OFFERED = 10

interface Question {
  /** The payment as it would be written. */
  readonly draft: Readonly<Record<string, unknown>>
  readonly account: Account
  readonly answer: string | undefined
}

/** Returns the debts that a payment may be for; null if it need not be asked about, or was. */
export function loansToAsk({ draft, account, answer }: Question): readonly AccountDebt[] | null {
  const { settles, purpose, payer } = draft
  if (settles !== undefined) return null
  const isLending = isForLoan(draft) && payer === account.cooperative
  if (!isLending && (purpose !== 'repayment' || payer === account.cooperative)) return null
  const debts = account.debts.filter((debt) =>
    isLending ? isDebtOfLoan(draft, debt.record) : isRepaidBy(draft, debt),
  )
  const isAnswered = debts.some(({ record }) => record.id === answer) || (!isLending && answer === NO_DEBT)
  return isAnswered ? null : debts.slice(-MOST_OFFERED).reverse()
}

const currencyOf = ({ amount }: Question['draft']): string => (amount as Money).currency

const isRepaidBy = (draft: Question['draft'], debt: AccountDebt): boolean =>
  debt.way === 'in' && isOpen(debt) && debt.paid.currency === currencyOf(draft)

interface QuestionProps extends Question {
  readonly visit: StaffVisit
  readonly title: string
  readonly id: string
  readonly who: string
  readonly values: Filled['values']
  readonly names: readonly string[]
  readonly debts: readonly AccountDebt[]
}

export async function loanQuestion(props: QuestionProps): Promise<Answer> {
  const { visit, title, id, who, values, names, debts, draft, account } = props
  const { say } = visit.words
  const isLending = draft.payer === account.cooperative
  const isNoneOpen = !isLending && debts.length === 0
  const help = isNoneOpen
    ? say('repay.noneOpen', { currency: currencyOf(draft) })
    : say(isLending ? 'lend.whichHelp' : 'repay.whichHelp')
  const lines = await Promise.all(debts.map((debt) => debtLine(visit, debt)))
  return {
    status: 422,
    html: pageText(
      visit,
      { title, line: say('look.notYet') },
      <Card title={say(isLending ? 'lend.which' : 'repay.which')}>
        <p>{help}</p>
        {isLending && (
          <Actions>
            <Action href={lendAddress(who, values)} icon="payment" isMain>
              {say('lend.now')}
            </Action>
          </Actions>
        )}
        <Form action={visit.path} session={visit.session}>
          <input type="hidden" name="id" value={id} />
          <Carried values={values} names={names} />
          {debts.map(({ record, paid }, i) => (
            <p>
              <button type="submit" class="quiet" name={LOAN} value={record.id}>
                {say('lend.forThis', { amount: minorShown(visit.words, paid.currency, paid.owed_minor) })}
              </button>{' '}
              {must(lines[i])}
            </p>
          ))}
          <div class="buttons">
            {!isLending && (
              <button type="submit" class="quiet" name={LOAN} value={NO_DEBT}>
                {say(isNoneOpen ? 'repay.withoutDebt' : 'repay.noDebt')}
              </button>
            )}
            <button type="submit" class="quiet" name="edit" value="1">
              {say('entry.change')}
            </button>
          </div>
        </Form>
      </Card>,
    ),
  }
}
