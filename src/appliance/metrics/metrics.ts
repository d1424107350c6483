import { setImmediate as othersHaveTheirTurn } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { HELD_SERIES } from './held.ts'
import { processRegistry } from './process.ts'
import { ResponseTimes } from './response-times.ts'
import { seriesText } from './series.ts'
import { type MetricsSources, SERVICE_SERIES } from './service.ts'

export class Metrics {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE
  readonly answers = new ResponseTimes()
  readonly #sources: MetricsSources
  #underWay: Promise<string> | null = null

  constructor(sources: MetricsSources) {
    this.#sources = sources
  }

  /**
   * The metrics in Prometheus text format 0.0.4. After a start it waits up to a second for the totals. If
   * they take longer, it leaves out the series that need them. Concurrent callers share one result.
   */
  text(): Promise<string> {
    this.#underWay ??= this.#make().finally(() => {
      this.#underWay = null
    })
    return this.#underWay
  }

  /** Yields to other work between the parts. */
  async #make(): Promise<string> {
    const sources = this.#sources
    const [parts, freeBytes] = await Promise.all([
      sources.readiness(),
      sources.askFreeBytes(),
      sources.waitForFigures(),
    ])
    const [figures, nowMs] = [sources.figures(), sources.nowMs()]
    const held =
      figures === null ? '' : seriesText(HELD_SERIES, { figures, anchoring: sources.anchoring(), nowMs })
    const service = seriesText(SERVICE_SERIES, { sources, parts, freeBytes, figures, nowMs })
    await othersHaveTheirTurn()
    const answers = await this.answers.registry.metrics()
    await othersHaveTheirTurn()
    return [held, service, answers, withNaN(await processRegistry().metrics())].join('\n')
  }
}

/** The library writes "Nan", which only case-insensitive parsers accept; the format requires NaN. */
const withNaN = (text: string): string => text.replace(/ Nan$/gm, ' NaN')
