import type { FastifyReply } from 'fastify'
import type { Layout } from '../text/html.tsx'
import type { Part } from '../text/parts.ts'

/** Sends a page of parts as HTML. */
export async function sendPage(
  reply: FastifyReply,
  parts: readonly Part[],
  layout: Layout,
): Promise<FastifyReply> {
  // Loaded for the first page: a start need not wait for it.
  const { htmlOf, PAGE_POLICY } = await import('../text/html.tsx')
  return reply
    .header('content-security-policy', PAGE_POLICY)
    .header('cross-origin-opener-policy', 'same-origin')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(htmlOf(parts, layout))
}
