import { formatInstant } from '../../domain/time.ts'
import { frontOffice } from '../../identity/who.ts'
import { tasksOn } from '../../registry/kernel.ts'
import type { MachineKernel } from '../kernel.ts'

export const clockTasks = tasksOn<MachineKernel>()({
  /** What the clock shows, and the time that the service uses. */
  'clock.status': ({ clockService, store }) => ({
    ...clockService.status,
    last_sign_of_life: formatInstant(store.newestOnDiskMs),
  }),
})

/** A task of several jobs, because a confirmation changes the trusted time, and a job has only one time. */
export const longClockTasks = tasksOn<MachineKernel>()({
  'clock.confirm': async (kernel, operator, { dayBeginsMs }: { readonly dayBeginsMs: number }) => {
    frontOffice(kernel, operator)
    return kernel.clockService.confirm(operator, dayBeginsMs)
  },
})
