import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Random } from '../../support/records/gate/random.ts'
import { freePort } from '../common/served.ts'

/** The network between an appliance that sends and its union. It tells when the moment has come to kill one of them. */

export const MOMENTS = ['in a page', 'while a page is taken in', 'before the answer'] as const
export type Moment = (typeof MOMENTS)[number]

/** Bytes of a page that arrive: its head, or some of its records. */
const MOST_BYTES = 6_000
const MOST_MS = 40

interface Trap {
  readonly moment: Moment
  readonly spring: () => void
}

export class Wire {
  readonly port: number
  readonly #to: number
  readonly #random: Random
  readonly #sockets = new Set<Socket>()
  readonly #server: Server
  #trap: Trap | null = null

  private constructor(port: number, to: number, random: Random) {
    this.port = port
    this.#to = to
    this.#random = random
    this.#server = createServer((from) => this.#join(from)).listen(port, '127.0.0.1')
  }

  /** @param to the port of the union */
  static async to(to: number, random: Random): Promise<Wire> {
    return new Wire(await freePort(), to, random)
  }

  /** Resolves at this moment of the next page, and holds the page or the answer there. */
  next(moment: Moment): Promise<void> {
    return new Promise((resolve) => {
      this.#trap = { moment, spring: resolve }
    })
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #sprung(): void {
    this.#trap?.spring()
    this.#trap = null
  }

  #join(from: Socket): void {
    const to = connect(this.#to, '127.0.0.1')
    let left = this.#random.below(MOST_BYTES)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      this.#sockets.add(one)
      one.on('error', () => {})
      one.on('end', () => other.end())
      one.on('close', () => {
        this.#sockets.delete(one)
        other.destroy()
      })
    }
    from.on('data', (piece: Buffer) => {
      const { moment } = this.#trap ?? {}
      if (moment === 'in a page' && piece.length > left) {
        to.write(piece.subarray(0, left))
        from.pause()
        return this.#sprung()
      }
      left = Math.max(0, left - piece.length)
      to.write(piece)
      if (moment === 'while a page is taken in') setTimeout(() => this.#sprung(), this.#random.below(MOST_MS))
    })
    to.on('data', (piece: Buffer) => {
      if (this.#trap?.moment === 'before the answer') {
        to.pause()
        return this.#sprung()
      }
      from.write(piece)
    })
  }
}
