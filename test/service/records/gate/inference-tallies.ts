import type { RecordBody } from '../../../../src/domain/types/index.ts'
import { decisionOn, find, subjectsOf, type Told } from '../../../support/records/gate/oracle.ts'
import type { InferenceAttempt } from './inference-drafts.ts'
import {
  decisionOnInference,
  depthOf,
  derivedOf,
  findInference,
  type OracleInference,
  recordsUnder,
} from './oracle-inferences.ts'
import type { View } from './oracle-view.ts'
import { add, type Happening } from './tally.ts'
import { PURPOSES, type World } from './world.ts'

/** What happened, by the oracle's word. */

/** How each input stands for the model's party just before it is received. */
export function tallyInputs(w: World, { asserter, draft: { inputs } }: InferenceAttempt): void {
  if (new Set(inputs).size < inputs.length) add(w.tally, 'an input was named twice')
  for (const id of new Set(inputs)) {
    const record = find(w, id)
    const inference = findInference(w, id)
    const ask = (purpose: string): Told =>
      record
        ? decisionOn(w, asserter, purpose, record)
        : inference
          ? decisionOnInference(w, asserter, purpose, inference)
          : { reads: false, reason: 'nothing' }
    const told = PURPOSES.map(ask)
    const type = record?.type ?? 'inference'
    const given = told.filter((one) => one.reads && !one.own)
    if (told.some((one) => one.reads) && record)
      add(w.tally, `an input was ${article(record.type)}` as Happening)
    if (told.some((one) => one.reads && one.own)) add(w.tally, 'an input was read as one’s own')
    if (given.length > 0) add(w.tally, 'an input was open by a grant')
    if (given.length > 0 && inference) add(w.tally, 'an inference was an input by a grant')
    if (given.length > 0 && given.length < told.length)
      add(w.tally, 'an input was open for one purpose and not for another')
    if (given.some((one) => one.reads && !one.own && one.grants.size > 1))
      add(w.tally, 'an input needed the grants of several')
    if (told.some((one) => one.reads)) continue
    if (told.some((one) => !one.reads && one.reason === 'objection'))
      add(w.tally, 'an input was stopped by an objection')
    const subjects = record ? subjectsOf(w, record) : inference ? [...inference.about] : null
    if (
      w.grants.some((g) => g.grantee === asserter && subjects?.includes(g.subject) && g.types.includes(type))
    )
      add(w.tally, 'an input had a grant that was over or had not begun')
    if (!record && !inference) add(w.tally, 'an input was no party’s to read')
  }
}

const article = (type: string) => `${type === 'obligation' ? 'an' : 'a'} ${type}`

export function tallyDerived(w: World, i: OracleInference, requester: string, purpose: string): void {
  const { stale_reason, flags } = derivedOf(w, i, requester, purpose)
  for (const flag of flags) add(w.tally, `flagged: ${flag}` as Happening)
  if (stale_reason === null) return
  add(w.tally, `stale: ${stale_reason}` as Happening)
  if (stale_reason === 'input_not_readable') return
  if (i.resolved.every((id) => findInference(w, id))) add(w.tally, 'stale through another')
  if (depthOf(w, i) > 16) add(w.tally, 'stale through more than sixteen')
}

/** Which inputs somebody is told who reads it. */
export function tallyInputsTold(w: World, view: View, isOwn: boolean, i: OracleInference): void {
  const { told } = view.inputsOf(i)
  const left = i.body.inputs.filter((id) => !told.includes(id))
  if (i.body.asserted_by === view.requester) {
    if (!told.every((id) => view.aboutEither(id).reads))
      add(w.tally, 'its asserter was told an input that it may not read')
    return
  }
  const isPrediction = (id: string) => findInference(w, id) !== undefined
  if (isOwn)
    add(
      w.tally,
      left.length === 0 ? 'whom it is about read all inputs' : 'whom it is about read not all inputs',
    )
  else add(w.tally, left.length === 0 ? 'read with all inputs' : 'read without some inputs')
  if (left.some(isPrediction)) add(w.tally, 'read with an inference left out')
  if (told.some(isPrediction)) add(w.tally, 'read with an inference among the inputs')
  if (new Set(left).size < left.length) add(w.tally, 'an input left out was named twice')
}

/** Is there a record under it of which nobody knows any longer whom it is about? */
export const restsOnNobodys = (w: World, i: OracleInference): boolean =>
  recordsUnder(w, i).some((r) => subjectsOf(w, r) === null)

interface Kept {
  /** How many each was about. */
  readonly about: Map<string, number>
  /** Inputs that were named and have not come. */
  awaited: readonly string[]
}
const kept = new WeakMap<World, Kept>()

/** To be called when something was written: there may be more whom each is about, and what was named may have come. */
export function noteChanges(w: World, written: RecordBody | null): void {
  const before = kept.get(w) ?? { about: new Map(), awaited: [] }
  kept.set(w, before)
  for (const i of w.inferences) {
    const then = before.about.get(i.body.id)
    before.about.set(i.body.id, i.about.size)
    if (then !== undefined && written !== null) tallyWhom(w, i, i.about.size > then, written)
  }
  const isHere = (id: string) => (find(w, id) ?? findInference(w, id)) !== undefined
  add(w.tally, 'an input arrived later', before.awaited.filter(isHere).length)
  before.awaited = w.inferences.flatMap(({ body }) => body.inputs).filter((id) => !isHere(id))
}

function tallyWhom(w: World, i: OracleInference, isMore: boolean, written: RecordBody): void {
  if (isMore) {
    add(w.tally, i.gap === null ? 'somebody joined all' : 'somebody joined those known')
    const by = written.type === 'lot' && written.supersedes !== undefined ? 'correction' : written.type
    add(w.tally, `somebody joined by a ${by}` as Happening)
    if (i.resolved.every((id) => findInference(w, id))) add(w.tally, 'somebody joined through another')
    if (i.gap === 'too deep') add(w.tally, 'somebody joined one too deep')
  }
  const named = new Set(recordsUnder(w, i).flatMap((r) => subjectsOf(w, r) ?? []))
  if ([...i.about].some((party) => !named.has(party))) {
    add(w.tally, i.gap === null ? 'somebody stayed among all' : 'somebody stayed among those known')
    if (written.type === 'lot' && written.supersedes !== undefined)
      add(w.tally, 'somebody stayed after a correction')
    if (written.type === 'retraction') add(w.tally, 'somebody stayed after a retraction')
  }
  if (i.gap === 'a loss about nobody' && !restsOnNobodys(w, i)) add(w.tally, 'they stayed unknown')
}
