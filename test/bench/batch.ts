import { openKernel } from '../../src/assemble.ts'
import { readConfig } from '../../src/config.ts'
import { parseIJson } from '../../src/domain/i-json.ts'
import { prepare } from '../../src/intake/shape.ts'
import { Problem } from '../../src/problem.ts'
import { serveTasks } from './children.ts'
import { type Cast, chance, idAt, Season } from './records.ts'

/** Batches as a device brings them after a week, through the whole intake and no network. */

const ROUND = 8_192

class Batches {
  readonly #kernel
  readonly #author
  readonly #texts: string[]
  readonly #random = chance(13)
  #next = 0

  constructor(folder: string, cast: Cast) {
    this.#kernel = openKernel(readConfig({ data: folder, logLevel: 'error', minFreeBytes: '0' }, {}))
    this.#author = {
      party: this.#kernel.store.parties.find(cast.cooperative) as number,
      partyId: cast.cooperative,
      credential: null,
    }
    const season = new Season(cast, this.#random, false)
    const now = Date.now()
    this.#texts = Array.from({ length: ROUND }, () => {
      const { id: _, ...rest } = season.next(now)
      return JSON.stringify(rest)
    })
  }

  /** @returns records appended a second, text parsed and every check made */
  async append(
    records: number,
    ms: number,
  ): Promise<{ count: number; seconds: number; latencies: number[] }> {
    const latencies: number[] = []
    const startedAt = performance.now()
    for (let before = startedAt; before < startedAt + ms; ) {
      const text = this.#batch(records)
      const begun = performance.now()
      const drafts = (parseIJson(text) as unknown[]).map(prepare)
      const results = await this.#kernel.handles.submit(() =>
        this.#kernel.intake.appendAll(this.#author, drafts),
      )
      for (const result of results) if (result instanceof Problem) throw result
      before = performance.now()
      latencies.push((before - begun) * 1000)
    }
    const seconds = latencies.reduce((sum, us) => sum + us, 0) / 1e6
    return { count: latencies.length * records, seconds, latencies }
  }

  #batch(records: number): string {
    const now = Date.now()
    const texts: string[] = []
    for (let i = 0; i < records; i++) {
      this.#next = (this.#next + 1) % ROUND
      texts.push(`{"id":"${idAt(now, this.#random)}",${(this.#texts[this.#next] as string).slice(1)}`)
    }
    return `[${texts.join(',')}]`
  }
}

export function batchRole(): void {
  let batches: Batches
  serveTasks({
    open: ({ folder, cast }: { folder: string; cast: Cast }) => {
      batches = new Batches(folder, cast)
    },
    append: ({ records, ms }: { records: number; ms: number }) => batches.append(records, ms),
  })
}
