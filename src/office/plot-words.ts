import { say, sayIfKnown } from '../text/catalogue/say.ts'
import { amount } from '../text/phrases.ts'
import { worded } from './layout.tsx'

/** What is to be said of a plot: its sizes, its faults, and what to do about each. */

/** A flag in words, with what to do. */
export const adviceOn = (flag: string): string => sayIfKnown(`plots.flag.${flag}`) ?? worded(flag)

export const statedWords = (hectares: unknown): string =>
  typeof hectares === 'number'
    ? say('plots.hectares', { hectares: amount(hectares) })
    : say('plots.notStated')
