import { type DerivedInference, inferenceFlags } from '../../domain/inference.ts'
import type { StoredInference } from '../../store/inferences.ts'
import type { AccessEvaluation, GateCore, Requester } from './core.ts'
import { DisclosureLog } from './disclosure-log.ts'
import type { GatedInference } from './gated.ts'
import { staleReasonOf } from './inference-stale.ts'
import { Share } from './share.ts'

export interface InferenceSlice {
  readonly found: readonly GatedInference[]
  /** Resume after this place in the log; null at the end. */
  readonly resume: number | null
}

/**
 * Reads inferences for one requester and one purpose: by id, or those about the requester for a subject access request;
 * nothing else lists them (contract §9, §7). Every answer is audited in the same transaction.
 */
export class InferenceReader {
  readonly #gate: GateCore
  readonly #requester: Requester
  readonly #access: AccessEvaluation
  readonly #disclosures: DisclosureLog

  constructor(gate: GateCore, requester: Requester, purpose: string) {
    this.#gate = gate
    this.#requester = requester
    this.#access = gate.accessFor(requester, purpose)
    this.#disclosures = new DisclosureLog(gate, requester, purpose)
  }

  /**
   * The inference with this id; null if it is absent or not readable. For an absent id, its neighbour is checked and
   * ignored: the time taken must not reveal which case it is.
   */
  one(id: string): GatedInference | null {
    const near = this.#gate.store.inferences.near(id)
    const decision = near && this.#access.decideInference(near)
    if (near?.id !== id) this.#disclosures.note('read_inference', 'no_such_inference', [], [], { id })
    else if (decision?.disclose) {
      this.#disclosures.note('read_inference', 'disclosed', [near.seq], decision.grants)
      return this.#gated(near)
    } else if (decision) this.#disclosures.note('read_inference', decision.reason, [near.seq], [])
    return null
  }

  /** The writer's own inference, for its receipt. */
  receipt(inference: StoredInference): GatedInference {
    return this.#gated(inference)
  }

  /** The next inferences about the requester, at most `count`, in the order of the log. */
  aboutMyself(afterSeq: number, count: number): InferenceSlice {
    const { inferences } = this.#gate.store
    const seqs = inferences.about(this.#requester.party, afterSeq, count)
    const share = new Share()
    const found: GatedInference[] = []
    for (const seq of seqs) {
      if (found.length > 0 && share.isSpent) break
      const inference = inferences.bySeq(seq) as StoredInference
      share.spend(1, inference.json.length)
      found.push(this.#gated(inference))
    }
    const told = seqs.slice(0, found.length)
    if (told.length > 0) this.#disclosures.note('subject_access', 'disclosed', told, [])
    const isEnd = seqs.length < count && told.length === seqs.length
    return { found, resume: isEnd ? null : (told.at(-1) ?? null) }
  }

  #gated(inference: StoredInference): GatedInference {
    return {
      inference,
      isItsAsserter: inference.assertedBy === this.#requester.party,
      derived: this.#derived(inference),
      mayRead: this.#access.mayReadAny,
    }
  }

  #derived(inference: StoredInference): DerivedInference {
    const { store } = this.#gate
    const reason = staleReasonOf(store, this.#access.world, inference)
    return {
      inference_depth: inference.depth,
      stale: reason !== null,
      stale_reason: reason,
      flags: inferenceFlags(inference.body, inference.depth, store.inferences.countInputs(inference.seq)),
    }
  }
}
