import { Problem } from '../../base/problem.ts'
import { ifGiven } from '../../base/typed.ts'
import { isLiveGrant } from '../../domain/consent.ts'
import { RECORD_TYPES, type RecordType, SUBJECTS_COME_LATER } from '../../domain/types/index.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import type { GateCore, Requester } from './core.ts'
import { DisclosureLog, type ShownRecord } from './disclosure-log.ts'
import type { GatedRecord } from './gated.ts'
import {
  BYTES_A_CHARACTER,
  BYTES_A_NUMBER,
  type Later,
  type RenderLater,
  type Texts,
  TextsInTurn,
} from './texts.ts'

/**
 * Maximum number of times that a reply is started: a subject who keeps giving and withdrawing consent must
 * not hold it up for ever.
 */
const MOST_BEGINNINGS = 4
/** Characters of text made before a reply is sent: about a page of ordinary records. */
const MOST_MADE = 512 * 1024
/** Records decided on again in one group. */
const DECIDED_AT_ONCE = 16

/** A record by its number. */
type Numbered = Pick<StoredRecord, 'seq'>

/** An entry of the log, and an instant if that matters too. */
export interface AsOf {
  readonly seq: number
  readonly atMs?: number
}

/** A record of the reply, and why it may be read. */
type ReadRecord = Pick<GatedRecord, 'own' | 'grants' | 'record'>

/**
 * A reply that is made in several jobs.
 * - State: for each record its text, or its number alone once there is much text, and what the audit entry needs of it; the ids
 *   that the reader must delete; the grants relied on; and the entry at which the reply began.
 * - Changed by: `add`, `addLater`, `addClosed` and `note`, in each job; `finish`, in the last one, which hands the texts on.
 * - Holds: nothing is released before `finish` has found that consent still holds and has written all of it into the audit log.
 *   If consent has ended, the reply begins again. The earlier jobs write nothing, so nobody waits for the disk.
 */
export class Collected<A = unknown> {
  readonly #gate: GateCore
  readonly #requester: Requester
  readonly #purpose: string
  readonly #disclosures: DisclosureLog
  readonly #action: string
  readonly #render: RenderLater<A>
  #shown: ShownRecord[] = []
  #texts: string[] = []
  #later: Later<A>[] = []
  #last: StoredRecord | undefined
  /** Ids of the closed records, by seq. */
  #closed = new Map<number, string>()
  readonly #noted = new Set<number>()
  /** Grants relied on. */
  readonly #grants = new Set<number>()
  #beganAt: number
  readonly #epoch: number
  readonly #nowMs: number
  #beginnings = 1
  #length = 0
  #isOwnWords = true

  /** @param render makes a text that was left for later */
  constructor(gate: GateCore, requester: Requester, purpose: string, action: string, render: RenderLater<A>) {
    this.#gate = gate
    this.#requester = requester
    this.#purpose = purpose
    this.#disclosures = new DisclosureLog(gate, requester, purpose)
    this.#action = action
    this.#render = render
    this.#beganAt = gate.store.log.size
    this.#epoch = gate.store.epoch
    this.#nowMs = gate.store.writer.nowMs
  }

  /** Number of records shown and closed. */
  get count(): number {
    return this.#shown.length + this.#closed.size
  }

