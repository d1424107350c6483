import type { StoredRecord } from '../../store/records.ts'
import { Collected } from './collected.ts'
import type { GateCore, Requester } from './core.ts'
import type { GatedRecord } from './gated.ts'

/** What several jobs have made of a reply with a record's chain. Nothing of it is given out before it is audited. */
export class ChainSoFar {
  readonly #gate: GateCore
  readonly #requester: Requester
  readonly #purpose: string
  readonly #render: (gated: GatedRecord) => string
  #collected: Collected
  /** Those that were decided upon. */
  #passed: StoredRecord['seq'][] = []

  /** @param render each version as the reply has it */
  constructor(gate: GateCore, requester: Requester, purpose: string, render: (gated: GatedRecord) => string) {
    this.#gate = gate
    this.#requester = requester
    this.#purpose = purpose
    this.#render = render
    this.#collected = this.#begun()
  }

  /** Of its texts so far, in characters. */
  get length(): number {
    return this.#collected.length
  }

  /** Those still to be decided upon; all of them where another version came in between. */
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

  /** @returns null where consent to some of it has ended: all is begun anew */
  finish(): readonly string[] | null {
    const texts = this.#collected.finish(true)
    if (texts === null) this.#passed = []
    return texts
  }

  /** Whether the consent that it rests on holds; to be asked while it is sent. */
  isStillOpen(): boolean {
    return this.#collected.isStillOpen()
  }

  #begun(): Collected {
    return new Collected(this.#gate, this.#requester, this.#purpose, 'chain')
  }
}
