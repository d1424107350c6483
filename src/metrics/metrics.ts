import { setImmediate as othersHaveTheirTurn } from 'node:timers/promises'
import { Registry } from 'prom-client'
import type { Figures } from '../domain/figures.ts'
import { Answers } from './answers.ts'
import { type ConnectionFigures, RefusedConnections } from './connections.ts'
import { Gauges } from './gauges.ts'
import { type Anchoring, HELD_SERIES } from './held.ts'
import { processRegistry } from './process.ts'
import { type Backups, type Build, SERVICE_SERIES } from './service.ts'

/** What a scrape is made of. */
export interface MetricsSources {
  /** null while the sums are being counted after a start. */
  readonly figures: () => Figures | null
  /** Resolves when they are counted, after a second at the latest. */
  readonly waitForFigures: () => Promise<unknown>
  readonly anchoring: () => Anchoring
  readonly backups: () => Backups
  /** The certificate that is served; null without TLS. */
  readonly tls: { readonly served: { readonly notAfterMs: number } | null }
  /** By part, null when it works; in a few seconds at most. */
  readonly readiness: () => Promise<Readonly<Record<string, string | null>>>
  /** Of the disk that holds the data; null when it does not tell. */
  readonly askFreeBytes: () => Promise<number | null>
  /** Jobs that wait for their transaction. */
  readonly waiting: () => number
  /** Rows that follow from the log and are to be written yet. */
  readonly rowsInMemory: () => number
  readonly connections: { readonly figures: ConnectionFigures }
  readonly nowMs: () => number
  readonly config: { readonly minFreeBytes: number }
  readonly build: Build
}

/** Everything that can be scraped of one app. */
export class Metrics {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE
  readonly answers = new Answers()
  readonly #sources: MetricsSources
  readonly #held = new Gauges(HELD_SERIES)
  readonly #service = new Gauges(SERVICE_SERIES)
  #underWay: Promise<string> | null = null

  readonly #refused: RefusedConnections

  constructor(sources: MetricsSources) {
    this.#sources = sources
    this.#refused = new RefusedConnections(() => sources.connections.figures.refused)
  }

  /**
   * The text exposition (Prometheus, version 0.0.4). While the sums are being counted after a start it waits for them, a
   * second at most; then it says how the service stands, and nothing of what is held. One is made at a time, for all who
   * ask meanwhile.
   */
  text(): Promise<string> {
    this.#underWay ??= this.#make().finally(() => {
      this.#underWay = null
    })
    return this.#underWay
  }

  /** Others have their turn between its parts. */
  async #make(): Promise<string> {
    const {
      readiness,
      askFreeBytes,
      waitForFigures,
      anchoring,
      backups,
      tls,
      waiting,
      rowsInMemory,
      nowMs,
      config,
      build,
    } = this.#sources
    const [parts, freeBytes] = await Promise.all([readiness(), askFreeBytes(), waitForFigures()])
    const [figures, now] = [this.#sources.figures(), nowMs()]
    const held =
      figures === null ? '' : await this.#held.text({ figures, anchoring: anchoring(), nowMs: now })
    const service = await this.#service.text({
      parts,
      freeBytes,
      reserveBytes: config.minFreeBytes,
      areFiguresReady: figures !== null,
      oldestOpenRequestAtMs: figures?.subjectAccess.oldestOpenAtMs ?? null,
      queueJobs: waiting(),
      rowsInMemory: rowsInMemory(),
      connections: this.#sources.connections.figures,
      backups: backups(),
      certificateEndsAtMs: tls.served?.notAfterMs ?? null,
      build,
      nowMs: now,
    })
    await othersHaveTheirTurn()
    const answers = await this.answers.registry.metrics()
    await othersHaveTheirTurn()
    return withNaN(
      [
        held,
        service,
        await this.#refused.registry.metrics(),
        answers,
        await processRegistry().metrics(),
      ].join('\n'),
    )
  }
}

/** The format writes NaN; the library writes "Nan", which only parsers that look at no case take. */
const withNaN = (text: string): string => text.replace(/ Nan$/gm, ' NaN')
