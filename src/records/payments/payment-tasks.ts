import { frontOffice, knownEntryIds } from '../../identity/who.ts'
import { type RecordTaskPorts, recentRecords } from '../record-tasks.ts'
import { type Account, balanceOf, debtsIn, paymentsIn } from './account.ts'

/** Deliveries, obligations and payments read: the newest ones. */
const MOST_READ = 500

/** Tasks that run as several jobs, with other work between them. */
export const paymentTasks = {
  /**
   * Returns what is recorded between the cooperative and a member: debts in money, their sums, and payments.
   * All of it is from one read, so that the sums fit the rows.
   */
  'payment.account': async (
    kernel: RecordTaskPorts,
    operator: string,
    { party }: { readonly party: string },
  ): Promise<Account> => {
    const { partyId: cooperative } = frontOffice(kernel, operator)
    const entries = knownEntryIds(kernel, operator, party)
    const { records, more } = await recentRecords(kernel, operator, {
      type: ['delivery', 'obligation', 'payment'],
      subject: party,
      standing: 'tip',
      most: MOST_READ,
    })
    const debts = debtsIn(records, cooperative, entries)
    return {
      cooperative,
      debts,
      balance: balanceOf(debts),
      payments: paymentsIn(records, cooperative, entries),
      more,
    }
  },
} as const
