import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** A caller's connection to the service. It never waits for ever: what is not answered in time is a finding. */

export interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'HEAD' | 'DELETE'
  readonly path: string
  readonly token?: string
  /** Sent as JSON. */
  readonly json?: object
  /** Sent as it is. */
  readonly bytes?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answered {
  readonly kind: 'answered'
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: answers are whatever the service says; who asked looks at them
  readonly body: any
}

/** `lost`: the connection broke before an answer came; what was asked may have been done. `hung`: nothing came in time. */
export type Reply = Answered | { readonly kind: 'lost' | 'hung' }

/** Nothing takes this long to answer, on a slow disk and under a tracer too. */
const PATIENCE_MS = 30_000

export class Line {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 })
  readonly #port: number
  readonly #patienceMs: number

  constructor(port: number, patienceMs = PATIENCE_MS) {
    this.#port = port
    this.#patienceMs = patienceMs
  }

  ask({ method, path, token, json, bytes, headers = {} }: Asked): Promise<Reply> {
    const body = json === undefined ? bytes : Buffer.from(JSON.stringify(json))
    return new Promise((resolve) => {
      const sent = request({
        agent: this.#agent,
        host: '127.0.0.1',
        port: this.#port,
        method,
        path,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(body === undefined ? {} : { 'content-length': String(body.length) }),
          ...headers,
        },
      })
      const impatient = setTimeout(() => {
        resolve({ kind: 'hung' })
        sent.destroy()
      }, this.#patienceMs)
      const settle = (reply: Reply) => {
        clearTimeout(impatient)
        resolve(reply)
      }
      sent.once('error', () => settle({ kind: 'lost' }))
      sent.once('response', async (answer) => {
        try {
          const pieces: Buffer[] = []
          for await (const piece of answer) pieces.push(piece as Buffer)
          const text = Buffer.concat(pieces).toString('utf8')
          const status = answer.statusCode as number
          settle({ kind: 'answered', status, headers: answer.headers, text, body: parsed(text) })
        } catch {
          settle({ kind: 'lost' })
        }
      })
      sent.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Null where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
