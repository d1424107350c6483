import type { Extent } from '../../store/inspect/extent.ts'
import type { Faults } from './faults.ts'
import type { Inspection } from './inspection.ts'
import type { Numbers } from './numbers.ts'

const NUMBERS_AT_ONCE = 10_000

/** Parties are numbered from 1 without a gap, and some entry names each. */
export function examineParties(
  inspection: Inspection,
  { parties }: Extent,
  named: Numbers,
  faults: Faults,
): void {
  let next = 1
  for (;;) {
    const numbers = inspection.parties.after(next - 1, NUMBERS_AT_ONCE).filter((n) => n <= parties)
    for (const n of numbers) {
      for (; next < n; next++)
        faults.add('party_missing', `party number ${next}`, 'The table party has no row of this number.')
      next = n + 1
      if (!named.has(n))
        faults.add('party_unnamed', inspection.partyWords(n), 'No entry of the log names it.')
    }
    if (numbers.length < NUMBERS_AT_ONCE) return
  }
}
