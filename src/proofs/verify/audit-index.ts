import { FULL, type IndexChunk } from '../../store/audit-index.ts'
import { indexRows, remadeRows, strayChunks } from '../../store/inspect/audit-chunks.ts'
import type { Inspection } from '../../store/inspect/inspection.ts'
import type { Examination } from './faults.ts'

/** Whether more entries than one chunk are without an index, which the service never leaves. */
export const isUnindexed = ({ audit, auditNewest }: Inspection): boolean =>
  (auditNewest() ?? 0) - audit.index.lastIndexed >= FULL.entries

/** Entries without a chunk, and rows without a chunk. */
export function examineIndexed({ inspection, faults }: Examination): void {
  const tell = (where: string, finding: string) => faults.add('audit_index_differs', where, finding)
  const indexed = inspection.audit.index.lastIndexed
  if (indexed > (inspection.auditNewest() ?? 0))
    tell(`index of audit entries up to ${indexed}`, 'Its newest chunk is over entries that are not there.')
  if (isUnindexed(inspection))
    tell(`audit entries from ${indexed + 1} on`, 'No chunk of the index is over them: they were deleted.')
  for (const firstN of strayChunks(inspection.db))
    tell(`index of audit entries from ${firstN} on`, 'It has rows, and no chunk begins there.')
}

/** Makes a chunk of the index again, and compares. */
export function examineChunk(
  { inspection, faults }: Examination,
  chunk: IndexChunk,
  before: IndexChunk | undefined,
): void {
  const tell = (finding: string) =>
    faults.add('audit_index_differs', `index of audit entries ${chunk.firstN} to ${chunk.lastN}`, finding)
  const shouldBegin = (before?.lastN ?? 0) + 1
  if (chunk.firstN !== shouldBegin) {
    tell(`This chunk should begin with entry ${shouldBegin}.`)
    return
  }
  const found = indexRows(inspection.db, chunk.firstN)
  const made = remadeRows(inspection, chunk)
  if (made === null) tell('It ends with another entry than it would, or what they name cannot be followed.')
  else {
    const differing = [...new Set([...found.keys(), ...made.keys()])].filter(
      (key) => found.get(key) !== made.get(key),
    )
    if (differing.length > 0)
      tell(
        `${differing.length} rows are missing, too many or otherwise; the first is of kind and neighbours ${differing[0]}.`,
      )
  }
}
