import type { App } from '../../http/app.ts'
import { sendPacked } from '../../http/packed-reply.ts'
import type { PagePorts } from '../../http/ports.ts'
import { serveOwnHosts } from '../../http/served-host.ts'
import { fieldFiles } from './files.ts'

/** The field page (contract §24): an installable page that makes a phone a device. It uses the public API alone. */

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function fieldRoutes(app: App, { office }: PagePorts): void {
  serveOwnHosts(app, office.isOurs)
  for (const { path, file, mediaType, isFixed } of fieldFiles)
    app.get(path, { schema: { hide: true } }, (request, reply) => {
      // The worker also answers for the page itself, which is above its own folder.
      if (path === '/field/sw.js') reply.header('service-worker-allowed', '/field')
      return sendPacked(request, reply, { file, mediaType, isFixed, policy: POLICY })
    })
  app.get('/field/', { schema: { hide: true } }, (_request, reply) => reply.redirect('../field', 308))
}
