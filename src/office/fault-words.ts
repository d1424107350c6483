import { Problem } from '../base/problem.ts'
import { isAnswerable, wordsOf } from './entry-form.tsx'
import { problemWords } from './weigh-in.tsx'

/** What somebody can fix by sending other values, in words. @throws anything else */
export function faultWords(error: unknown): string {
  if (error instanceof Problem) return problemWords(error)
  if (isAnswerable(error)) return wordsOf(error)
  throw error
}
