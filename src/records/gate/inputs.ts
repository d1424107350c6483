import { must } from '../../base/typed.ts'
import { type Decision, whoDecides } from '../../domain/consent.ts'
import { MemoizedGraph } from '../../domain/derived/memoized-graph.ts'
import { subjectsOf } from '../../domain/derived/subjects.ts'
import type { RecordGraph } from '../../store/graph/record-graph.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import type { StoredInference } from '../../store/tables/inferences.ts'
import type { AccessEvaluation, GateCore, Requester } from './core.ts'
import type { Readable } from './inference-stale.ts'

/** What an input of an inference refers to. */
export type FoundInput =
  | { readonly observation: StoredRecord; readonly inference?: undefined }
  | { readonly inference: StoredInference; readonly observation?: undefined }

/**
 * Finds the inputs that a model's party names and may read: as its own, or by a live grant for any purpose
 * (contract §9). The party learns only that a flag is not set, and sees no record.
 */
export class Inputs implements Readable {
  readonly #gate: GateCore
  readonly #requester: Requester
  readonly #world: RecordGraph
  readonly #rules: MemoizedGraph
  readonly #accessByPurpose = new Map<string, AccessEvaluation>()
  /** Purposes for which anyone has opened anything to the model's party. */
  readonly #purposes: readonly string[]

  constructor(gate: GateCore, requester: Requester, world: RecordGraph) {
    this.#gate = gate
    this.#requester = requester
    this.#world = world
    this.#rules = new MemoizedGraph(world)
    this.#purposes = gate.store.consents.purposesGrantedTo(requester.party)
  }

  /**
   * Returns the observation or inference with this id; null if it does not exist or may not be read. If it
   * does not exist, the gate decides on its neighbours, so that both take the same work.
   */
  find(id: string): FoundInput | null {
    const { inferences } = this.#gate.store
    const record = this.#world.near(id)
    const inference = inferences.near(id)
    const mayReadRecord = record !== undefined && this.mayReadRecord(record)
    const mayReadInference = inference !== undefined && this.mayReadInference(inference)
    if (record?.id === id) return mayReadRecord ? { observation: record } : null
    if (inference?.id === id) return mayReadInference ? { inference } : null
    return null
  }

  mayReadRecord(record: StoredRecord): boolean {
    const { parties } = this.#gate.store
    return this.#mayRead(
      (access) => access.decide(record),
      () => subjectsOf(this.#rules, record).parties.map((party) => must(parties.find(party))),
    )
  }

  mayReadInference(inference: StoredInference): boolean {
    return this.#mayRead(
      (access) => access.decideInference(inference),
      () => this.#gate.store.inferences.subjectsOf(inference.seq),
    )
  }

  #mayRead(decide: (access: AccessEvaluation) => Decision, subjects: () => readonly number[]): boolean {
    if (decide(this.#accessFor('')).disclose) return true
    const { consents } = this.#gate.store
    const [first] = whoDecides(subjects(), (party) => this.#gate.isNaturalPerson(party))
    if (first === undefined) return false
    // All deciding subjects must have granted the same purpose, so those granted by the first are enough.
    return this.#purposes.some(
      (purpose) =>
        consents.grantsBetween(first, this.#requester.party, purpose).length > 0 &&
        decide(this.#accessFor(purpose)).disclose,
    )
  }

  /** @param purpose empty for own records only */
  #accessFor(purpose: string): AccessEvaluation {
    let access = this.#accessByPurpose.get(purpose)
    if (access === undefined) {
      access = this.#gate.accessFor(this.#requester, purpose, this.#world, this.#rules)
      this.#accessByPurpose.set(purpose, access)
    }
    return access
  }
}
