import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

/** Looks into the service from outside, with the help of `inside.ts`, which is bundled beside the command. */

export interface Stall {
  /** So much later than it should the event loop went round, milliseconds. */
  readonly ms: number
  /** For so long of it the thread was at work. */
  readonly workedMs: number
  /** Correlation ids of the requests that were under way, or their addresses. */
  readonly during: readonly string[]
}

export interface Look {
  /** Bytes, after a collection of garbage. */
  readonly heapUsed: number
  readonly rss: number
  readonly external: number
  /** The first of those since the last look in which the thread worked. */
  readonly stalls: readonly Stall[]
  readonly stallCount: number
  /** The longest in which it did not work: the disk, or other programs. */
  readonly longestWaitMs: number
  /** The longest that the thread was at work without looking up. */
  readonly longestWorkMs: number
  readonly collectingMs: number
}

export class Watch {
  readonly #address: string
  /** What the service must be told by the environment, so that it can be looked into. */
  readonly environment: Readonly<Record<string, string>>

  /** @param program path of the built command; @param folder for the socket, a short path */
  constructor(program: string, folder: string) {
    this.#address = join(folder, 'inside.sock')
    const inside = pathToFileURL(join(dirname(program), 'inside.js'))
    this.environment = { NODE_OPTIONS: `--import=${inside}`, ORDEAL_SOCKET: this.#address }
  }

  async look(): Promise<Look> {
    return JSON.parse(await text(connect(this.#address))) as Look
  }
}
