import { formatInstant } from '../../domain/time.ts'

/** An instant for people, whatever number somebody put into the column. */
export function instantWords(ms: number, words = formatInstant): string {
  try {
    return words(ms)
  } catch {
    return `no time that there is (${ms})`
  }
}
