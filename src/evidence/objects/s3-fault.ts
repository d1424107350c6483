import { errorCode } from '../../base/error-kinds.ts'
/** How an attempt failed. `again`: a retry may succeed. `refused`: a retry fails until someone acts. */
export type S3FaultKind = 'absent' | 'again' | 'full' | 'refused'

export class S3Fault extends Error {
  readonly kind: S3FaultKind

  constructor(kind: S3FaultKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'S3Fault'
    this.kind = kind
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
  const fault = (kind: S3FaultKind, words: string) => new S3Fault(kind, words, cause)
  if (status === undefined)
    return fault('again', code === '' ? 'it cannot be reached' : `no answer (${code})`)
  const answer = `it answered ${status}${code === '' ? '' : ` ${code}`}`
  if (code === 'NoSuchBucket') return fault('refused', 'there is no such bucket')
  if (status === 507 || FULL.includes(code)) return fault('full', answer)
  if (status < 300) return fault('again', 'its answer was incomplete, or it is not an S3 service')
  if (status === 404) return fault('absent', answer)
  if (PASSING.includes(code) || PASSING_STATUS.includes(status)) return fault('again', answer)
  if (status >= 500 && status !== 501 && status !== 505) return fault('again', answer)
  if (code === 'RequestTimeTooSkewed')
    return fault('refused', `${answer}: the clock of this machine or of the store is wrong; set it (ntp)`)
  if (status === 401 || status === 403) return fault('refused', `${answer}: it refuses the access key`)
  return fault('refused', answer)
}

function codeOf(error: unknown): string {
  const code = errorCode(error)
  return typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : ''
}
