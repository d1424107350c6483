import { FULL, type IndexChunk } from '../../store/audit/audit-index.ts'
import { indexRows, remadeRows, strayChunks } from '../../store/inspect/audit-chunks.ts'
import type { Inspection } from '../../store/inspect/inspection.ts'
import { type Message, message } from '../../words/message.ts'
import type { Examination } from './faults.ts'

/** Whether more entries than fit into a chunk are not indexed; the service never leaves that many. */
export const isUnindexed = ({ audit, auditNewest }: Inspection): boolean =>
  (auditNewest() ?? 0) - audit.index.lastIndexed >= FULL.entries

/** Finds entries that no chunk of the index covers but should, and rows of no chunk. */
export function examineIndexed({ inspection, faults }: Examination): void {
  const tell = (where: Message, finding: Message) => faults.add('audit_index_differs', where, finding)
  const indexed = inspection.audit.index.lastIndexed
  if (indexed > (inspection.auditNewest() ?? 0))
    tell(message('verify.at.indexThrough', { n: indexed }), message('verify.found.indexBeyond'))
  if (isUnindexed(inspection))
    tell(message('verify.at.auditFrom', { n: indexed + 1 }), message('verify.found.notIndexed'))
  for (const firstN of strayChunks(inspection.db))
    tell(message('verify.at.indexFrom', { n: firstN }), message('verify.found.strayChunk'))
}

/** Makes a chunk of the index again from the audit log, and compares it with the stored one. */
export function examineChunk(
  { inspection, faults }: Examination,
  chunk: IndexChunk,
  before: IndexChunk | undefined,
): void {
  const { firstN: first, lastN: last } = chunk
  const tell = (finding: Message) =>
    faults.add('audit_index_differs', message('verify.at.index', { first, last }), finding)
  const shouldBegin = (before?.lastN ?? 0) + 1
  if (first !== shouldBegin) {
    tell(message('verify.found.chunkStart', { n: shouldBegin }))
    return
  }
  const found = indexRows(inspection.db, first)
  const made = remadeRows(inspection, chunk)
  if (made === null) tell(message('verify.found.chunkEnd'))
  else {
    const differing = [...new Set([...found.keys(), ...made.keys()])].filter(
      (key) => found.get(key) !== made.get(key),
    )
    const [key] = differing
    if (key !== undefined) tell(message('verify.found.chunkRows', { count: differing.length, key }))
  }
}
