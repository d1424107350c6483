import { statSync } from 'node:fs'

/** The length of the write-ahead log, looked at from time to time. */

const LOOK_MS = 200

export class WalWatch {
  readonly #file: string
  readonly #timer: NodeJS.Timeout
  #highest = 0

  /** @param database path of the database's file */
  constructor(database: string) {
    this.#file = `${database}-wal`
    this.#timer = setInterval(() => {
      this.#highest = Math.max(this.#highest, this.bytes)
    }, LOOK_MS)
  }

  /** Now; 0 where there is none. */
  get bytes(): number {
    return statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0
  }

  /** The highest since the last time it was asked, bytes. */
  takeHighest(): number {
    const highest = Math.max(this.#highest, this.bytes)
    this.#highest = 0
    return highest
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
