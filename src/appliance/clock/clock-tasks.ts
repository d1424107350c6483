import { formatInstant } from '../../domain/time.ts'
import { frontOffice } from '../../identity/who.ts'
import type { People } from '../../store/people.ts'
import type { Store } from '../../store/store.ts'
import type { ClockService } from './clock-service.ts'

export interface ClockTaskPorts {
  readonly store: Store
  readonly people: People
  readonly clockService: ClockService
}

export const clockTasks = {
  /** What the clock shows, and the time that the service uses. */
  'clock.status': (
    { clockService, store }: ClockTaskPorts,
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
    kernel: ClockTaskPorts,
    operator: string,
    { dayBeginsMs }: { readonly dayBeginsMs: number },
  ) => {
    frontOffice(kernel, operator)
    return kernel.clockService.confirm(operator, dayBeginsMs)
  },
} as const
