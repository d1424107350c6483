import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { asError } from '../base/error-kinds.ts'
import { Problem } from '../base/problem.ts'
import type { Verified } from '../domain/credential.ts'
import type { App } from '../http/app.ts'
import type { Callers } from '../http/caller.ts'
import { mayTakeLong } from '../http/refused-connection.ts'
import type { EvidencePorts } from './evidence-routes.ts'
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
} from './tus.ts'
import * as shapes from './upload-shapes.ts'
import type { UploadState } from './uploads.ts'

/** Resumable uploads of pictures: tus 1.0.0 (contract §11). */
export function uploadsRoutes(app: App, ports: EvidencePorts, callers: Callers): void {
  const { config } = ports
  const { uploads } = ports.evidence
  const common = {
    // Lengths and checksums describe the bytes as sent.
    decompress: false as const,
    validatorCompiler: () => (value: unknown) => ({ value }),
  }
  app.removeAllContentTypeParsers()
  // The handler reads the body, chunk by chunk.
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // A 404 gets no tus header: it must not reveal that uploads have such addresses.
    if (reply.statusCode !== 404) reply.header('tus-resumable', TUS_VERSION)
    done()
  })
  // A malformed media type does not reach the parser for all types.
  app.setErrorHandler((error: FastifyError) => {
    throw error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? new Problem('upload_type_required') : error
  })
  app.addHook('onReady', () => uploads.open())
  app.addHook('preClose', (done) => {
    uploads.cutOff()
    done()
  })

  /** A request for an upload that does not exist is audited, like any refused read. */
  const ofOwn = <T>(caller: Verified, work: (client: Verified) => Promise<T>): Promise<T> =>
    work(callers.lookerOf(caller)).catch((error) => {
      if (error instanceof Problem && error.code === 'not_found') callers.countLook(caller)
      throw error
    })

  app.options('/v1/uploads', {
    ...common,
    onRequest: [forgetType, callers.admit('write', { closes: true })],
    schema: shapes.describeUploads,
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
    schema: shapes.beginUpload,
    handler: async (request, reply) => {
      const { headers, caller, raw: body } = request
      const bytes = readLength(headers, config.maxUploadBytes)
      const sha256 = readDeclaredSha256(headers)
      const sent = hasUploadType(headers)
        ? { body, length: bodyLength(headers), checksum: readChecksum(headers) }
        : null
      callers.checkUpload(caller, bytes)
      const count = () => callers.countUpload(caller, bytes)
      const state = await whileReading(request, reply, () =>
        uploads.begin(caller, { bytes, sha256 }, sent, count),
      )
      if (sent) reply.header('upload-offset', String(state.received))
      return sendState(reply.code(201).header('location', `/v1/uploads/${state.id}`), state)
    },
  })

  app.head('/v1/uploads/:id', {
    ...common,
    onRequest: [callers.admit('write', { closes: true }), speaksTus],
    schema: shapes.getUpload,
    handler: async (request, reply) => {
      const state = await ofOwn(request.caller, (client) => uploads.state(client, request.params.id)).catch(
        asBusy,
      )
      reply
        .code(200)
        .header('upload-offset', String(state.received))
        .header('upload-length', String(state.bytes))
        .header('upload-metadata', metadataOf(state.capturedSha256))
      return sendState(reply, state)
    },
  })

  app.patch('/v1/uploads/:id', {
    ...common,
    onRequest: [callers.admit('write', { maxBytes: config.maxUploadBytes }), speaksTus],
    schema: shapes.sendUpload,
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
        ofOwn(request.caller, (client) => uploads.send(client, request.params.id, sent)),
      )
      return sendState(reply.code(204).header('upload-offset', String(state.received)), state)
    },
  })

  app.delete('/v1/uploads/:id', {
    ...common,
    onRequest: [forgetType, callers.admit('write', { closes: true }), speaksTus],
    schema: shapes.endUpload,
    handler: async (request, reply) => {
      await ofOwn(request.caller, (client) => uploads.end(client, request.params.id))
      return reply.code(204).send()
    },
  })
}

/** Drops the media type of a request without a body: Fastify would refuse a malformed one first. */
function forgetType(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  delete request.raw.headers['content-type']
  done()
}

function speaksTus(request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void): void {
  try {
    checkVersion(request.headers)
    done()
  } catch (refusal) {
    reply.header('tus-version', TUS_VERSION)
    done(asError(refusal))
  }
}

/**
 * Lets a phone send slowly, as long as bytes arrive. If a body is refused midway, the connection closes after
 * the reply: the rest of the body would precede the next request.
 */
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

/**
 * Answers 423 to a HEAD for an upload that cannot be finished now. Clients read 423 as "try later"; after any
 * other refusal they give the upload up and send the whole picture again (tus-js-client 4 does).
 */
function asBusy(error: unknown): never {
  if (error instanceof Problem && error.status >= 500) throw new Problem('upload_locked', error.extra)
  throw error
}

function sendState(reply: FastifyReply, { expiresAtMs, storedSha256 }: UploadState): FastifyReply {
  if (expiresAtMs !== null) reply.header('upload-expires', new Date(expiresAtMs).toUTCString())
  if (storedSha256 !== null) reply.header('granary-sha256', storedSha256)
  return reply.send()
}
