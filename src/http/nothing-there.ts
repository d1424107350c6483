import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Part, paragraph } from '../text/parts.ts'
import { prefersHtml } from './media-type.ts'
import { pageOf, sendPage } from './page.ts'

/** Nothing is at an address: a person in a browser gets a page. Of the API it is the same bare 404 as any other. */

const PAGE: readonly Part[] = [
  { kind: 'title', text: 'NO SUCH PAGE', lines: ['NO SUCH PAGE'] },
  ...paragraph('Nothing is at this address. Look whether it is typed right, or begin at the start.', ''),
]

export const getsPage = ({ url, headers }: FastifyRequest): boolean =>
  !/^\/v1(\/|\?|$)/.test(url) && prefersHtml(headers)

export async function sendNothingThere(reply: FastifyReply): Promise<void> {
  reply.code(404).header('vary', 'accept')
  await sendPage(
    reply,
    await pageOf(PAGE, { title: 'No such page', links: [{ text: 'To the start', href: '/' }] }),
  )
}
