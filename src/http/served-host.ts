import { isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../config/addresses.ts'
import { paragraph } from '../text/parts.ts'
import type { App } from './app.ts'
import { languageFor } from './language.ts'
import { prefersHtml } from './media-type.ts'
import { pageOf, sendPage } from './page.ts'

/**
 * Decides whether to serve pages under the host that a request names (contract §19). If another web site's
 * name resolves to this machine (DNS rebinding), its pages would have the same origin as ours, and could read
 * our replies.
 */

/** @param isOurs whether this host name or address belongs to the service */
export function isServed(request: FastifyRequest, isOurs: (host: string) => boolean): boolean {
  const host = hostOf(request)
  if (host === null) return false
  return isLoopback(host) ? isLocal(request) : isOurs(host) || isOwnSocket(request, host)
}

/**
 * Whether a program on this machine made the request itself. A proxy on this machine must use TLS for its
 * clients, and add one of these headers.
 */
export const isLocal = (request: FastifyRequest): boolean =>
  isLoopback(addressIn(request.raw.socket.remoteAddress)) &&
  request.headers['x-forwarded-for'] === undefined &&
  request.headers.forwarded === undefined

/**
 * Whether the host is the address of this connection, typed instead of a name. No other site can have that
 * origin.
 */
const isOwnSocket = (request: FastifyRequest, host: string): boolean =>
  host === addressIn(request.raw.socket.localAddress)

/** Returns the address without an IPv6 interface, or the IPv6 prefix of an IPv4 address. */
const addressIn = (address = ''): string => address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*/, '')

/** A host and port. An authority with a user name is refused (RFC 9110 §4.2.4). */
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?$/i

/**
 * Returns the host as browsers write it, without port and brackets; null if it is missing, malformed or not
 * the only one.
 */
function hostOf({ headers, raw: { url = '', rawHeaders } }: FastifyRequest): string | null {
  const [, host = '', port = '0'] = AUTHORITY.exec(headers.host ?? '') ?? []
  const hosts = rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length
  // A whole address in the request line overrides the header (RFC 9112 §3.2.2). Browsers send it only to
  // proxies.
  if (hosts > 1 || !url.startsWith('/') || Number(port) > 65_535) return null
  if (host.startsWith('['))
    return isIPv6(host.slice(1, -1)) ? new URL(`http://${host}`).hostname.slice(1, -1) : null
  const name = host.toLowerCase().replace(/\.$/, '')
  // A host that ends in a number must be an address in the one form that browsers write; otherwise it is
  // malformed.
  return name === '' || (/(^|\.)\d+$/.test(name) && isIP(name) === 0) ? null : name
}

/** Refuses requests that name another host, for rooms with public pages. Call before adding their routes. */
export function serveOwnHosts(app: App, isOurs: (host: string) => boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isServed(request, isOurs)) return
    reply.code(403)
    const language = languageFor(request)
    const text = language.say('refused.host')
    if (!prefersHtml(request.headers)) return reply.type('text/plain; charset=utf-8').send(`${text}\n`)
    // The page shows neither the cooperative's name nor its mark: another site's pages can read it.
    const title = language.say('refused.title')
    const parts = [{ kind: 'title', text: title, lines: [] } as const, ...paragraph(text, '')]
    return sendPage(reply, await pageOf(parts, { title, language: language.locale }))
  })
}
