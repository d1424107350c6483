import { Type } from '@sinclair/typebox'
import { PROBLEMS, type ProblemCode } from '../base/problem.ts'
import { given } from '../base/typed.ts'
import { closed, ref } from '../domain/shapes.ts'

/** Describes the refusals of an operation. Its route lists the codes; the contract groups them by status. */

/** Refusals of routes that need a credential. */
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

/** Refusals of routes that read one thing by its id. */
export const READ_PROBLEMS = [
  ...ADMISSION_PROBLEMS,
  ...PURPOSE_PROBLEMS,
  'invalid_parameter',
  'not_found',
] as const satisfies readonly ProblemCode[]

/** Refusals of routes that read a list. A list that is read for a purpose adds PURPOSE_PROBLEMS. */
export const LIST_PROBLEMS = [
  ...ADMISSION_PROBLEMS,
  'invalid_parameter',
  'invalid_cursor',
] as const satisfies readonly ProblemCode[]

/** Refusals of routes that write JSON. */
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

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'A parameter, a header, the purpose or the JSON is malformed or missing.',
  401: 'The request has no valid credential.',
  403: 'This kind of credential may not do this, or another web site made the browser send the request.',
  404: 'It does not exist, or this caller may not see it. The two cannot be told apart.',
  409: 'The id is used for something else, or the current state does not allow the request.',
  412: 'The request has another version of tus.',
  413: 'The body is too large.',
  415: 'The body does not have the required media type or encoding.',
  416: 'The range starts after the end.',
  422: 'The body is well-formed, but breaks a rule; every violation is listed.',
  423: 'The upload is temporarily busy.',
  429: 'The caller has sent too many requests, or too much for one day.',
  460: 'The checksum does not match.',
  503: 'The service is busy, or a part of it is not working.',
  507: 'The disk is full; nothing was written.',
}

const RETRY = { 'retry-after': { type: 'integer', description: 'Seconds to wait before trying again.' } }
const HEADERS: Readonly<Record<number, object>> = {
  401: { 'www-authenticate': { type: 'string', description: 'How to send a credential.' } },
  429: RETRY,
  503: RETRY,
}

export const ProblemShape = Type.Object(
  {
    type: Type.Optional(Type.String({ description: 'A stable URI for the code.' })),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.Optional(Type.String({ description: 'The code of the problem; absent from a 404.' })),
    detail: Type.Optional(Type.String()),
    errors: Type.Optional(
      Type.Array(
        closed({
          pointer: Type.String({ description: 'RFC 6901 pointer into the body.' }),
          message: Type.String(),
        }),
      ),
    ),
    cursor: Type.Optional(
      Type.String({ description: 'With restored_from_backup: the cursor to continue from.' }),
    ),
    correlation_id: Type.String({ format: 'uuid', description: 'Also the header x-correlation-id.' }),
  },
  {
    $id: 'Problem',
    description: 'RFC 9457 problem document. A 404 has only title, status and correlation_id.',
  },
)

/** The member that has a route's codes. `packaging/contract/document.ts` replaces it with examples. */
export const CODES = 'x-codes'

/** Describes the refusals with these codes, by status. */
export function problems(...used: readonly ProblemCode[]) {
  const statuses = new Set(used.map((code) => PROBLEMS[code][0]))
  return Object.fromEntries(
    [...statuses].map((status) => {
      const codes = [...new Set(used)].filter((code) => PROBLEMS[code][0] === status)
      const content = { 'application/problem+json': { schema: ref(ProblemShape), [CODES]: codes } }
      const headers = HEADERS[status]
      return [
        status,
        { description: DESCRIPTIONS[status] ?? 'The request was refused.', ...given({ headers }), content },
      ]
    }),
  )
}
