import type { Kernel } from '../assemble.ts'
import { formatInstant } from '../domain/time.ts'
import { counter } from './who.ts'

export const clockTasks = {
  /** What the clock shows, and what the service takes the time to be. */
  'clock.status': ({ clockDesk, store }: Kernel, _operator: string, _args: Record<string, never>) => ({
    ...clockDesk.told,
    last_sign_of_life: formatInstant(store.newestOnDiskMs),
  }),
} as const

/** Long: what is trusted has another time from then on, and a job has one. */
export const longClockTasks = {
  'clock.confirm': async (
    kernel: Kernel,
    operator: string,
    { dayBeginsMs }: { readonly dayBeginsMs: number },
  ) => {
    counter(kernel, operator)
    return kernel.clockDesk.confirm(operator, dayBeginsMs)
  },
} as const
