import type { Run } from '../../cli/context.ts'
import type { ListPurpose } from '../../domain/mass-payment.ts'
import { partiesFor } from '../../identity/party-search.ts'
import type { DebtsAsked } from '../../records/payments/payment-tasks.ts'
import { openDebts } from './books.ts'
import { listOf } from './list-file.ts'
import { sealsOf } from './list-seal.ts'

export interface ListAsked extends DebtsAsked {
  /** Only these members; null for all. */
  readonly members: ReadonlySet<string> | null
  readonly purpose?: ListPurpose
}

/** Makes the list of open amounts, with its seals, for the command and the office page. Writes nothing. */
export async function openList(run: Run, { members, purpose, ...asked }: ListAsked) {
  const { party: payer } = await run('party.resolve', { text: 'cooperative' })
  const debts = await openDebts(run, asked)
  const known = new Map((await partiesFor(run, {})).map((one) => [one.party, one]))
  const { lines, leftOut } = listOf(
    debts.filter(({ payee }) => members === null || members.has(payee)),
    (party) => {
      const entry = known.get(party)
      const kept = known.get(entry?.same_as ?? party) ?? entry
      return { member_no: kept?.member_no ?? null, name: kept?.name ?? party, phone: kept?.phone ?? null }
    },
    purpose,
  )
  return { ...(await sealsOf(run)).sealed(payer, lines), leftOut }
}
