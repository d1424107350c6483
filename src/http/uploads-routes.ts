import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  bodyLength,
  CHECKSUM_ALGORITHMS,
  checkVersion,
  hasUploadType,
  metadataOf,
  readChecksum,
  readDeclaredSha256,
  readLength,
  readOffset,
  TUS_EXTENSIONS,
  TUS_VERSION,
  UPLOAD_TYPE,
} from '../evidence/tus.ts'
import type { UploadState } from '../evidence/uploads.ts'
import { Problem } from '../problem.ts'
import type { Callers } from './caller.ts'
import { problems } from './contract.ts'
import { mayTakeLong } from './door.ts'
import type { Handles } from './handles.ts'

/** Resumable uploads of pictures: the tus protocol, version 1.0.0 (contract §11). */

const IdParameter = Type.Object({
  id: Type.String({ description: 'As the Location of the upload gave it.' }),
})
const Bytes = Type.Unsafe({ type: 'string', format: 'binary', description: 'Bytes of the picture.' })

const header = (description: string) => ({ type: 'string', description })
const TUS_RESUMABLE = header('Always 1.0.0; every request but OPTIONS must say the same.')
const OFFSET = header('How many bytes are here.')
const EXPIRES = header('When an upload that is not finished is dropped.')
const STORED = header('SHA-256 of the bytes as kept; present when, and only when, the upload is finished.')

/** An answer without a body. */
const bare = (description: string, headers: object) => ({
  description,
  type: 'null',
  headers: { 'tus-resumable': TUS_RESUMABLE, ...headers },
})

