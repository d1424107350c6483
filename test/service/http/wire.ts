import { connect, type Socket } from 'node:net'

/** One kept-alive connection that gives every answer as the bytes it came in. */
export class Wire {
  readonly #socket: Socket
  #text = ''
  #look: (() => void) | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (more) => {
      this.#text += more.toString('latin1')
      this.#look?.()
    })
    socket.on('close', () => this.#look?.())
    socket.on('error', () => {})
  }

  static open(port: number): Promise<Wire> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      socket.once('error', reject)
      socket.once('connect', () => resolve(new Wire(socket)))
    })
  }

  /** @returns status line, headers and body as they came; @throws {Error} when the connection ends before */
  async ask({ method, path, headers = {}, body }: Asked): Promise<string> {
    const json = body === undefined ? '' : JSON.stringify(body)
    const about =
      body === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(json)) }
    const lines = Object.entries({ Host: 'granary', ...headers, ...about }).map(
      ([name, v]) => `${name}: ${v}`,
    )
    this.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${json}`)
    return this.answer(method)
  }

  write(text: string): void {
    this.#socket.write(text)
  }

  /** The next answer on this connection. */
  answer(method = 'GET'): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#look = () => {
        const length = lengthOf(this.#text, method)
        if (length !== null && this.#text.length >= length) {
          this.#look = undefined
          resolve(this.#text.slice(0, length))
          this.#text = this.#text.slice(length)
        } else if (this.#socket.destroyed) reject(new Error(`the connection ended after: ${this.#text}`))
      }
      this.#look()
    })
  }

  /** Hangs up, whatever is still to come. */
  end(): void {
    this.#socket.destroy()
  }
}

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object | undefined
}

/** Bytes of the first answer in the text, or null while its head is not complete. */
function lengthOf(text: string, method: string): number | null {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const body = /^content-length: (\d+)\r?$/im.exec(text.slice(0, end))?.[1] ?? '0'
  return end + 4 + (method === 'HEAD' ? 0 : Number(body))
}
