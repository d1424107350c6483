import { membersOf } from '../../base/typed.ts'
import {
  type AuditRow,
  auditHash,
  FIRST_HASH,
  type NumberedEntry,
  unpackEntries,
} from '../../store/audit/audit-row.ts'
import { ACT_MEMBERS } from '../../store/audit/concerned.ts'
import { classOf, type Inspection, nounOf } from '../../store/inspect/inspection.ts'
import { ToldError } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import { notInterpreted } from './entries.ts'
import { type Faults, instantIn } from './faults.ts'

const ENTRIES_AT_ONCE = 1_024

/** By action of an audit entry: the members of its detail that are numbers of acts it reports. */
const ACTS_REPORTED: Readonly<Record<string, readonly string[]>> = {
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

/** By action: the member of its detail that is the number of an act it reports as ended. */
const ENDS: Readonly<Record<string, keyof Inspection['ends']>> = {
  grant_revocation: 'grant',
  delegation_revocation: 'delegation',
  objection_withdrawal: 'objection',
  credential_revocation: 'credential',
  subject_access_answer: 'request',
}

/** The members of the row before, which each row is compared with. */
type Before = Pick<AuditRow, 'lastN' | 'at' | 'logSize' | 'hash'>
const START: Before = { lastN: 0, at: 0, logSize: 0, hash: FIRST_HASH }

const placeOf = (first: number, last: number): Message =>
  first === last
    ? message('verify.at.auditEntry', { n: first })
    : message('verify.at.auditEntries', { first, last })

/** Checks the audit log: numbers, hashes, times, the entries that it names, and those that it reports. */
export class AuditWalk {
  readonly #inspection: Inspection
  readonly #faults: Faults
  /** The newest entry of the log that is checked. */
  readonly #newest: number
  /** By entry of the log: 1 if the audit log reports it as appended. Numbers beyond the log are ignored. */
  readonly #reported: Uint8Array
  readonly #credentials = new Set<number>()

  constructor(inspection: Inspection, newest: number, faults: Faults) {
    this.#inspection = inspection
    this.#faults = faults
    this.#newest = newest
    this.#reported = new Uint8Array(newest + 1)
  }

  /** Checks the rows that end with an entry of this range. */
  examine(from: number, through: number): void {
    const { auditRowBefore, auditRows } = this.#inspection
    let before: Before = auditRowBefore(from) ?? START
    for (let first = from; first <= through; first += ENTRIES_AT_ONCE)
      for (const row of auditRows(first, Math.min(through, first + ENTRIES_AT_ONCE - 1))) {
        this.#row(row, before)
        before = row
      }
  }

  /**
   * Finds entries that the audit log does not report in the same commit: something other than the program
   * inserted them. Call this at the end.
   */
  examineTold(): void {
    for (let seq = 1; seq <= this.#newest; seq++) {
      if (this.#reported[seq] === 1) continue
      const kind = this.#inspection.kindOf(seq)
      if (kind === undefined || (classOf(kind) === 'acts' && !(nounOf(kind) in ACTS_REPORTED))) continue
      this.#faults.add(
        'entry_untold',
        message('verify.at.noun', { noun: message(`verify.noun.${nounOf(kind)}`), seq }),
        message('verify.found.untold'),
      )
    }
  }

  #row(row: AuditRow, before: Before): void {
    const tell = this.#faults.at(placeOf(row.firstN, row.lastN))
    if (row.firstN > before.lastN + 1)
      this.#faults.add(
        'audit_missing',
        placeOf(before.lastN + 1, row.firstN - 1),
        message('verify.found.noEntry'),
      )
    else if (row.firstN <= before.lastN)
      tell('audit_differs', message('verify.found.rowBefore', { n: before.lastN }))
    // After a gap there is nothing to compare; the gap has been reported.
    else if (!auditHash(before.hash, row).equals(row.hash))
      tell('audit_differs', message('verify.found.auditHash'))
    if (row.at < before.at)
      tell('audit_out_of_time', message('verify.found.auditTime', { at: instantIn(row.at) }))
    if (row.logSize < before.logSize)
      tell(
        'audit_out_of_time',
        message('verify.found.logShrank', { size: row.logSize, before: before.logSize }),
      )
    if (row.logSize > this.#newest)
      tell(
        'audit_names_nothing',
        message('verify.found.logEnds', { size: row.logSize, newest: this.#newest }),
      )
    try {
      for (const entry of unpackEntries(row)) {
        this.#named(entry, Math.min(this.#newest, row.logSize))
        this.#noteReported(entry, before.logSize <= row.logSize ? before.logSize : 0)
      }
    } catch (error) {
      tell('audit_differs', error instanceof ToldError ? error.what : notInterpreted(error))
    }
  }

  /** Checks that the entries it names exist. @param logSize the newest entry of the log at that time */
  #named({ n, action, credential, records, detail, outcome }: NumberedEntry, logSize: number): void {
    const tell = (finding: Message) => this.#faults.add('audit_names_nothing', placeOf(n, n), finding)
    const isBeyond = (seq: number) => seq < 1 || seq > logSize
    if (credential !== null && !this.#isCredential(credential))
      tell(message('verify.found.notACredential', { seq: credential }))
    const beyond = records.find(isBeyond)
    if (beyond !== undefined) tell(message('verify.found.namesBeyond', { seq: beyond, newest: logSize }))
    if (outcome !== 'done') return
    const said = membersOf(detail)
    for (const member of ACT_MEMBERS) {
      const seq = said[member]
      if (typeof seq === 'number' && isBeyond(seq))
        tell(message('verify.found.memberBeyond', { seq, member, newest: logSize }))
    }
    const begun = ENDS[action]
    if (begun === undefined) return
    const ended = said[begun]
    if (typeof ended === 'number' && ended <= logSize && this.#inspection.ends[begun](ended) === undefined)
      tell(
        message('verify.found.noEnd', {
          noun: message(`verify.noun.${begun === 'request' ? 'subject_access_request' : begun}`),
          seq: ended,
        }),
      )
  }

  /** Whether an entry is a credential. Cached, because the same few recur. */
  #isCredential(seq: number): boolean {
    if (this.#credentials.has(seq)) return true
    if (this.#inspection.partyOf(seq) === undefined) return false
    this.#credentials.add(seq)
    return true
  }

  /**
   * Notes the log entries that an audit entry reports.
   * @param beyond the newest log entry before that commit
   */
  #noteReported({ action, outcome, detail, records }: NumberedEntry, beyond: number): void {
    if (outcome !== 'done') return
    const seqs: unknown[] = action === 'append' || action === 'append_inference' ? [...records] : []
    for (const member of ACTS_REPORTED[action] ?? []) seqs.push(membersOf(detail)[member])
    for (const seq of seqs) if (typeof seq === 'number' && seq > beyond) this.#reported[seq] = 1
  }
}
