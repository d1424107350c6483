import { must } from '../../base/typed.ts'
import type { Value } from '../../words/message.ts'
import { shillings } from './scenario.ts'

/** Figures in the sentences of the tour. */

/** @throws {Error} if there is no figure */
export const kg = (value: number | null | undefined): Value => ({
  quantity: { value: must(value), unit: 'kg' },
})

export const inShillings = (value: number): Value => ({ money: shillings(value) })

/** Rounds to a thousandth, so that no sum shows an error of floating-point arithmetic. */
export const sum = (numbers: readonly (number | null)[]): number =>
  Math.round(numbers.reduce<number>((total, one) => total + must(one), 0) * 1_000) / 1_000
