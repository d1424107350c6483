import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { ENGLISH, type Language, languageOf, languages } from '../words/language.ts'
import { cookieNamed } from './cookie.ts'

/** The cookie with the language that was chosen in this browser. */
export const LANGUAGE_COOKIE = 'granary-language'

/** Returns the language chosen in this browser, else the one that the browser asks for (contract §25). */
export const languageFor = (request: FastifyRequest): Language =>
  languageOf(languageInQuery(request) ?? cookieNamed(request, LANGUAGE_COOKIE) ?? '') ??
  askedFor(request.headers['accept-language'])

export function languageInQuery({ query }: FastifyRequest): string | undefined {
  const { language } = query as Record<string, unknown>
  return typeof language === 'string' ? language : undefined
}

/** The language that an `Accept-Language` header prefers (RFC 9110 §12.5.4); English if it accepts no other. */
export function askedFor(header: string | undefined): Language {
  const codes = languages().map(({ code }) => code)
  const [best] = new Negotiator({ headers: { 'accept-language': header } }).languages(codes)
  return header === undefined ? ENGLISH : (languageOf(best ?? '') ?? ENGLISH)
}
