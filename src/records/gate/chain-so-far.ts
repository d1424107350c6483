import type { StoredRecord } from '../../store/records.ts'
import { Collected } from './collected.ts'
import type { GateCore, Requester } from './core.ts'
import type { GatedRecord } from './gated.ts'

/** The part of a reply with a record's chain that several jobs have made so far. Nothing leaves before it is audited. */
export class ChainSoFar {
  readonly #gate: GateCore
  readonly #requester: Requester
  readonly #purpose: string
  readonly #render: (gated: GatedRecord) => string
  #collected: Collected
  /** Versions already decided on. */
  #passed: StoredRecord['seq'][] = []

  /** @param render makes the text of a version */
  constructor(gate: GateCore, requester: Requester, purpose: string, render: (gated: GatedRecord) => string) {
    this.#gate = gate
    this.#requester = requester
    this.#purpose = purpose
    this.#render = render
    this.#collected = this.#begun()
  }

  /** Length of the texts so far, in characters. */
  get length(): number {
    return this.#collected.length
  }

  /** Versions still to decide on: all, if another version came in between. */
  leftOf(versions: readonly StoredRecord[]): readonly StoredRecord[] {
    if (this.#passed.some((seq, i) => versions[i]?.seq !== seq)) {
      this.#passed = []
      this.#collected = this.#begun()
    }
    return versions.slice(this.#passed.length)
  }

  /** @param gated null: withheld */
  note({ seq }: StoredRecord, gated: GatedRecord | null): void {
    this.#passed.push(seq)
    if (gated !== null) this.#collected.add(gated, this.#render(gated))
  }

  /** @returns null if consent to a part has ended: all starts over */
  finish(): readonly string[] | null {
    const texts = this.#collected.finish(true)
    if (texts === null) this.#passed = []
    return texts
  }

  /** Whether the consent still holds; ask again while sending. */
  isStillOpen(): boolean {
    return this.#collected.isStillOpen()
  }

  #begun(): Collected {
    return new Collected(this.#gate, this.#requester, this.#purpose, 'chain')
  }
}
