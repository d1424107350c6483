import { given, must } from '../base/typed.ts'
import { formatInstant } from '../domain/time.ts'
import { noteNotified } from '../records/intake/notify.ts'
import { tasksOn } from '../registry/kernel.ts'
import type { NotificationRow } from '../store/acts/notifications.ts'
import type { Happened } from '../text/kinds.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { fetched } from './fetched.ts'
import type { ConsentKernel } from './kernel.ts'

/** Disclosure notifications: people who saw a record that was corrected or retracted since (contract §7). */

const PAGE = 500

export const notificationTasks = tasksOn<ConsentKernel>()({
  'notifications.list': (
    kernel,
    _operator,
    { after, all, most = PAGE }: { readonly after: number; readonly all: boolean; readonly most?: number },
  ) => {
    const rows = kernel.store.notifications.after(after, Math.min(most, PAGE), all)
    return { notifications: rows.map((row) => viewOf(kernel, row)), more: rows.length === PAGE }
  },

  /** Records that a person was notified. Repeating it changes nothing. */
  'notifications.told': (kernel, operator, args: { readonly number: number }) => {
    const { store } = kernel
    const row = store.notifications.byNumber(args.number)
    if (!row) throw new OperatorFault(...withRemedy('tell.noNotification', { number: String(args.number) }))
    if (row.toldAt !== null) return viewOf(kernel, row)
    return viewOf(kernel, { ...row, toldAt: noteNotified(store, { credential: null, operator }, row) })
  },
})

function happened(body: object): { occurred_at: Happened; occurred_at_precision?: string } {
  const { occurred_at, occurred_at_precision } = body as {
    occurred_at: Happened
    occurred_at_precision?: string
  }
  return { occurred_at, ...given({ occurred_at_precision }) }
}

function viewOf({ store, people }: ConsentKernel, row: NotificationRow) {
  const shown = must(store.records.bySeq(row.shown))
  const because = must(store.records.bySeq(row.because))
  return {
    number: row.n,
    recipient: store.parties.id(row.recipient),
    name: people.facts(row.recipient).called,
    phone: people.facts(row.recipient).phone,
    record_id: shown.id,
    record_type: shown.type,
    ...happened(shown.body),
    /** How the version that was shown was changed. */
    change: because.type === 'retraction' ? ('retracted' as const) : ('corrected' as const),
    because_id: because.id,
    raised_at: formatInstant(row.raisedAt),
    told_at: row.toldAt === null ? null : formatInstant(row.toldAt),
    /** Whether the recipient's program knows, by the change feed. */
    fetched: fetched(store.feedTold.ofNotification(row.n)),
  }
}
