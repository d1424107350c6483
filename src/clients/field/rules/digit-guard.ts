import { type Brought, unusual, usualOf } from '../../../domain/usual.ts'
import type { Entry, Says, SentRecord } from './entry.ts'
import { kgSaid } from './quantities.ts'

/**
 * A slip of the pen in a weight, beside what the member brought before, by the rule of the counter.
 * - Its limit: the phone knows its own deliveries alone. What a member brought to another phone or the counter, it cannot ask about.
 */

export interface Slip {
  readonly kg: number
  /** What the member brought last of this crop. */
  readonly lastKg: number
}

/** Returns who brought what a record states; only two types state that. */
function giverIn({ type, from_party, producer }: Says): string | undefined {
  if (type === 'delivery') return from_party
  return type === 'harvest' ? producer : undefined
}

/**
 * Returns the records to compare with. One that the office refused may have been refused for its weight.
 * @param fetched as the office sent them
 */
export const knownOf = (
  entries: readonly Pick<Entry, 'state' | 'record'>[],
  fetched: readonly SentRecord[],
): readonly SentRecord[] => [
  ...entries.filter(({ state }) => state !== 'rejected').map(({ record }) => record),
  ...fetched,
]

/**
 * Returns what to ask about a record before it is saved; null if there is nothing to ask.
 * @param known the records that the phone knows, in any order; a record may be among them twice
 * @param correcting the id of the record that this one corrects
 */
export function slipIn(says: Says, known: Iterable<SentRecord>, correcting?: string): Slip | null {
  const giver = giverIn(says)
  const kg = kgSaid(says)
  if (giver === undefined || kg === null || says.crop === undefined) return null
  const all = [...known]
  const over = new Set([correcting, ...all.flatMap(({ supersedes, target_id }) => [supersedes, target_id])])
  const earlier = new Map(
    all
      .filter((one) => one.type === says.type && giverIn(one) === giver && !over.has(one.id))
      .map((one) => [one.id, one]),
  )
  const newestFirst = [...earlier.values()].sort((a, b) => timeOf(b) - timeOf(a))
  const brought = newestFirst.map((one): Brought => ({ kg: kgSaid(one), crop: one.crop, isOfToday: false }))
  // Without an earlier weight the phone has nothing to compare with.
  const found = unusual(kg, usualOf(says.crop, brought, []), true)
  const lastKg = found?.usual?.lastKg
  return lastKg === undefined ? null : { kg, lastKg }
}

const timeOf = ({ occurred_at }: SentRecord): number => Date.parse(occurred_at)
