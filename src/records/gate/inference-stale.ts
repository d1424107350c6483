import { standingOf } from '../../domain/derived/standing.ts'
import type { StaleReason } from '../../domain/inference.ts'
import type { StoredInference } from '../../store/inferences.ts'
import type { RecordGraph } from '../../store/record-graph.ts'
import type { Store } from '../../store/store.ts'

/** With more contested records under it, an inference counts as forked without checking each. */
const LOOKED_AT = 256

/**
 * The gravest reason why an inference is out of date, or null. Considers every observation under it, readable or not; their
 * number was limited at receipt (`INFERENCE_LIMITS`).
 */
export function staleReasonOf(
  { inferences }: Store,
  world: RecordGraph,
  { seq }: StoredInference,
): StaleReason | null {
  if (inferences.isAnyRetracted(seq)) return 'input_retracted'
  const contested = inferences.contestedUnder(seq, LOOKED_AT + 1)
  if (contested.length > LOOKED_AT) return 'input_forked'
  if (world.addSeqs(contested).some((record) => standingOf(world, record) === 'forked')) return 'input_forked'
  return inferences.isAnySuperseded(seq) ? 'input_superseded' : null
}
