import { Problem } from '../../base/problem.ts'
import type { App } from '../../http/app.ts'
import type { PagePorts } from '../../http/ports.ts'
import { limitByAddress } from '../../http/public-limit.ts'
import { serveOwnHosts } from '../../http/served-host.ts'
import { type Mark, markAddress } from './appearance.ts'

export interface MarkPorts extends PagePorts {
  readonly office: PagePorts['office'] & { readonly mark: () => Mark | null }
}

/**
 * The cooperative's mark. Its address contains its digest, so that browsers need not ask for it again. It is
 * public, as is the name on the page to sign in.
 */
export async function markRoute(app: App, { office, config }: MarkPorts): Promise<void> {
  serveOwnHosts(app, office.isOurs)
  limitByAddress(app, config.registryPerMinute)
  app.get('/mark/:digest', { schema: { hide: true } }, async (request, reply) => {
    const mark = office.mark()
    if (mark === null || request.url !== markAddress(mark.sha256)) throw new Problem('not_found')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .header('content-type', mark.mediaType)
      .send(mark.bytes)
  })
}
