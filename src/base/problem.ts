import { errorCode } from './error-kinds.ts'
import { given, isOneOf, keysOf } from './typed.ts'
/**
 * Every refusal of the service, as RFC 9457 problem documents.
 *
 * A code is stable: it is the last segment of the problem's `type` URI, and the label in the metrics. A title
 * states the rule and reveals nothing about stored data. `not_found` has no reason: the specification
 * requires the same answer whether the thing does not exist or the caller may not read it.
 */
export const PROBLEMS = {
  no_verified_subject: [401, 'A valid credential is required'],
  purpose_required: [400, 'State the purpose of this read in the query parameter "purpose"'],
  purpose_as_header: [400, 'Send the purpose as a query parameter, not as a header'],
  invalid_purpose: [400, 'A purpose is a short lower-case word such as credit_assessment'],
  invalid_parameter: [400, 'A query parameter is unknown or malformed'],
  invalid_cursor: [400, 'The cursor was not made by this service for this request'],
  malformed_encoding: [400, 'The body is not encoded as its Content-Encoding states'],
  invalid_upload_header: [400, 'A header of this upload is missing or malformed'],
  malformed_json: [400, 'The body is not well-formed JSON'],
  not_permitted_for_credential: [403, 'This kind of credential may not do this'],
  cross_site_request: [
    403,
    'Another web site made this browser send the request; open the address from the address bar or a bookmark',
  ],
  not_found: [404, 'Not Found'],
  upload_offset_mismatch: [409, 'This is not the current offset of the upload; get it with a HEAD request'],
  upload_finished: [409, 'The upload is finished, and its picture is stored'],
  id_conflict: [409, 'This id is already used for something else'],
  request_ended: [409, 'This request has been decided or withdrawn, or has lapsed'],
  not_anchored: [409, 'No root covers this record yet; ask again after the next root, within a day'],
  restored_from_backup: [
    409,
    'The service was restored from a backup; continue from this cursor and send your outbox again',
  ],
  tus_version_unsupported: [412, 'Set Tus-Resumable to the version of tus that Tus-Version names'],
  body_too_large: [413, 'The body is larger than this service accepts'],
  unsupported_encoding: [415, 'Send the body as it is, or compressed with gzip'],
  unsupported_media_type: [415, 'Send the body as application/json'],
  upload_type_required: [415, 'Send the bytes of an upload as application/offset+octet-stream'],
  range_not_satisfiable: [416, 'The range starts after the end of the picture'],
  schema_violation: [422, 'The body does not have the required shape'],
  delegation_required: [422, 'Send both on_behalf_of and delegation_id, or neither'],
  conversion_required: [422, 'normalized_kg requires the conversion_id that it was computed with'],
  lawful_basis_insufficient: [422, 'A financial record must be held on special_data_consent'],
  delegation_not_live: [422, 'The delegation does not cover this act at that time'],
  reference_unresolved: [422, 'A reference that carries authority does not resolve'],
  already_retracted: [422, 'The named record has been retracted'],
  not_the_asserter: [
    422,
    'Only the party that asserted the first version, or for which it was asserted, may do this',
  ],
  not_the_counterparty: [422, 'Only the other party of a delivery, payment or obligation may confirm it'],
  fork_has_no_authority: [422, 'A record in a fork cannot be corrected; retract one branch first'],
  chain_too_long: [422, 'This record has reached the maximum number of versions'],
  origin_too_large: [
    400,
    'This lot has more plots than one reply can hold (25 MB, and on a map 1,000 producers): ask the cooperative for its pack, which divides them among statements, or ask for the lots that it was made from',
  ],
  inference_too_wide: [422, 'This inference rests on more records than this service accepts'],
  too_many_payments: [422, 'This party has already recorded as many payments of this debt as one may'],
  too_many_corrections: [422, 'This version has reached the maximum number of corrections'],
  purpose_unknown: [422, 'The purpose is not in the registry'],
  too_many_grants: [422, 'This party has reached the maximum number of grants; revoke one first'],
  too_many_devices: [422, 'This party has reached the maximum number of devices; revoke one first'],
  too_many_objections: [422, 'This party has reached the maximum number of active objections'],
  period_invalid: [422, 'The period ends before it begins, or has already ended'],
  wider_than_asked: [422, 'A grant may not open more than was asked for'],
  party_not_asserted: [422, 'No record asserts this party yet; add the party first'],
  registry_row_refused: [422, 'The reference row cannot be accepted'],
  upload_digest_mismatch: [422, 'The bytes do not match the declared SHA-256; start the upload again'],
  evidence_refused: [422, 'The upload is not a picture that this service accepts'],
  upload_locked: [423, 'This upload is busy; ask again a little later'],
  too_many_uploads: [429, 'This credential has too many unfinished uploads; finish or end one first'],
  too_many_access_requests: [
    429,
    'This party has reached the maximum number of open access requests, or of access requests in one day',
  ],
  rate_limited: [429, 'Too many requests; wait and try again'],
  quota_exceeded: [429, 'This party has used up its quota for one day'],
  upload_checksum_mismatch: [460, 'The bytes do not match Upload-Checksum; none of them was kept'],
  internal_error: [500, 'An unexpected error occurred; the operator can find it by the correlation id'],
  overloaded: [503, 'The service is busy; try again shortly'],
  suspended_after_restore: [
    503,
    'The service was restored from a backup; it refuses requests until its operator confirms the restore',
  ],
  clock_in_doubt: [
    503,
    'The clock of this service may be wrong; nothing is written until its operator corrects or confirms it',
  ],
  not_ready: [503, 'A part that this service needs is not working'],
  object_store_unavailable: [503, 'The object store does not answer; send the request again later'],
  storage_full: [507, 'The disk is full; nothing was written'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ProblemCode = keyof typeof PROBLEMS

export const isProblemCode = (code: unknown): code is ProblemCode => isOneOf(keysOf(PROBLEMS), code)

/** One violation inside a 422: an RFC 6901 pointer into the body, and how to correct it. */
export interface Violation {
  readonly pointer: string
  readonly message: string
}

export interface ProblemExtra {
  readonly detail?: string
  readonly errors?: readonly Violation[]
  /** Seconds to wait; set for 429 and 503. */
  readonly retryAfterSeconds?: number
  /** For restored_from_backup: the cursor to continue from. */
  readonly cursor?: string
}

/** A refusal. Rules throw it, the HTTP layer sends it, and nothing logs it. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly extra: ProblemExtra
  /** The true cause, if the caller must not learn which of several it was; for the audit log only. */
  readonly because: string | undefined

  constructor(code: ProblemCode, extra: ProblemExtra = {}, because?: string) {
    super(extra.detail ?? PROBLEMS[code][1])
    this.name = 'Problem'
    this.code = code
    this.extra = extra
    this.because = because
  }

  get status(): number {
    return PROBLEMS[this.code][0]
  }
}

/** System errors of a disk that is failing or missing (errno(3)). */
const DISK_FAILURES: ReadonlySet<string> = new Set(['EIO', 'EROFS', 'EUCLEAN', 'ENODEV', 'ENXIO', 'ESTALE'])
/** SQLite's codes for them. A file that the system cannot read is SQLITE_IOERR_CORRUPTFS. */
const SQLITE_DISK_FAILURES = /^SQLITE_(IOERR|CORRUPT|CANTOPEN|READONLY)/

/**
 * Returns the refusal for a disk that is full or failing; null for any other error. A failing disk's error
 * becomes the refusal's cause, for the log of this machine.
 */
export function diskRefusal(error: unknown): Problem | null {
  const code = String(errorCode(error))
  if (/^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_(WRITE|SHMSIZE))$/.test(code))
    return new Problem('storage_full')
  if (!DISK_FAILURES.has(code) && !SQLITE_DISK_FAILURES.test(code)) return null
  const refusal = new Problem('overloaded', {
    retryAfterSeconds: 5,
    detail: 'The disk is failing.',
  })
  refusal.cause = error
  return refusal
}

/** Makes a 422 with one violation. */
export function violation(code: ProblemCode, pointer: string, message: string, because?: string): Problem {
  return new Problem(code, { errors: [{ pointer, message }] }, because)
}

export interface ProblemDocument {
  readonly type?: string
  readonly title: string
  readonly status: number
  readonly code?: ProblemCode
  readonly detail?: string
  readonly errors?: readonly Violation[]
  readonly cursor?: string
  readonly correlation_id: string
}

/** Returns the document as sent. A 404 holds only title, status and correlation id (contract §7). */
export function problemDocument(
  code: ProblemCode,
  extra: ProblemExtra,
  correlationId: string,
): ProblemDocument {
  const [status, title] = PROBLEMS[code]
  if (code === 'not_found') return { title, status, correlation_id: correlationId }
  return {
    type: `urn:granary:problem:${code}`,
    title,
    status,
    code,
    ...given({ detail: extra.detail, errors: extra.errors, cursor: extra.cursor }),
    correlation_id: correlationId,
  }
}
