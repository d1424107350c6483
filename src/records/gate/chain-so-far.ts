import type { StoredRecord } from '../../store/records.ts'
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
  /** Versions decided upon. */
  #passed: StoredRecord['seq'][] = []

  /** @param render gives a version as the reply shows it */
  constructor(gate: GateCore, requester: Requester, purpose: string, render: (gated: GatedRecord) => string) {
    this.#gate = gate
    this.#requester = requester
    this.#purpose = purpose
    this.#render = render
    this.#collected = this.#begun()
  }

  /** Bytes that it holds between two jobs. */
  get bytes(): number {
    return this.#collected.bytes
  }

  /** Versions still to be decided upon: all of them if another version was added meanwhile. */
  leftOf(versions: readonly StoredRecord[]): readonly StoredRecord[] {
    if (this.#passed.some((seq, i) => versions[i]?.seq !== seq)) {
      this.#passed = []
      this.#collected = this.#begun()
    }
    return versions.slice(this.#passed.length)
  }

  /** Passes the next version. */
  note(record: StoredRecord, access: AccessEvaluation): void {
    this.#passed.push(record.seq)
    const decision = access.decide(record)
    if (!decision.disclose) return
    const { own, grants } = decision
    if (this.#collected.isFull) this.#collected.addLater({ record, own, grants }, null)
    else {
      const gated = access.gatedAlone(record, decision)
      this.#collected.add(gated, this.#render(gated))
    }
  }

  /** @returns null if consent to some of it has ended: the reply begins again */
  finish(): Texts | null {
    const texts = this.#collected.finish(true)
    if (texts === null) this.#passed = []
    return texts
  }

  /** Whether the consent behind it still holds; to be asked while the reply is sent. */
  isStillOpen(): boolean {
    return this.#collected.isStillOpen()
  }

  #begun(): Collected {
    return new Collected(this.#gate, this.#requester, this.#purpose, 'chain', rendered(this.#render))
  }
}