  /** Ids of records that the reader had and may no longer read. */
  get closed(): readonly string[] {
    return [...this.#closed.values()]
  }

  /** Whether the reply shows the record. */
  shows({ seq }: Numbered): boolean {
    return this.#noted.has(seq)
  }

  /** Whether the reply shows the record as it is since an entry of the log, and an instant. */
  showsAsOf({ seq }: Numbered, since: AsOf): boolean {
    return this.#noted.has(seq) && since.seq <= this.#beganAt && (since.atMs ?? 0) <= this.#nowMs
  }

  closes({ seq }: Numbered): boolean {
    return this.#closed.has(seq)
  }

  /** Whether the reply shows or closes the record of this number. */
  names(seq: number): boolean {
    return this.#noted.has(seq) || this.#closed.has(seq)
  }

  /** The last record shown. */
  get last(): Pick<StoredRecord, 'id' | 'occurredAtMs'> | undefined {
    return ifGiven(this.#last, ({ id, occurredAtMs }) => ({ id, occurredAtMs }))
  }

  /** Whether there is so much text that the texts of further records are made when they are sent. */
  get isFull(): boolean {
    return this.#length >= MOST_MADE
  }

  /** Bytes that the reply holds between two jobs. */
  get bytes(): number {
    return BYTES_A_CHARACTER * this.#length + BYTES_A_NUMBER * this.count
  }

  /**
   * Whether the reader's own party asserted every record of the reply. Then no one else chose the text, and
   * it may be compressed. Records that someone else asserted on the reader's behalf do not count as its own.
   */
  get isOwnWords(): boolean {
    return this.#isOwnWords
  }

  add(told: ReadRecord, text: string): void {
    this.#noteText(told)
    this.#texts.push(text)
    this.#length += text.length
  }

  /** Adds a record whose text is made when it is sent. Call this for every record once the reply is full. */
  addLater(told: ReadRecord, aside: A): void {
    this.#noteText(told)
    const { seq, json } = told.record
    this.#later.push({ seq, length: json.length, aside })
  }

  #noteText(told: ReadRecord): void {
    const { grants, record } = told
    this.#noted.add(record.seq)
    this.#shown.push(this.#disclosures.shownOf(told))
    this.#last = record
    for (const grant of grants) this.#grants.add(grant)
    this.#isOwnWords &&= record.assertedBy === this.#requester.party
  }

  /** Adds a record that was delivered earlier and may no longer be read. */
  addClosed({ seq, id }: GatedRecord['record']): void {
    this.#closed.set(seq, id)
    this.#length += id.length
  }

  /** Notes a record that the reply reveals something of, without showing it as a text of its own. */
  note(shown: ReadRecord): void {
    if (this.#noted.has(shown.record.seq)) return
    this.#noted.add(shown.record.seq)
    this.#shown.push(this.#disclosures.shownOf(shown))
    for (const grant of shown.grants) this.#grants.add(grant)
    this.#isOwnWords = false
  }

  /**
   * Writes the records shown into the audit log, in the job that completes the reply.
   * @param isNoted whether a reply that shows nothing is noted too
   * @returns the texts; null if consent to a part has ended meanwhile, and the reply must be started again
   * @throws {Problem} overloaded, if that happens repeatedly
   */
  finish(isNoted: boolean): Texts | null {
    if (!this.isStillOpen() || this.#isForOthersToOpen()) {
      if (++this.#beginnings > MOST_BEGINNINGS) throw new Problem('overloaded', { retryAfterSeconds: 1 })
      this.#shown = []
      this.#texts = []
      this.#later = []
      this.#last = undefined
      this.#closed = new Map()
      this.#noted.clear()
      this.#grants.clear()
      this.#beganAt = this.#gate.store.log.size
      this.#length = 0
      this.#isOwnWords = true
      return null
    }
    if (isNoted || this.#shown.length > 0) this.#disclosures.shown(this.#action, this.#shown)
    // A closing discloses nothing. Its entry keeps the time: a clock set back cannot reopen what it closed.
    if (this.#closed.size > 0) this.#disclosures.note('close', 'done', [], [], { closed: this.#closed.size })
    // `isStillOpen` may be called for a long time; it needs neither the records nor the texts.
    this.#shown = []
    this.#last = undefined
    const texts = { made: this.#texts, later: this.#later }
    this.#texts = []
    this.#later = []
    const isStillOpen = () => this.isStillOpen()
    return new TextsInTurn(this.#gate, this.#requester, this.#purpose, texts, this.#render, isStillOpen)
  }

  /** Whether every grant relied on still holds and no grantor has objected since. */
  isStillOpen(): boolean {
    const { consents, writer, epoch } = this.#gate.store
    if (epoch === this.#epoch && writer.nowMs === this.#nowMs) return true
    for (const seq of this.#grants) {
      const grant = consents.grant(seq)
      if (grant === undefined || !isLiveGrant(grant, writer.nowMs)) return false
      if (consents.objectionsOf(grant.subject).some((objection) => objection.seq > this.#beganAt))
        return false
    }
    return true
  }

  /** Whether more consent is needed: a party is now known to be a person, or a record to be about others. */
  #isForOthersToOpen(): boolean {
    const { changes, epoch, log } = this.#gate.store
    if (epoch === this.#epoch || this.#grants.size === 0) return false
    const isByNature = changes.natureChanges(this.#beganAt, log.size).length > 0
    const mayDiffer: readonly RecordType[] = isByNature ? RECORD_TYPES : SUBJECTS_COME_LATER
    const asked = this.#shown.filter(({ own, type }) => !own && mayDiffer.includes(type))
    for (let at = 0; at < asked.length; at += DECIDED_AT_ONCE) {
      const access = this.#gate.accessFor(this.#requester, this.#purpose)
      const records = access.world.addSeqs(asked.slice(at, at + DECIDED_AT_ONCE).map(({ seq }) => seq))
      if (records.some((record) => !access.decide(record).disclose)) return true
    }
    return false
  }
}
