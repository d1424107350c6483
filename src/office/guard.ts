import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../config/addresses.ts'
import type { TextKey } from '../text/catalogue/en.ts'

/** What a request must be before a page is served (contract §19): encrypted, for one of our names, and from our own pages. */

/** @param isOurs whether the service is reached by this host name */
export function refusalOf(request: FastifyRequest, isOurs: (host: string) => boolean): TextKey | null {
  const host = hostIn(request.headers.host ?? '')
  if (host === null || !(isLoopback(host) ? isLocal(request) : isOurs(host) || isOwnSocket(request, host)))
    return 'refused.host'
  if (request.protocol !== 'https' && !isLocal(request)) return 'refused.tls'
  return request.method === 'GET' || isFromOwnPage(request) ? null : 'refused.origin'
}

/** The connection itself, whatever headers say: a proxy here must use TLS towards its clients, and say so. */
const isLocal = (request: FastifyRequest): boolean =>
  isLoopback((request.raw.socket.remoteAddress ?? '').replace(/^::ffff:/, '')) &&
  request.headers['x-forwarded-for'] === undefined &&
  request.headers.forwarded === undefined

/** An address typed instead of a name. No other site's page can have it as its origin. */
const isOwnSocket = (request: FastifyRequest, host: string): boolean =>
  host === (request.raw.socket.localAddress ?? '').replace(/^::ffff:/, '')

function hostIn(header: string): string | null {
  try {
    return new URL(`http://${header}`).hostname.replace(/^\[|\]$/g, '').toLowerCase()
  } catch {
    return null
  }
}

/** Browsers tell where a form came from: in Fetch Metadata, or in older ones as the origin. */
function isFromOwnPage({ headers, protocol }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === `${protocol}://${headers.host}`
}
