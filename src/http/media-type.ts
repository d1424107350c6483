import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'

/**
 * Whether the client prefers HTML to plain text, as browsers do. Plain text is for clients that state no
 * preference.
 */
export const prefersHtml = (headers: IncomingHttpHeaders): boolean =>
  new Negotiator({ headers }).mediaType(['text/plain', 'text/html']) === 'text/html'

/** Whether the client accepts CSV but not plain text. */
export function acceptsOnlyCsv(headers: IncomingHttpHeaders): boolean {
  const accepted = new Negotiator({ headers }).mediaTypes(['text/plain', 'text/csv'])
  return accepted.length === 1 && accepted[0] === 'text/csv'
}

/** Whether the client accepts JSON but not plain text. Many clients that accept both name JSON first. */
export function acceptsOnlyJson(headers: IncomingHttpHeaders): boolean {
  const accepted = new Negotiator({ headers }).mediaTypes(['text/plain', 'application/json'])
  return accepted.length === 1 && accepted[0] === 'application/json'
}

/** Whether the client prefers a map to plain JSON. */
export const prefersGeoJson = (headers: IncomingHttpHeaders): boolean =>
  new Negotiator({ headers }).mediaType(['application/json', 'application/geo+json']) ===
  'application/geo+json'
