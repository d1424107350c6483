import { FULL, type IndexChunk } from '../../store/audit-index.ts'
import { indexRows, remadeRows, strayChunks } from '../../store/inspect/audit-chunks.ts'
import type { Inspection } from '../../store/inspect/inspection.ts'
import type { Examination } from './faults.ts'

/** Whether more entries than fit into a chunk are not indexed; the service never leaves that many. */
export const isUnindexed = ({ audit, auditNewest }: Inspection): boolean =>
  (auditNewest() ?? 0) - audit.index.lastIndexed >= FULL.entries

/** Finds entries that no chunk of the index covers but should, and rows of no chunk. */
export function examineIndexed({ inspection, faults }: Examination): void {
  const tell = (where: string, finding: string) => faults.add('audit_index_differs', where, finding)
  const indexed = inspection.audit.index.lastIndexed
  if (indexed > (inspection.auditNewest() ?? 0))
    tell(`index of audit entries up to ${indexed}`, 'Its newest chunk covers entries that do not exist.')
  if (isUnindexed(inspection))
    tell(`audit entries from ${indexed + 1} on`, 'No chunk of the index covers them: chunks were deleted.')
  for (const firstN of strayChunks(inspection.db))
    tell(`index of audit entries from ${firstN} on`, 'It has rows, but no chunk starts there.')
}

/** Makes a chunk of the index again from the audit log, and compares it with the stored one. */
export function examineChunk(
  { inspection, faults }: Examination,
  chunk: IndexChunk,
  before: IndexChunk | undefined,
): void {
  const tell = (finding: string) =>
    faults.add('audit_index_differs', `index of audit entries ${chunk.firstN} to ${chunk.lastN}`, finding)
  const shouldBegin = (before?.lastN ?? 0) + 1
  if (chunk.firstN !== shouldBegin) {
    tell(`This chunk should start with entry ${shouldBegin}.`)
    return
  }
  const found = indexRows(inspection.db, chunk.firstN)
  const made = remadeRows(inspection, chunk)
  if (made === null)
    tell('It should end with another entry, or its entries name something that does not exist.')
  else {
    const differing = [...new Set([...found.keys(), ...made.keys()])].filter(
      (key) => found.get(key) !== made.get(key),
    )
    if (differing.length > 0)
      tell(
        `${differing.length} rows are missing, superfluous or different; the first has the kind and neighbours ${differing[0]}.`,
      )
  }
}
