import type { NumberedEntry } from '../store/audit-row.ts'
import { classOf, nounOf } from '../store/inspect/log-rows.ts'
import type { Faults } from './faults.ts'
import type { Inspection } from './inspection.ts'

/** Which entries of the log the audit log tells were appended: a bit for each number. */
export class Told {
  readonly bits: Uint8Array

  /** @param newest the log's newest entry that counts */
  constructor(newest: number) {
    this.bits = new Uint8Array(Math.ceil((newest + 1) / 8))
  }

  note(seq: number): void {
    if (seq < 1) return
    const at = Math.floor(seq / 8)
    if (at < this.bits.length) this.bits[at] = (this.bits[at] as number) | (1 << (seq & 7))
  }

  add(bits: Uint8Array): void {
    for (let i = 0; i < this.bits.length; i++) this.bits[i] = (this.bits[i] as number) | (bits[i] ?? 0)
  }

  has(seq: number): boolean {
    return ((this.bits[Math.floor(seq / 8)] ?? 0) & (1 << (seq & 7))) !== 0
  }
}

/** By the action of an audit entry: the members of its detail that are numbers of the acts it tells of. */
const ACTS_TOLD: Readonly<Record<string, readonly string[]>> = {
  grant: ['grant'],
  delegation: ['delegation'],
  objection: ['objection'],
  credential: ['credential'],
  enrolment: ['enrolment'],
  device: ['device', 'credential'],
  evidence: ['evidence'],
  subject_access_request: ['request'],
}
/** Kinds of act that an audit entry tells of by their number. */
const TOLD_KINDS: ReadonlySet<string> = new Set(Object.keys(ACTS_TOLD))

/** Notes what an audit entry tells was appended. @param beyond the log's newest entry before that commit */
export function noteTold(
  told: Told,
  { action, outcome, detail = {}, records }: NumberedEntry,
  beyond: number,
): void {
  if (outcome !== 'done') return
  const seqs: unknown[] = action === 'append' || action === 'append_inference' ? [...records] : []
  for (const member of ACTS_TOLD[action] ?? []) seqs.push((detail as Record<string, unknown>)[member])
  for (const seq of seqs) if (typeof seq === 'number' && seq > beyond) told.note(seq)
}

/**
 * Whatever is taken in is told of in the audit log, in the same commit: what is not was put into the log past the
 * program.
 */
export function examineTold({ rows }: Inspection, told: Told, newest: number, faults: Faults): void {
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
