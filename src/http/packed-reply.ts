import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesTag } from './etag.ts'
import { acceptsGzip, gzipped, type Packed } from './packed.ts'

export interface PackedReply {
  readonly file: Packed
  readonly mediaType: string
  /** Content security policy. */
  readonly policy: string
  /** Whether the address contains the file's digest. Browsers ask for any other file each time. */
  readonly isFixed?: boolean
}

interface FileHeaders extends Omit<PackedReply, 'file'> {
  readonly etag: string
}

export function headersFor(
  reply: FastifyReply,
  { etag, mediaType, policy, isFixed = false }: FileHeaders,
): void {
  reply
    .header('content-security-policy', policy)
    .header('cross-origin-opener-policy', 'same-origin')
    .header('referrer-policy', 'no-referrer')
    // After an upgrade, a page must not run with the scripts of another version.
    .header('cache-control', isFixed ? 'public, max-age=31536000, immutable' : 'no-cache')
    // The tag is weak, because the file is sent both compressed and uncompressed (RFC 9110 §8.8.1).
    .header('etag', `W/${etag}`)
    .header('vary', 'accept-encoding')
    .type(mediaType)
}

/** Sends a file that is part of the program, compressed if the client accepts it. */
export function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, mediaType, policy, isFixed = false }: PackedReply,
): FastifyReply {
  const etag = `"${file.sha256.slice(0, 32)}"`
  headersFor(reply, { etag, mediaType, policy, isFixed })
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return acceptsGzip(request.headers['accept-encoding'])
    ? reply.header('content-encoding', 'gzip').send(gzipped(file))
    : reply.send(Readable.from([gzipped(file)]).pipe(createGunzip()))
}
