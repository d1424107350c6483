import { englishWords } from '../../words/words.ts'

/** The catalogue's English texts, for rooms that have no reader's `Words` yet. */
export const { say, sayIfKnown } = englishWords()
