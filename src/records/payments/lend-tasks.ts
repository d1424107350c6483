import { draftOf } from '../../domain/draft-shape.ts'
import { type Lending, lendingDrafts } from '../../domain/money/lending.ts'
import { frontOffice } from '../../identity/who.ts'
import { tasksOn } from '../../registry/kernel.ts'
import type { RecordKernel } from '../kernel.ts'

export const lendTasks = tasksOn<RecordKernel>()({
  /**
   * Appends the debt and the payment of a loan by the cooperative, in one transaction: both or neither. Sent again, it
   * appends nothing.
   */
  'payment.lend': (kernel, operator, { lending }: { readonly lending: Omit<Lending, 'lender'> }) => {
    const author = frontOffice(kernel, operator)
    const { debt, payment } = lendingDrafts({ ...lending, lender: author.partyId })
    // A refusal of the second undoes the first: the job fails, and with it what it appended.
    const appended = [debt, payment].map((draft) => kernel.intake.append(author, draftOf(draft)))
    return { status: appended.every(({ status }) => status === 'replayed') ? 'replayed' : 'accepted' }
  },
})
