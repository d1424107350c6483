import { say, sayIfKnown } from '../text/catalogue/say.ts'
import { worded } from '../text/codes.ts'
import { codeOf } from '../text/kinds.ts'
import { amount } from '../text/phrases.ts'

/** What is to be said of a plot: its sizes, its faults, and what to do about each. */

/** A flag in words, with what to do. */
export const adviceOn = (flag: string): string => sayIfKnown(`plots.flag.${flag}`) ?? worded(codeOf(flag))

export const statedWords = (hectares: unknown): string =>
  typeof hectares === 'number'
    ? say('plots.hectares', { hectares: amount(hectares) })
    : say('plots.notStated')
