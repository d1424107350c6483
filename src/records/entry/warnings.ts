import { DAY_MS } from '../../domain/time.ts'
import { type Brought, type Usual, unusual, usualOf } from '../../domain/usual.ts'
import { kg, several } from '../../words/english.ts'

/** What a clerk should check once more before a record is written. A warning forbids nothing. */

/** An earlier record of the same type about the same party. */
export interface EarlierRecord extends Brought {
  readonly receivedAtMs: number
  /** The record's parties, crop and quantity, as one text. */
  readonly content: string
}

export interface Checked {
  readonly nowMs: number
  readonly occurredAtMs: number
  readonly kg: number | null
  readonly crop: string | undefined
  readonly content: string
  readonly isToOneself: boolean
  /** Limit of a plausible mass; null if there is none, as for organisations. */
  readonly implausibleAboveKg: number | null
  /** Earlier records, newest first. */
  readonly earlier: readonly EarlierRecord[]
  /** What others brought, newest first. */
  readonly others: readonly Brought[]
  /** Whether no mass is too much by itself. */
  readonly mayBeMuch: boolean
}

const OLD_DAYS = 30
const AGAIN_MS = 60 * 60 * 1000

export function warningsOf(checked: Checked): string[] {
  const { nowMs, occurredAtMs, isToOneself, implausibleAboveKg, earlier, content } = checked
  const again = earlier.some((one) => one.content === content && nowMs - one.receivedAtMs < AGAIN_MS)
  return [
    ...(isToOneself ? ['It is from a party to itself.'] : []),
    ...(occurredAtMs > nowMs ? ['Its date is in the future.'] : []),
    ...(nowMs - occurredAtMs > OLD_DAYS * DAY_MS ? [`Its date is more than ${OLD_DAYS} days ago.`] : []),
    ...(again ? ['The same was written down less than an hour ago.'] : []),
    ...unusualWords(checked),
    ...(checked.kg !== null && implausibleAboveKg !== null && checked.kg > implausibleAboveKg
      ? [`${kg(checked.kg)} kg is more than anyone brings at once (${kg(implausibleAboveKg)} kg).`]
      : []),
  ]
}

const USUAL: Readonly<Record<Usual['by'], string>> = {
  party: 'what is usual here',
  day: 'what others brought today',
  crop: 'what is usual of this crop',
}

function unusualWords({ kg: now, crop, earlier, others, mayBeMuch }: Checked): string[] {
  const found = now === null ? null : unusual(now, usualOf(crop, earlier, others), mayBeMuch)
  if (now === null || found === null) return []
  const { usual, is, limit } = found
  if (usual === null)
    return [
      `${kg(now)} kg is more than a person carries (${kg(limit)} kg), and there is nothing yet to compare it with.`,
    ]
  const far =
    is === 'more' ? `${limit} times ${USUAL[usual.by]} or more` : `a ${limit}th of ${USUAL[usual.by]} or less`
  return [
    `${kg(now)} kg is ${far} (${kg(usual.kg)} kg, of the last ${several(usual.count, 'record', 'records')}).`,
  ]
}
