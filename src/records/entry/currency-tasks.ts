import { tasksOn } from '../../registry/kernel.ts'
import { currencyOf } from '../../text/country-currency.ts'
import type { RecordKernel } from '../kernel.ts'

export const currencyTasks = tasksOn<RecordKernel>()({
  /** Returns the currency of the cooperative's country, which an amount typed without one is in; null if there is none. */
  'entry.currency': ({ config }) => ({ currency: currencyOf(config.country) }),
})
