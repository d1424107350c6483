import {
  type AuditRow,
  auditHash,
  FIRST_HASH,
  type NumberedEntry,
  unpackEntries,
} from '../../store/audit-row.ts'
import { ACT_MEMBERS } from '../../store/concerned.ts'
import { noteAudited } from './audited-entries.ts'
import { Faults, type Findings } from './faults.ts'
import type { Inspection } from './inspection.ts'
import { instantWords } from './instant-words.ts'
import { Numbers } from './numbers.ts'

export interface AuditOrder {
  readonly from: number
  readonly through: number
  /** The log's newest entry that counts. */
  readonly newest: number
}

/** Entries of the audit log in one part of the work: the rows that end with one of them. */
export const AUDIT_RANGE = 32_768
const ENTRIES_AT_ONCE = 1_024

export interface AuditOutcome {
  readonly findings: Findings
  /** Entries of the log that it reports as appended (`Numbers`). */
  readonly told: Uint8Array
}

/** Checks a range of the audit log: numbers, hashes, times, and what the entries name. */
export function examineAudit(inspection: Inspection, { from, through, newest }: AuditOrder): AuditOutcome {
  const faults = new Faults()
  const told = new Numbers(newest)
  let before: Before = inspection.audit.before(from) ?? START
  for (let first = from; first <= through; first += ENTRIES_AT_ONCE)
    for (const row of inspection.audit.rows(first, Math.min(through, first + ENTRIES_AT_ONCE - 1))) {
      const where = words(row.firstN, row.lastN)
      checkPlace(row, before, where, faults)
      if (row.logSize > newest)
        faults.add(
          'audit_names_nothing',
          where,
          `The log had ${row.logSize} entries then, and ends with ${newest}.`,
        )
      try {
        for (const entry of unpackEntries(row)) {
          checkNamed(inspection, entry, Math.min(newest, row.logSize), faults)
          noteAudited(told, entry, before.logSize <= row.logSize ? before.logSize : 0)
        }
      } catch (error) {
        faults.add('audit_differs', where, `It cannot be followed: ${(error as Error).message}`)
      }
      before = row
    }
  return { findings: { listed: faults.listed, counts: faults.counts }, told: told.bits }
}

/** The row before. */
type Before = Pick<AuditRow, 'lastN' | 'at' | 'logSize' | 'hash'>
const START: Before = { lastN: 0, at: 0, logSize: 0, hash: FIRST_HASH }

const words = (firstN: number, lastN: number): string =>
  firstN === lastN ? `audit entry ${firstN}` : `audit entries ${firstN} to ${lastN}`

/** Whether a row follows the row before it, by its numbers, hash, time and log size. */
function checkPlace(row: AuditRow, before: Before, where: string, faults: Faults): void {
  if (row.firstN > before.lastN + 1)
    faults.add('audit_missing', words(before.lastN + 1, row.firstN - 1), 'There is no entry of this number.')
  else if (row.firstN <= before.lastN)
    faults.add('audit_differs', where, `The row before it ends with entry ${before.lastN}.`)
  // After a gap there is nothing to compare; the gap has been reported.
  else if (!auditHash(before.hash, row).equals(row.hash))
    faults.add('audit_differs', where, 'Its hash is not that of what it says and of the row before it.')
  if (row.at < before.at)
    faults.add('audit_out_of_time', where, `It is of ${instantWords(row.at)}, before the entry before it.`)
  if (row.logSize < before.logSize)
    faults.add(
      'audit_out_of_time',
      where,
      `The log had ${row.logSize} entries then, and ${before.logSize} before.`,
    )
}

/** @param logSize the log's newest entry then, of those that count */
function checkNamed(inspection: Inspection, entry: NumberedEntry, logSize: number, faults: Faults): void {
  const where = words(entry.n, entry.n)
  const { credential, records, detail, outcome } = entry
  if (credential !== null && !inspection.isCredential(credential))
    faults.add('audit_names_nothing', where, `There is no credential that is entry ${credential}.`)
  const beyond = records.find((seq) => seq < 1 || seq > logSize)
  if (beyond !== undefined)
    faults.add(
      'audit_names_nothing',
      where,
      `It tells of entry ${beyond}, and the log ended with ${logSize}.`,
    )
  if (detail !== undefined && outcome === 'done') checkDone(inspection, entry, logSize, where, faults)
}

/** What an entry reports as ended must have ended. */
const ENDS = {
  grant_revocation: ['consent_grant_end', 'grant'],
  delegation_revocation: ['delegation_end', 'delegation'],
  objection_withdrawal: ['objection_end', 'objection'],
  credential_revocation: ['credential_end', 'credential'],
  subject_access_answer: ['subject_access_answer', 'request'],
} as const

function checkDone(
  inspection: Inspection,
  { action, detail }: NumberedEntry,
  logSize: number,
  where: string,
  faults: Faults,
): void {
  const said = detail as Readonly<Record<string, unknown>>
  for (const member of ACT_MEMBERS) {
    const seq = said[member]
    if (typeof seq === 'number' && (seq < 1 || seq > logSize))
      faults.add(
        'audit_names_nothing',
        where,
        `It tells of entry ${seq} (${member}), and the log ended with ${logSize}.`,
      )
  }
  const ending = ENDS[action as keyof typeof ENDS]
  if (ending === undefined) return
  const [table, member] = ending
  const ended = said[member]
  if (typeof ended === 'number' && ended <= logSize && !inspection.acts.isEnded(table, ended))
    faults.add(
      'audit_names_nothing',
      where,
      `By it the ${member} of entry ${ended} was ended, and there is no such end.`,
    )
}
