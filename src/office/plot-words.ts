import { say, sayIfKnown } from '../text/catalogue/say.ts'
import { worded } from '../text/codes.ts'
import { codeOf } from '../text/kinds.ts'
import { amount } from '../text/phrases.ts'

/** Words about plots: their sizes, their faults, and the remedy of each. */

/** Describes a flag, with its remedy. */
export const adviceOn = (flag: string): string => sayIfKnown(`plots.flag.${flag}`) ?? worded(codeOf(flag))

export const statedWords = (hectares: unknown): string =>
  typeof hectares === 'number'
    ? say('plots.hectares', { hectares: amount(hectares) })
    : say('plots.notStated')
