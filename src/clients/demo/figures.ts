import { entriesOf, must } from '../../base/typed.ts'
import type { Value } from '../../words/message.ts'
import { shillings } from './scenario.ts'

/** Figures in the sentences of the tour. */

type Figure = number | null | undefined

/** @throws {Error} if there is no figure */
export const kg = (value: Figure): Value => ({ quantity: { value: must(value), unit: 'kg' } })

export const inShillings = (value: Figure): Value => ({ money: shillings(must(value)) })

const all =
  (shown: (value: Figure) => Value) =>
  <K extends string>(figures: Readonly<Record<K, Figure>>) =>
    Object.fromEntries(entriesOf(figures).map(([name, one]) => [name, shown(one)])) as Record<K, Value>

/** Shows several figures of a sentence. */
export const allKg = all(kg)
export const allShillings = all(inShillings)

/** Rounds to a thousandth, so that no sum shows an error of floating-point arithmetic. */
export const sum = (numbers: readonly (number | null)[]): number =>
  Math.round(numbers.reduce<number>((total, one) => total + must(one), 0) * 1_000) / 1_000
