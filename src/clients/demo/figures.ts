import { must } from '../../base/typed.ts'
import { together } from '../../text/wrap.ts'
import { amount, money, several } from '../../words/english.ts'
import { shillings } from './scenario.ts'

/** Figures in the sentences of the tour. */

/** Keeps a figure and its unit on one line. @throws {Error} if there is no figure */
export const kg = (value: number | null | undefined): string => together(`${amount(must(value))} kg`)

/** `1 record`, `3 records` */
export const count = (n: number, one: string, many = `${one}s`): string => several(n, one, many)

export const inShillings = (value: number): string => money(shillings(value))

/** Rounds to a thousandth, so that no sum shows an error of floating-point arithmetic. */
export const sum = (numbers: readonly (number | null)[]): number =>
  Math.round(numbers.reduce<number>((total, one) => total + must(one), 0) * 1_000) / 1_000
