import type { FastifyReply, FastifyRequest } from 'fastify'
import { LANGUAGE_COOKIE, languageFor, languageInQuery } from '../../http/language.ts'
import { type Language, languageOf } from '../../words/language.ts'

/** The language of a page (contract §25). */

const YEAR_S = 31_536_000

/**
 * Returns the language that the person chose for their account, else the one of this browser.
 * @param chosen code of the account's language; null without a choice or an account
 */
export const languageIn = (request: FastifyRequest, chosen: string | null): Language =>
  languageOf(chosen ?? '') ?? languageFor(request)

/** Keeps in this browser the language that a link of a page chose. */
export function keepChosen(request: FastifyRequest, reply: FastifyReply): void {
  const language = languageOf(languageInQuery(request) ?? '')
  if (request.method !== 'GET' || language === undefined) return
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${LANGUAGE_COOKIE}=${language.code}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${secure}`,
  )
}
