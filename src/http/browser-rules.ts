import type { IncomingHttpHeaders } from 'node:http'

/** Rules for browsers: other web sites must not use a browser's credential here. */

/** Headers of every reply. The reference pages and pictures have their own policy. */
export const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Makes browsers use only TLS with this service, for a year (RFC 6797). */
export const STRICT_TRANSPORT = 'max-age=31536000'

/**
 * Whether a page of another origin made the browser send this request (Fetch Metadata). A browser that stores
 * an HTTP Basic password would send the password with the request, without its user knowing. Programs other
 * than browsers send no such header.
 */
export const isCrossSite = (headers: IncomingHttpHeaders): boolean =>
  headers.authorization !== undefined && !OWN.has(String(headers['sec-fetch-site'] ?? 'none').toLowerCase())

const OWN: ReadonlySet<string> = new Set(['same-origin', 'none'])
