import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Problem } from '../base/problem.ts'
import { must } from '../base/typed.ts'
import type { Jobs } from '../store/jobs/jobs.ts'
import type { JobOwner } from '../store/jobs/turns.ts'
import { sendJson } from './door.ts'
import { CHUNK_BYTES, encodedList, inChunks } from './reply-room.ts'

/**
 * Sends replies that a caller may read slowly. From time to time, before the next chunk, a check decides
 * whether the caller may still read it. If not, the connection is closed, and the caller sees that the reply
 * is incomplete.
 */

/** The check is repeated after this number of bytes, or after this time. */
const CHECK_BYTES = 256 * 1024
const CHECK_MS = 1_000

/**
 * Yields the chunks of the source while the caller may read them.
 * @param check throws if no more may be sent; not called for the first chunk, which was allowed just before
 */
export async function* whileAllowed(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  check: () => Promise<void> | void,
): AsyncGenerator<Buffer> {
  const isCheckDue = checkSchedule()
  for await (const chunk of source) {
    if (isCheckDue(chunk.length)) await check()
    yield chunk
  }
}

/** Returns a function that returns whether to check before the next bytes are sent. */
function checkSchedule(): (bytes: number) => boolean {
  let sent = 0
  let checkedAtMs = performance.now()
  return (bytes) => {
    const isDue = sent >= CHECK_BYTES || performance.now() - checkedAtMs >= CHECK_MS
    if (isDue) {
      sent = 0
      checkedAtMs = performance.now()
    }
    sent += bytes
    return isDue
  }
}

/** A reply that combines several pages, and the check of each page. */
interface CombinedReply {
  readonly caller: JobOwner
  readonly checks: (() => void)[]
}

/** The combined reply to which this request belongs. A later request on its connection may find it too. */
export const combinedReply = new AsyncLocalStorage<CombinedReply>()

/** Returns a check that the caller's credential and the consent that a page needs are still valid. */
export function stillOpen(
  { checkStillLive }: Jobs,
  caller: JobOwner,
  page: { isStillOpen(): boolean },
): () => void {
  const check = () => {
    checkStillLive(caller)
    if (!page.isStillOpen()) throw new Problem('not_found')
  }
  const combined = combinedReply.getStore()
  if (combined?.caller.credential === caller.credential) combined.checks.push(check)
  return check
}

/**
 * Sends a JSON document whose texts are all made; in chunks if it is long.
 * @param check as in `whileAllowed`
 * @param options.mayCompress as in `sendJson`
 * @param options.type the media type, unless it is that of JSON
 */
export function sendMade(
  reply: FastifyReply,
  [before, texts, behind]: readonly [before: string, texts: readonly string[], behind: string],
  check: () => void,
  options: { readonly mayCompress?: boolean; readonly type?: string } = {},
): FastifyReply {
  let characters = before.length + behind.length + texts.length
  for (const { length } of texts) characters += length
  if (characters <= CHECK_BYTES) return sendJson(reply, 200, before + texts.join(',') + behind, options)
  const pieces = encodedList([before, texts, behind])
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const isCheckDue = checkSchedule()
  const chunks = inChunks(pieces, (next) => {
    if (isCheckDue(next)) check()
  })
  reply.code(200).header('content-type', options.type ?? 'application/json; charset=utf-8')
  reply.bytesBehind = bytes
  if (!options.mayCompress) return reply.header('content-length', String(bytes)).send(chunks)
  reply.compress(chunks)
  return reply
}

/**
 * The texts of a list: those that are already made, and those that are made while the client reads the reply.
 */
export interface Texts {
  readonly made: readonly string[]
  /** Most bytes in memory for the texts that are not made yet; 0 if there are none. */
  readonly bytesOfRest: number
  /** Most bytes in memory for all texts. */
  readonly bytes: number
  rest(): AsyncIterable<readonly string[]>
}

/**
 * Sends a JSON document that contains a list. Its length is not announced if some texts are made while the
 * client reads.
 * @param check as in `whileAllowed`
 */
export function sendList(
  reply: FastifyReply,
  [before, texts, behind]: readonly [before: string, texts: Texts, behind: string],
  check: () => void,
  options: { readonly mayCompress?: boolean; readonly type?: string } = {},
): FastifyReply {
  if (texts.bytesOfRest === 0) return sendMade(reply, [before, texts.made, behind], check, options)
  const chunks = Readable.from(whileAllowed(longList(before, texts, behind), check), { objectMode: false })
  reply.code(200).header('content-type', options.type ?? 'application/json; charset=utf-8')
  reply.bytesBehind = texts.bytes
  if (!options.mayCompress) return reply.send(chunks)
  reply.compress(chunks)
  return reply
}

/** Yields a JSON document that contains a list. */
export async function* longList(before: string, texts: Texts, behind: string): AsyncGenerator<Buffer> {
  yield Buffer.from(before)
  yield* chunksOf(texts.made)
  let isFirst = texts.made.length === 0
  for await (const some of texts.rest()) {
    yield* chunksOf(some, isFirst)
    isFirst = false
  }
  yield Buffer.from(behind)
}

/** Yields elements of a list with their commas. @param isBeginning whether they are the first of the list */
function* chunksOf(texts: readonly string[], isBeginning = true): Generator<Buffer> {
  for (let at = 0; at < texts.length; ) {
    const from = at
    for (let length = 0; at < texts.length && length < CHUNK_BYTES; at++) length += must(texts[at]).length
    const comma = from === 0 && isBeginning ? '' : ','
    yield Buffer.from(comma + texts.slice(from, at).join(','))
  }
}
