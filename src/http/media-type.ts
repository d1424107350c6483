import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'

/** Does the client ask for HTML rather than plain text, as browsers do? Plain text is for all who do not say. */
export const prefersHtml = (headers: IncomingHttpHeaders): boolean =>
  new Negotiator({ headers }).mediaType(['text/plain', 'text/html']) === 'text/html'

/** Whether the caller would rather have a map than JSON. */
export const prefersGeoJson = (headers: IncomingHttpHeaders): boolean =>
  new Negotiator({ headers }).mediaType(['application/json', 'application/geo+json']) ===
  'application/geo+json'
