import type { ProblemCode } from '../../../../src/base/problem.ts'
import type { Operation } from '../recorder.ts'

/** Codes without an example, and why. */
export const WITHOUT_EXAMPLE: Partial<Record<ProblemCode, string>> = {
  internal_error: 'a fault of the service that nobody foresaw, so that no test can provoke it',
  origin_too_large: 'of a lot with 25 MB of plots or 1,000 producers, which no story has',
  not_ready: 'a word of readiness, whose answer is no problem document',
  too_many_payments: 'of a debt that one party has paid 256 times, which no story has',
  party_not_asserted: 'uttered by the command alone, to operators',
  registry_row_refused: 'uttered by the command alone, to operators',
}

/** What an operation may utter, but hardly ever does, and why no test of the contract waits for it. */
export const HARDLY_EVER: readonly (readonly [Operation, ProblemCode, string])[] = [
  ['POST /v1/obligations/{id}/confirmation', 'already_retracted', 'as of a payment'],
  ['POST /v1/grants/{id}/revocation', 'storage_full', 'what closes has the room that is kept back'],
  ['POST /v1/delegations/{id}/revocation', 'storage_full', 'what closes has the room that is kept back'],
  ['POST /v1/access-requests/{id}/withdrawal', 'storage_full', 'what closes has the room that is kept back'],
  ['POST /v1/objections', 'storage_full', 'what closes has the room that is kept back'],
  ['HEAD /v1/uploads/{id}', 'id_conflict', 'only of an upload that the service was killed over'],
  ['HEAD /v1/uploads/{id}', 'upload_digest_mismatch', 'only of an upload that the service was killed over'],
  ['HEAD /v1/uploads/{id}', 'evidence_refused', 'only of an upload that the service was killed over'],
  ['DELETE /v1/uploads/{id}', 'upload_locked', 'after ten seconds in which the object store did not answer'],
]
