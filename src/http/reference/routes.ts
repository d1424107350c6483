import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BRAND_STYLE } from '../../text/brand-style.ts'
import type { Look } from '../../text/colours.ts'
import type { App } from '../app.ts'
import { matchesTag } from '../etag.ts'
import { acceptsGzip, unpacked } from '../packed.ts'
import { headersFor, sendPacked } from '../packed-reply.ts'
import type { PagePorts } from '../ports.ts'
import { shared } from '../reply-room.ts'
import { serveOwnHosts } from '../served-host.ts'
import { ASSETS, OWN } from './assets.ts'

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

export function docsRoutes(app: App, { office }: PagePorts): void {
  serveOwnHosts(app, office.isOurs)
  for (const [url, own] of Object.entries(OWN)) {
    let made: { readonly name: string; readonly look: Look; readonly file: OwnFile } | null = null
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      const [name, look] = [office.cooperative(), office.look()]
      if (made?.name !== name || made.look !== look) {
        const text = unpacked(own.file).toString('utf8')
        made = { name, look, file: ownFile(await OWN_TEXTS[url as keyof typeof OWN](text, name, look)) }
      }
      return sendOwn(request, reply, own.mediaType, made.file)
    })
  }
  for (const [url, asset] of Object.entries(ASSETS)) {
    app.get(url, { schema: { hide: true } }, (request, reply) =>
      sendPacked(request, reply, { ...asset, policy: POLICY }),
    )
  }
  app.get('/docs/', { schema: { hide: true } }, (_request, reply) => reply.redirect('../docs', 308))
}

type OwnText = (text: string, name: string, look: Look) => Promise<string>

const OWN_TEXTS: Readonly<Record<keyof typeof OWN, OwnText>> = {
  '/docs': async (text, name, look) => {
    const { headHtml } = await import('../../text/brand.tsx')
    return text.replace('<!--head-->', () => headHtml(name, look))
  },
  '/docs/page.css': async (text, _name, look) => `${look.colours}${BRAND_STYLE}${text}`,
}

interface OwnFile {
  readonly etag: string
  readonly text: string
  readonly gzipped: Buffer
}

const ownFile = (text: string): OwnFile => ({
  etag: `"${hash('sha256', text).slice(0, 32)}"`,
  text,
  gzipped: shared(gzipSync(text)),
})

/** Sends a small file that was made for the cooperative. */
function sendOwn(
  request: FastifyRequest,
  reply: FastifyReply,
  mediaType: string,
  { etag, text, gzipped: packed }: OwnFile,
): FastifyReply {
  headersFor(reply, { etag, mediaType, policy: POLICY })
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return acceptsGzip(request.headers['accept-encoding'])
    ? reply.header('content-encoding', 'gzip').send(packed)
    : reply.send(text)
}
