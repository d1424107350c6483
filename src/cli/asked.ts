import { must } from '../base/typed.ts'
import { parseInstant } from '../domain/time.ts'
import type { Words } from '../words/words.ts'
import { type Meaning, meaning } from './help.ts'
import { beginningOf, beyond, endOf, list } from './read-values.ts'

/**
 * The arguments of a task, each declared once, beside the task or, if its command gives the task another shape, beside the command: the type of the task's argument, the flag or operand of its
 * command, the help, and the check of what was typed follow from it.
 */
export interface Asked<T, N extends Need = Need> {
  /** As help shows it: `--party <party>`, `--qr`, or `<id>` for an operand. */
  readonly typed: string
  readonly meaning: Meaning
  readonly read: ArgumentReader<T>
  readonly choices?: readonly string[]
  /** What counts when nothing is typed. */
  readonly fallback?: string
  readonly need: N
}

/** Whether the task always gets a value; if not, whether it gets null or nothing for what is not typed. */
type Need = 'must' | 'null' | 'may'

/** @param flag as it was typed, for a fault @throws {OperatorFault} when the text is not of this kind */
export type ArgumentReader<T> = (text: string, flag: string, words: Words) => T

export type AskedOf = Readonly<Record<string, Asked<unknown>>>

/** The arguments that a declaration describes, as their task gets them. */
export type Args<A extends AskedOf> = {
  readonly [K in keyof A as A[K]['need'] extends 'may' ? never : K]:
    | ReturnType<A[K]['read']>
    | (A[K]['need'] extends 'null' ? null : never)
} & { readonly [K in keyof A as A[K]['need'] extends 'may' ? K : never]?: ReturnType<A[K]['read']> }

const asTyped: ArgumentReader<string> = (text) => text

/** An operand or option that has to be typed. */
export function required(typed: string, meaning: Meaning): Asked<string, 'must'>
export function required<T>(typed: string, meaning: Meaning, read: ArgumentReader<T>): Asked<T, 'must'>
export function required(typed: string, meaning: Meaning, read: ArgumentReader<unknown> = asTyped) {
  return { typed, meaning, read, need: 'must' }
}

export function optional(typed: string, meaning: Meaning): Asked<string, 'may'>
export function optional<T>(typed: string, meaning: Meaning, read: ArgumentReader<T>): Asked<T, 'may'>
export function optional(typed: string, meaning: Meaning, read: ArgumentReader<unknown> = asTyped) {
  return { typed, meaning, read, need: 'may' }
}

/** Null when it is not typed. */
export const orNull = <T>(asked: Asked<T, 'may'>): Asked<T, 'null'> => ({ ...asked, need: 'null' })

/** One of a few words. */
export const oneOf = <W extends string>(
  typed: string,
  meaning: Meaning,
  choices: readonly W[],
  fallback?: NoInfer<W>,
): Asked<W, 'must'> => ({
  ...required(typed, meaning, (text) => text as W),
  choices,
  ...(fallback === undefined ? {} : { fallback }),
})

/** An option without a value. */
export const flag = (typed: string, meaning: Meaning): Asked<boolean, 'must'> =>
  required(typed, meaning, () => true)

/** An id that a list shows. */
export const shownBy = (command: string, typed = '<id>') =>
  required(typed, meaning('help.asShown', { command }))

export const wordList: ArgumentReader<string[]> = list
/** Read as their start, or as their end; see `read-values`. */
export const firstDay: ArgumentReader<string> = beginningOf
export const lastDay: ArgumentReader<string> = endOf
/** The start of the day after. */
export const throughDay: ArgumentReader<string> = beyond
export const firstDayMs: ArgumentReader<number> = (...typed) => must(parseInstant(beginningOf(...typed)))
export const lastDayMs: ArgumentReader<number> = (...typed) => must(parseInstant(endOf(...typed)))
