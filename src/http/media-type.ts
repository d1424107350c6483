import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'

/** Does the client ask for HTML rather than plain text, as browsers do? Plain text is for all who do not say. */
export const prefersHtml = (headers: IncomingHttpHeaders): boolean =>
  new Negotiator({ headers }).mediaType(['text/plain', 'text/html']) === 'text/html'

/** Does the client take JSON and no plain text? Many that take both name JSON first. */
export function takesJsonAlone(headers: IncomingHttpHeaders): boolean {
  const taken = new Negotiator({ headers }).mediaTypes(['text/plain', 'application/json'])
  return taken.length === 1 && taken[0] === 'application/json'
}

/** Whether the caller would rather have a map than JSON. */
export const prefersGeoJson = (headers: IncomingHttpHeaders): boolean =>
  new Negotiator({ headers }).mediaType(['application/json', 'application/geo+json']) ===
  'application/geo+json'
