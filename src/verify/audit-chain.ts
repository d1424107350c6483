import { type AuditRow, auditHash } from '../store/audit.ts'
import { unpackSeqs } from '../store/varints.ts'
import { Faults, type Findings } from './faults.ts'
import type { Inspection } from './inspection.ts'
import { instantWords } from './instant-words.ts'
import { noteTold, Told } from './told.ts'

export interface AuditOrder {
  readonly from: number
  readonly through: number
  /** The log's newest entry that counts. */
  readonly newest: number
}

/** Entries of the audit log that one part of the work looks at. */
export const AUDIT_RANGE = 32_768
const ROWS_AT_ONCE = 1_024
const NO_RECORDS: readonly number[] = []
const FIRST_HASH = Buffer.alloc(32)

export interface AuditOutcome {
  readonly findings: Findings
  /** Entries of the log that it tells were appended (`Told`). */
  readonly told: Uint8Array
}

/** Walks a range of the audit log: its numbers, its hashes, its times, and what it names. */
export function examineAudit(inspection: Inspection, { from, through, newest }: AuditOrder): AuditOutcome {
  const faults = new Faults()
  const told = new Told(newest)
  let previous = from === 1 ? FIRST_HASH : inspection.audit.hashOf(from - 1)
  let atMs = inspection.audit.atOf(from - 1) ?? 0
  let n = from
  for (let first = from; first <= through; first += ROWS_AT_ONCE) {
    for (const row of inspection.audit.rows(first, Math.min(through, first + ROWS_AT_ONCE - 1))) {
      tellMissing(faults, n, row.n - 1)
      if (row.n !== n) previous = undefined
      n = row.n + 1
      const where = `audit entry ${row.n}`
      // After a gap there is nothing to go on: the gap has been told.
      if (previous !== undefined && !auditHash(previous, row).equals(row.hash))
        faults.add('audit_differs', where, 'Its hash is not that of what it says and of the entry before it.')
      previous = row.hash
      if (row.at < atMs)
        faults.add(
          'audit_out_of_time',
          where,
          `It is of ${instantWords(row.at)}, before the entry before it.`,
        )
      atMs = row.at
      try {
        checkNamed(inspection, row, newest, where, faults)
        noteTold(told, row, detailOf(row), row.records === null ? NO_RECORDS : unpackSeqs(row.records))
      } catch (error) {
        faults.add('audit_differs', where, `It cannot be followed: ${(error as Error).message}.`)
      }
    }
  }
  tellMissing(faults, n, through)
  return { findings: { listed: faults.listed, counts: faults.counts }, told: told.bits }
}

function tellMissing(faults: Faults, from: number, through: number): void {
  if (from > through) return
  const where = from === through ? `audit entry ${from}` : `audit entries ${from} to ${through}`
  faults.add('audit_missing', where, 'There is no entry of this number.')
}

function checkNamed(
  inspection: Inspection,
  row: AuditRow,
  newest: number,
  where: string,
  faults: Faults,
): void {
  if (row.credential !== null && !inspection.isCredential(row.credential))
    faults.add('audit_names_nothing', where, `There is no credential that is entry ${row.credential}.`)
  if (row.records !== null) {
    const beyond = beyondLog(row.records, newest)
    if (beyond !== null) faults.add('audit_names_nothing', where, beyond)
  }
  if (row.detail !== null && row.outcome === 'done') checkDone(inspection, row, newest, where, faults)
}

function beyondLog(records: Buffer, newest: number): string | null {
  try {
    const beyond = unpackSeqs(records).find((seq) => seq < 1 || seq > newest)
    return beyond === undefined ? null : `It tells of entry ${beyond}, and the log ends with ${newest}.`
  } catch {
    return 'Its list of entries cannot be read.'
  }
}

/** Members of what was done whose number is an entry of the log. */
const SEQS = [
  'grant',
  'delegation',
  'objection',
  'credential',
  'enrolment',
  'device',
  'evidence',
  'request',
] as const

/** What was ended then must have its end. */
const ENDS = {
  grant_revocation: ['consent_grant_end', 'grant'],
  delegation_revocation: ['delegation_end', 'delegation'],
  objection_withdrawal: ['objection_end', 'objection'],
  credential_revocation: ['credential_end', 'credential'],
  subject_access_answer: ['subject_access_answer', 'request'],
} as const

function checkDone(
  inspection: Inspection,
  row: AuditRow,
  newest: number,
  where: string,
  faults: Faults,
): void {
  const detail = detailOf(row)
  for (const member of SEQS) {
    const seq = detail[member]
    if (typeof seq === 'number' && (seq < 1 || seq > newest))
      faults.add(
        'audit_names_nothing',
        where,
        `It tells of entry ${seq} (${member}), and the log ends with ${newest}.`,
      )
  }
  const ending = ENDS[row.action as keyof typeof ENDS]
  if (ending === undefined) return
  const [table, member] = ending
  const ended = detail[member]
  if (typeof ended === 'number' && ended <= newest && !inspection.acts.isEnded(table, ended))
    faults.add(
      'audit_names_nothing',
      where,
      `By it the ${member} of entry ${ended} was ended, and there is no such end.`,
    )
}

function detailOf(row: AuditRow): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(row.detail ?? '{}') ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}
