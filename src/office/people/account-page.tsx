import { type AccountDebt, isAgreed, isOneSided } from '../../records/payments/account.ts'
import { paperChoice, paperFor, paperPage, Sheet } from '../frame/paper.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { BalanceTable, debtsTable, OneSided, PaymentsTable, Unlisted } from './account-parts.tsx'
import { memberCalled, noSuchMember } from './member.tsx'

/** The member's statement of account, to print: payments and debts as recorded. */
export async function accountPage(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const id = visit.path.split('/').at(2) ?? ''
  const called = await memberCalled(visit, id)
  if (called === null) return noSuchMember(visit)
  const paper = await paperFor(visit, id)
  const told = paper.words
  const { balance, debts, payments, unlisted } = await visit.run('payment.account', { party: id })
  const tables = (some: readonly AccountDebt[]) =>
    Promise.all(
      (['out', 'in'] as const).map(async (way) => {
        const listed = some.filter((debt) => debt.way === way)
        if (listed.length === 0) return null
        const heading = told.say(listed.every(isAgreed) ? 'money.way' : 'money.wayAlone', { way })
        return (
          <>
            <h3>{heading}</h3>
            {await debtsTable({ visit: paper, debts: listed })}
          </>
        )
      }),
    )
  const title = told.say('money.title', { name: (await memberCalled(paper, id)) ?? called })
  const made = told.say('money.made', {
    at: told.calendar.stamp(told.calendar.nowMs),
    cooperative: visit.cooperative,
  })
  return paperPage(
    visit,
    say('money.title', { name: called }),
    title,
    <>
      <p class="help">{say('money.print')}</p>
      {await paperChoice({ visit, paper, party: id })}
      <Sheet paper={paper} title={title} made={made}>
        <BalanceTable balance={balance} />
        <Unlisted {...unlisted} />
        {await tables(debts.filter(isAgreed))}
        <OneSided balance={balance}>{await tables(debts.filter(isOneSided))}</OneSided>
        <h2>{told.say('money.payments')}</h2>
        <PaymentsTable payments={payments} />
      </Sheet>
    </>,
  )
}
