import { formatInstant } from '../../domain/time.ts'
import { frontOffice } from '../../identity/who.ts'
import type { MachineKernel } from '../kernel.ts'

export const clockTasks = {
  /** What the clock shows, and the time that the service uses. */
  'clock.status': (
    { clockService, store }: MachineKernel,
    _operator: string,
    _args: Record<string, never>,
  ) => ({
    ...clockService.status,
    last_sign_of_life: formatInstant(store.newestOnDiskMs),
  }),
} as const

/** A task of several jobs, because a confirmation changes the trusted time, and a job has only one time. */
export const longClockTasks = {
  'clock.confirm': async (
    kernel: MachineKernel,
    operator: string,
    { dayBeginsMs }: { readonly dayBeginsMs: number },
  ) => {
    frontOffice(kernel, operator)
    return kernel.clockService.confirm(operator, dayBeginsMs)
  },
} as const
