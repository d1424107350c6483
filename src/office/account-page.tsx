import { BalanceTable, debtsTable, PaymentsTable, Unlisted } from './account-parts.tsx'
import { memberCalled, noSuchMember } from './member.tsx'
import { paperChoice, paperFor, paperPage, Sheet } from './paper.tsx'
import type { Answer, StaffVisit } from './visit.ts'

/** The member's statement of account, to print: payments and debts as recorded. */
export async function accountPage(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const id = visit.path.split('/').at(2) ?? ''
  const called = await memberCalled(visit, id)
  if (called === null) return noSuchMember(visit)
  const paper = await paperFor(visit, id)
  const told = paper.words
  const { balance, debts, payments, unlisted } = await visit.run('payment.account', { party: id })
  const tables = (['out', 'in'] as const).map(async (way) => {
    const some = debts.filter((debt) => debt.way === way)
    return (
      some.length > 0 && (
        <>
          <h2>{told.say('money.way', { way })}</h2>
          {await debtsTable({ visit: paper, debts: some })}
        </>
      )
    )
  })
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
        {await Promise.all(tables)}
        <h2>{told.say('money.payments')}</h2>
        <PaymentsTable payments={payments} />
      </Sheet>
    </>,
  )
}
