import { subjectsOf } from '../../domain/derived/subjects.ts'
import type { World } from '../../domain/derived/world.ts'
import { depthOver, SUBJECTS_FOLLOWED_DEEP } from '../../domain/inference.ts'
import { maySubjectsComeLater } from '../../domain/types/index.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import type { Inferences, Judgement, StoredInference } from '../../store/tables/inferences.ts'

/** The inputs of an inference that resolved. */
export interface Under {
  readonly observations: readonly StoredRecord[]
  readonly inferences: readonly StoredInference[]
}

export interface About {
  /** Numbers of all parties that the inputs are about. */
  readonly subjects: Set<number>
  /** Seqs of the losses and retractions that the inference rests on. */
  readonly uncertainSources: Set<number>
  /** Whether all subjects could be determined. */
  readonly isResolved: boolean
}

/** Returns the subjects of an inference, as `world` shows them. @param party returns the number of a party */
export function aboutOf(
  world: World,
  { observations, inferences }: Under,
  stored: Pick<Inferences, 'subjectsOf' | 'uncertainSourcesOf'>,
  party: (id: string) => number,
): About {
  const subjects = new Set<number>()
  const uncertainSources = new Set<number>()
  let isResolved = true
  for (const observation of observations) {
    const about = subjectsOf(world, observation)
    isResolved &&= about.resolved
    for (const id of about.parties) subjects.add(party(id))
    if (maySubjectsComeLater(observation.type)) uncertainSources.add(observation.seq)
  }
  for (const { seq, subjectsResolved } of inferences) {
    isResolved &&= subjectsResolved
    for (const subject of stored.subjectsOf(seq)) subjects.add(subject)
    for (const source of stored.uncertainSourcesOf(seq)) uncertainSources.add(source)
  }
  return { subjects, uncertainSources, isResolved }
}

/**
 * Returns what is decided about an inference once, at receipt.
 * @param named number of different inputs that the inference names
 */
export function judgementOn(about: About, { observations, inferences }: Under, named: number): Judgement {
  const depth = depthOver([...observations.map(() => 0), ...inferences.map((input) => input.depth)])
  const areAllThere = observations.length + inferences.length === named
  return {
    depth,
    subjectsResolved: about.isResolved && areAllThere && depth <= SUBJECTS_FOLLOWED_DEEP,
    inputs: [...observations, ...inferences].map(({ seq }) => seq),
    subjects: about.subjects,
    uncertainSources: about.uncertainSources,
  }
}
