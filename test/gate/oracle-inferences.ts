import type { InferenceBody } from '../../src/domain/inference.ts'
import {
  consented,
  decisionOn,
  find,
  type OracleWorld,
  once,
  standingOf,
  subjectsOf,
  type Told,
} from './oracle.ts'

/**
 * Predictions (contract §9) told slowly and plainly, like the records: whom one is about, who reads it, whether it still
 * holds. It shares no code with the service.
 */

export interface OracleInference {
  /** As it is kept. */
  readonly body: InferenceBody
  /** Ids of the inputs that were there, and that its party could read, when it was received: settled then for good. */
  readonly resolved: readonly string[]
}

export interface PredictedWorld extends OracleWorld {
  readonly inferences: OracleInference[]
}

/** So many inferences deep subjects and sources are followed. */
const FOLLOWED_DEEP = 16

export const findInference = (w: PredictedWorld, id: string) =>
  w.inferences.find(({ body }) => body.id === id)

/** Of these ids those that a party may read at this moment: as its own, or by live grants for any one purpose. */
export function readableNow(w: PredictedWorld, party: string, ids: readonly string[]): string[] {
  const purposes = [...new Set(['', ...w.grants.map((g) => g.purpose)])]
  return [...new Set(ids)].filter((id) => {
    const r = find(w, id)
    const i = findInference(w, id)
    return purposes.some(
      (purpose) =>
        (r && decisionOn(w, party, purpose, r).reads) ||
        (i && decisionOnInference(w, party, purpose, i).reads),
    )
  })
}

/** 1 over observations, else one more than its deepest input; what did not resolve counts for nothing. */
export const depthOf = (w: PredictedWorld, { body, resolved }: OracleInference): number =>
  once(w, `depth ${body.id}`, () => {
    const below = resolved.map((id) => findInference(w, id)).filter((input) => input !== undefined)
    return 1 + Math.max(0, ...below.map((input) => depthOf(w, input)))
  })

const isWholly = ({ body, resolved }: OracleInference): boolean =>
  body.inputs.every((id) => resolved.includes(id))

export interface Whom {
  /** Those it is known to be about. */
  readonly known: readonly string[]
  /** Are those all? */
  readonly all: boolean
}

export const whomIsAbout = (w: PredictedWorld, i: OracleInference): Whom =>
  once(w, `about ${i.body.id}`, () => {
    const known = new Set<string>()
    let all = isWholly(i) && depthOf(w, i) <= FOLLOWED_DEEP
    for (const id of i.resolved) {
      const r = find(w, id)
      const about = r ? asWhom(subjectsOf(w, r)) : whomIsAbout(w, findInference(w, id) as OracleInference)
      for (const party of about.known) known.add(party)
      if (!about.all) all = false
    }
    return { known: [...known], all }
  })

const asWhom = (subjects: readonly string[] | null): Whom => ({
  known: subjects ?? [],
  all: subjects !== null,
})

/** Read as its own by its asserter and by whoever it is known to be about; by others when all are known and let them. */
export function decisionOnInference(
  w: PredictedWorld,
  requester: string,
  purpose: string,
  i: OracleInference,
): Told {
  const { known, all } = whomIsAbout(w, i)
  if (i.body.asserted_by === requester || known.includes(requester)) return { reads: true, own: true }
  const { lawful_basis } = i.body
  return consented(w, requester, purpose, { type: 'inference', lawful_basis, subjects: all ? known : null })
}

/** All that lies under an inference, and for each the fewest inferences that lie above it, this one among them. */
const under = (w: PredictedWorld, i: OracleInference): ReadonlyMap<string, number> =>
  once(w, `under ${i.body.id}`, () => {
    const above = new Map<string, number>()
    const note = (id: string, inferences: number) =>
      above.set(id, Math.min(inferences, above.get(id) ?? Number.POSITIVE_INFINITY))
    for (const id of i.resolved) {
      note(id, 1)
      const input = findInference(w, id)
      if (input) for (const [lower, inferences] of under(w, input)) note(lower, inferences + 1)
    }
    return above
  })

/** The gravest thing that has happened to a record under it; or that not everything under it is followed; or null. */
export const staleReasonOf = (w: PredictedWorld, i: OracleInference): string | null =>
  once(w, `stale ${i.body.id}`, () => {
    const below = [...under(w, i)]
    const standings = below
      .filter(([, inferences]) => inferences <= FOLLOWED_DEEP)
      .map(([id]) => find(w, id))
      .map((r) => r && standingOf(w, r))
    const worst = ['retracted', 'forked', 'superseded'].find((standing) => standings.includes(standing))
    if (worst !== undefined) return `input_${worst}`
    // An inference with so many above it is the first whose own inputs nobody looks at.
    const isCutOff = below.some(([id, inferences]) => inferences >= FOLLOWED_DEEP && !find(w, id))
    return isCutOff ? 'inputs_not_followed' : null
  })

/** What follows for everybody alike. */
export function derivedOf(w: PredictedWorld, i: OracleInference) {
  const depth = depthOf(w, i)
  const reason = staleReasonOf(w, i)
  const stated = i.body.inference_depth
  return {
    inference_depth: depth,
    stale: reason !== null,
    stale_reason: reason,
    flags: [
      ...(depth > 1 ? ['inference_depth_exceeded'] : []),
      ...(stated !== undefined && stated !== depth ? ['inference_depth_misstated'] : []),
      ...(isWholly(i) ? [] : ['inference_input_unresolved']),
    ],
  }
}

export const inferencesAbout = (w: PredictedWorld, party: string): OracleInference[] =>
  w.inferences.filter((i) => whomIsAbout(w, i).known.includes(party))
