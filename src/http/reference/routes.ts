import type { App } from '../app.ts'
import { sendPacked } from '../packed-reply.ts'
import { serveOwnHosts } from '../served-host.ts'
import { ASSETS } from './assets.ts'

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
    app.get(url, { schema: { hide: true } }, (request, reply) =>
      sendPacked(request, reply, { ...asset, policy: POLICY }),
    )
  }
  app.get('/docs/', { schema: { hide: true } }, (_request, reply) => reply.redirect('../docs', 308))
}
