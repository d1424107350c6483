import { connect, type Socket } from 'node:net'

/** Clients that take connections and hold them: they read nothing, and never close their end. */
export class Held {
  readonly #port: number
  readonly #sockets = new Set<Socket>()

  constructor(port: number) {
    this.#port = port
  }

  /** @param from addresses of this machine, taken in turns @param text what each says first */
  async take(count: number, from: readonly string[], text: string): Promise<void> {
    await Promise.all(
      Array.from({ length: count }, (_, i) => this.#takeOne(from[i % from.length] as string, text)),
    )
  }

  end(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #takeOne(localAddress: string, text: string): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: this.#port, localAddress, allowHalfOpen: true })
      this.#sockets.add(socket)
      socket.pause()
      socket.on('error', () => {})
      socket.once('close', () => {
        this.#sockets.delete(socket)
        resolve()
      })
      socket.once('connect', () => socket.write(text, () => resolve()))
    })
  }
}
