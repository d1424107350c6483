import type { FastifyReply } from 'fastify'
import { htmlOf, type Layout, PAGE_POLICY } from '../text/html.tsx'
import type { Part } from '../text/parts.ts'

/** Sends a page of parts as HTML. */
export function sendPage(reply: FastifyReply, parts: readonly Part[], layout: Layout): FastifyReply {
  return reply
    .header('content-security-policy', PAGE_POLICY)
    .header('cross-origin-opener-policy', 'same-origin')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(htmlOf(parts, layout))
}
