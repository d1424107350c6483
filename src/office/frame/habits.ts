import type { Config } from '../../config/config.ts'
import { listsIn } from '../../config/lists.ts'
import { type Hours, hoursIn, type Topic, topicsIn } from '../../config/message-settings.ts'
import type { Ticked } from '../../domain/ticked.ts'

/** How the cooperative works at its counter, as its manager chose. It may change while the service runs. */
export interface Habits {
  /** The paper of receipts, until a person chooses another. */
  readonly paper: string
  /** Whether a receipt is printed as soon as a delivery is saved. */
  readonly printsAtOnce: boolean
  /** The crops, units and places with which lists begin. */
  readonly ticked: Ticked
  /** Whether messages are sent to members who want them. */
  readonly sendsMessages: boolean
  /** In which hours, how many a day at most, and about what. */
  readonly messages: { readonly hours: Hours; readonly aDay: number; readonly topics: readonly Topic[] }
}

export const habitsOf = (config: Config): Habits => ({
  paper: config.receiptPaper,
  printsAtOnce: config.weighInPrints === 'saved',
  ticked: listsIn(config),
  sendsMessages: config.messages !== '',
  messages: {
    hours: hoursIn(config.messageHours),
    aDay: config.messagesADay,
    topics: topicsIn(config.messageKinds),
  },
})