export function uploadsRoutes(app: FastifyInstance, handles: Handles, callers: Callers): void {
  const { config } = handles
  const { uploads } = handles.evidence
  const common = {
    // Lengths and checksums are of the bytes as they travel.
    decompress: false as const,
    compress: false as const,
    validatorCompiler: () => (value: unknown) => ({ value }),
  }
  app.removeAllContentTypeParsers()
  // The body stays where it is until somebody takes it, piece by piece.
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('tus-resumable', TUS_VERSION)
    done()
  })
  app.addHook('onReady', () => uploads.open())
  app.addHook('preClose', (done) => {
    uploads.cutOff()
    done()
  })

  app.options('/v1/uploads', {
    ...common,
    onRequest: callers.admit('write', { closes: true }),
    schema: {
      operationId: 'describeUploads',
      tags: ['evidence'],
      summary: 'What this service understands of tus.',
      response: {
        204: bare('The extensions and limits.', {
          'tus-version': header('1.0.0'),
          'tus-extension': header(TUS_EXTENSIONS.join(',')),
          'tus-max-size': header('Largest picture, in bytes.'),
          'tus-checksum-algorithm': header(CHECKSUM_ALGORITHMS.join(',')),
        }),
        ...problems(401, 403, 503),
      },
    },
    handler: async (_request, reply) =>
      reply
        .code(204)
        .header('tus-version', TUS_VERSION)
        .header('tus-extension', TUS_EXTENSIONS.join(','))
        .header('tus-max-size', String(config.maxUploadBytes))
        .header('tus-checksum-algorithm', CHECKSUM_ALGORITHMS.join(','))
        .send(),
  })

  app.post('/v1/uploads', {
    ...common,
    onRequest: [callers.admit('write', { maxBytes: config.maxUploadBytes }), speaksTus],
    schema: {
      operationId: 'beginUpload',
      tags: ['evidence'],
      summary: 'Begin an upload of a JPEG, PNG or WebP, with or without its first bytes.',
      description:
        'Upload-Metadata must give `sha256`: the hash of the bytes as captured, which a record cites. All else in it is passed over. Upload-Length is required.',
      consumes: [UPLOAD_TYPE],
      body: Bytes,
      response: {
        201: bare('Begun.', {
          location: header('Where the bytes go.'),
          'upload-offset': OFFSET,
          'upload-expires': EXPIRES,
          'granary-sha256': STORED,
        }),
        ...problems(400, 401, 403, 409, 412, 413, 415, 422, 429, 460, 503, 507),
      },
    },
    handler: async (request, reply) => {
      const { headers, caller, raw: body } = request
      const bytes = readLength(headers, config.maxUploadBytes)
      const sha256 = readDeclaredSha256(headers)
      const sent = hasUploadType(headers)
        ? { body, length: bodyLength(headers), checksum: readChecksum(headers) }
        : null
      callers.countUpload(caller, bytes)
      const state = await whileReading(request, reply, () => uploads.begin(caller, { bytes, sha256 }, sent))
      if (sent) reply.header('upload-offset', String(state.received))
      return tell(reply.code(201).header('location', `/v1/uploads/${state.id}`), state)
    },
  })

  app.head('/v1/uploads/:id', {
    ...common,
    onRequest: [callers.admit('write', { closes: true }), speaksTus],
    schema: {
      operationId: 'getUpload',
      tags: ['evidence'],
      summary: 'Where an upload stands. A request that is still sending to it is cut off.',
      params: IdParameter,
      response: {
        200: bare('How it stands.', {
          'upload-offset': OFFSET,
          'upload-length': header('How many bytes there will be.'),
          'upload-metadata': header('The hash that was declared.'),
          'upload-expires': EXPIRES,
          'granary-sha256': STORED,
        }),
        ...problems(401, 403, 404, 409, 412, 422, 423, 503, 507),
      },
    },
    handler: async (request, reply) => {
      const state = await uploads.state(request.caller, idOf(request))
      reply
        .code(200)
        .header('upload-offset', String(state.received))
        .header('upload-length', String(state.bytes))
        .header('upload-metadata', metadataOf(state.capturedSha256))
      return tell(reply, state)
    },
  })

  app.patch('/v1/uploads/:id', {
    ...common,
    onRequest: [callers.admit('write', { maxBytes: config.maxUploadBytes }), speaksTus],
    schema: {
      operationId: 'sendUpload',
      tags: ['evidence'],
      summary: 'Send bytes. With the last one the picture is verified, cleaned and kept.',
      params: IdParameter,
      consumes: [UPLOAD_TYPE],
      body: Bytes,
      response: {
        204: bare('Taken.', { 'upload-offset': OFFSET, 'upload-expires': EXPIRES, 'granary-sha256': STORED }),
        ...problems(400, 401, 403, 404, 409, 412, 413, 415, 422, 423, 460, 503, 507),
      },
    },
    handler: async (request, reply) => {
      const { headers, raw: body } = request
      if (!hasUploadType(headers)) throw new Problem('upload_type_required')
      const sent = {
        body,
        offset: readOffset(headers),
        length: bodyLength(headers),
        checksum: readChecksum(headers),
      }
      const state = await whileReading(request, reply, () =>
        uploads.send(request.caller, idOf(request), sent),
      )
      return tell(reply.code(204).header('upload-offset', String(state.received)), state)
    },
  })

  app.delete('/v1/uploads/:id', {
    ...common,
    onRequest: [callers.admit('write', { closes: true }), speaksTus],
    schema: {
      operationId: 'endUpload',
      tags: ['evidence'],
      summary: 'Drop an upload that is not finished.',
      params: IdParameter,
      response: { 204: bare('Dropped.', {}), ...problems(401, 403, 404, 409, 412, 423, 503) },
    },
    handler: async (request, reply) => {
      await uploads.end(request.caller, idOf(request))
      return reply.code(204).send()
    },
  })
}

const idOf = (request: FastifyRequest) => (request.params as Static<typeof IdParameter>).id

function speaksTus(request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void): void {
  try {
    checkVersion(request.headers)
    done()
  } catch (refusal) {
    reply.header('tus-version', TUS_VERSION)
    done(refusal as Error)
  }
}

/** A telephone may send slowly, as long as it sends; what is left of a refused body must not stand before the next request. */
async function whileReading<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  if (request.headers['content-encoding'] !== undefined) throw new Problem('upload_type_required')
  const end = mayTakeLong(request)
  try {
    return await work()
  } catch (error) {
    if (request.raw.readableDidRead && !request.raw.readableEnded) reply.header('connection', 'close')
    throw error
  } finally {
    end()
  }
}

function tell(reply: FastifyReply, { expiresAtMs, storedSha256 }: UploadState): FastifyReply {
  if (expiresAtMs !== null) reply.header('upload-expires', new Date(expiresAtMs).toUTCString())
  if (storedSha256 !== null) reply.header('granary-sha256', storedSha256)
  return reply.send()
}
