import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import {
  type Examples,
  type Exchange,
  linesOf,
  type RecordedExample,
  type Refusal,
  type Sent,
} from '../../../packaging/contract/examples.ts'
import { PROBLEMS, type ProblemCode } from '../../../src/base/problem.ts'
import type { Samples } from './samples.ts'

/** Asks a real service, and writes down what was sent and what came back. */

export type Operation = `${'GET' | 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'OPTIONS'} /v1/${string}`

export interface Asked {
  /** Whose token goes along; left out, nobody's. */
  readonly as?: { readonly token: string }
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, unless it is bytes or text: those go as they are. */
  readonly body?: object | Buffer | Readable | string
}

/** An example. */
export interface Shown extends Asked {
  /** Unless given, 201 of POST and 200 of anything else. */
  readonly status?: number
  /** The part of an answer that is written down, where the whole would be too long. */
  readonly part?: (answer: Answer) => Answer
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: answers are whatever the service says; the story goes on with them
  readonly body: any
}

/** What clients are to look at, beside the body. */
const TOLD_HEADERS = [
  ...'location link etag cache-control content-range www-authenticate granary-sha256'.split(' '),
  ...'tus-resumable tus-version tus-extension tus-max-size tus-checksum-algorithm'.split(' '),
  ...'upload-offset upload-length upload-metadata upload-expires'.split(' '),
]
/** Of everything that must not be kept, or not without asking: it says nothing. */
const EVERYWHERE = ['no-store', 'no-cache']

const MINUTE_MS = 60_000

export class Recorder {
  readonly exchanges: Record<string, Exchange[]> = {}
  readonly refusals: Partial<Record<ProblemCode, Refusal>> = {}
  /** What each operation was asked first, and did. */
  readonly asked = new Map<Operation, Asked>()
  /** Which operation was heard to utter what, as `GET /v1/grants: rate_limited`. */
  readonly uttered = new Set<string>()
  readonly #samples: Samples

  constructor(samples: Samples) {
    this.#samples = samples
  }

  /** Asks, and writes it down under the operation. A name stands once an operation. */
  async show(
    house: House,
    operation: Operation,
    name: string,
    summary: string,
    shown: Shown = {},
  ): Promise<Answer> {
    const { status = operation.startsWith('POST') ? 201 : 200, part = (whole) => whole, ...asked } = shown
    const answer = await ask(house, operation, asked, `${operation} ${name}`)
    expect(answer.status, `${operation}, ${name}: ${answer.text}`).toBe(status)
    this.#samples.hear(answer)
    if (!this.asked.has(operation)) this.asked.set(operation, asked)
    this.exchanges[operation] ??= []
    this.exchanges[operation].push({ name, summary, request: sent(asked), answer: told(part(answer)) })
    return answer
  }

  /** Asks for what must be done, and is no example. */
  async done(house: House, operation: Operation, asked: Asked): Promise<Answer> {
    const answer = await ask(house, operation, asked)
    expect(answer.status, `${operation}: ${answer.text}`).toBeLessThan(300)
    this.#samples.hear(answer)
    return answer
  }

  /**
   * Asks for what is refused with this code. The answer to HEAD has no body, and tells the status alone.
   * @param summary makes it the example of the code
   */
  async refuse(
    house: House,
    code: ProblemCode,
    operation: Operation,
    asked: Asked,
    summary?: string,
  ): Promise<void> {
    const answer = await ask(house, operation, asked, `${operation} ${code}`)
    const heard = operation.startsWith('HEAD') ? code : codeOf(answer)
    expect([answer.status, heard], `${operation}: ${answer.text}`).toEqual([PROBLEMS[code][0], code])
    this.#samples.hear(answer)
    this.uttered.add(`${operation}: ${code}`)
    if (summary !== undefined)
      this.refusals[code] = { summary, operation, request: sent(asked), answer: told(answer) }
  }

  /** Everything that was written down, in an order that does not hang on the story's, with samples for what is random. */
  document(): Examples {
    const sorted = <T>(of: Readonly<Record<string, T>>) =>
      Object.fromEntries(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)))
    return this.#samples.stable({ operations: sorted(this.exchanges), problems: sorted(this.refusals) })
  }
}

/** A 404 is bare: it has no code. */
export const codeOf = ({ status, body }: Answer): string | undefined =>
  status === 404 ? 'not_found' : body?.code

/** Whatever answers: an appliance of the tests, or one that was opened again. */
export interface House {
  readonly app: FastifyInstance
  readonly clock: { nowMs: number }
}

/**
 * One request, a minute after the last.
 * @param named what its correlation id is made of: the same in every run
 */
export async function ask(
  { app, clock }: House,
  operation: Operation,
  asked: Asked,
  named: string = operation,
): Promise<Answer> {
  clock.nowMs += MINUTE_MS
  const [method, template] = operation.split(' ') as [never, string]
  const { body, query = {} } = asked
  const search = new URLSearchParams(query).toString()
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body) || body instanceof Readable
  const answer = await app.inject({
    method,
    url: urlOf(template, asked.path ?? {}) + (search === '' ? '' : `?${search}`),
    headers: {
      'x-correlation-id': correlationOf(named),
      ...(asked.as === undefined ? {} : { authorization: `Bearer ${asked.as.token}` }),
      ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
      ...asked.headers,
    },
    ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
  })
  const isJson = String(answer.headers['content-type']).includes('json') && answer.body !== ''
  return {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string>,
    text: answer.body,
    body: isJson ? JSON.parse(answer.body) : null,
  }
}

const urlOf = (template: string, path: Readonly<Record<string, string>>) =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => path[name] as string)

/** A UUID, version 4. */
function correlationOf(named: string): string {
  const hex = createHash('sha256').update(named).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18, 30)}`
}

function sent({ path, query, headers, body }: Asked): Sent {
  return {
    ...(path === undefined ? {} : { path }),
    ...(query === undefined ? {} : { query }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : Buffer.isBuffer(body) ? { bytes: body.length } : { body }),
  }
}

function told({ status, headers, text, body }: Answer): RecordedExample {
  const mediaType = headers['content-type']?.split(';')[0]
  const kept = Object.fromEntries(
    TOLD_HEADERS.filter(
      (name) => headers[name] !== undefined && !EVERYWHERE.includes(headers[name] ?? ''),
    ).map((name) => [name, headers[name]]),
  )
  const content =
    body !== null
      ? { body }
      : mediaType?.startsWith('text/')
        ? { text: linesOf(text) }
        : { bytes: Number(headers['content-length']) }
  return {
    status,
    ...(Object.keys(kept).length === 0 ? {} : { headers: kept as Record<string, string> }),
    ...(text === '' ? {} : { media_type: mediaType as string, ...content }),
  }
}
