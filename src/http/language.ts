import Negotiator from 'negotiator'
import { ENGLISH, type Language, languageOf, languages } from '../words/language.ts'

/** The language that an `Accept-Language` header prefers (RFC 9110 §12.5.4); English if it accepts no other. */
export function askedFor(header: string | undefined): Language {
  const codes = languages().map(({ code }) => code)
  const [best] = new Negotiator({ headers: { 'accept-language': header } }).languages(codes)
  return header === undefined ? ENGLISH : (languageOf(best ?? '') ?? ENGLISH)
}
