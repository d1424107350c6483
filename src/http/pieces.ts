import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { sendJson } from './door.ts'

/**
 * Replies that a caller may take slowly: before each further piece it is asked whether the caller may still have it. Where
 * it may not, the connection is broken off, and the caller sees that the reply is short.
 */

/** Asked again after so many bytes, or after so long. */
const PIECE_BYTES = 256 * 1024
const PIECE_MS = 1_000

/** @param check throws where nothing more may leave; what leaves first was decided upon just before */
export async function* whileAllowed(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  check: () => Promise<void> | void,
): AsyncGenerator<Buffer> {
  let bytes = 0
  let askedAtMs = performance.now()
  for await (const piece of source) {
    if (bytes >= PIECE_BYTES || performance.now() - askedAtMs >= PIECE_MS) {
      await check()
      bytes = 0
      askedAtMs = performance.now()
    }
    bytes += piece.length
    yield piece
  }
}

/** Sends JSON text that is already made, piece by piece where it is long. @param check as above */
export function sendLongJson(reply: FastifyReply, json: string, check: () => void): FastifyReply {
  if (json.length <= PIECE_BYTES) return sendJson(reply, 200, json)
  const bytes = Buffer.from(json)
  return reply
    .code(200)
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-length', String(bytes.length))
    .send(
      Readable.from(whileAllowed(piecesOf(bytes), check), { objectMode: false, highWaterMark: PIECE_BYTES }),
    )
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}
