import type { FastifyRequest } from 'fastify'
import { isLocal, isServed } from '../http/served-host.ts'
import type { TextKey } from '../text/catalogue/en.ts'

/** What a request must be before a page is served (contract §19): encrypted, for one of our names, and from our own pages. */

/** @param isOurs whether the service is reached by this host name */
export function refusalOf(request: FastifyRequest, isOurs: (host: string) => boolean): TextKey | null {
  if (!isServed(request, isOurs)) return 'refused.host'
  if (request.protocol !== 'https' && !isLocal(request)) return 'refused.tls'
  return request.method === 'GET' || isFromOwnPage(request) ? null : 'refused.origin'
}

/** Browsers tell where a form came from: in Fetch Metadata, or in older ones as the origin. */
function isFromOwnPage({ headers, protocol }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === `${protocol}://${headers.host}`
}
