import type { FastifyReply } from 'fastify'
import type { HtmlPage, Layout } from '../text/html.tsx'
import type { Part } from '../text/parts.ts'

/**
 * Makes and sends HTML pages. Their code is loaded for the first page, so that the start need not wait for
 * it.
 */

export const pageOf = async (parts: readonly Part[], layout: Layout): Promise<HtmlPage> =>
  (await import('../text/html.tsx')).htmlOf(parts, layout)

export const sendPage = (reply: FastifyReply, { html, policy }: HtmlPage): FastifyReply =>
  reply
    .header('content-security-policy', policy)
    .header('cross-origin-opener-policy', 'same-origin')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(html)
