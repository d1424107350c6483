import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MadeSource } from './made-source.ts'

/** Serves made-up appliances under their names at one address, and sends the pages of those that send. */

export class MadeOffice {
  readonly #sources: ReadonlyMap<string, MadeSource>
  readonly #server = createServer((asked, answer) => this.#answer(asked, answer))

  constructor(sources: readonly MadeSource[]) {
    this.#sources = new Map(sources.map((source) => [source.name, source]))
  }

  /** @returns its address */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #answer({ url = '/', headers }: IncomingMessage, answer: ServerResponse): void {
    const [status, body] = this.#told(new URL(url, 'http://made'), headers.authorization)
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  #told({ pathname, searchParams }: URL, authorization: string | undefined): [status: number, body: object] {
    const [, name = '', ...path] = pathname.split('/')
    const source = this.#sources.get(name)
    if (source === undefined || authorization !== `Bearer ${source.token}`) return [401, {}]
    if (path.join('/') === 'v1/grants') return [200, { grants: [], next: null }]
    const page = source.pageAfter(searchParams.get('since'))
    return page === null ? [400, { code: 'bad_cursor' }] : [200, page]
  }
}

export type Sent =
  | { readonly is: 'taken'; readonly cursor: string }
  | { readonly is: 'again'; readonly since: string | null }
  /** No answer, or one that says that it was not taken now. */
  | { readonly is: 'later'; readonly why: string }

const LIMIT_MS = 30_000

/**
 * Sends the next page of a source as an office does (contract §27).
 * @param isCut the sender breaks the connection before the answer comes
 */
export function send(source: MadeSource, port: number, pagesBefore: number, isCut = false): Promise<Sent> {
  const page = source.pages[pagesBefore]
  const body = JSON.stringify({
    ...page,
    since: source.cursorOf(pagesBefore),
    has_more: pagesBefore + 1 < source.released,
  })
  return new Promise((resolve) => {
    const call = request({
      ...{ host: '127.0.0.1', port, method: 'POST', path: '/v1/inbox', agent: false, timeout: LIMIT_MS },
      headers: { authorization: `Bearer ${source.token}`, 'content-type': 'application/json' },
    })
    call.once('error', (error: NodeJS.ErrnoException) => resolve({ is: 'later', why: error.code ?? 'error' }))
    call.once('timeout', () => call.destroy())
    call.once('response', async (answer) => {
      let text = ''
      try {
        for await (const piece of answer.setEncoding('utf8')) text += piece
        resolve(told(answer.statusCode ?? 0, JSON.parse(text || '{}')))
      } catch {
        resolve({ is: 'later', why: String(answer.statusCode) })
      }
    })
    call.end(body, () => {
      if (isCut) setTimeout(() => call.destroy(), 5)
    })
  })
}

function told(status: number, body: { cursor?: string; since?: string | null }): Sent {
  if (status === 200 && body.cursor !== undefined) return { is: 'taken', cursor: body.cursor }
  if (status === 409) return { is: 'again', since: body.since ?? null }
  return { is: 'later', why: String(status) }
}
