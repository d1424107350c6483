import type { Config } from '../../config/config.ts'

/** How the cooperative works at its counter, as its manager chose. It may change while the service runs. */
export interface Habits {
  /** The paper of receipts, until a person chooses another. */
  readonly paper: string
  /** Whether a receipt is printed as soon as a delivery is saved. */
  readonly printsAtOnce: boolean
}

export const habitsOf = ({ receiptPaper, weighInPrints }: Config): Habits => ({
  paper: receiptPaper,
  printsAtOnce: weighInPrints === 'saved',
})
