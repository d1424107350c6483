import { Problem } from '../../base/problem.ts'
import { isLiveGrant } from '../../domain/consent.ts'
import { RECORD_TYPES, type RecordType } from '../../domain/types/index.ts'
import { BY_THEMSELVES } from '../../store/audit-index.ts'
import type { GateCore, Requester } from './core.ts'
import { DisclosureLog } from './disclosure-log.ts'
import type { GatedRecord } from './gated.ts'

/** A subject who gives and takes consent again and again must not keep a reply from ever being finished. */
const MOST_BEGINNINGS = 4

/**
 * What a reply that is made in several jobs has so far, as text. It is given out by the last one only, which writes all of
 * it into the audit log and sees that the consent it rests on still holds: the jobs before it write nothing, so nobody
 * waits for the disk because of them.
 */
export class Collected {
  readonly #gate: GateCore
  readonly #requester: Requester
  readonly #purpose: string
  readonly #disclosures: DisclosureLog
  readonly #action: string
  #shown: Pick<GatedRecord, 'own' | 'grants' | 'record'>[] = []
  #texts: string[] = []
  /** On which it rests. */
  readonly #grants = new Set<number>()
  #beganAt: number
  readonly #epoch: number
  readonly #nowMs: number
  #beginnings = 1
  #length = 0
  #isOwnWords = true

  constructor(gate: GateCore, requester: Requester, purpose: string, action: string) {
    this.#gate = gate
    this.#requester = requester
    this.#purpose = purpose
    this.#disclosures = new DisclosureLog(gate, requester, purpose)
    this.#action = action
    this.#beganAt = gate.store.log.size
    this.#epoch = gate.store.epoch
    this.#nowMs = gate.store.writer.nowMs
  }

  get count(): number {
    return this.#shown.length
  }

  /** The last one. */
  get last(): GatedRecord['record'] | undefined {
    return this.#shown.at(-1)?.record
  }

  /** Of the texts so far, in characters. */
  get length(): number {
    return this.#length
  }

  /**
   * Did the reader's own party assert all of it? Then nobody else has chosen its text, and it may be compressed. What
   * somebody else asserted for the reader is not own in this sense.
   */
  get isOwnWords(): boolean {
    return this.#isOwnWords
  }

  add({ own, grants, record }: GatedRecord, text: string): void {
    this.#shown.push({ own, grants, record })
    this.#texts.push(text)
    for (const grant of grants) this.#grants.add(grant)
    this.#length += text.length
    this.#isOwnWords &&= record.assertedBy === this.#requester.party
  }

  /**
   * Writes what is shown into the audit log, in the job that makes the reply whole.
   * @param isNoted whether a reply that shows nothing is noted too
   * @returns the texts; null where consent to some of it has ended since it was decided: all is to be begun anew
   * @throws {Problem} overloaded, when that happens again and again
   */
  finish(isNoted: boolean): readonly string[] | null {
    if (!this.isStillOpen() || this.#isForOthersToOpen()) {
      if (++this.#beginnings > MOST_BEGINNINGS) throw new Problem('overloaded', { retryAfterSeconds: 1 })
      this.#shown = []
      this.#texts = []
      this.#grants.clear()
      this.#beganAt = this.#gate.store.log.size
      this.#length = 0
      this.#isOwnWords = true
      return null
    }
    if (isNoted || this.#shown.length > 0) this.#disclosures.shown(this.#action, this.#shown)
    // Whether it is still open may be asked for long: neither the records nor the texts need be kept for that.
    this.#shown = []
    const texts = this.#texts
    this.#texts = []
    return texts
  }

  /** Whether every grant that something rests on holds, and none of their givers has objected since. */
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

  /** Somebody has turned out to be a person, or none, or some of what is shown to be about others too: then they decide. */
  #isForOthersToOpen(): boolean {
    const { changes, epoch, log } = this.#gate.store
    if (epoch === this.#epoch || this.#grants.size === 0) return false
    const isByNature = changes.natureChanges(this.#beganAt, log.size).length > 0
    const mayDiffer: readonly RecordType[] = isByNature ? RECORD_TYPES : BY_THEMSELVES
    const access = this.#gate.accessFor(this.#requester, this.#purpose)
    return this.#shown.some(
      ({ own, record }) => !own && mayDiffer.includes(record.type) && !access.decide(record).disclose,
    )
  }
}
