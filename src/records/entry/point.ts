import type { Fallback } from '../../cli/ask.ts'
import type { Field } from './fields.ts'

/** A buying point: the answers that are the same for all that is written down there, and what else is asked. */
export interface BuyingPoint {
  readonly name: string
  /** By flag of the field; a party as its id. */
  readonly answers: Readonly<Record<string, Fallback>>
  /** Of a quantity given as a bare number. */
  readonly unit: string | null
  /** Flags of optional fields that are asked all the same. */
  readonly ask: readonly string[]
}

/** Its answers to these fields, by member. */
export const savedAnswers = (fields: readonly Field[], { answers }: BuyingPoint): Record<string, Fallback> =>
  Object.fromEntries(
    fields.flatMap(({ flag, member }) => (answers[flag] === undefined ? [] : [[member, answers[flag]]])),
  )

/** Members that are asked there: what must be given and is not saved, and what the point asks besides. */
export const askedAtPoint = (fields: readonly Field[], { answers, ask }: BuyingPoint): ReadonlySet<string> =>
  new Set(
    fields
      .filter(
        ({ flag, member, optional, assumed }) =>
          ask.includes(flag) ||
          (!optional && !assumed && member !== 'occurred_at' && answers[flag] === undefined),
      )
      .map(({ member }) => member),
  )
