import type { FastifyReply } from 'fastify'
import type { Layout } from '../text/html.tsx'
import type { Part } from '../text/parts.ts'

/**
 * Makes and sends HTML pages. Their code is loaded for the first page, so that the start need not wait for
 * it.
 */

export const pageOf = async (parts: readonly Part[], layout: Layout): Promise<string> =>
  (await import('../text/html.tsx')).htmlOf(parts, layout)

export async function sendPage(reply: FastifyReply, html: string): Promise<FastifyReply> {
  const { PAGE_POLICY } = await import('../text/html.tsx')
  return reply
    .header('content-security-policy', PAGE_POLICY)
    .header('cross-origin-opener-policy', 'same-origin')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(html)
}
