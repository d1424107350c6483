import type { Fallback } from '../../cli/ask.ts'
import type { Field } from './fields.ts'

/** A buying point: the answers that are the same for every record written there, and what else to ask. */
export interface BuyingPoint {
  readonly name: string
  /** Saved answers, by flag of the field; a party as its id. */
  readonly answers: Readonly<Record<string, Fallback>>
  /** Unit of a quantity given as a bare number; null for none. */
  readonly unit: string | null
  /** Flags of optional fields that are asked for nevertheless. */
  readonly ask: readonly string[]
}

/** Returns the point's answers to these fields, by member. */
export const savedAnswers = (fields: readonly Field[], { answers }: BuyingPoint): Record<string, Fallback> =>
  Object.fromEntries(
    fields.flatMap(({ flag, member }) => (answers[flag] === undefined ? [] : [[member, answers[flag]]])),
  )

/**
 * Returns the members to ask for: required ones without a saved answer, and those that the point adds.
 * @param isDayAsked whether the day has no usual answer
 */
export const askedAtPoint = (
  fields: readonly Field[],
  { answers, ask }: BuyingPoint,
  isDayAsked = false,
): ReadonlySet<string> =>
  new Set(
    fields
      .filter(
        ({ flag, member, optional, assumed }) =>
          ask.includes(flag) ||
          (!optional && !assumed && (isDayAsked || member !== 'occurred_at') && answers[flag] === undefined),
      )
      .map(({ member }) => member),
  )
