import { formatInstant } from '../../domain/time.ts'

/** An instant for people, for any number that the column may hold. */
export function instantWords(ms: number, words = formatInstant): string {
  try {
    return words(ms)
  } catch {
    return `no time that there is (${ms})`
  }
}
