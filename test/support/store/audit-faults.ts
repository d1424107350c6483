import { createHash } from 'node:crypto'
import type { Db } from '../../../src/store/file/open.ts'
import { auditedIn } from '../audited.ts'

interface Row {
  readonly first_n: number
  readonly last_n: number
  readonly at: number
  readonly log_size: number
  readonly entries: string
  readonly hash: Buffer
}

/**
 * Verifies the audit log's chain from the first row, by its description alone: each hash is SHA-256 over the
 * hash before (32 zero bytes before the first) and the row as a JSON array.
 */
export function auditFaults(db: Db): string[] {
  const faults: string[] = []
  let before: Omit<Row, 'first_n' | 'entries'> = { last_n: 0, at: 0, log_size: 0, hash: Buffer.alloc(32) }
  for (const row of db.prepare<[], Row>('SELECT * FROM audit ORDER BY last_n').iterate()) {
    const { first_n, last_n, at, log_size, entries, hash } = row
    const where = `row ${first_n} to ${last_n}`
    if (first_n !== before.last_n + 1) faults.push(`${where} follows on ${before.last_n}`)
    const told = auditedIn(row)
    if (told.length !== last_n - first_n + 1) faults.push(`${where} has not as many entries`)
    if (at < before.at || log_size < before.log_size) faults.push(`${where} goes back`)
    const digest = createHash('sha256')
      .update(before.hash)
      .update(`[${first_n},${last_n},${at},${log_size},${entries}]`)
      .digest()
    if (!digest.equals(hash)) faults.push(`${where} does not follow from the one before`)
    for (const { n, action, outcome, records } of told) {
      if (records.some((seq) => !(seq >= 1 && seq <= log_size))) faults.push(`entry ${n} names nothing`)
      if (action === 'append' && outcome === 'done' && records.some((seq) => seq <= before.log_size))
        faults.push(`entry ${n} tells of what an earlier commit appended`)
    }
    before = row
  }
  if (before.last_n === 0) faults.push('the log is empty')
  const size = db.prepare('SELECT coalesce(max(seq), 0) FROM entry').pluck().get() as number
  if (before.log_size > size) faults.push(`the log ends with ${size}, and had ${before.log_size}`)
  return faults
}
