import { isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../config/addresses.ts'
import type { App } from './app.ts'

/**
 * Whether pages are served to the host that a request names (contract §19). Another web site's name that leads here (DNS
 * rebinding) would be an origin of its own, which may read what it is answered.
 */

/** @param isOurs whether the service is reached by this host name or address */
export function isServed(request: FastifyRequest, isOurs: (host: string) => boolean): boolean {
  const host = hostOf(request)
  if (host === null) return false
  return isLoopback(host) ? isLocal(request) : isOurs(host) || isOwnSocket(request, host)
}

/** The connection itself, whatever headers say: a proxy here must use TLS towards its clients, and say so. */
export const isLocal = (request: FastifyRequest): boolean =>
  isLoopback(addressIn(request.raw.socket.remoteAddress)) &&
  request.headers['x-forwarded-for'] === undefined &&
  request.headers.forwarded === undefined

/** An address typed instead of a name. No other site's page can have it as its origin. */
const isOwnSocket = (request: FastifyRequest, host: string): boolean =>
  host === addressIn(request.raw.socket.localAddress)

/** Without what IPv6 adds: the interface, or the prefix of an IPv4 address. */
const addressIn = (address = ''): string => address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*/, '')

/** RFC 9110 §4.2.4: an authority with a user is none. */
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?$/i

/** The host as browsers write it, without port and brackets; null where it is none, or not the only one. */
function hostOf({ headers, raw: { url = '', rawHeaders } }: FastifyRequest): string | null {
  const [, host = '', port = '0'] = AUTHORITY.exec(headers.host ?? '') ?? []
  const hosts = rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length
  // A whole address in the request line would go before the header (RFC 9112 §3.2.2). Browsers send it to proxies alone.
  if (hosts > 1 || !url.startsWith('/') || Number(port) > 65_535) return null
  if (host.startsWith('['))
    return isIPv6(host.slice(1, -1)) ? new URL(`http://${host}`).hostname.slice(1, -1) : null
  const name = host.toLowerCase().replace(/\.$/, '')
  // Four numbers that are no address are no name either; browsers write addresses in this one form.
  return name === '' || (/(^|\.)\d+$/.test(name) && isIP(name) === 0) ? null : name
}

/** For rooms whose pages are for everybody. Call before adding routes. */
export function serveOwnHosts(app: App, isOurs: (host: string) => boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isServed(request, isOurs)) return
    const { say } = await import('../words/english.ts')
    return reply
      .code(403)
      .type('text/plain; charset=utf-8')
      .send(`${say('refused.host')}\n`)
  })
}
