import { FULL } from '../store/audit-index.ts'
import type { Extent } from '../store/inspect/extent.ts'
import type { Faults } from './faults.ts'
import type { Inspection } from './inspection.ts'

/** Entries without an index that are held in memory to see who was shown a record. */
const MOST_IN_MEMORY = 64 * 1_024

/** Is more of the audit log without an index than can be held in memory? */
export const isTooFarBehind = ({ audit }: Inspection): boolean =>
  audit.newest() - audit.lastIndexed() > MOST_IN_MEMORY

/**
 * A service has its index made before it does anything, and then leaves less than a chunk without one. So entries that
 * were there when a root was fixed had theirs; others may be waiting for an upgrade that was cut short.
 * @returns what could not be checked, in sentences
 */
export function examineIndexBehind(inspection: Inspection, extent: Extent, faults: Faults): string[] {
  const indexed = inspection.audit.lastIndexed()
  const newest = inspection.audit.newest()
  if (indexed > newest) {
    faults.add(
      'audit_index_differs',
      `audit entries ${newest + 1} to ${indexed}`,
      'The index is over them, and there are none: they were deleted.',
    )
    return []
  }
  const [newestRoot] = inspection.anchors.batches(extent.batches, extent.batches)
  if (newestRoot !== undefined && newestRoot.auditN - indexed >= FULL.entries) {
    faults.add(
      'audit_index_differs',
      `audit entries ${indexed + 1} to ${newestRoot.auditN}`,
      'No chunk of the index is over them, and when a root was fixed there were some: they were deleted.',
    )
    return []
  }
  const sentences: string[] = []
  const withoutActs = inspection.audit.chunksWithoutActs(extent.auditEntries)
  if (withoutActs > 0)
    sentences.push(
      `${withoutActs} parts of the index of the audit log do not say whom acts concern, as an upgrade leaves it that was cut short. Start "granary serve" once: it makes the rest.`,
    )
  if (extent.auditEntries - indexed < FULL.entries) return sentences
  const left = isTooFarBehind(inspection)
    ? ' Until then it is not known whether word of corrections is owed.'
    : ''
  sentences.push(
    `The index of the audit log is made up to entry ${indexed} of ${extent.auditEntries}, as an upgrade leaves it that was cut short. Start "granary serve" once: it makes the rest.${left}`,
  )
  return sentences
}
