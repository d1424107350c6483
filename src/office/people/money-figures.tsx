import type { AccountDebt, Balance } from '../../records/payments/account.ts'
import { Figure } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { minorShown } from './account-parts.tsx'

/** What a person asks about money: how much is to pay, how much to repay. */

interface MoneyFigureProps {
  /** Agreed debts of one way and currency, added up. */
  readonly balance: Balance
  /** Debts of the account, for the day on which the next falls due. */
  readonly debts: readonly AccountDebt[]
  readonly span: Parameters<typeof Figure>[0]['span']
}

/**
 * What the cooperative has to pay is shown without what it paid and nobody signed for, which is told beside it. What a member has to repay
 * falls only with what the cooperative received: what the member says is told beside it too.
 */
export function MoneyFigure({ balance, debts, span }: MoneyFigureProps) {
  const words = useWords()
  const { calendar, say } = words
  const { way, currency } = balance
  const minor = (amount: number | null) => minorShown(words, currency, amount)
  const received = [balance.acknowledged_minor, balance.on_paper_minor]
  const isOut = way === 'out'
  const due = isOut ? undefined : nextDue(debts, balance)
  return (
    <Figure
      label={say('money.still', { way })}
      value={minor(isOut ? balance.left_minor : balance.remaining_minor)}
      note={
        <>
          {say('member.ofAgreed', { owed: minor(balance.owed_minor), count: balance.debts })}
          {due !== undefined && <span class="block">{say('money.nextDue', { day: calendar.day(due) })}</span>}
          {balance.claimed_minor !== 0 && (
            <span class="block">{say('money.unsigned', { way, amount: minor(balance.claimed_minor) })}</span>
          )}
          {!isOut && received.some((sum) => sum !== 0) && (
            <span class="block">
              {say('money.received', { amount: minor(received.includes(null) ? null : sumOf(received)) })}
            </span>
          )}
          {balance.incomplete && <> {say('money.incomplete', { count: balance.forked })}</>}
        </>
      }
      span={span}
    />
  )
}

const sumOf = (sums: readonly (number | null)[]): number =>
  sums.reduce<number>((all, one) => all + (one ?? 0), 0)

/** The day on which the next of the open debts falls due. */
const nextDue = (debts: readonly AccountDebt[], { way, currency }: Balance): string | undefined =>
  debts
    .filter((debt) => debt.way === way && debt.paid.currency === currency && debt.paid.agreed)
    .filter(({ paid }) => paid.remaining_minor === null || paid.remaining_minor > 0)
    .map(({ record }) => record.due_at)
    .filter((due): due is string => typeof due === 'string')
    .sort()[0]
