import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { membersOf } from '../../base/typed.ts'
import { cookieNamed } from '../../http/cookie.ts'
import { asSent, fileName, marked, quietJson } from '../../text/foreign.ts'
import type { Answer } from './visit.ts'

/** HTTP replies of the office page: cookies, forms, pages, and the policies that browsers apply to them. */

/** Staff and lenders have separate sessions: the cookie of one opens no page of the other. */
export type SessionKind = 'staff' | 'lender'

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
/** A picture runs nothing that is hidden in it; browsers lay it out with a style of their own. */
const PICTURE_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

/** Returns the text fields of a form. `asSent` undoes what `rendered` did to prefilled values. */
export const textsIn = (sent: unknown): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(membersOf(sent)).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, asSent(text)]] : [],
    ),
  )

/** With `__Host-`, browsers accept the cookie over TLS and from this host only (RFC 6265bis §4.1.3.2). */
const cookieName = ({ protocol }: FastifyRequest, of: SessionKind): string =>
  `${protocol === 'https' ? '__Host-' : ''}${of === 'lender' ? 'granary-lender' : 'granary'}`

export const cookieOf = (request: FastifyRequest, of: SessionKind): string | undefined =>
  cookieNamed(request, cookieName(request, of))

const withStyle = (policy: string, style: string | undefined): string =>
  style === undefined
    ? policy
    : policy.replace("style-src 'self'", `$& 'sha256-${hash('sha256', style, 'base64')}'`)

/** Makes each type of text safe. Cells of a sheet are safe already (`text/csv.ts`). */
const SAFE = {
  'text/csv': (text: string) => text,
  'text/plain': marked,
  'application/json': quietJson,
} as const

async function* safePieces(pieces: AsyncIterable<string>, safe: (text: string) => string) {
  for await (const piece of pieces) yield safe(piece)
}

/** Sends an answer. @param policy the content security policy, if the page is not one of the office's own */
export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  of: SessionKind = 'staff',
  policy = POLICY,
): FastifyReply {
  reply
    .header('content-security-policy', withStyle(policy, 'style' in answer ? answer.style : undefined))
    .header('cross-origin-opener-policy', 'same-origin')
    .header('referrer-policy', 'no-referrer')
  if (answer.cookie !== undefined) {
    const secure = request.protocol === 'https' ? '; Secure' : ''
    const ending = answer.cookie === null ? '; Max-Age=0' : ''
    reply.header(
      'set-cookie',
      `${cookieName(request, of)}=${answer.cookie ?? ''}; Path=/; HttpOnly; SameSite=Strict${secure}${ending}`,
    )
  }
  if ('html' in answer && answer.againInS !== undefined) reply.header('refresh', String(answer.againInS))
  if ('html' in answer)
    return reply
      .code(answer.status ?? 200)
      .type('text/html; charset=utf-8')
      .send(answer.html)
  if ('pieces' in answer)
    return reply.type('text/html; charset=utf-8').send(Readable.from(answer.pieces, { objectMode: false }))
  if ('file' in answer)
    return reply
      .type(`${answer.type}; charset=utf-8`)
      .header('content-disposition', `attachment; filename="${fileName(answer.name)}"`)
      .send(
        typeof answer.file === 'string'
          ? SAFE[answer.type](answer.file)
          : Readable.from(safePieces(answer.file, SAFE[answer.type]), { objectMode: false }),
      )
  // The address of a tile shows where someone's plots are, so no browser keeps it; nor a signed paper.
  if ('image' in answer) {
    const { image, type } = answer
    const bytes =
      image instanceof Uint8Array ? Buffer.from(image) : Readable.from(image, { objectMode: false })
    return reply
      .type(type)
      .header('content-security-policy', PICTURE_POLICY)
      .header('cache-control', 'no-store')
      .send(bytes)
  }
  if ('archive' in answer)
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${fileName(answer.name)}"`)
      .send(Readable.from(answer.archive, { objectMode: false }))
  return reply.code(303).header('location', answer.to).send('')
}
