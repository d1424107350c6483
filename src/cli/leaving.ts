import type { Check } from '../operator/doctor/check.ts'

/** What was said last is given so long to leave. */
const LAST_WORDS_MS = 500

/**
 * A call to a disk or a service that hangs would keep this program from ending when it has said everything. Where none
 * does, the program ends by itself.
 */
export function leaveWhatHangs(checks: readonly Pick<Check, 'facts'>[]): void {
  if (checks.some(({ facts }) => facts.timed_out === true))
    setTimeout(() => process.exit(), LAST_WORDS_MS).unref()
}
