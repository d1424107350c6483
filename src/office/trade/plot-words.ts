import { codeOf } from '../../text/kinds.ts'
import type { Words } from '../../words/words.ts'

/** Words about plots: their sizes, their faults, and the remedy of each. */

/** Describes a fault of a plot, with its remedy. */
export const adviceOn = (words: Words, code: string): string => {
  const { sayIfKnown, worded } = words
  return sayIfKnown(`plots.flag.${code}`) ?? worded(codeOf(code))
}

export const statedWords = (words: Words, hectares: unknown): string => {
  const { amount, say } = words
  return typeof hectares === 'number'
    ? say('plots.hectares', { hectares: amount(hectares) })
    : say('plots.notStated')
}
