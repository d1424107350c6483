import type { ActEntry } from '../../store/act-rows.ts'
import type { RecordBody } from '../types/index.ts'
import { isFinancial } from './record.ts'
import type { Sums } from './sums.ts'

/** What an entry of the log adds to the sums by itself: kilograms and waiting times also depend on other entries. */

export function countRecord(
  sums: Sums,
  body: RecordBody,
  byId: (id: string) => RecordBody | undefined,
): void {
  sums.record(body.lawful_basis, isFinancial(body, byId), body.on_behalf_of !== undefined)
}

/** @param requestedAt when a subject-access request came; undefined where there is none of this id */
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
