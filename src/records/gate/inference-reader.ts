import { must } from '../../base/typed.ts'
import { type DerivedInference, inferenceFlags } from '../../domain/inference.ts'
import type { StoredInference } from '../../store/tables/inferences.ts'
import type { AccessEvaluation, GateCore, Requester } from './core.ts'
import { DisclosureLog } from './disclosure-log.ts'
import type { GatedInference } from './gated.ts'
import { type Readable, staleOf } from './inference-stale.ts'
import { Inputs } from './inputs.ts'
import { Share } from './share.ts'

export interface InferenceSlice {
  readonly found: readonly GatedInference[]
  /** Continue after this entry of the log; null when nothing is left. */
  readonly resume: number | null
}

/**
 * What one requester may read of inferences for one purpose: one at a time, by id. Only an answer to subject
 * access lists them (contract §9, §7). Every answer is audited in the same transaction.
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
   * Returns the inference with this id; null if it does not exist or may not be read. If it does not exist,
   * the gate decides on its neighbour and drops it, so that both take the same work.
   */
  one(id: string): GatedInference | null {
    const near = this.#gate.store.inferences.near(id)
    const decision = near && this.#access.decideInference(near)
    if (near?.id !== id) this.#disclosures.note('read_inference', 'no_such_inference', [], [], { id })
    else if (decision?.disclose) {
      this.#disclosures.note('read_inference', 'disclosed', [near.seq], decision.grants)
      return this.#gated(near, decision.keepUntil)
    } else if (decision) this.#disclosures.note('read_inference', decision.reason, [near.seq], [])
    return null
  }

  /** Returns the writer's own inference, for its receipt. */
  receipt(inference: StoredInference): GatedInference {
    return this.#gated(inference)
  }

  /** Returns the next inferences about the requester, at most `count`, in the order of the log. */
  aboutMyself(afterSeq: number, count: number): InferenceSlice {
    const { inferences } = this.#gate.store
    const seqs = inferences.about(this.#requester.party, afterSeq, count)
    const share = new Share()
    const found: GatedInference[] = []
    for (const seq of seqs) {
      if (found.length > 0 && share.isSpent) break
      const inference = must(inferences.bySeq(seq))
      share.spend(1, inference.json.length)
      found.push(this.#gated(inference))
    }
    const told = seqs.slice(0, found.length)
    if (told.length > 0) this.#disclosures.note('subject_access', 'disclosed', told, [])
    const isEnd = seqs.length < count && told.length === seqs.length
    return { found, resume: isEnd ? null : (told.at(-1) ?? null) }
  }

  #gated(inference: StoredInference, keepUntil: number | null = null): GatedInference {
    return {
      keepUntil,
      inference,
      isItsAsserter: inference.assertedBy === this.#requester.party,
      derived: this.#derived(inference),
      mayRead: this.#access.mayReadAny,
    }
  }

  #derived(inference: StoredInference): DerivedInference {
    const { store } = this.#gate
    return {
      inference_depth: inference.depth,
      ...staleOf(store, this.#access.world, inference, this.#readable(inference)),
      flags: inferenceFlags(inference.body, inference.depth, store.inferences.countInputs(inference.seq)),
    }
  }

  /** The asserter learns of inputs that it may read for any purpose; others, for the purpose of this read. */
  #readable({ assertedBy }: StoredInference): Readable {
    const access = this.#access
    if (assertedBy === this.#requester.party) return new Inputs(this.#gate, this.#requester, access.world)
    return {
      mayReadRecord: (record) => access.decide(record).disclose,
      mayReadInference: (inference) => access.decideInference(inference).disclose,
    }
  }
}
