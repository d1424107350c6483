import type { FastifyReply, FastifyRequest } from 'fastify'
import { paragraph } from '../text/parts.ts'
import { languageFor } from './language.ts'
import { prefersHtml } from './media-type.ts'
import { pageOf, sendPage } from './page.ts'

/**
 * The page for a browser when an unknown address is requested. Unknown addresses of the API get a bare 404
 * instead.
 */

export const getsPage = ({ url, headers }: FastifyRequest): boolean =>
  !/^\/v1(\/|\?|$)/.test(url) && prefersHtml(headers)

export async function sendNothingThere(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const language = languageFor(request)
  const title = language.say('notFound.title')
  const text = `${language.say('notFound.text')} ${language.say('notFound.start')}`
  const page = await pageOf([{ kind: 'title', text: title, lines: [title] }, ...paragraph(text, '')], {
    title,
    language: language.locale,
    links: [{ text: language.say('notFound.startPage'), href: '/' }],
  })
  sendPage(reply.code(404).header('vary', 'accept, accept-language, cookie'), page)
}
