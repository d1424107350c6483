import type { StoredRecord } from '../../store/log/records.ts'
import { Collected } from './collected.ts'
import type { AccessEvaluation, GateCore, Requester } from './core.ts'
import type { GatedRecord } from './gated.ts'
import { rendered, type Texts } from './texts.ts'

/** A reply with a record's chain, made in several jobs. Nothing of it leaves before it is audited. */
export class ChainSoFar {
  readonly #gate: GateCore
  readonly #requester: Requester
  readonly #purpose: string
  readonly #render: (gated: GatedRecord) => string
  #collected: Collected
  /** Seqs of the versions already decided on. */
  #passed: StoredRecord['seq'][] = []

  /** @param render returns a version as the reply shows it */
  constructor(gate: GateCore, requester: Requester, purpose: string, render: (gated: GatedRecord) => string) {
    this.#gate = gate
    this.#requester = requester
    this.#purpose = purpose
    this.#render = render
    this.#collected = this.#begun()
  }

  /** Bytes that the reply holds between two jobs. */
  get bytes(): number {
    return this.#collected.bytes
  }

  /** Returns the versions still to be decided on: all of them if the chain has changed before that point. */
  leftOf(versions: readonly StoredRecord[]): readonly StoredRecord[] {
    if (this.#passed.some((seq, i) => versions[i]?.seq !== seq)) {
      this.#passed = []
      this.#collected = this.#begun()
    }
    return versions.slice(this.#passed.length)
  }

  /** Decides on the next version, and adds it to the reply if it may be read. */
  note(record: StoredRecord, access: AccessEvaluation): void {
    this.#passed.push(record.seq)
    const decision = access.decide(record)
    if (!decision.disclose) return
    const { own, grants } = decision
    if (this.#collected.isFull) this.#collected.addLater({ record, own, grants }, null)
    else {
      const gated = access.gated(record, decision)
      this.#collected.add(gated, this.#render(gated))
    }
  }

  /** Completes the reply. @returns null if consent to a part of it has ended, and the reply starts again */
  finish(): Texts | null {
    const texts = this.#collected.finish(true)
    if (texts === null) this.#passed = []
    return texts
  }

  /** Whether the consent that the reply relies on still holds. Call it while the reply is sent. */
  isStillOpen(): boolean {
    return this.#collected.isStillOpen()
  }

  #begun(): Collected {
    return new Collected(this.#gate, this.#requester, this.#purpose, 'chain', rendered(this.#render))
  }
}
