import { PROBLEMS, type ProblemCode } from '../base/problem.ts'
import { ref } from './contract.ts'

/** What an operation may refuse, told by code in its route and grouped by status in the contract. */

/** Uttered at the door, to whoever needs a credential. */
export const ADMISSION_PROBLEMS = [
  'no_verified_subject',
  'not_permitted_for_credential',
  'cross_site_request',
  'rate_limited',
  'quota_exceeded',
  'overloaded',
  'suspended_after_restore',
] as const satisfies readonly ProblemCode[]

export const PURPOSE_PROBLEMS = [
  'purpose_required',
  'purpose_as_header',
  'invalid_purpose',
] as const satisfies readonly ProblemCode[]

/** Of a read of one thing, by its id. */
export const READ_PROBLEMS = [
  ...ADMISSION_PROBLEMS,
  ...PURPOSE_PROBLEMS,
  'invalid_parameter',
  'not_found',
] as const satisfies readonly ProblemCode[]

/** Of a list, page by page; one that is read for a purpose has those of the purpose too. */
export const LIST_PROBLEMS = [
  ...ADMISSION_PROBLEMS,
  'invalid_parameter',
  'invalid_cursor',
] as const satisfies readonly ProblemCode[]

/** Of JSON that is sent to be kept. */
export const WRITE_PROBLEMS = [
  ...ADMISSION_PROBLEMS,
  'malformed_json',
  'malformed_encoding',
  'id_conflict',
  'body_too_large',
  'unsupported_encoding',
  'unsupported_media_type',
  'schema_violation',
  'quota_exceeded',
  'storage_full',
  'clock_in_doubt',
] as const satisfies readonly ProblemCode[]

const WORDS: Readonly<Record<number, string>> = {
  400: 'A parameter, a header, the purpose or the JSON is not as required.',
  401: 'No valid credential.',
  403: 'This kind of credential may not do this, or another web site made the browser send the request.',
  404: 'Not there, or not for this caller: the two look alike.',
  409: 'The id is used for something else, or things do not stand so.',
  412: 'Another version of tus.',
  413: 'Too large.',
  415: 'Not the media type or encoding that is asked for.',
  416: 'Behind the end.',
  422: 'Well-formed, but against a rule; every violation is listed.',
  423: 'Busy for the moment.',
  429: 'Too many requests, or too much for one day.',
  460: 'The checksum does not match.',
  503: 'Busy, or a part is not working.',
  507: 'The disk is full; nothing was written.',
}

const RETRY = { 'retry-after': { type: 'integer', description: 'Seconds to wait before asking again.' } }
const HEADERS: Readonly<Record<number, object>> = {
  401: { 'www-authenticate': { type: 'string', description: 'How to present a credential.' } },
  429: RETRY,
  503: RETRY,
}

/** Where the contract is told the codes; `contract-document.ts` puts an example of each in its place. */
export const CODES = 'x-codes'

/** The refusals of a route, for its contract. */
export function problems(...used: readonly ProblemCode[]) {
  const statuses = new Set(used.map((code) => PROBLEMS[code][0]))
  return Object.fromEntries(
    [...statuses].map((status) => {
      const codes = [...new Set(used)].filter((code) => PROBLEMS[code][0] === status)
      const content = { 'application/problem+json': { schema: ref('Problem'), [CODES]: codes } }
      const headers = HEADERS[status]
      return [
        status,
        { description: WORDS[status] ?? 'Refused.', ...(headers === undefined ? {} : { headers }), content },
      ]
    }),
  )
}
