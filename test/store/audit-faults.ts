import { createHash } from 'node:crypto'
import type { Db } from '../../src/store/open.ts'

interface AuditRow {
  readonly n: number
  readonly hash: Buffer
  readonly records: Buffer | null
  readonly [column: string]: unknown
}

/**
 * Verifies the audit log's chain from the first row, by its description alone: each hash is SHA-256 over the
 * hash before (32 zero bytes before the first) and the row's columns as a JSON array.
 */
export function auditFaults(db: Db): string[] {
  const faults: string[] = []
  let previous: Buffer = Buffer.alloc(32)
  let n = 0
  for (const row of db.prepare<[], AuditRow>('SELECT * FROM audit ORDER BY n').iterate()) {
    n++
    if (row.n !== n) faults.push(`row ${n} is numbered ${row.n}`)
    const columns = ['n', 'at', 'credential', 'action', 'purpose', 'outcome', 'detail'].map((c) => row[c])
    const text = JSON.stringify([...columns, row.records === null ? null : row.records.toString('base64')])
    const hash = createHash('sha256')
      .update(Buffer.concat([previous, Buffer.from(text, 'utf8')]))
      .digest()
    if (!hash.equals(row.hash)) faults.push(`row ${n} does not follow from the one before`)
    previous = row.hash
  }
  if (n === 0) faults.push('the log is empty')
  return faults
}
