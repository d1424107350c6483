import { Agent, type ClientRequest, type IncomingMessage, request as startRequest } from 'node:http'
import type { Random } from '../../support/records/gate/random.ts'
import { pause } from './stop.ts'
import type { Tally } from './tally.ts'

/** A bad line to the service: connections break before, in the middle of and after what is sent over them. */

export interface Ask {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly token: string
  readonly body?: Buffer
  readonly headers?: Readonly<Record<string, string>>
}

export type Reply =
  // biome-ignore lint/suspicious/noExplicitAny: answers are whatever the service says; who asked looks at them
  | { readonly answered: true; readonly status: number; readonly body: any }
  /** `mayHaveArrived`: the service may have had the whole request, and done what was asked. */
  | { readonly answered: false; readonly mayHaveArrived: boolean; readonly hung: boolean }

type Harm = 'before' | 'middle' | 'after' | 'answer'

/** Of a hundred requests over a bad line, so many come to harm. */
const HARMED_PERCENT = 12
/** Nothing in the soak takes this long to answer; whoever waits longer was left hanging. */
const HANG_MS = 60_000
/** After the last byte left, the line breaks within this time: the service may be anywhere in its work. */
const BREAKS_WITHIN_MS = 80
const CONNECTIONS = 4
/** The service is never down for so long. */
const PATIENCE_MS = 120_000

export class Link {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  readonly #port: number
  readonly #random: Random
  readonly #tally: Tally
  #lastAnswerAt = performance.now()
  /** From now on nothing breaks. */
  isCalm = false

  constructor(port: number, random: Random, tally: Tally) {
    this.#port = port
    this.#random = random
    this.#tally = tally
  }

  /**
   * An answer that was lost is a reply too.
   * @throws {Error} when nothing was answered for so long that nothing will be
   */
  async ask(ask: Ask): Promise<Reply> {
    this.#tally.add('requests')
    const harm = this.isCalm ? null : this.#someHarm(ask)
    const reply = await this.#perform(ask, harm)
    if (reply.answered) this.#lastAnswerAt = performance.now()
    else {
      this.#tally.add(`lost: ${harm ?? 'service gone'}`)
      if (performance.now() - this.#lastAnswerAt > PATIENCE_MS) throw new Error('the service answers no more')
    }
    return reply
  }

  close(): void {
    this.#agent.destroy()
  }

  #someHarm({ body }: Ask): Harm | null {
    if (!this.#random.chance(HARMED_PERCENT / 100)) return null
    return this.#random.pick(body ? ['before', 'middle', 'after', 'answer'] : ['before', 'after', 'answer'])
  }

  #perform(ask: Ask, harm: Harm | null): Promise<Reply> {
    return new Promise((resolve) => {
      const body = ask.body ?? Buffer.alloc(0)
      const request = startRequest({
        agent: this.#agent,
        host: '127.0.0.1',
        port: this.#port,
        method: ask.method,
        path: ask.path,
        headers: {
          ...ask.headers,
          authorization: `Bearer ${ask.token}`,
          ...(ask.body ? { 'content-length': body.length } : {}),
        },
      })
      let hung = false
      let isRefused = false
      request.setTimeout(HANG_MS, () => {
        hung = true
        request.destroy()
      })
      request.on('error', (error: NodeJS.ErrnoException) => {
        isRefused = error.code === 'ECONNREFUSED'
      })
      // The last thing that happens to a request; where an answer was read, it has been resolved with that.
      request.once('close', () => {
        const mayHaveArrived = harm !== 'before' && harm !== 'middle' && !isRefused
        resolve({ answered: false, mayHaveArrived, hung })
      })
      request.on('response', (answer) => {
        if (harm === 'answer') answer.once('data', () => request.destroy())
        else if (harm === 'after') answer.resume()
        else read(answer, resolve)
        // What breaks here breaks the request as well.
        answer.on('error', () => {})
      })
      if (harm === 'before') request.once('socket', () => request.destroy())
      else if (harm === 'middle') this.#sendHalf(request, body)
      else void this.#sendAll(request, body, harm === 'after')
    })
  }

  #sendHalf(request: ClientRequest, body: Buffer): void {
    request.write(body.subarray(0, this.#random.below(body.length)), () => {
      setTimeout(() => request.destroy(), this.#random.below(BREAKS_WITHIN_MS))
    })
    // An empty piece is not written at all: then only the head leaves.
    request.flushHeaders()
    setTimeout(() => request.destroy(), 2 * BREAKS_WITHIN_MS)
  }

  async #sendAll(request: ClientRequest, body: Buffer, breaksAfter: boolean): Promise<void> {
    if (breaksAfter)
      request.once('finish', () => {
        setTimeout(() => request.destroy(), this.#random.below(BREAKS_WITHIN_MS))
      })
    // A slow network brings it piece by piece.
    if (body.length > 1_000 && !this.isCalm && this.#random.chance(0.1)) {
      request.write(body.subarray(0, body.length >> 1))
      await pause(this.#random.below(BREAKS_WITHIN_MS))
      request.end(body.subarray(body.length >> 1))
    } else request.end(body)
  }
}

function read(answer: IncomingMessage, resolve: (reply: Reply) => void): void {
  const chunks: Buffer[] = []
  answer.on('data', (chunk: Buffer) => chunks.push(chunk))
  answer.on('end', () => {
    const text = Buffer.concat(chunks).toString('utf8')
    resolve({ answered: true, status: answer.statusCode as number, body: parsed(text) })
  })
}

/** Null where it is no JSON: whoever asked misses what should be in it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
