import type { Calendar } from '../../words/calendar.ts'
import type { Disclosure, Ground } from '../disclosures/disclosure-shapes.ts'

/** Adds up who was shown the records of a person, for paper: by reader, purpose and month (contract §7). */

export interface DisclosureSum {
  /** Null for natural persons who read without a grant of the subject's. */
  readonly to: string | null
  /** Null for the cooperative itself, whose purposes are one. */
  readonly purpose: string | null
  readonly ground: Ground | null
  readonly isByGrant: boolean
  /** As `Calendar.monthOf` counts it. */
  readonly month: number
  readonly times: number
  /** Distinct records. */
  readonly records: number
  readonly firstAt: string
  readonly lastAt: string
}

type Summed = Omit<{ -readonly [Member in keyof DisclosureSum]: DisclosureSum[Member] }, 'records'> & {
  readonly ids: Set<string>
}

export class DisclosureSums {
  readonly #calendar: Calendar
  readonly #cooperative: string | null
  readonly #sums = new Map<string, Summed>()

  constructor(calendar: Calendar, cooperative: string | null) {
    this.#calendar = calendar
    this.#cooperative = cooperative
  }

  add({ to, purpose, ground, grant_id, at, record_ids }: Disclosure): void {
    const isOurs = to !== null && to === this.#cooperative
    const why = isOurs
      ? { purpose: null, ground: null, isByGrant: false }
      : { purpose, ground, isByGrant: grant_id !== null }
    const month = this.#calendar.instantMonth(at)
    const key = JSON.stringify([to, why, month])
    let sum = this.#sums.get(key)
    if (sum === undefined) {
      sum = { to, ...why, month, times: 0, firstAt: at, lastAt: at, ids: new Set() }
      this.#sums.set(key, sum)
    }
    sum.times++
    if (at < sum.firstAt) sum.firstAt = at
    if (at > sum.lastAt) sum.lastAt = at
    for (const id of record_ids) sum.ids.add(id)
  }

  /** The sums, from the first month to the last; in a month, in the order of their first days. */
  get all(): DisclosureSum[] {
    return [...this.#sums.values()]
      .map(({ ids, ...sum }) => ({ ...sum, records: ids.size }))
      .sort((a, b) => a.month - b.month || (a.firstAt < b.firstAt ? -1 : a.firstAt > b.firstAt ? 1 : 0))
  }
}
