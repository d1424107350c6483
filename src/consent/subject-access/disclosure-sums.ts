import type { Calendar } from '../../words/calendar.ts'
import type { Ground } from '../disclosures/disclosure-shapes.ts'
import type { PlacedDisclosure } from '../disclosures/rules.ts'

/** Adds up who was shown the records of a person, for paper: by reader, purpose and month (contract §7). */

export interface DisclosureSum {
  /** Null for natural persons who read without a grant of the subject's. */
  readonly to: string | null
  /** Null for the cooperative's own work, whose purposes are one. */
  readonly purpose: string | null
  readonly ground: ReadingGround | null
  /** Whether the subject's consent opened it: then it is apart from the cooperative's own work. */
  readonly isByGrant: boolean
  /** As `Calendar.monthOf` counts it. */
  readonly month: number
  /** Readings: entries of the audit log, which may rely on several grants. */
  readonly times: number
  /** Distinct records. */
  readonly records: number
  readonly firstAt: string
  readonly lastAt: string
}

/** A paper that the front office printed for its subject is the cooperative's work. */
type ReadingGround = Exclude<Ground, 'printed_for_the_subject'>

type Summed = Omit<
  { -readonly [Member in keyof DisclosureSum]: DisclosureSum[Member] },
  'records' | 'times'
> & {
  readonly ids: Set<string>
  readonly entries: Set<number>
}

export class DisclosureSums {
  readonly #calendar: Calendar
  readonly #cooperative: string | null
  readonly #sums = new Map<string, Summed>()

  constructor(calendar: Calendar, cooperative: string | null) {
    this.#calendar = calendar
    this.#cooperative = cooperative
  }

  add({ n, disclosure }: Pick<PlacedDisclosure, 'n' | 'disclosure'>): void {
    const { to, purpose, ground, grant_id, at, record_ids } = disclosure
    const isByGrant = grant_id !== null
    const isOurWork = to !== null && to === this.#cooperative && !isByGrant
    const why =
      isOurWork || ground === 'printed_for_the_subject'
        ? { purpose: null, ground: null, isByGrant: false }
        : { purpose, ground, isByGrant }
    const month = this.#calendar.instantMonth(at)
    const key = JSON.stringify([to, why, month])
    let sum = this.#sums.get(key)
    if (sum === undefined) {
      sum = { to, ...why, month, firstAt: at, lastAt: at, ids: new Set(), entries: new Set() }
      this.#sums.set(key, sum)
    }
    sum.entries.add(n)
    if (at < sum.firstAt) sum.firstAt = at
    if (at > sum.lastAt) sum.lastAt = at
    for (const id of record_ids) sum.ids.add(id)
  }

  /** The sums, from the first month to the last; in a month, in the order of their first days. */
  get all(): DisclosureSum[] {
    return [...this.#sums.values()]
      .map(({ ids, entries, ...sum }) => ({ ...sum, times: entries.size, records: ids.size }))
      .sort((a, b) => a.month - b.month || (a.firstAt < b.firstAt ? -1 : a.firstAt > b.firstAt ? 1 : 0))
  }
}
