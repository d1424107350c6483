import { Problem } from '../../../../src/base/problem.ts'
import type { InferenceBody, InferenceDraft } from '../../../../src/domain/inference.ts'
import { inferenceJson } from '../../../../src/records/views/inference-view.ts'
import { anInference, draftOver } from './inference-drafts.ts'
import { noteChanges, tallyDerived, tallyInputs } from './inference-tallies.ts'
import { derivedOf, type OracleInference, readableNow, received } from './oracle-inferences.ts'
import { add } from './tally.ts'
import { type Asker, type LesserKind, orRefusal, same, type World } from './world.ts'

/** Predictions sent through the real intake; every receipt is compared with what the oracle would have it say. */

interface Receipt {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

async function send(w: World, asker: Asker, draft: InferenceDraft): Promise<Receipt> {
  if (w.app && w.random.chance(0.7)) {
    const answer = await w.http(asker, '/v1/inferences', draft)
    const isNew = answer.statusCode === 201
    same(answer.headers.location, isNew ? `/v1/inferences/${draft.id}` : undefined, () => answer.body)
    return { status: answer.statusCode, body: answer.json() }
  }
  return w.submit(() => {
    const author = w.requester(asker)
    const appended = orRefusal(() => w.kernel.inferences.append(author, draft))
    if (appended instanceof Problem) return { status: appended.status, body: { code: appended.code } }
    const receipt = w.kernel.gate.inferenceReaderFor(author, '').receipt(appended.inference)
    return { status: appended.status === 'accepted' ? 201 : 200, body: JSON.parse(inferenceJson(receipt)) }
  })
}

/** Some party's model predicts something. */
export async function infer(w: World, attempt = anInference(w)): Promise<OracleInference> {
  const { asserter, draft } = attempt
  const resolved = readableNow(w, asserter, draft.inputs)
  tallyInputs(w, attempt)
  const { status, body } = await send(w, w.asker(asserter), draft)
  const where = () => `receipt of ${JSON.stringify({ attempt, resolved, status, body })}`
  const { derived, ...stored } = body
  const receivedAt = new Date(w.nowMs).toISOString()
  const wanted = { ...draft, record_class: 'inference', asserted_by: asserter, received_at: receivedAt }
  same(status, 201, where)
  same(stored, wanted, where)
  const inference = received(w, stored as unknown as InferenceBody, resolved)
  w.inferences.push(inference)
  noteChanges(w, null)
  same(derived, derivedOf(w, inference, asserter, ''), where)
  tallyDerived(w, inference, asserter, '')
  return inference
}

/** What is there is sent again, by its own party or another, as it was or otherwise: nothing more is ever written. */
export async function inferAgain(w: World): Promise<void> {
  if (w.inferences.length === 0) return
  const { random } = w
  const before = random.pick(w.inferences)
  const { received_at, ...sent } = before.body
  const as = w.asker(random.chance(0.75) ? before.body.asserted_by : random.pick(w.parties))
  const isTheirs = as.party === before.body.asserted_by
  const isChanged = random.chance(0.4)
  const { asserted_by: _, ...unsigned } = sent
  const draft = {
    ...(isTheirs ? sent : unsigned),
    ...(isChanged ? { inputs: [...sent.inputs, w.id()] } : {}),
  } as InferenceDraft
  const { log } = w.kernel.store
  const size = log.size
  const { status, body } = await send(w, as, draft)
  const where = () => `${JSON.stringify(draft)} again by ${as.party}: ${status} ${JSON.stringify(body)}`
  if (isTheirs && !isChanged) {
    add(w.tally, 'a model’s party sent one again')
    same(status, 200, where)
    same(body, { ...before.body, derived: derivedOf(w, before, as.party, '') }, where)
  } else {
    add(w.tally, 'an id was taken')
    same([status, body.code], [409, 'id_conflict'], where)
  }
  same(log.size, size, where)
}

/** An id of something else is no prediction's, nor may one's id be a record's. */
export async function inferUnderATakenId(w: World): Promise<void> {
  const { random } = w
  const taken = [...w.records.map(({ id }) => id), ...[...w.grants, ...w.objections].map(({ id }) => id)]
  const draft = draftOver(w, [w.id()], { id: random.pick(taken) })
  const { status, body } = await send(w, w.asker(random.pick(w.parties)), draft)
  same([status, body.code], [409, 'id_conflict'], () => JSON.stringify(draft))
  add(w.tally, 'an id was taken')
}

/** Devices and readers may read predictions and not make them. */
export async function inferWithLesserCredentials(w: World): Promise<void> {
  for (const asker of w.askers)
    for (const [kind, token] of Object.entries(asker.lesser ?? {})) {
      const { log } = w.kernel.store
      const size = log.size
      const draft = draftOver(w, [w.random.pick(w.records).id], { id: w.id() })
      const answer = await w.http({ ...asker, token }, '/v1/inferences', draft)
      const { code } = answer.json()
      same([answer.statusCode, code], [403, 'not_permitted_for_credential'], () => answer.body)
      same(log.size, size, () => `a prediction by a ${kind}`)
      add(w.tally, `a ${kind as LesserKind} was refused`)
    }
}
