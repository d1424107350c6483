import { compare } from '../../../base/typed.ts'
import { dayAway } from '../../../records/report/days.ts'
import type { Direction, ReportRow } from '../../../records/report/report.ts'
import { weekOfDay } from '../../../records/report/season.ts'

/** Sorts the rows of a report into bars. Pure. Kilograms of different crops are never in one chart. */

export type BarRow = ReportRow & { readonly crop_name: string }

/** A day, week or month; null if nothing was delivered. */
export interface Bar {
  readonly key: string
  readonly row: BarRow | null
}

export interface Series {
  readonly direction: Direction
  readonly crop: string
  readonly crop_name: string
  readonly bars: readonly Bar[]
  /** Rows whose date is not known exactly enough for any of the bars. */
  readonly apart: readonly BarRow[]
}

/**
 * Returns one series for each crop and direction, those with most kilograms first.
 * @param keys of the bars, in order
 * @param order the directions shown, in order
 */
export function seriesOf(
  rows: readonly BarRow[],
  keys: readonly string[],
  order: readonly Direction[] = ['in', 'out', 'between others'],
): Series[] {
  const groups = Map.groupBy(
    rows.filter(({ direction }) => order.includes(direction)),
    ({ direction, crop }) => `${direction} ${crop}`,
  )
  const wanted = new Set(keys)
  return [...groups.values()]
    .map((group) => {
      const [{ direction, crop, crop_name }] = group as [BarRow]
      const isBar = ({ key, known_by }: BarRow) => known_by === undefined && wanted.has(key)
      const found = new Map(group.filter(isBar).map((row) => [row.key, row]))
      return {
        ...{ direction, crop, crop_name },
        bars: keys.map((key) => ({ key, row: found.get(key) ?? null })),
        apart: group.filter((row) => !isBar(row)),
        kg: group.reduce((sum, { kg }) => sum + kg, 0),
      }
    })
    .toSorted(
      (a, b) =>
        order.indexOf(a.direction) - order.indexOf(b.direction) || b.kg - a.kg || compare(a.crop, b.crop),
    )
    .map(({ kg: _, ...series }) => series)
}

/** The weeks of a season, such as 2026-W26, or its months, such as 2026-06, in order. */
export function periodsOf(
  { since, until }: { since: string; until: string },
  by: 'week' | 'month',
): string[] {
  const keys = new Set<string>()
  for (let day = since; day < until; day = dayAway(day, 1))
    keys.add(by === 'week' ? weekOfDay(day) : day.slice(0, 'yyyy-mm'.length))
  return [...keys]
}

/** The same period of this season and of the one before; null beyond the end of either. */
export interface Pair {
  readonly now: Bar | null
  readonly before: Bar | null
}

export interface SeasonsSeries extends Pick<Series, 'direction' | 'crop' | 'crop_name'> {
  readonly pairs: readonly Pair[]
  readonly apart: readonly BarRow[]
  readonly apartBefore: readonly BarRow[]
}

interface SeasonRows {
  readonly since: string
  readonly until: string
  readonly rows: readonly BarRow[]
}

/** Returns both seasons beside each other, period by period from their first days. */
export function seasonsOf(
  by: 'week' | 'month',
  season: SeasonRows,
  before: SeasonRows,
  order?: readonly Direction[],
): SeasonsSeries[] {
  const now = seriesOf(season.rows, periodsOf(season, by), order)
  const then = seriesOf(before.rows, periodsOf(before, by), order)
  const nameOf = ({ direction, crop }: Series) => `${direction} ${crop}`
  const names = [...new Set([...now, ...then].map(nameOf))]
  const empty = (keys: readonly string[]): readonly Bar[] => keys.map((key) => ({ key, row: null }))
  return names.flatMap((name) => {
    const [one, other] = [now.find((series) => nameOf(series) === name), then.find((s) => nameOf(s) === name)]
    const either = one ?? other
    if (either === undefined) return []
    const bars = one?.bars ?? empty(periodsOf(season, by))
    const barsBefore = other?.bars ?? empty(periodsOf(before, by))
    return {
      ...{ direction: either.direction, crop: either.crop, crop_name: either.crop_name },
      pairs: Array.from({ length: Math.max(bars.length, barsBefore.length) }, (_, i) => ({
        now: bars[i] ?? null,
        before: barsBefore[i] ?? null,
      })),
      apart: one?.apart ?? [],
      apartBefore: other?.apart ?? [],
    }
  })
}
