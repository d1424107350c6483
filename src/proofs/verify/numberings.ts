import type { Extent, Numbering } from '../../store/inspect/extent.ts'
import type { Faults } from './faults.ts'
import type { FaultKind } from './kinds.ts'

const TOLD: Readonly<Record<Numbering['of'], readonly [FaultKind, string]>> = {
  entry: ['entry_out_of_number', 'entries of the log'],
  audit: ['audit_out_of_number', 'entries of the audit log'],
  party: ['party_out_of_number', 'parties'],
  anchor_batch: ['batch_out_of_order', 'roots'],
}

/**
 * Numbers are given from 1 without a gap. Every check begins at 1, so a row below that would escape them all, although the
 * program would find and use it.
 */
export function examineNumberings({ numberings, entries, written }: Extent, faults: Faults): void {
  if (written > entries)
    faults.add(
      'derived_row_without_record',
      `table written_through, entry ${written}`,
      'There is no entry of this number: rows of later ones would be taken for written.',
    )
  for (const { of, first, last, count, newest } of numberings) {
    const [kind, where] = TOLD[of]
    if (first < 1)
      faults.add(kind, where, `The first has the number ${first}; numbers begin with 1, and none is below.`)
    if (last !== count)
      faults.add(
        kind,
        where,
        `There are ${count}, and the last has the number ${last}; numbers are given without a gap.`,
      )
    if (newest < last)
      faults.add(
        kind,
        where,
        `Those beyond number ${newest} were not looked at: so far behind the others nothing was ever numbered.`,
      )
  }
}
