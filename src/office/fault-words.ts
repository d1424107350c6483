import { OperatorFault, Problem } from '../base/problem.ts'
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
  error instanceof OperatorFault ? `${error.message} ${error.remedy}` : error.message

/** @param fault of the whole */
export const formStatus = (faults: Filled['faults'], fault?: string): 200 | 422 =>
  fault !== undefined || Object.keys(faults).length > 0 ? 422 : 200
