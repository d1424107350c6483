import { OperatorFault, Problem } from '../base/problem.ts'
import { say } from '../text/catalogue/say.ts'
import type { Filled } from './layout.tsx'

/** What is wrong with what somebody sent, in words, and the status of a page that says so. */

/** What somebody can fix by sending other values, in words. @throws anything else */
export function faultWords(error: unknown): string {
  if (error instanceof Problem) return problemWords(error)
  if (isAnswerable(error)) return wordsOf(error)
  throw error
}

export const problemWords = ({ message, extra }: Problem): string =>
  [
    message,
    extra.detail ?? '',
    ...(extra.errors ?? []).map(({ pointer, message: fault }) => `${pointer} ${fault}.`),
  ]
    .filter(Boolean)
    .join(' ')

/** Faults that somebody can fix by typing something else. */
export const isAnswerable = (error: unknown): error is Error =>
  error instanceof OperatorFault || (error instanceof Error && error.name === 'Error')

export const wordsOf = (error: Error): string =>
  atThePage(error instanceof OperatorFault ? `${error.message} ${error.remedy}` : error.message)

/** Where the command sends people to another command, the page sends them to a page. */
const atThePage = (words: string): string =>
  words
    .replace('Find it with: granary party list', say('fault.findParty'))
    .replace('"granary registry list crops" shows them all.', say('fault.findCrop'))

/** @param fault of the whole */
export const formStatus = (faults: Filled['faults'], fault?: string): 200 | 422 =>
  fault !== undefined || Object.keys(faults).length > 0 ? 422 : 200
