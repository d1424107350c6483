import type { NumberedEntry } from '../../store/audit-row.ts'
import { classOf, nounOf } from '../../store/inspect/log-rows.ts'
import type { Faults } from './faults.ts'
import type { Inspection } from './inspection.ts'
import type { Numbers } from './numbers.ts'

/** By action of an audit entry: the members of its detail that are numbers of acts it reports. */
const ACTS_TOLD: Readonly<Record<string, readonly string[]>> = {
  grant: ['grant'],
  delegation: ['delegation'],
  objection: ['objection'],
  credential: ['credential'],
  enrolment: ['enrolment'],
  device: ['device', 'credential'],
  evidence: ['evidence'],
  subject_access_request: ['request'],
  access_request: ['access_request'],
  access_request_match: ['match'],
}
/** Kinds of act that an audit entry reports by number. */
const TOLD_KINDS: ReadonlySet<string> = new Set(Object.keys(ACTS_TOLD))

/** Notes the entries that an audit entry reports as appended. @param beyond the log's newest entry before that commit */
export function noteAudited(
  told: Numbers,
  { action, outcome, detail = {}, records }: NumberedEntry,
  beyond: number,
): void {
  if (outcome !== 'done') return
  const seqs: unknown[] = action === 'append' || action === 'append_inference' ? [...records] : []
  for (const member of ACTS_TOLD[action] ?? []) seqs.push((detail as Record<string, unknown>)[member])
  for (const seq of seqs) if (typeof seq === 'number' && seq > beyond) told.note(seq)
}

/**
 * Every appended entry is reported in the audit log, in the same commit. One that is not was inserted by other means than
 * the program.
 */
export function examineAudited({ rows }: Inspection, told: Numbers, newest: number, faults: Faults): void {
  for (let seq = 1; seq <= newest; seq++) {
    if (told.has(seq)) continue
    const kind = rows.kindOf(seq)
    if (kind === undefined || (classOf(kind) === 'acts' && !TOLD_KINDS.has(nounOf(kind)))) continue
    faults.add(
      'entry_untold',
      `${nounOf(kind)} (entry ${seq})`,
      'No entry of the audit log tells, in the same commit, that it was taken in.',
    )
  }
}
