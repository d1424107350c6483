import { standingOf } from '../domain/derived/standing.ts'
import { type StaleReason, SUBJECTS_FOLLOWED_DEEP, staleReason } from '../domain/inference.ts'
import type { StoredInference } from '../store/inferences.ts'
import type { Neighbourhood } from '../store/neighbourhood.ts'
import type { Store } from '../store/store.ts'

/** Corrected sources that are looked at for whether they are forked; of more, only that they were corrected is said. */
const LOOKED_AT = 512

/**
 * Why an inference is out of date, or null: asked of every observation under it, whoever may read those. What may lie
 * under one is bounded when it is received.
 */
export function staleReasonOf(
  store: Store,
  world: Neighbourhood,
  inference: StoredInference,
): StaleReason | null {
  const { observations, isFollowed } = sourcesUnder(store, inference)
  const sources = [...observations]
  if (store.inferences.isAnyRetracted(sources)) return 'input_retracted'
  const perhaps = store.inferences.perhapsCorrected(sources)
  const changed = world.addSeqs(perhaps.slice(0, LOOKED_AT))
  world.prefetch(changed)
  return staleReason(new Set(changed.map((record) => standingOf(world, record))), isFollowed)
}

/** The observations under an inference, through as many inferences as are followed; level by level. */
function sourcesUnder({ inferences }: Store, inference: StoredInference) {
  const observations = new Set<number>()
  const seen = new Set<number>()
  let level = [inference.seq]
  for (let deep = 0; deep < SUBJECTS_FOLLOWED_DEEP && level.length > 0; deep++) {
    const inputs = inferences.inputsOf(level)
    level = []
    for (const { seq, depth } of inputs) {
      if (depth === 0) observations.add(seq)
      else if (!seen.has(seq)) level.push(seq)
      seen.add(seq)
    }
  }
  return { observations, isFollowed: level.length === 0 }
}
