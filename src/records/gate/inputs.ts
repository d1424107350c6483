import { type Decision, whoDecides } from '../../domain/consent.ts'
import { RememberingWorld } from '../../domain/derived/memo.ts'
import { subjectsOf } from '../../domain/derived/subjects.ts'
import type { StoredInference } from '../../store/inferences.ts'
import type { Neighbourhood } from '../../store/neighbourhood.ts'
import type { StoredRecord } from '../../store/records.ts'
import type { GateCore, Look, Requester } from './core.ts'

/** What an input of an inference turned out to be. */
export type FoundInput =
  | { readonly observation: StoredRecord; readonly inference?: undefined }
  | { readonly inference: StoredInference; readonly observation?: undefined }

/**
 * Finds the inputs that a model's party names, where it may read them: as its own, or by a grant for whatever purpose
 * that is live now (contract §9). Hands no record out: who asks learns only that a flag is not set.
 */
export class Inputs {
  readonly #gate: GateCore
  readonly #requester: Requester
  readonly #world: Neighbourhood
  readonly #rules: RememberingWorld
  readonly #looks = new Map<string, Look>()
  /** For which anybody has opened anything to the model's party. */
  readonly #purposes: readonly string[]

  constructor(gate: GateCore, requester: Requester, world: Neighbourhood) {
    this.#gate = gate
    this.#requester = requester
    this.#world = world
    this.#rules = new RememberingWorld(world)
    this.#purposes = gate.store.consents.purposesGrantedTo(requester.party)
  }

  /**
   * The observation or inference of this id; null when there is none that may be read. For an id that is not there its
   * neighbours are decided upon all the same, so that the work does not tell the two apart.
   */
  find(id: string): FoundInput | null {
    const { inferences } = this.#gate.store
    const record = this.#world.near(id)
    const inference = inferences.near(id)
    const mayReadRecord = record !== undefined && this.#mayReadRecord(record)
    const mayReadInference = inference !== undefined && this.#mayReadInference(inference)
    if (record?.id === id) return mayReadRecord ? { observation: record } : null
    if (inference?.id === id) return mayReadInference ? { inference } : null
    return null
  }

  #mayReadRecord(record: StoredRecord): boolean {
    const { parties } = this.#gate.store
    return this.#mayRead(
      (look) => look.decide(record),
      () => subjectsOf(this.#rules, record).parties.map((party) => parties.find(party) as number),
    )
  }

  #mayReadInference(inference: StoredInference): boolean {
    return this.#mayRead(
      (look) => look.decideInference(inference),
      () => this.#gate.store.inferences.subjectsOf(inference.seq),
    )
  }

  #mayRead(decide: (look: Look) => Decision, subjects: () => readonly number[]): boolean {
    if (decide(this.#look('')).disclose) return true
    const { consents } = this.#gate.store
    const [first] = whoDecides(subjects(), (party) => this.#gate.isNaturalPerson(party))
    if (first === undefined) return false
    // Each of those who decide must have given the same purpose: what one of them has given is enough to ask.
    return this.#purposes.some(
      (purpose) =>
        consents.grantsBetween(first, this.#requester.party, purpose).length > 0 &&
        decide(this.#look(purpose)).disclose,
    )
  }

  /** @param purpose empty: what is one's own alone */
  #look(purpose: string): Look {
    let look = this.#looks.get(purpose)
    if (look === undefined) {
      look = this.#gate.look(this.#requester, purpose, this.#world, this.#rules)
      this.#looks.set(purpose, look)
    }
    return look
  }
}
