import { errorCode } from '../../base/error-kinds.ts'
import { ToldError } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
/** How an attempt failed. `again`: a retry may succeed. `refused`: a retry fails until someone acts. */
export type S3FaultKind = 'absent' | 'again' | 'full' | 'refused'

export class S3Fault extends ToldError {
  readonly kind: S3FaultKind

  constructor(kind: S3FaultKind, what: Message, cause?: unknown) {
    super(what)
    this.name = 'S3Fault'
    this.kind = kind
    if (cause !== undefined) this.cause = cause
  }
}

/** Error codes of S3 and MinIO when a store, bucket or account is full. */
const FULL = ['QuotaExceeded', 'InsufficientCapacity', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded']
/** S3 codes with a 4xx status although a retry can succeed: the request was damaged or slow. */
const PASSING = [
  'BadDigest',
  'IncompleteBody',
  'OperationAborted',
  'RequestTimeout',
  'SlowDown',
  'XAmzContentSHA256Mismatch',
]
const PASSING_STATUS = [408, 425, 429, 499]

/**
 * Classifies a failed attempt. Keeps only the server's error code: its text may contain anything, even the
 * access key.
 * @param status the last HTTP status of the attempt; undefined without a reply
 */
export function faultOf(error: unknown, status: number | undefined): S3Fault {
  if (error instanceof S3Fault) return error
  const code = codeOf(error)
  const cause = status === undefined || status < 300 ? error : undefined
  const fault = (kind: S3FaultKind, what: Message) => new S3Fault(kind, what, cause)
  if (status === undefined)
    return fault(
      'again',
      code === '' ? message('objects.fault.unreachable') : message('objects.fault.noAnswer', { code }),
    )
  const answer = `${status} ${code}`.trim()
  const answered = message('objects.fault.answered', { answer })
  if (code === 'NoSuchBucket') return fault('refused', message('objects.fault.noBucket'))
  if (status === 507 || FULL.includes(code)) return fault('full', answered)
  if (status < 300) return fault('again', message('objects.fault.incomplete'))
  if (status === 404) return fault('absent', answered)
  if (PASSING.includes(code) || PASSING_STATUS.includes(status)) return fault('again', answered)
  if (status >= 500 && status !== 501 && status !== 505) return fault('again', answered)
  if (code === 'RequestTimeTooSkewed') return fault('refused', message('objects.fault.clock', { answer }))
  if (status === 401 || status === 403) return fault('refused', message('objects.fault.key', { answer }))
  return fault('refused', answered)
}

function codeOf(error: unknown): string {
  const code = errorCode(error)
  return typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : ''
}
