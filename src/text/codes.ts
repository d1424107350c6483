import { englishWords } from '../words/words.ts'

/** Codes as words, for rooms that have no reader's `Words` yet. */
export { spelled } from '../words/words.ts'
export const { worded } = englishWords()
