import type { IncomingHttpHeaders } from 'node:http'

/** Rules for browsers: pages of other web sites must not use a browser's credential here. */

/** On every reply. The pages of the reference, and pictures, have a policy of their own. */
export const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** A year, in which browsers use nothing but TLS here (RFC 6797). */
export const STRICT_TRANSPORT = 'max-age=31536000'

/**
 * Did a page of another origin make the browser send this (Fetch Metadata)? A browser that keeps the password of HTTP Basic
 * would send it along without its user knowing. Other programs send no such header.
 */
export const isCrossSite = (headers: IncomingHttpHeaders): boolean =>
  headers.authorization !== undefined && !OWN.has(String(headers['sec-fetch-site'] ?? 'none').toLowerCase())

const OWN: ReadonlySet<string> = new Set(['same-origin', 'none'])
