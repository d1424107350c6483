import { setImmediate as othersHaveTheirTurn } from 'node:timers/promises'
import { Registry } from 'prom-client'
import type { Figures } from '../../domain/figures.ts'
import type { ConnectionFigures } from '../../http/connections.ts'
import type { Anchoring } from '../../proofs/anchor/anchor-service.ts'
import { Refused } from './connections.ts'
import { Gauges } from './gauges.ts'
import { HELD_SERIES } from './held.ts'
import { processRegistry } from './process.ts'
import { ResponseTimes } from './response-times.ts'
import { type Backups, type Build, SERVICE_SERIES } from './service.ts'

/** The sources of a scrape. */
export interface MetricsSources {
  /** null while the totals are being counted after a start. */
  readonly figures: () => Figures | null
  /** Resolves when they are counted, or after a second. */
  readonly waitForFigures: () => Promise<unknown>
  readonly anchoring: () => Anchoring
  readonly backups: () => Backups
  /** The certificate in use; null without TLS. */
  readonly tls: { readonly served: { readonly notAfterMs: number } | null }
  /** By part, null when it works; takes a few seconds at most. */
  readonly readiness: () => Promise<Readonly<Record<string, string | null>>>
  /** Free bytes on the disk of the data; null when unknown. */
  readonly askFreeBytes: () => Promise<number | null>
  /** Jobs waiting for their transaction. */
  readonly waiting: () => number
  /** Derived rows not yet written. */
  readonly rowsInMemory: () => number
  readonly connections: { readonly figures: ConnectionFigures }
  readonly staff: { openSessions(): number; readonly refused: Readonly<Record<string, number>> }
  readonly nowMs: () => number
  readonly config: { readonly minFreeBytes: number }
  readonly build: Build
}

export class Metrics {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE
  readonly answers = new ResponseTimes()
  readonly #sources: MetricsSources
  readonly #held = new Gauges(HELD_SERIES)
  readonly #service = new Gauges(SERVICE_SERIES)
  #underWay: Promise<string> | null = null

  readonly #refused: Refused

  constructor(sources: MetricsSources) {
    this.#sources = sources
    this.#refused = new Refused(
      {
        name: 'granary_connections_refused_total',
        help: 'Connections refused or closed, and replies refused or cut off, by reason: no_place and address_full, all places in total or of one address were taken; unread, the client did not read the reply; make_room and no_room, unread replies filled the memory reserved for them.',
        refused: () => sources.connections.figures.refused,
      },
      {
        name: 'granary_office_sign_ins_refused_total',
        help: 'Refused sign-ins to the office page, by reason: unknown_name, wrong_password, wrong_code; slowed, not tried after too many.',
        refused: () => sources.staff.refused,
      },
    )
  }

  /**
   * The metrics in Prometheus text format 0.0.4. After a start it waits up to a second for the totals; without them it leaves out
   * what is held. Concurrent callers share one result.
   */
  text(): Promise<string> {
    this.#underWay ??= this.#make().finally(() => {
      this.#underWay = null
    })
    return this.#underWay
  }

  /** Yields to other work between its parts. */
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
      officeSessions: this.#sources.staff.openSessions(),
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

/** The library writes "Nan", which only case-insensitive parsers accept; the format demands NaN. */
const withNaN = (text: string): string => text.replace(/ Nan$/gm, ' NaN')
