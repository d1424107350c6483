import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEachFile } from '../after-file.ts'

/** The link between a phone and its office: it can be down, or break in the middle of any request. */

const opened = new Set<Link>()
afterEachFile(() => {
  for (const link of opened) link.close()
  opened.clear()
})

/** A request at which the link stops: `before` the service has it, or `after` the service has answered it. */
export interface Stop {
  readonly what: RegExp
  readonly when: 'before' | 'after'
}

/** A page asks for this address, without an answer, to stop where it is: `Phone.stopsAt`. */
const STOPPED = '/stopped/'

export class Link {
  /** Where the service answers. */
  target = ''
  /** Requests of the page itself, for which there is an answer. */
  readonly passed: string[] = []
  isDown = false
  /** The service has another version of the page, which differs in nothing that can be seen. */
  hasNewVersion = false
  /** Is called when the service is about to get a request. */
  onRequest: (what: string) => void = () => {}
  #stop: (Stop & { readonly reached: () => void }) | null = null
  #pageStopped = () => {}
  readonly #server = createServer((asked, answer) => void this.#pass(asked, answer))

  static async open(): Promise<Link> {
    const link = new Link()
    await new Promise<void>((resolve) => link.#server.listen(0, '127.0.0.1', resolve))
    opened.add(link)
    return link
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Breaks at the next such request, whose page hears nothing more. @returns when it is there */
  stopAt(what: RegExp, when: Stop['when']): Promise<void> {
    return new Promise((reached) => {
      this.#stop = { what, when, reached }
    })
  }

  /** Resolves when a page has stopped itself. */
  pageStopped(): Promise<void> {
    return new Promise((resolve) => {
      this.#pageStopped = resolve
    })
  }

  /** No stop is left, and whoever waits for an answer hears that there is none. */
  cut(): void {
    this.#stop = null
    this.#server.closeAllConnections()
  }

  close(): void {
    this.#server.close()
    this.cut()
  }

  #reaches(what: string, when: Stop['when']): boolean {
    const stop = this.#stop
    if (stop === null || stop.when !== when || !stop.what.test(what)) return false
    this.#stop = null
    stop.reached()
    return true
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    asked.on('error', () => {})
    answer.on('error', () => {})
    const what = `${asked.method} ${asked.url}`
    const body = await bytesOf(asked).catch(() => null)
    if (asked.url?.startsWith(STOPPED)) return this.#pageStopped()
    if (body === null || this.isDown) return void answer.destroy()
    if (this.#reaches(what, 'before')) return
    this.onRequest(what)
    try {
      const { status, headers, bytes } = await this.#asked(asked, body)
      if (this.#reaches(what, 'after')) return
      if (this.isDown) return void answer.destroy()
      answer.writeHead(status, headers).end(bytes)
    } catch {
      answer.destroy()
    }
  }

  async #asked({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer) {
    const target = new URL(this.target)
    const isPage = this.hasNewVersion && /^\/field(\/sw\.js)?$/.test(url)
    const sent = { ...headers, host: target.host }
    if (isPage) {
      sent['accept-encoding'] = 'identity'
      // The whole file, not that it is the same as before.
      delete sent['if-none-match']
    }
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      request(new URL(url, target), { method, headers: sent, agent: false }, resolve)
        .on('error', reject)
        .end(body)
    })
    const bytes = await bytesOf(reply)
    const { statusCode: status = 502 } = reply
    if (!isPage) return { status, headers: reply.headers, bytes }
    const page = Buffer.from(
      url === '/field' ? otherPage(bytes.toString()) : otherWorker(bytes.toString(), await this.#page()),
    )
    const { etag: _, ...rest } = reply.headers
    return { status, headers: { ...rest, 'content-length': String(page.length) }, bytes: page }
  }

  async #page(): Promise<string> {
    return (await fetch(`${this.target}/field`)).text()
  }
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const otherPage = (html: string): string => `${html}<!-- another version -->`

/** The worker of a version with the other page: the page's digest, and the version's name, are others. */
function otherWorker(script: string, page: string): string {
  const digest = createHash('sha256').update(otherPage(page)).digest('hex')
  return script
    .replace(/\["\/field","[0-9a-f]{64}"\]/, `["/field","${digest}"]`)
    .replace(/(?<=[`"](?:\$\{\w+\})?)[0-9a-f]{12}(?=[`"])/, digest.slice(0, 12))
}
