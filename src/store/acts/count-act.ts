import type { Sums } from '../../domain/tally/sums.ts'
import type { ActEntry } from './act-rows.ts'

/**
 * Adds an act to the sums.
 * @param requestedAt returns when a subject-access request was received; undefined if no request has this id
 */
export function countAct(
  sums: Sums,
  { kind, receivedAtMs, body }: ActEntry,
  requestedAt: (id: string) => number | undefined,
): void {
  switch (kind) {
    case 'delegation':
      sums.delegations++
      break
    case 'objection':
      sums.objection(body.effect)
      break
    case 'objection_withdrawal':
      sums.objectionsWithdrawn++
      break
    case 'subject_access_request':
      sums.request(receivedAtMs)
      break
    case 'subject_access_answer': {
      const atMs = requestedAt(body.request_id)
      if (atMs !== undefined) sums.answer(atMs, receivedAtMs)
      break
    }
    case 'notification_told':
      sums.notificationsTold++
  }
}
