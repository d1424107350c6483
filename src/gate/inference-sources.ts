import { standingOf } from '../domain/derived/standing.ts'
import { type StaleReason, SUBJECTS_FOLLOWED_DEEP, staleReason } from '../domain/inference.ts'
import type { StoredInference } from '../store/inferences.ts'
import type { Neighbourhood } from '../store/neighbourhood.ts'
import type { Store } from '../store/store.ts'

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
  const changed = world.addSeqs(store.inferences.perhapsChanged([...observations]))
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
