import { referenceKey } from '../../domain/payment.ts'
import { DAY_MS } from '../../domain/time.ts'
import { type Brought, unusual, usualOf } from '../../domain/usual.ts'
import { type Message, message } from '../../words/message.ts'

/** What a clerk should check once more before a record is written. A warning forbids nothing. */

/** An earlier record of the same type about the same party. */
export interface EarlierRecord extends Brought {
  readonly receivedAtMs: number
  /** The record's parties, crop and quantity, as one text. */
  readonly content: string
}

export interface Checked {
  readonly nowMs: number
  /** Whether the clock is behind, so that a day after it is no mistake. */
  readonly isBehind: boolean
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
  /** Whether an earlier payment of the same payer has the same reference. */
  readonly hasReferenceAgain: boolean
  /** Whether one has it that another party alone stated. */
  readonly hasReferenceOfOther: boolean
  /** Whether it pays something lent of which no debt is recorded. */
  readonly lacksDebt: boolean
  /** Whether no mass is too much by itself. */
  readonly mayBeMuch: boolean
}

const OLD_DAYS = 30
const AGAIN_MS = 60 * 60 * 1000

export function warningsOf(checked: Checked): Message[] {
  const { nowMs, occurredAtMs, isToOneself, implausibleAboveKg, earlier, content } = checked
  const again = earlier.some((one) => one.content === content && nowMs - one.receivedAtMs < AGAIN_MS)
  return [
    ...(isToOneself ? [message('warning.toItself')] : []),
    ...(occurredAtMs > nowMs && !checked.isBehind ? [message('warning.future')] : []),
    ...(nowMs - occurredAtMs > OLD_DAYS * DAY_MS ? [message('warning.old', { days: OLD_DAYS })] : []),
    ...(again ? [message('warning.again')] : []),
    ...(checked.hasReferenceAgain ? [message('warning.referenceAgain')] : []),
    ...(checked.hasReferenceOfOther ? [message('warning.referenceOfOther')] : []),
    ...(checked.lacksDebt ? [message('warning.lacksDebt')] : []),
    ...unusualMass(checked),
    ...(checked.kg !== null && implausibleAboveKg !== null && checked.kg > implausibleAboveKg
      ? [message('warning.implausible', { kg: { kg: checked.kg }, most: { kg: implausibleAboveKg } })]
      : []),
  ]
}

function unusualMass({ kg: now, crop, earlier, others, mayBeMuch }: Checked): Message[] {
  const found = now === null ? null : unusual(now, usualOf(crop, earlier, others), mayBeMuch)
  if (now === null || found === null) return []
  const { usual, limit } = found
  const kg = { kg: now }
  if (usual === null) return [message('warning.heavy', { kg, most: { kg: limit } })]
  const { by, lastKg } = usual
  if (by === 'day' || by === 'crop')
    return [message(`warning.more.${by}`, { kg, times: limit, usual: { kg: usual.kg }, count: usual.count })]
  const asked = { kg: { amount: now }, last: { amount: lastKg ?? usual.kg } }
  if (by === 'last') return [message('warning.last', asked)]
  return [message('warning.usual', { ...asked, usual: { amount: usual.kg } })]
}

/** Returns whether another of these payments has the reference and the payer of this one. */
export const isReferenceAgain = (
  { id, supersedes, payer, reference }: Readonly<Record<string, unknown>>,
  payments: readonly Readonly<Record<string, unknown>>[],
): boolean =>
  typeof reference === 'string' &&
  payments.some(
    (one) =>
      one.id !== id &&
      one.id !== supersedes &&
      one.payer === payer &&
      typeof one.reference === 'string' &&
      referenceKey(one.reference) === referenceKey(reference),
  )
