import type { DelegatedAct } from '../../domain/delegation.ts'
import { codeOf } from '../../text/kinds.ts'
import { plain } from '../../text/wrap.ts'
import { spelled, type Words } from '../../words/words.ts'

/** Codes within the sentences that a subject reads. */

/** Returns how something was confirmed or given, as in `confirmed in person`. */
export const howWords = (words: Words, code: unknown): string =>
  words.sayIfKnown(`answer.how.${code}`) ?? words.say('answer.howElse', { code: spaced(words, code) })

export const actWords = ({ say }: Words, act: DelegatedAct): string => say(`answer.act.${act}`)

/** Returns a kind of obligation, as in `an obligation to repay a loan`. */
export const owedWords = (words: Words, kind: unknown): string =>
  words.sayIfKnown(`answer.owed.${kind}`) ?? words.say('answer.owedElse', { kind: spaced(words, kind) })

/** Returns words for a cause or reason, to put in brackets. */
export const reasonWords = (words: Words, code: unknown): string =>
  code === 'other' ? words.say('answer.otherReason') : spaced(words, code)

/** Returns the name of a flag. */
export const flagWords = (words: Words, flag: string): string =>
  words.sayIfKnown(`flag.${flag}`) ?? plain(spelled(codeOf(flag)), 60)

export const spaced = ({ worded }: Words, code: unknown): string => plain(worded(codeOf(String(code))), 60)
