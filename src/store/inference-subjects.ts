import { subjectsOf } from '../domain/derived/subjects.ts'
import type { StoredInference } from './inferences.ts'
import type { Neighbourhood } from './neighbourhood.ts'
import type { Store } from './store.ts'

/** Whom an inference is about: parties by number. */
export interface InferenceSubjects {
  readonly parties: readonly number[]
  /** False when somebody it is about cannot be told. */
  readonly resolved: boolean
}

/** As the records stand in this world: what was uncertain when it was received is asked again. */
export function subjectsOfInference(
  store: Store,
  world: Neighbourhood,
  inference: StoredInference,
): InferenceSubjects {
  const { certain, uncertainSources } = store.inferences.aboutOf(inference.seq)
  const parties = new Set(certain)
  let resolved = inference.subjectsResolved
  const uncertain = world.addSeqs(uncertainSources)
  world.prefetch(uncertain)
  for (const record of uncertain) {
    const about = subjectsOf(world, record)
    resolved &&= about.resolved
    for (const id of about.parties) parties.add(store.parties.find(id) as number)
  }
  return { parties: [...parties], resolved }
}
