import { type OpenDebt, openDebt } from '../../domain/mass-payment.ts'
import { frontOffice, knownEntryIds } from '../../identity/who.ts'
import { tasksOn } from '../../registry/kernel.ts'
import type { GatedRecord } from '../gate/gated.ts'
import type { RecordKernel } from '../kernel.ts'
import { type CounterRecord, everyRecord, type PagePosition, pageOf } from '../record-tasks.ts'
import { recordJson } from '../views/record-view.ts'
import { type Account, AccountWalk } from './account.ts'

/** The debts of a period and a crop. */
export interface DebtsAsked {
  /** Only debts of events from `fromMs` (inclusive) to `toMs` (exclusive). */
  readonly fromMs?: number
  readonly toMs?: number
  readonly crop?: string
  readonly currency?: string
}

/** Tasks that run as several jobs, with other work between them. */
export const paymentTasks = tasksOn<RecordKernel>()({
  /**
   * Returns what is recorded between the cooperative and a member: debts in money, the sums of all, and payments.
   * Rows and sums are of the same records. What neither of the two stated or confirmed is not read.
   */
  'payment.account': async (kernel, operator, { party }: { readonly party: string }): Promise<Account> => {
    const { partyId: cooperative } = frontOffice(kernel, operator)
    const entries = knownEntryIds(kernel, operator, party)
    const types = ['delivery', 'obligation', 'payment'] as const
    const asked = { types, subjects: entries, standing: 'tip', word: 'parties' } as const
    const walk = new AccountWalk(cooperative, entries)
    for await (const record of everyRecord<CounterRecord>(kernel, operator, asked, ofAccount))
      walk.add(record)
    return walk.account()
  },

  /** Returns a page of what the cooperative has to pay, newest first; what is fully paid is left out. */
  'payment.open-debts': async (
    kernel,
    operator,
    { crop, currency, ...period }: DebtsAsked & { readonly after?: PagePosition },
  ) => {
    const { partyId: subject } = frontOffice(kernel, operator)
    const { found, next } = await pageOf<OpenDebt>(
      kernel,
      operator,
      { ...period, types: ['delivery', 'obligation'], subject, standing: 'any', word: 'parties' },
      ({ record, derived }) => {
        if (derived.standing !== 'tip' && derived.standing !== 'forked') return NOTHING
        if (crop !== undefined && record.body.crop !== crop) return NOTHING
        const debt = openDebt({ ...record.body, derived }, [subject])
        const isAsked = debt !== null && (currency === undefined || debt.currency === currency)
        return isAsked && (debt.open_minor > 0 || debt.doubt === 'incomplete')
          ? JSON.stringify(debt)
          : NOTHING
      },
    )
    return { debts: found, next }
  },
})

const NOTHING = 'null'

/** Deliveries without a price are in no account, and are the most. */
function ofAccount(gated: GatedRecord): string {
  const { record, derived } = gated
  const isOfAccount = record.type === 'payment' || (derived.paid ?? derived.fulfilment?.money) !== undefined
  return isOfAccount ? recordJson(gated) : NOTHING
}
