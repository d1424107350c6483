import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Part, paragraph } from '../text/parts.ts'
import { prefersHtml } from './media-type.ts'
import { pageOf, sendPage } from './page.ts'

/**
 * The page for a browser when an unknown address is requested. Unknown addresses of the API get a bare 404
 * instead.
 */

const PAGE: readonly Part[] = [
  { kind: 'title', text: 'NO SUCH PAGE', lines: ['NO SUCH PAGE'] },
  ...paragraph('Nothing is at this address. Check its spelling, or go to the start page.', ''),
]

export const getsPage = ({ url, headers }: FastifyRequest): boolean =>
  !/^\/v1(\/|\?|$)/.test(url) && prefersHtml(headers)

export async function sendNothingThere(reply: FastifyReply): Promise<void> {
  reply.code(404).header('vary', 'accept')
  await sendPage(
    reply,
    await pageOf(PAGE, { title: 'No such page', links: [{ text: 'Start page', href: '/' }] }),
  )
}
