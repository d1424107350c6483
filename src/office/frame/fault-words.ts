import { Problem } from '../../base/problem.ts'
import { AnswerFault, type Choice, OperatorFault } from '../../words/fault.ts'
import type { Words } from '../../words/words.ts'

import type { Filled } from './form.tsx'

/** Faults of what a person sent, in words, and the HTTP status of the page that shows them. */

/**
 * Returns the words for a fault that a person can fix by sending other values.
 * @throws any other error again
 */
export function faultWords(words: Words, error: unknown): string {
  if (error instanceof Problem) return problemWords(words, error)
  if (isAnswerable(error)) return wordsOf(words, error)
  throw error
}

export const problemWords = ({ say }: Words, { code, extra }: Problem): string =>
  [
    `${say(`problem.${code}`)}.`,
    extra.detail ?? '',
    ...(extra.errors ?? []).map(({ pointer, message: fault }) => `${pointer} ${fault}.`),
  ]
    .filter(Boolean)
    .join(' ')

/** Whether a person can fix the fault by typing something else. */
export const isAnswerable = (error: unknown): error is Error =>
  error instanceof OperatorFault || (error instanceof Error && error.name === 'Error')

export const wordsOf = (words: Words, error: Error): string =>
  error instanceof OperatorFault ? error.toldIn(words) : error.message

/** What could not be read of a form or a filter: the fault of each field, and what its words may mean where they fit several. */
export interface Unread {
  readonly faults: Record<string, string>
  readonly choices: Record<string, readonly Choice[]>
}
export const allRead = (): Unread => ({ faults: {}, choices: {} })

/**
 * Notes why a field could not be read; where its words fit several, the field asks to choose.
 * @throws any error that typing something else does not mend
 */
export function noteUnread(words: Words, { faults, choices }: Unread, field: string, error: unknown): void {
  if (!isAnswerable(error)) throw error
  faults[field] = wordsOf(words, error)
  if (!(error instanceof AnswerFault) || error.choices.length === 0) return
  choices[field] = error.choices
  faults[field] = words.say('reading.choose')
}

/** Returns 422 if there is any fault, otherwise 200. @param fault a fault of the form as a whole */
export const formStatus = (faults: Filled['faults'], fault?: string): 200 | 422 =>
  fault !== undefined || Object.keys(faults).length > 0 ? 422 : 200
