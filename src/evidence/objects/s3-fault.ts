/** What became of one attempt at a call. `again`: another may succeed. `refused`: it will not, until somebody acts. */
export type S3FaultKind = 'absent' | 'again' | 'full' | 'refused'

export class S3Fault extends Error {
  readonly kind: S3FaultKind

  constructor(kind: S3FaultKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'S3Fault'
    this.kind = kind
  }
}

/** Error codes of S3 and of MinIO for a store, bucket or account that has no room left. */
const FULL = ['QuotaExceeded', 'InsufficientCapacity', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded']
/** Codes of S3 that come with a status of the 400s although the same request can succeed: it was damaged or slow. */
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
 * Sorts the failure of an attempt. Names the server's code and keeps nothing else of a refusal: its text may hold
 * anything, the access key among it.
 * @param status the last HTTP status of the attempt; undefined when no answer came
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
  if (status < 300) return fault('again', 'its answer broke off or is not that of an S3 service')
  if (status === 404) return fault('absent', answer)
  if (PASSING.includes(code) || PASSING_STATUS.includes(status)) return fault('again', answer)
  if (status >= 500 && status !== 501 && status !== 505) return fault('again', answer)
  if (code === 'RequestTimeTooSkewed')
    return fault('refused', `${answer}: the clock of this machine or of the store is wrong; set it (ntp)`)
  if (status === 401 || status === 403) return fault('refused', `${answer}: it refuses the access key`)
  return fault('refused', answer)
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : ''
}
