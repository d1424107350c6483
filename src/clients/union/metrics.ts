import { parseInstant } from '../../domain/time.ts'
import type { Engine } from './engine.ts'
import { allSources } from './source.ts'
import { STATEMENTS } from './statements.ts'

/** The metrics of a union as Prometheus reads them. Labels are the names of sources, which have no other characters than a word. */
export async function unionMetrics(engine: Engine, nowMs: number): Promise<string> {
  const sources = (await allSources(engine)).filter(({ state }) => state !== 'ended')
  const rows = await engine.all(STATEMENTS['closing.waiting'], [])
  const waiting = new Map(rows.map(({ source, n }) => [source, n]))
  const lagOf = (at: string | null) => Math.max(0, nowMs - (parseInstant(at ?? '') ?? 0)) / 1000
  const series = (
    name: string,
    type: string,
    help: string,
    values: readonly (readonly [string, unknown])[],
  ) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...values.map(([source, value]) => `${name}${source === '' ? '' : `{source="${source}"}`} ${value}`),
  ]
  return [
    ...series(
      'union_lag_seconds',
      'gauge',
      'Time since the source last confirmed what is held of it.',
      sources.map((one) => [one.source, lagOf(one.acknowledged_at ?? one.added_at)]),
    ),
    ...series(
      'union_pages_total',
      'counter',
      'Pages taken in.',
      sources.map((one) => [one.source, one.pages]),
    ),
    ...series(
      'union_closings_waiting',
      'gauge',
      'Closed records whose bytes may still be in the files of the database.',
      sources.map((one) => [one.source, waiting.get(one.source) ?? 0]),
    ),
    ...series('union_frozen_sources', 'gauge', 'Sources whose log does not continue as it was.', [
      ['', sources.filter(({ state }) => state === 'frozen').length],
    ]),
    '',
  ].join('\n')
}
