import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Problem } from '../base/problem.ts'
import { must } from '../base/typed.ts'
import type { Owner } from '../store/turns.ts'
import { sendJson } from './door.ts'
import type { Jobs } from './jobs.ts'
import { inPieces, PIECE_BYTES } from './reply-room.ts'

/**
 * Replies that a caller may read slowly. From time to time, before the next piece, a check asks whether the caller may still
 * have it. If not, the connection is closed, and the caller sees that the reply is incomplete.
 */

/** Checked again after this many bytes or this time. */
const CHECK_BYTES = 256 * 1024
const CHECK_MS = 1_000

/** @param check throws if no more may leave; not called for the first bytes, which were decided on just before */
export async function* whileAllowed(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  check: () => Promise<void> | void,
): AsyncGenerator<Buffer> {
  const isDue = dueAgain()
  for await (const piece of source) {
    if (isDue(piece.length)) await check()
    yield piece
  }
}

/** @returns whether to check before the next bytes leave */
function dueAgain(): (bytes: number) => boolean {
  let sent = 0
  let askedAtMs = performance.now()
  return (bytes) => {
    const isDue = sent >= CHECK_BYTES || performance.now() - askedAtMs >= CHECK_MS
    if (isDue) {
      sent = 0
      askedAtMs = performance.now()
    }
    sent += bytes
    return isDue
  }
}

/** A reply that combines several pages, and the checks of each. */
interface Whole {
  readonly caller: Owner
  readonly checks: (() => void)[]
}

/** The combined reply that this request belongs to. A later request on it may find it too. */
export const wholeReply = new AsyncLocalStorage<Whole>()

/** The checks before more of a page leaves: the caller's credential, and the consent it needs. */
export function stillOpen(
  { checkStillLive }: Pick<Jobs, 'checkStillLive'>,
  caller: Owner,
  page: { isStillOpen(): boolean },
): () => void {
  const check = () => {
    checkStillLive(caller)
    if (!page.isStillOpen()) throw new Problem('not_found')
  }
  const whole = wholeReply.getStore()
  if (whole?.caller.credential === caller.credential) whole.checks.push(check)
  return check
}

/**
 * Sends a JSON document that is already made, piece by piece if it is long.
 * @param check as above
 * @param options.mayCompress see `sendJson`
 * @param options.type the media type, if it is not JSON's own
 */
export function sendMade(
  reply: FastifyReply,
  [before, texts, behind]: readonly [before: string, texts: readonly string[], behind: string],
  check: () => void,
  options: { readonly mayCompress?: boolean; readonly type?: string } = {},
): FastifyReply {
  const json = before + texts.join(',') + behind
  if (json.length <= CHECK_BYTES) return sendJson(reply, 200, json, options)
  // Encoded at once: that takes a millisecond for a mebibyte, and gives its length.
  const bytes = Buffer.from(json)
  const isDue = dueAgain()
  const pieces = inPieces(bytes, (next) => {
    if (isDue(next)) check()
  })
  reply.code(200).header('content-type', options.type ?? 'application/json; charset=utf-8')
  reply.bytesBehind = bytes.length
  if (!options.mayCompress) return reply.header('content-length', String(bytes.length)).send(pieces)
  reply.compress(pieces)
  return reply
}

/** The texts of a list: those that are made, and those that are made while the reply is read. */
export interface Texts {
  readonly made: readonly string[]
  /** Bytes in memory for the others at most; 0 if there are none. */
  readonly bytesOfRest: number
  /** The same for all. */
  readonly bytes: number
  rest(): AsyncIterable<readonly string[]>
}

/**
 * Sends a JSON document with a list in it. Its length is not announced if some texts are made while it is read.
 * @param check as above
 */
export function sendList(
  reply: FastifyReply,
  [before, texts, behind]: readonly [before: string, texts: Texts, behind: string],
  check: () => void,
  options: { readonly mayCompress?: boolean; readonly type?: string } = {},
): FastifyReply {
  if (texts.bytesOfRest === 0) return sendMade(reply, [before, texts.made, behind], check, options)
  const pieces = Readable.from(whileAllowed(longList(before, texts, behind), check), { objectMode: false })
  reply.code(200).header('content-type', options.type ?? 'application/json; charset=utf-8')
  reply.bytesBehind = texts.bytes
  if (!options.mayCompress) return reply.send(pieces)
  reply.compress(pieces)
  return reply
}

async function* longList(before: string, texts: Texts, behind: string): AsyncGenerator<Buffer> {
  yield Buffer.from(before)
  yield* piecesOf(texts.made)
  let isFirst = texts.made.length === 0
  for await (const some of texts.rest()) {
    yield* piecesOf(some, isFirst)
    isFirst = false
  }
  yield Buffer.from(behind)
}

/** The elements of a list with their commas. @param isBeginning of the list */
function* piecesOf(texts: readonly string[], isBeginning = true): Generator<Buffer> {
  for (let at = 0; at < texts.length; ) {
    const from = at
    for (let length = 0; at < texts.length && length < PIECE_BYTES; at++) length += must(texts[at]).length
    const comma = from === 0 && isBeginning ? '' : ','
    yield Buffer.from(comma + texts.slice(from, at).join(','))
  }
}
