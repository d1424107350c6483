import type { Run } from '../../cli/context.ts'
import type { ListPurpose } from '../../domain/mass-payment.ts'
import type { DebtsAsked } from '../../records/payments/payment-tasks.ts'
import { contactsOf, openDebts } from './books.ts'
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
  const { lines, leftOut } = listOf(
    debts.filter(({ payee }) => members === null || members.has(payee)),
    await contactsOf(run),
    purpose,
  )
  return { ...(await sealsOf(run)).sealed(payer, lines), leftOut }
}
