import { type Expected, Line } from './line.ts'

/** A load generator: sockets kept alive, request bytes made beforehand, one request in flight on each connection. */

export interface Source extends Expected {
  /** Bytes of the next request. They must stay as they are until its reply has come. */
  next(): Buffer
}

export interface Sample {
  readonly count: number
  readonly seconds: number
  /** Microseconds, unsorted. */
  readonly latencies: Float64Array
}

export class Connections {
  readonly #lines: readonly Line[]

  private constructor(lines: readonly Line[]) {
    this.#lines = lines
  }

  static async open(port: number, count: number): Promise<Connections> {
    return new Connections(await Line.many(port, count))
  }

  /** Keeps every connection busy for so long. @throws {Error} on an unexpected status or a lost connection */
  async run(source: Source, ms: number): Promise<Sample> {
    const latencies: number[] = []
    const endsAt = performance.now() + ms
    const keepBusy = async (line: Line) => {
      for (;;) {
        const sentAt = performance.now()
        await line.ask(source.next(), source)
        const now = performance.now()
        if (now >= endsAt) return
        latencies.push((now - sentAt) * 1_000)
      }
    }
    await Promise.all(this.#lines.map(keepBusy))
    return { count: latencies.length, seconds: ms / 1_000, latencies: Float64Array.from(latencies) }
  }

  close(): void {
    for (const line of this.#lines) line.close()
  }
}
