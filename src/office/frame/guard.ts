import type { FastifyRequest } from 'fastify'
import { isLocal, isServed } from '../../http/served-host.ts'
import type { PlainKey } from '../../words/language.ts'

/**
 * Requests must be encrypted, use one of our host names and, if they are forms, be sent by our own pages
 * (contract §19).
 */

/**
 * Returns why the request is refused, or null if it may be served.
 * @param isOurs returns whether the service is reached by this host name
 */
export function refusalOf(request: FastifyRequest, isOurs: (host: string) => boolean): PlainKey | null {
  if (!isServed(request, isOurs)) return 'refused.host'
  if (request.protocol !== 'https' && !isLocal(request)) return 'refused.tls'
  return request.method === 'GET' || isFromOwnPage(request) ? null : 'refused.origin'
}

/**
 * Browsers report which site sent a form: current ones in Fetch Metadata, older ones in the Origin header.
 */
function isFromOwnPage({ headers, protocol }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === `${protocol}://${headers.host}`
}
