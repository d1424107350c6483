import type { Check } from './check.ts'

/** Time allowed for the last output to be written. */
const LAST_WORDS_MS = 500

/** Ends the program although a call to a hanging disk or service is still open. If none is, it ends by itself. */
export function leaveWhatHangs(checks: readonly Pick<Check, 'facts'>[]): void {
  if (checks.some(({ facts }) => facts.timed_out === true))
    setTimeout(() => process.exit(), LAST_WORDS_MS).unref()
}
