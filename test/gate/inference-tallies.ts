import type { InferenceAttempt } from './inference-drafts.ts'
import { decisionOn, find, subjectsOf, type Told } from './oracle.ts'
import {
  decisionOnInference,
  depthOf,
  derivedOf,
  findInference,
  type OracleInference,
  whomIsAbout,
} from './oracle-inferences.ts'
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
    const subjects = record ? subjectsOf(w, record) : inference ? whomIsAbout(w, inference).known : null
    if (
      w.grants.some((g) => g.grantee === asserter && subjects?.includes(g.subject) && g.types.includes(type))
    )
      add(w.tally, 'an input had a grant that was over or had not begun')
    if (!record && !inference) add(w.tally, 'an input was no party’s to read')
  }
}

const article = (type: string) => `${type === 'obligation' ? 'an' : 'a'} ${type}`

/** Why not all is known of whom it is about; the first of several causes. */
export function whyUnknown(w: World, i: OracleInference): Happening | null {
  if (whomIsAbout(w, i).all) return null
  if (i.body.inputs.some((id) => !i.resolved.includes(id))) return 'refused: an input did not resolve'
  const below = i.resolved.map((id) => findInference(w, id)).filter((input) => input !== undefined)
  const causes = below.map((input) => whyUnknown(w, input))
  if (causes.some((why) => why !== null && why !== 'refused: a loss about nobody'))
    return causes.includes('refused: too deep')
      ? 'refused: too deep'
      : 'refused: what it rests on has such an input'
  return depthOf(w, i) > 16 ? 'refused: too deep' : 'refused: a loss about nobody'
}

export function tallyDerived(w: World, i: OracleInference): void {
  const { stale_reason, flags } = derivedOf(w, i)
  for (const flag of flags) add(w.tally, `flagged: ${flag}` as Happening)
  if (stale_reason === null) return
  add(w.tally, `stale: ${stale_reason}` as Happening)
  if (i.resolved.every((id) => findInference(w, id))) add(w.tally, 'stale through another')
  if (depthOf(w, i) > 16 && stale_reason !== 'inputs_not_followed')
    add(w.tally, 'stale though too deep to follow')
}

interface Kept {
  readonly about: Map<string, { readonly all: boolean; readonly known: string }>
  /** Inputs that were named and have not come. */
  awaited: readonly string[]
}
const kept = new WeakMap<World, Kept>()

/** To be called when something was written: whom each is about may have changed, and what was named may have come. */
export function noteChanges(w: World): void {
  const before = kept.get(w) ?? { about: new Map(), awaited: [] }
  kept.set(w, before)
  for (const i of w.inferences) {
    const about = whomIsAbout(w, i)
    const now = { all: about.all, known: [...about.known].sort().join(' ') }
    const then = before.about.get(i.body.id)
    before.about.set(i.body.id, now)
    if (then === undefined) continue
    if (!then.all && now.all) add(w.tally, 'all came to be known')
    if (then.all && !now.all) add(w.tally, 'not all were known any longer')
    if (then.all && now.all && then.known !== now.known) add(w.tally, 'they were about others then')
  }
  const isHere = (id: string) => (find(w, id) ?? findInference(w, id)) !== undefined
  add(w.tally, 'an input arrived later', before.awaited.filter(isHere).length)
  before.awaited = w.inferences.flatMap(({ body }) => body.inputs).filter((id) => !isHere(id))
}
