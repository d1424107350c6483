import type { Random } from '../../support/records/gate/random.ts'
import type { Draft } from './ledger.ts'

/** So many of each type: what is named is mostly recent, and no record is named by thousands. */
const KEPT = 40

/** Records that a writer may name: the latest it wrote, was brought or heard of. */
export class Memory {
  readonly #byType = new Map<string, Draft[]>()

  note(record: Draft): void {
    const known = this.#byType.get(record.type) ?? []
    known.push(record)
    if (known.length > KEPT) known.shift()
    this.#byType.set(record.type, known)
  }

  /** Some record of one of these types that fits; undefined where none is remembered. */
  some(random: Random, types: readonly string[], fits: (record: Draft) => boolean = () => true) {
    const fitting = types.flatMap((type) => this.#byType.get(type) ?? []).filter(fits)
    return fitting.length === 0 ? undefined : random.pick(fitting)
  }
}
