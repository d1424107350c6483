import { gzipSync } from 'node:zlib'
import type { Source } from './load.ts'
import { type Cast, ENTERED_AFTER_MS, idAt, Season } from './records.ts'

/** Devices that come back after an hour without a signal, and what they bring. */

/** @returns the token of a new device @throws {Error} when it was not given one */
export async function registerDevice(port: number, partyToken: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/devices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${partyToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: idAt(Date.now(), Math.random), name: 'Phone of the weighing clerk' }),
  })
  const { token } = (await answer.json()) as { token?: string }
  if (answer.status !== 201 || token === undefined) throw new Error(`no device: answered ${answer.status}`)
  return token
}

export const OUTBOX = '/v1/sync/outbox'
const HOUR_MS = 3_600_000
/** Batches sent in turn: more than connections, so that none is written over while it is under way. */
const ROUND = 8

export interface BatchOptions {
  readonly cast: Cast
  /** Of each device; they take turns. */
  readonly tokens: readonly string[]
  readonly records: number
  readonly gzip?: boolean
  /** Two sources at work on one store must not draw the same. */
  readonly random: () => number
}

/** Batches without end, every record in them new and of an hour ago. */
export function batches({ cast, tokens, records, gzip = false, random }: BatchOptions): Source {
  const prepared = Array.from({ length: ROUND }, (_, i) => {
    const token = tokens[i % tokens.length] as string
    const stencil = new Stencil(cast, records, random)
    const head = headOf(token, stencil.body.length)
    const whole = Buffer.concat([head, stencil.body])
    return { token, stencil, whole, body: whole.subarray(head.length) }
  })
  let at = -1
  return {
    expectedStatus: 200,
    expectedBytes: allAcceptedBytes(records),
    next: () => {
      at = (at + 1) % ROUND
      const { token, stencil, whole, body } = prepared[at] as (typeof prepared)[number]
      stencil.stamp(body, Date.now() - HOUR_MS)
      if (!gzip) return whole
      const packed = gzipSync(body)
      return Buffer.concat([headOf(token, packed.length, 'Content-Encoding: gzip\r\n'), packed])
    },
  }
}

function headOf(token: string, bodyBytes: number, more = ''): Buffer {
  return Buffer.from(
    `POST ${OUTBOX} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\n${more}Content-Length: ${bodyBytes}\r\n\r\n`,
  )
}

/** A batch is answered 200 whatever became of its records; only when all were accepted is it of this length. */
function allAcceptedBytes(records: number): number {
  const result = { id: idAt(0, () => 0), status: 'accepted' }
  return JSON.stringify({ results: Array.from({ length: records }, () => result) }).length
}

/**
 * A batch of records of one moment, over which another moment can be written: in the ids, so that they are other
 * records (the lots that they name among themselves too), and in the times.
 */
class Stencil {
  readonly body: Buffer
  readonly #ids: readonly number[]
  readonly #occurred: readonly number[]
  readonly #recorded: readonly number[]

  constructor(cast: Cast, records: number, random: () => number) {
    const ms = Date.now()
    const season = new Season(cast, random, false)
    const text = JSON.stringify({ records: Array.from({ length: records }, () => season.next(ms)) })
    this.body = Buffer.from(text)
    if (this.body.length !== text.length) throw new Error('a batch must be plain ASCII to be written over')
    const [idTime, occurredAt, recordedAt] = partsOf(ms)
    this.#ids = placesOf(text, idTime)
    this.#occurred = placesOf(text, occurredAt)
    this.#recorded = placesOf(text, recordedAt)
  }

  /** @param body a copy of this one's */
  stamp(body: Buffer, ms: number): void {
    const [idTime, occurredAt, recordedAt] = partsOf(ms)
    for (const place of this.#ids) body.write(idTime, place, 'latin1')
    for (const place of this.#occurred) body.write(occurredAt, place, 'latin1')
    for (const place of this.#recorded) body.write(recordedAt, place, 'latin1')
  }
}

const ID_TIME_CHARACTERS = '00000000-0000'.length

/** How a moment stands in a record: at the head of its ids (RFC 9562 §5.7), and as its two times. */
function partsOf(ms: number): [string, string, string] {
  return [
    `"${idAt(ms, () => 0).slice(0, ID_TIME_CHARACTERS)}`,
    `"${new Date(ms).toISOString()}"`,
    `"${new Date(ms + ENTERED_AFTER_MS).toISOString()}"`,
  ]
}

function placesOf(text: string, part: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at)
  return places
}
