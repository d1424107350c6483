import { mayReadAsOwn } from '../../domain/derived/own.ts'
import type { RecordGraph } from '../../store/graph/record-graph.ts'
import type { Store } from '../../store/store.ts'
import type { DisclosedRecord } from './rules.ts'

/** Decides which records the cooperative may read as its own. */
export class ReadableByOffice {
  readonly #store: Store
  readonly #party: number
  readonly #known = new Map<number, boolean>()
  readonly #world: RecordGraph

  /** Make one for each job. */
  constructor(store: Store, party: number) {
    this.#store = store
    this.#party = party
    this.#world = store.recordGraph()
  }

  may = ({ seq, id, type }: DisclosedRecord): boolean => {
    let may = this.#known.get(seq)
    if (may === undefined) {
      may = type === 'inference' ? this.#mayReadInference(seq, id) : this.#mayReadRecord(seq)
      this.#known.set(seq, may)
    }
    return may
  }

  #mayReadRecord(seq: number): boolean {
    const record = this.#world.bySeq(seq)
    const party = this.#store.parties.id(this.#party)
    return record !== undefined && mayReadAsOwn(this.#world, party, record)
  }

  #mayReadInference(seq: number, id: string): boolean {
    const { inferences } = this.#store
    return inferences.byId(id)?.assertedBy === this.#party || inferences.subjectsOf(seq).includes(this.#party)
  }
}
