import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../base/problem.ts'
import type { App } from '../http/app.ts'
import type { Callers } from '../http/caller.ts'
import { whileAllowed } from '../http/chunks.ts'
import { matchesTag } from '../http/etag.ts'
import { OnlyPurpose, onlyPurpose } from '../http/query.ts'
import { problems, READ_PROBLEMS } from '../http/refusals.ts'
import { checkStillConnected } from '../http/reply-room.ts'
import { ETAG, NOT_MODIFIED } from '../http/responses.ts'
import { type CitationPlace, type CitationSlice, FIRST_CITATION } from '../records/gate/citations.ts'
import type { ReaderPorts } from '../records/ports.ts'
import type { EvidenceRow } from '../store/tables/evidence.ts'
import { DigestMismatch, ObjectStoreUnavailable } from './objects/store.ts'
import { type ByteRange, partOf } from './part-of.ts'
import type { EvidenceRoom } from './room.ts'

/** Reads pictures through the gate (contract §11). */

const SHA256 = /^[0-9a-f]{64}$/
/** A browser must run nothing that is hidden in a picture. */
const INERT = "default-src 'none'; frame-ancestors 'none'; sandbox"

type Citation = NonNullable<CitationSlice['found']>

const HashParameter = Type.Object({
  sha256: Type.String({
    pattern: SHA256.source,
    description: 'SHA-256 of the bytes as captured, or as kept.',
  }),
})
const Picture = { type: 'string', format: 'binary' }
const PICTURE = {
  content: Object.fromEntries(
    ['image/jpeg', 'image/png', 'image/webp'].map((mediaType) => [mediaType, { schema: Picture }]),
  ),
}

export interface EvidencePorts extends ReaderPorts {
  readonly evidence: EvidenceRoom
}

export function evidenceRoutes(app: App, ports: EvidencePorts, callers: Callers): void {
  app.get('/v1/evidence/:sha256', {
    onRequest: callers.admit('read'),
    schema: {
      operationId: 'getEvidence',
      tags: ['evidence'],
      summary: 'A picture cited by a record that the caller may read.',
      description:
        'The party that uploaded the picture must have asserted the record. One range of bytes may be requested.',
      params: HashParameter,
      querystring: OnlyPurpose,
      response: {
        200: {
          description: 'The picture as kept, without place and device. Its hash is the ETag.',
          headers: ETAG,
          ...PICTURE,
        },
        206: {
          description: 'The requested range.',
          headers: {
            ...ETAG,
            'content-range': {
              type: 'string',
              description: 'The position of these bytes, and the full length.',
            },
          },
          ...PICTURE,
        },
        ...NOT_MODIFIED,
        ...problems(...READ_PROBLEMS, 'range_not_satisfiable', 'object_store_unavailable'),
      },
    },
    // A damaged picture that fits in one chunk is noticed before any of it is sent, so it can still be
    // refused.
    errorHandler: (error: FastifyError) => {
      throw error instanceof DigestMismatch ? new ObjectStoreUnavailable(error.message) : error
    },
    handler: async (request, reply) => {
      const purpose = onlyPurpose(request)
      const { sha256 } = request.params
      const found = SHA256.test(sha256) ? await find(request, purpose, sha256) : null
      if (found === null) throw new Problem('not_found')
      const { picture } = found
      const etag = `"${picture.storedSha256}"`
      reply.header('etag', etag).header('accept-ranges', 'bytes')
      if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      const range = rangeOf(request, reply, picture.storedBytes)
      return send(request, reply, picture, range, () => checkStillOpen(request, purpose, found))
    },
  })

  async function find(request: FastifyRequest, purpose: string, sha256: string): Promise<Citation | null> {
    for (let from: CitationPlace | null = FIRST_CITATION; from !== null; ) {
      const place: CitationPlace = from
      checkStillConnected(request)
      const { found, resume } = await ports.submitFor(request.caller, () =>
        ports.gate.readerFor(request.caller, purpose).citing(sha256, place),
      )
      if (found) return found
      from = resume
    }
    return null
  }

  /** @throws {Problem} when the credential or the consent that opened the picture has ended */
  async function checkStillOpen(request: FastifyRequest, purpose: string, { seq }: Citation): Promise<void> {
    const { caller } = request
    const isOpen = await ports.submitFor(caller, () =>
      ports.gate.readerFor(caller, purpose).mayStillRead(seq),
    )
    if (!isOpen) throw new Problem('not_found')
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { storedSha256, storedBytes, mediaType }: EvidenceRow,
    range: ByteRange | null,
    check: () => Promise<void>,
  ): Promise<FastifyReply> {
    const { stream } = await ports.evidence.open(storedSha256)
    // Frees the stream even if it was never read, because the reply was refused or the client has hung up.
    reply.raw.once('close', () => stream.destroy())
    if (reply.raw.closed) stream.destroy()
    // The reply has started and can only be cut off: the caller sees that it is too short.
    stream.once('error', (error) => {
      request.log.error({ err: error, correlation_id: request.id }, 'a picture could not be sent completely')
    })
    reply
      .header('content-type', mediaType)
      .header('content-disposition', 'inline')
      .header('content-security-policy', INERT)
    const bytes = whileAllowed(range === null ? stream : partOf(stream, range), check)
    const body = Readable.from(bytes, { objectMode: false })
    if (range === null) return reply.code(200).header('content-length', String(storedBytes)).send(body)
    return reply
      .code(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${storedBytes}`)
      .header('content-length', String(range.end - range.start + 1))
      .send(body)
  }
}

/**
 * Returns the requested range; null for the whole picture. Several ranges or a malformed header also mean the
 * whole picture, as RFC 9110 §14.2 allows. `If-Range` is the ETag of the picture of which the caller has a
 * part.
 * @throws {Problem} range_not_satisfiable
 */
function rangeOf({ headers }: FastifyRequest, reply: FastifyReply, bytes: number): ByteRange | null {
  const { range, 'if-range': ifRange } = headers
  if (range === undefined || (ifRange !== undefined && ifRange !== reply.getHeader('etag'))) return null
  const [, from = '', to = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range) ?? []
  if (from + to === '') return null
  // Without a first byte, the number is the length of the end.
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (start <= end) return { start, end }
  reply.header('content-range', `bytes */${bytes}`)
  throw new Problem('range_not_satisfiable')
}
