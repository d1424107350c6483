import { DAY_MS } from '../../domain/time.ts'
import { kg, several } from '../../text/phrases.ts'

/** What a clerk should look at once more before a record is written. None of it forbids anything. Pure. */

/** An earlier record of the same type about the same party. */
export interface EarlierRecord {
  readonly kg: number | null
  readonly crop: string | undefined
  readonly receivedAtMs: number
  /** Its parties, crop and quantity, as one text. */
  readonly content: string
}

export interface Checked {
  readonly nowMs: number
  readonly occurredAtMs: number
  readonly kg: number | null
  readonly crop: string | undefined
  readonly content: string
  readonly isToOneself: boolean
  /** Null: no limit, as for organisations. */
  readonly implausibleAboveKg: number | null
  /** Newest first. */
  readonly earlier: readonly EarlierRecord[]
}

const OLD_DAYS = 30
const TIMES_THE_USUAL = 10
/** With fewer there is nothing usual. */
const FEWEST_FOR_USUAL = 3
const AGAIN_MS = 60 * 60 * 1000

export function warningsOf(checked: Checked): string[] {
  const { nowMs, occurredAtMs, isToOneself, implausibleAboveKg, earlier, content } = checked
  const again = earlier.some((one) => one.content === content && nowMs - one.receivedAtMs < AGAIN_MS)
  return [
    ...(isToOneself ? ['It is from a party to itself.'] : []),
    ...(occurredAtMs > nowMs ? ['Its date is in the future.'] : []),
    ...(nowMs - occurredAtMs > OLD_DAYS * DAY_MS ? [`Its date is more than ${OLD_DAYS} days ago.`] : []),
    ...(again ? ['The same was written down less than an hour ago.'] : []),
    ...unusual(checked),
    ...(checked.kg !== null && implausibleAboveKg !== null && checked.kg > implausibleAboveKg
      ? [`${kg(checked.kg)} kg is more than anybody brings at once (${kg(implausibleAboveKg)} kg).`]
      : []),
  ]
}

function unusual({ kg: now, crop, earlier }: Checked): string[] {
  const masses = earlier
    .filter((one) => one.crop === crop && one.kg !== null)
    .map((one) => one.kg as number)
    .sort((a, b) => a - b)
  const usual = masses[Math.floor((masses.length - 1) / 2)] ?? 0
  if (now === null || masses.length < FEWEST_FOR_USUAL || usual <= 0 || now < TIMES_THE_USUAL * usual)
    return []
  return [
    `${kg(now)} kg is ${TIMES_THE_USUAL} times what is usual here or more (${kg(usual)} kg, of the last ${several(masses.length, 'record', 'records')}).`,
  ]
}
