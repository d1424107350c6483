import { must } from '../../../base/typed.ts'
import type { Cell, Figures } from './cells.ts'

/** The rows of a report, made of what was decided to be shown of each month, and of nothing else. Pure. */

export const DIMENSIONS = ['source', 'crop', 'month'] as const
export type Dimension = (typeof DIMENSIONS)[number]
export const SUBJECTS = ['deliveries', 'payments'] as const
export type Subject = (typeof SUBJECTS)[number]

/** The source that stands for all. */
export const ALL = '*'

/** What was decided of a month. */
export interface DecidedMonth {
  /** `ALL`, or a source that confirmed the month only after the others were decided: no total has it. */
  readonly source: string
  /** Such as 2026-10, in UTC. */
  readonly month: string
  readonly decided_at: string
  /** The sources that were looked at. */
  readonly sources: readonly string[]
  readonly delivered: readonly Cell[]
  readonly paid: readonly Cell[]
}

export interface ReportRow {
  readonly source?: string
  readonly crop?: string
  /** Of payments. */
  readonly currency?: string
  readonly month?: string
  /** The first and last month that it has something of, in a report that is not by month. */
  readonly from?: string
  readonly to?: string
  /** Null if hidden. Of payments: minor units. */
  readonly amount: number | null
  /** Deliveries or payments; null if hidden. */
  readonly count: number | null
  /** Those who brought, or were paid. Of several months: of the one with most. Null if hidden. */
  readonly people: number | null
  readonly hidden: boolean
  /** Of a hidden sum: what is shown of it. */
  readonly at_least: (Figures & { readonly parts: number; readonly of: number }) | null
}

interface Part {
  readonly month: string
  readonly figures: Figures | null
}

/** Kilograms are in milligrams. */
export function reportRows(
  months: readonly DecidedMonth[],
  by: readonly Dimension[],
  of: Subject,
): ReportRow[] {
  const has = (dimension: Dimension) => by.includes(dimension)
  // A total once printed stays: a source that comes later is in no total.
  const looked = months.filter(({ source }) => has('source') || source === ALL)
  const isAsked = ({ source, item }: Cell) =>
    of === 'payments' || ((source !== null) === has('source') && (item !== null) === has('crop'))
  const parts = looked.flatMap(({ month, delivered, paid }) =>
    (of === 'payments' ? paid : delivered).filter(isAsked).map(({ source, item, figures }) => {
      const key = [has('source') ? source : null, item, has('month') ? month : null]
      return { key: JSON.stringify(key), source, item, part: { month, figures } }
    }),
  )
  return [...Map.groupBy(parts, ({ key }) => key).values()]
    .map((members) => {
      const { source, item } = must(members[0])
      const all = members.map(({ part }) => part)
      const covered = all.map(({ month }) => month).sort()
      const [from, to] = [must(covered[0]), must(covered.at(-1))]
      return {
        ...(has('source') && { source: must(source) }),
        ...(item !== null && { [of === 'payments' ? 'currency' : 'crop']: item }),
        ...(has('month') ? { month: from } : { from, to }),
        ...summed(all),
      }
    })
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

function summed(
  parts: readonly Part[],
): Pick<ReportRow, 'amount' | 'count' | 'people' | 'hidden' | 'at_least'> {
  const shown = parts.flatMap(({ month, figures }) => (figures === null ? [] : [{ month, ...figures }]))
  const byMonth = [...Map.groupBy(shown, ({ month }) => month).values()]
  const figures = {
    amount: sum(shown.map(({ amount }) => amount)),
    count: sum(shown.map(({ count }) => count)),
    people: Math.max(0, ...byMonth.map((some) => sum(some.map(({ people }) => people)))),
  }
  if (shown.length === parts.length) return { ...figures, hidden: false, at_least: null }
  const at_least = shown.length === 0 ? null : { ...figures, parts: shown.length, of: parts.length }
  return { amount: null, count: null, people: null, hidden: true, at_least }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

const orderOf = ({ source = '', crop = '', currency = '', month = '' }: ReportRow): string =>
  JSON.stringify([source, crop, currency, month])

const FIFTH = 5

/** Returns the first month that is not reported yet: a month is from the fifth day after its end. */
export function firstUnreported(nowMs: number): string {
  const now = new Date(nowMs)
  const back = now.getUTCDate() >= FIFTH ? 0 : 1
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7)
}

export const monthAfter = (month: string, by = 1): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + by)).toISOString().slice(0, 7)
