import { type DerivedInference, inferenceFlags } from '../domain/inference.ts'
import type { StoredInference } from '../store/inferences.ts'
import type { Gate, Look, Requester } from './gate.ts'
import type { GatedInference } from './gated.ts'
import { staleReasonOf } from './inference-sources.ts'
import { Trail } from './trail.ts'

export interface InferenceSlice {
  readonly found: readonly GatedInference[]
  /** Go on behind this place of the log; null when nothing is left. */
  readonly resume: number | null
}

/** One inference may rest on thousands of records: a slice ends when it has taken so long. */
const LONGEST_SLICE_MS = 5

/**
 * What one requester may read of inferences for one purpose: one by its id, and nothing lists them but the answer to
 * whoever asks what is held about himself (contract §9, §7). Every answer is audited in the same transaction.
 */
export class InferenceReader {
  readonly #gate: Gate
  readonly #requester: Requester
  readonly #look: Look
  readonly #trail: Trail

  constructor(gate: Gate, requester: Requester, purpose: string) {
    this.#gate = gate
    this.#requester = requester
    this.#look = gate.look(requester, purpose)
    this.#trail = new Trail(gate.store, requester, purpose)
  }

  /**
   * The inference of this id, or null: not there and not readable are the same. For an id that is not there its
   * neighbour is decided upon and thrown away, so that the work does not tell the two apart.
   */
  one(id: string): GatedInference | null {
    const near = this.#gate.store.inferences.near(id)
    const decision = near && this.#look.decideInference(near)
    if (near?.id !== id) this.#trail.note('read_inference', 'no_such_inference', [], [], { id })
    else if (decision?.disclose) {
      this.#trail.note('read_inference', 'disclosed', [near.seq], decision.grants)
      return this.#gated(near, decision.own, decision.grants)
    } else if (decision) this.#trail.note('read_inference', decision.reason, [near.seq], [])
    return null
  }

  /** The writer's own inference, as its receipt shows it. */
  receipt(inference: StoredInference): GatedInference {
    return this.#gated(inference, true, [])
  }

  /** The next inferences about the requester itself, `count` at most, in the order of the log. */
  aboutMyself(afterSeq: number, count: number): InferenceSlice {
    const { store } = this.#gate
    const { party } = this.#requester
    const seqs = store.inferences.maybeAbout(party, afterSeq, count)
    const found: GatedInference[] = []
    const until = performance.now() + LONGEST_SLICE_MS
    let resume = seqs.length < count ? null : (seqs.at(-1) ?? null)
    for (const [i, seq] of seqs.entries()) {
      const inference = store.inferences.bySeq(seq) as StoredInference
      if (this.#look.subjectsOfInference(inference).parties.includes(party))
        found.push(this.#gated(inference, true, []))
      if (performance.now() < until || i === seqs.length - 1) continue
      resume = seq
      break
    }
    if (found.length > 0)
      this.#trail.note(
        'subject_access',
        'disclosed',
        found.map(({ inference }) => inference.seq),
        [],
      )
    return { found, resume }
  }

  #gated(inference: StoredInference, own: boolean, grants: readonly number[]): GatedInference {
    return { inference, own, grants, derived: this.#derived(inference), mayRead: this.#look.mayReadAny }
  }

  #derived(inference: StoredInference): DerivedInference {
    const { store } = this.#gate
    const reason = staleReasonOf(store, this.#look.world, inference)
    const resolved = store.inferences.inputsOf([inference.seq]).length
    return {
      inference_depth: inference.depth,
      stale: reason !== null,
      stale_reason: reason,
      flags: inferenceFlags(inference.body, inference.depth, resolved),
    }
  }
}
