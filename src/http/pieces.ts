import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { sendJson } from './door.ts'

/**
 * Replies that a caller may take slowly: before each further piece it is asked whether the caller may still have it. Where
 * it may not, the connection is broken off, and the caller sees that the reply is short.
 */

/** Asked again after so many bytes, or after so long. */
const CHECK_BYTES = 256 * 1024
const CHECK_MS = 1_000
/** Given to the socket at a time, so that a client on a slow link is seen to be reading. */
const PIECE_BYTES = 16 * 1024

/** @param check throws where nothing more may leave; what leaves first was decided upon just before */
export async function* whileAllowed(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  check: () => Promise<void> | void,
): AsyncGenerator<Buffer> {
  let bytes = 0
  let askedAtMs = performance.now()
  for await (const piece of source) {
    if (bytes >= CHECK_BYTES || performance.now() - askedAtMs >= CHECK_MS) {
      await check()
      bytes = 0
      askedAtMs = performance.now()
    }
    bytes += piece.length
    yield piece
  }
}

/**
 * Sends JSON text that is already made, piece by piece where it is long.
 * @param check as above
 * @param options.mayCompress see `sendJson`
 */
export function sendLongJson(
  reply: FastifyReply,
  json: string,
  check: () => void,
  options: { readonly mayCompress?: boolean } = {},
): FastifyReply {
  if (json.length <= CHECK_BYTES) return sendJson(reply, 200, json, options)
  const bytes = Buffer.from(json)
  const pieces = Readable.from(whileAllowed(piecesOf(bytes), check), {
    objectMode: false,
    highWaterMark: PIECE_BYTES,
  })
  reply.code(200).header('content-type', 'application/json; charset=utf-8')
  reply.bytesBehind = bytes.length
  if (!options.mayCompress) return reply.header('content-length', String(bytes.length)).send(pieces)
  reply.compress(pieces)
  return reply
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}
