import type { Store } from '../../store/store.ts'

/** What waits for the staff, by the page of the menu on which it is done. */
export type Waiting = Readonly<Partial<Record<string, number>>>

/** The menu counts no further: each page asks. */
const COUNTED = 100

export function waitingIn({ accessRequests, notifications, subjectAccess, writer }: Store): Waiting {
  const open = subjectAccess.after(0, COUNTED, false).length
  const toTell = notifications.after(0, COUNTED, false).length
  return {
    '/today': Math.min(COUNTED, open + toTell),
    '/requests': accessRequests.countWaiting(writer.nowMs, COUNTED),
  }
}
