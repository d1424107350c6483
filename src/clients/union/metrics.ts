import { type Sample, seriesText } from '../../appliance/metrics/series.ts'
import { parseInstant } from '../../domain/time.ts'
import type { Engine } from './engine.ts'
import { allSources, type Source } from './source.ts'
import { STATEMENTS } from './statements.ts'

/** The metrics of a union as Prometheus reads them. */
export async function unionMetrics(engine: Engine, nowMs: number): Promise<string> {
  const sources = (await allSources(engine)).filter(({ state }) => state !== 'ended')
  const rows = await engine.all(STATEMENTS['closing.waiting'], [])
  const waiting = new Map(rows.map(({ source, n }) => [source, Number(n)]))
  const lagOf = (at: string) => Math.max(0, nowMs - (parseInstant(at) ?? 0)) / 1000
  const each = (value: (of: Source) => number) => (): Sample[] =>
    sources.map((one) => [value(one), { source: one.source }])
  const series = [
    {
      name: 'union_lag_seconds',
      help: 'Time since the source last confirmed what is held of it.',
      read: each(({ acknowledged_at, added_at }) => lagOf(acknowledged_at ?? added_at)),
    },
    {
      ...{ name: 'union_pages_total', help: 'Pages taken in.', type: 'counter' as const },
      read: each(({ pages }) => pages),
    },
    {
      name: 'union_closings_waiting',
      help: 'Closed records whose bytes may still be in the files of the database.',
      read: each(({ source }) => waiting.get(source) ?? 0),
    },
    {
      name: 'union_frozen_sources',
      help: 'Sources whose log does not continue as it was.',
      read: () => sources.filter(({ state }) => state === 'frozen').length,
    },
  ]
  return seriesText(series, null)
}
