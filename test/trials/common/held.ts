import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

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

/** Hundredths of a second of processor time in a second: what a service at rest takes at most. */
const REST_TICKS = 10

/** Has done all that it can for clients that do not read: its processor time no longer grows. */
export async function atRest(pid: number): Promise<void> {
  const ticks = () => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return (user as number) + (system as number)
  }
  let before = -REST_TICKS
  for (let i = 0; i < 60 && ticks() - before > REST_TICKS; i++) {
    before = ticks()
    await pause(1_000)
  }
}
