import { englishWords } from '../words/words.ts'

/** Nouns for rooms that have no reader's `Words` yet. */
export const { counted, singular, plural, listed } = englishWords()
