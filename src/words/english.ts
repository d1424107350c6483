import { asShown, type Shown } from '../text/kinds.ts'
import { englishWords } from './words.ts'

/** Formatters for texts that are not in the catalogue yet: they write English. Use them for nothing new. */

export const { say, amount, percent, money, listed } = englishWords()

export const several = (value: number, one: string, many: string): Shown =>
  asShown(`${englishWords().count(value)} ${value === 1 ? one : many}`)
