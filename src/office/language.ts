import type { FastifyReply, FastifyRequest } from 'fastify'
import { askedFor } from '../http/language.ts'
import { type Language, languageOf } from '../words/language.ts'
import { cookieNamed } from './reply.ts'

/** The language of a page (contract §25). */

const COOKIE = 'granary-language'
const YEAR_S = 31_536_000

/**
 * Returns the language that the person chose for their account, else the one chosen in this browser, else the
 * one that the browser asks for.
 * @param chosen code of the account's language; null without a choice or an account
 */
export function languageIn(request: FastifyRequest, chosen: string | null): Language {
  return languageOf(chosen ?? '') ?? pickedIn(request) ?? askedFor(request.headers['accept-language'])
}

const pickedIn = (request: FastifyRequest): Language | undefined =>
  languageOf(inQuery(request) ?? cookieNamed(request, COOKIE) ?? '')

function inQuery({ query }: FastifyRequest): string | undefined {
  const { language } = query as Record<string, unknown>
  return typeof language === 'string' ? language : undefined
}

/** Keeps in this browser the language that a link of a page chose. */
export function keepChosen(request: FastifyRequest, reply: FastifyReply): void {
  const language = languageOf(inQuery(request) ?? '')
  if (request.method !== 'GET' || language === undefined) return
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${COOKIE}=${language.code}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${secure}`,
  )
}
