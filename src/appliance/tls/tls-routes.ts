import { Problem } from '../../base/problem.ts'
import type { App } from '../../http/app.ts'
import { matchesTag } from '../../http/etag.ts'
import type { PagePorts } from '../../http/ports.ts'
import { limitByAddress } from '../../http/public-limit.ts'
import { noParameters } from '../../http/query.ts'
import { problems } from '../../http/refusals.ts'
import { ETAG, NOT_MODIFIED } from '../../http/responses.ts'
import { etagOf } from '../../registry/registry.ts'
import type { TlsService } from './tls-service.ts'

/**
 * The media type by which phones recognize a certificate to install. The form is DER, because Apple's systems
 * accept DER and PEM, but Android accepts only DER in a file named .crt or .cer in all its versions.
 */
const TYPE = 'application/x-x509-ca-cert'
const FILE = 'inline; filename="granary-authority.crt"'

const HEADERS = {
  ...ETAG,
  'content-disposition': { type: 'string', description: 'A name for the file, ending in `.crt`.' },
}

export interface TlsPorts extends PagePorts {
  readonly tls: Pick<TlsService, 'authority'>
}

/** The route for the certificate that phones must trust. It is public, and identifies nobody. */
export async function tlsRoutes(app: App, { tls, config }: TlsPorts): Promise<void> {
  limitByAddress(app, config.registryPerMinute)

  app.get('/v1/tls/authority', {
    schema: {
      operationId: 'getAuthority',
      tags: ['service'],
      security: [],
      summary: 'The certificate of the private authority, for a phone to install.',
      description:
        'X.509 in DER form. Needs no credential. Compare its SHA-256 with the one in the enrolment code, or the one that `granary tls status` shows. 404 if the service has its own certificate, or none.',
      response: {
        200: {
          description: 'The certificate.',
          headers: HEADERS,
          content: { [TYPE]: { schema: { type: 'string', format: 'binary' } } },
        },
        ...NOT_MODIFIED,
        ...problems('invalid_parameter', 'not_found', 'rate_limited'),
      },
    },
    handler: async (request, reply) => {
      noParameters(request)
      const certificate = tls.authority
      if (certificate === null) throw new Problem('not_found')
      const etag = etagOf(certificate.fingerprint256)
      reply.header('etag', etag).header('cache-control', 'no-cache')
      if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.header('content-type', TYPE).header('content-disposition', FILE).send(certificate.raw)
    },
  })
}
