import type { InferenceBody } from '../../../../src/domain/inference.ts'
import type { RecordBody } from '../../../../src/domain/types/index.ts'
import {
  consented,
  decisionOn,
  find,
  happenedOf,
  isBetweenEntries,
  type OracleWorld,
  once,
  standingOf,
  subjectsOf,
  type Told,
} from '../../../support/records/gate/oracle.ts'

/**
 * Predictions (contract §9) told slowly and plainly, like the records: whom one is about, who reads it, whether it still
 * holds. It shares no code with the service.
 */

/** Why it is not known of all whom a prediction is about. */
type Gap =
  | 'an input did not resolve'
  | 'a loss about nobody'
  | 'what it rests on has such an input'
  | 'too deep'

export interface OracleInference {
  /** As it is kept. */
  readonly body: InferenceBody
  /** Ids of the inputs that were there, and that its party could read, when it was received: settled then for good. */
  readonly resolved: readonly string[]
  /** Settled then for good as well; null where all were known. */
  readonly gap: Gap | null
  /** Those it is known to be about. They only become more. */
  readonly about: Set<string>
}

export interface PredictedWorld extends OracleWorld {
  readonly inferences: OracleInference[]
}

/** So many inferences deep it may be for all to be known whom it is about. */
export const KNOWN_DEEP = 16

export const findInference = (w: PredictedWorld, id: string) =>
  w.inferences.find(({ body }) => body.id === id)

/** Of these ids those that a party may read at this moment: as its own, or by live grants for any one purpose. */
export const readableNow = (w: PredictedWorld, party: string, ids: readonly string[]): string[] =>
  [...new Set(ids)].filter(readsNow(w, party, anyPurpose(w)))

const anyPurpose = (w: PredictedWorld): string[] => [...new Set(['', ...w.grants.map((g) => g.purpose)])]

/** May a party read this for one of these purposes? */
const readsNow = (w: PredictedWorld, party: string, purposes: readonly string[]) => (id: string) => {
  const r = find(w, id)
  const i = findInference(w, id)
  return purposes.some(
    (purpose) =>
      (r && decisionOn(w, party, purpose, r).reads) || (i && decisionOnInference(w, party, purpose, i).reads),
  )
}

/** 1 over observations, else one more than its deepest input; what did not resolve counts for nothing. */
export const depthOf = (
  w: PredictedWorld,
  { body, resolved }: Pick<OracleInference, 'body' | 'resolved'>,
): number =>
  once(w, `depth ${body.id}`, () => 1 + Math.max(0, ...inputsAmong(w, resolved).map((i) => depthOf(w, i))))

const inputsAmong = (w: PredictedWorld, ids: readonly string[]): OracleInference[] =>
  ids.map((id) => findInference(w, id)).filter((input) => input !== undefined)

const isWholly = ({ body, resolved }: Pick<OracleInference, 'body' | 'resolved'>): boolean =>
  body.inputs.every((id) => resolved.includes(id))

/** What is settled at the moment of receipt. */
export function received(
  w: PredictedWorld,
  body: InferenceBody,
  resolved: readonly string[],
): OracleInference {
  const about = resolved.flatMap((id) => {
    const r = find(w, id)
    return r ? (subjectsOf(w, r) ?? []) : [...(findInference(w, id) as OracleInference).about]
  })
  return { body, resolved, gap: gapOf(w, body, resolved), about: new Set(about) }
}

function gapOf(w: PredictedWorld, body: InferenceBody, resolved: readonly string[]): Gap | null {
  if (!isWholly({ body, resolved })) return 'an input did not resolve'
  const records = resolved.map((id) => find(w, id)).filter((r) => r !== undefined)
  if (records.some((r) => subjectsOf(w, r) === null || isBetweenEntries(w, r))) return 'a loss about nobody'
  if (inputsAmong(w, resolved).some(({ gap }) => gap !== null)) return 'what it rests on has such an input'
  return depthOf(w, { body, resolved }) > KNOWN_DEEP ? 'too deep' : null
}

/** To be called whenever a record was appended: what rests on a loss or a retraction is about whoever that is about. */
export function addSubjects(w: PredictedWorld): void {
  for (const i of w.inferences)
    for (const r of recordsUnder(w, i))
      if (['loss', 'due_diligence', 'retraction'].includes(r.type))
        for (const party of subjectsOf(w, r) ?? []) i.about.add(party)
}

/** Read as its own by its asserter and by whoever it is known to be about; by others when all are known and let them. */
export function decisionOnInference(
  w: PredictedWorld,
  requester: string,
  purpose: string,
  i: OracleInference,
): Told {
  if (i.body.asserted_by === requester || i.about.has(requester)) return { reads: true, own: true }
  const { lawful_basis } = i.body
  const subjects = i.gap === null ? [...i.about] : null
  const happened = happenedOf(recordsUnder(w, i))
  return consented(w, requester, purpose, { type: 'inference', lawful_basis, subjects, happened })
}

/** Every record that lies under an inference, however deep. */
export const recordsUnder = (w: PredictedWorld, i: OracleInference): readonly RecordBody[] =>
  once(w, `under ${i.body.id}`, () => {
    const own = i.resolved.map((id) => find(w, id)).filter((r) => r !== undefined)
    const lower = inputsAmong(w, i.resolved).flatMap((input) => recordsUnder(w, input))
    return [...new Set([...own, ...lower])]
  })

interface ReadUnder {
  readonly standings: readonly string[]
  readonly isAllRead: boolean
}

/** What under it a reader may still read, found by reading one input after another. */
function readUnder(w: PredictedWorld, i: OracleInference, reads: (id: string) => boolean): ReadUnder {
  const hidden = i.resolved.filter((id) => !reads(id))
  const shown = i.resolved.filter(reads)
  const below = inputsAmong(w, shown).map((input) => readUnder(w, input, reads))
  return {
    standings: [
      ...shown.flatMap((id) => find(w, id) ?? []).map((r) => standingOf(w, r)),
      ...below.flatMap((each) => each.standings),
    ],
    isAllRead: hidden.length === 0 && below.every((each) => each.isAllRead),
  }
}

/** What follows for a reader. @param purpose asked for; its asserter is told as at receipt, when any one counted */
export function derivedOf(w: PredictedWorld, i: OracleInference, requester: string, purpose: string) {
  const depth = depthOf(w, i)
  const purposes = requester === i.body.asserted_by ? anyPurpose(w) : [purpose]
  const { standings, isAllRead } = readUnder(w, i, readsNow(w, requester, purposes))
  const worst = ['retracted', 'forked', 'superseded'].find((standing) => standings.includes(standing))
  const stated = i.body.inference_depth
  return {
    inference_depth: depth,
    stale: worst !== undefined ? true : isAllRead ? false : null,
    stale_reason: worst !== undefined ? `input_${worst}` : isAllRead ? null : 'input_not_readable',
    flags: [
      ...(depth > 1 ? ['inference_depth_exceeded'] : []),
      ...(stated !== undefined && stated !== depth ? ['inference_depth_misstated'] : []),
      ...(isWholly(i) ? [] : ['inference_input_unresolved']),
    ],
  }
}

export const inferencesAbout = (w: PredictedWorld, party: string): OracleInference[] =>
  w.inferences.filter((i) => i.about.has(party))
