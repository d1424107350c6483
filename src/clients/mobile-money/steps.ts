import type { DeskSteps, StepFault } from '../sheets/steps.ts'
import type { PaymentReport } from './brief.ts'

/** The steps of reading an operator's file, or a list that was brought, that the office page starts. */

export type Reported = {
  readonly report: PaymentReport
  readonly isWritten: boolean
  readonly looked: string | null
}

/** The list that was kept. */
export type Brought = { readonly broughtList: string }

/** What a step of the command prints. */
export type PaymentStep = StepFault | Reported | Brought

export interface PaymentSteps extends DeskSteps {
  /** The id under which to keep the copy of a list that was brought; null for an operator's file. */
  readonly bring: string | null
}
