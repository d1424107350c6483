import { FULL } from '../../store/audit-index.ts'
import { Faults, type Findings } from './faults.ts'
import type { Inspection } from './inspection.ts'

/** Remakes the index of the audit log, chunk by chunk, and compares. */

export interface IndexOrder {
  /** A range of chunks: from one position up to another, which is excluded. */
  readonly from: number
  readonly to: number
  readonly auditEntries: number
}

/** Chunks in one part of the work: some thousand entries each. */
export const CHUNKS_A_PART = 8

/** Whether more entries than one chunk are without an index, which the service never leaves. */
export const isUnindexed = ({ audit }: Inspection): boolean =>
  audit.newest() - audit.lastIndexed() >= FULL.entries

/** Entries without a chunk, and rows without a chunk. */
export function examineIndexed(inspection: Inspection, faults: Faults): void {
  const { audit } = inspection
  const tell = (where: string, finding: string) => faults.add('audit_index_differs', where, finding)
  const indexed = audit.lastIndexed()
  if (indexed > audit.newest())
    tell(`index of audit entries up to ${indexed}`, 'Its newest chunk is over entries that are not there.')
  if (isUnindexed(inspection))
    tell(`audit entries from ${indexed + 1} on`, 'No chunk of the index is over them: they were deleted.')
  for (const firstN of audit.strayRows())
    tell(`index of audit entries from ${firstN} on`, 'It has rows, and no chunk begins there.')
}

export function examineAuditIndex(inspection: Inspection, { from, to, auditEntries }: IndexOrder): Findings {
  const faults = new Faults()
  const chunks = inspection.audit.chunks(auditEntries)
  for (let i = from; i < Math.min(to, chunks.length); i++) {
    const chunk = chunks[i] as (typeof chunks)[number]
    const where = `index of audit entries ${chunk.firstN} to ${chunk.lastN}`
    const shouldBegin = (chunks[i - 1]?.lastN ?? 0) + 1
    if (chunk.firstN !== shouldBegin) {
      faults.add('audit_index_differs', where, `This chunk should begin with entry ${shouldBegin}.`)
      continue
    }
    const found = inspection.audit.indexed(chunk.firstN)
    const made = remade(inspection, chunk)
    if (made === null)
      faults.add(
        'audit_index_differs',
        where,
        'It ends with another entry than it would, or what they name cannot be followed.',
      )
    else {
      const differing = [...new Set([...found.keys(), ...made.keys()])].filter(
        (key) => found.get(key) !== made.get(key),
      )
      if (differing.length > 0)
        faults.add(
          'audit_index_differs',
          where,
          `${differing.length} rows are missing, too many or otherwise; the first is of kind and neighbours ${differing[0]}.`,
        )
    }
  }
  return { listed: faults.listed, counts: faults.counts }
}

function remade(inspection: Inspection, chunk: { readonly firstN: number; readonly lastN: number }) {
  try {
    return inspection.audit.reindexed(chunk, inspection.records, inspection.parties)
  } catch {
    return null
  }
}
