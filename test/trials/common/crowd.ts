import { type IncomingHttpHeaders, request } from 'node:http'

/** Many callers at once, from several addresses of this machine, each on a connection of its own. */

export const CROWD = Array.from({ length: 8 }, (_, i) => `127.0.0.${i + 2}`)

export interface Question {
  readonly path: string
  readonly localAddress?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON by POST. */
  readonly body?: string
  /** Nothing takes this long; it only ends what hangs. */
  readonly timeout: number
}

export interface End {
  /** 0 if no answer came. */
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly isComplete: boolean
  readonly bytes: number
  /** Its first characters, and its last one. */
  readonly text: string
  readonly last: string
}

const KEPT = 500_000

/** Asks, and counts what comes of the answer. */
export function asked(port: number, { body, headers, ...question }: Question): Promise<End> {
  return new Promise((resolve) => {
    let end: End = { status: 0, headers: {}, isComplete: false, bytes: 0, text: '', last: '' }
    const sent = request({
      ...{ host: '127.0.0.1', port, agent: false, method: body === undefined ? 'GET' : 'POST', ...question },
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    })
    sent.once('error', () => resolve(end))
    sent.once('timeout', () => sent.destroy())
    sent.once('response', (answer) => {
      answer.setEncoding('latin1').on('data', (piece: string) => {
        const text = end.text.length < KEPT ? end.text + piece : end.text
        end = { ...end, text, bytes: end.bytes + piece.length, last: piece.at(-1) ?? '' }
      })
      answer.once('error', () => {})
      answer.once('close', () =>
        resolve({
          ...end,
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          isComplete: answer.complete,
        }),
      )
    })
    sent.end(body)
  })
}
