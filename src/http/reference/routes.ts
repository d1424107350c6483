import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { matchesTag } from '../etag.ts'
import { acceptsGzip, gzipped } from '../packed.ts'
import { serveOwnHosts } from '../served-host.ts'
import { ASSETS, type Asset } from './assets.ts'

/**
 * Routes of the API reference for browsers. It works offline, contacts only its appliance, contains no data
 * and needs no credential.
 */

/**
 * The policy allows only the program's own scripts. Swagger UI needs images from its styles (`data:`) and
 * from replies (`blob:`).
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface DocsPorts {
  readonly office: { readonly isOurs: (host: string) => boolean }
}

export function docsRoutes(app: App, { office }: DocsPorts): void {
  serveOwnHosts(app, office.isOurs)
  for (const [url, asset] of Object.entries(ASSETS)) {
    app.get(url, { schema: { hide: true } }, (request, reply) => sendAsset(request, reply, asset))
  }
  app.get('/docs/', { schema: { hide: true } }, (_request, reply) => reply.redirect('../docs', 308))
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, { file, mediaType }: Asset): FastifyReply {
  const etag = `"${file.sha256.slice(0, 32)}"`
  reply
    .header('content-security-policy', POLICY)
    .header('cross-origin-opener-policy', 'same-origin')
    .header('referrer-policy', 'no-referrer')
    // Browsers must revalidate each time: after an upgrade, a page must not run with the scripts of another
    // version.
    .header('cache-control', 'no-cache')
    // The tag is weak, because the file is sent both compressed and uncompressed (RFC 9110 §8.8.1).
    .header('etag', `W/${etag}`)
    .header('vary', 'accept-encoding')
    .type(mediaType)
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return acceptsGzip(request.headers['accept-encoding'])
    ? reply.header('content-encoding', 'gzip').send(gzipped(file))
    : reply.send(Readable.from([gzipped(file)]).pipe(createGunzip()))
}
