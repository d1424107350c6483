import { inferenceJson } from '../../src/views/inference-view.ts'
import type { Answered } from './bare.ts'
import { tallyDerived, whyUnknown } from './inference-tallies.ts'
import type { Told } from './oracle.ts'
import { derivedOf, findInference, type OracleInference, whomIsAbout } from './oracle-inferences.ts'
import type { View } from './oracle-view.ts'
import { note } from './reads.ts'
import { add } from './tally.ts'
import { type Asker, LESSER_KINDS, same, type World } from './world.ts'

/** One read of a prediction: asked of the service, compared with the oracle to the last member, noted as shown. */

type Body = Readonly<Record<string, unknown>>

/** @param body what the service gave, or null */
export function compareInference(w: World, asker: Asker, view: View, id: string, body: Body | null): void {
  const told = view.aboutInference(id)
  const i = findInference(w, id)
  const where = () =>
    `inference ${id}, party ${w.parties.indexOf(asker.party)} (${asker.party}), ${view.purpose}`
  w.decisions++
  same(body !== null, told.reads, where)
  const shown = body === null ? [] : [id]
  note(w, asker, view, 'read_inference', shown, told.reads ? undefined : { reason: told.reason, asked: id })
  if (!told.reads) tallyRefusal(w, told.reason, i)
  else {
    same(body, shownTo(w, view, i as OracleInference, told.own), where)
    tallyRead(w, asker, told, i as OracleInference)
  }
}

/** As it is kept; for a reader by grant without the inputs that it may not read, which are counted. */
export function shownTo(w: World, view: View, i: OracleInference, isOwn: boolean): Body {
  const shown = i.body.inputs.filter((input) => isOwn || view.aboutEither(input).reads)
  const left = i.body.inputs.length - shown.length
  tallyShown(w, i, isOwn, shown)
  const redacted = left === 0 ? {} : { redacted: [{ member: 'inputs', count: left }] }
  return { ...i.body, inputs: shown, derived: { ...derivedOf(w, i), ...redacted } }
}

function tallyShown(w: World, i: OracleInference, isOwn: boolean, shown: readonly string[]): void {
  if (isOwn) return
  const isPrediction = (id: string) => findInference(w, id) !== undefined
  const left = i.body.inputs.filter((id) => !shown.includes(id))
  add(w.tally, left.length === 0 ? 'read with all inputs' : 'read without some inputs')
  if (left.some(isPrediction)) add(w.tally, 'read with an inference left out')
  if (shown.some(isPrediction)) add(w.tally, 'read with an inference among the inputs')
}

function tallyRead(w: World, { party }: Asker, told: Told & { reads: true }, i: OracleInference): void {
  tallyDerived(w, i)
  if (!told.own)
    add(w.tally, told.grants.size > 1 ? 'read by the grants of several' : 'read by the grant of one')
  else if (i.body.asserted_by === party) add(w.tally, 'read by its asserter')
  else if (whomIsAbout(w, i).all) add(w.tally, 'read by whom it is about')
  else add(w.tally, 'read by whom it is about, among others unknown')
}

function tallyRefusal(w: World, reason: string, i: OracleInference | undefined): void {
  const cause = i && whyUnknown(w, i)
  if (reason === 'no_such_inference') add(w.tally, 'refused: no such inference')
  else if (reason === 'no_grant') add(w.tally, 'refused: no grant')
  else if (reason === 'objection') add(w.tally, 'refused: objection')
  else if (cause) add(w.tally, cause)
}

/** Through the reader itself, inside a job. */
export function readInJob(w: World, asker: Asker, view: View, id: string): void {
  const gated = w.kernel.gate.inferenceReaderFor(w.requester(asker), view.purpose).one(id)
  compareInference(w, asker, view, id, gated && JSON.parse(inferenceJson(gated)))
}

/** Over HTTP, with any credential of the party that may read. */
export async function readOverHttp(w: World, asker: Asker, view: View, id: string): Promise<Answered> {
  const kind = asker.lesser && w.random.chance(0.2) ? w.random.pick(LESSER_KINDS) : null
  const token = (kind && asker.lesser?.[kind]) ?? asker.token
  const answer = await w.http({ ...asker, token }, `/v1/inferences/${id}?purpose=${view.purpose}`)
  const isShown = answer.statusCode === 200
  if (kind !== null && isShown) add(w.tally, `read over HTTP by a ${kind}`)
  compareInference(w, asker, view, id, isShown ? answer.json() : null)
  return answer
}

/** Some are read while the world grows, mostly by those who were given leave. */
export async function readSomeInferences(w: World): Promise<void> {
  const { random } = w
  for (const { body } of w.inferences.slice(-12)) {
    if (random.chance(0.6)) continue
    const given = w.grants.filter((g) => g.types.includes('inference'))
    const grant = given.length > 0 && random.chance(0.8) ? random.pick(given.slice(-6)) : null
    const asker = grant ? w.asker(grant.grantee) : random.pick(w.askers)
    const view = w.view(asker, grant?.purpose ?? 'curiosity')
    if (w.app && asker.operator === undefined && random.chance(0.5))
      await readOverHttp(w, asker, view, body.id)
    else await w.submit(() => readInJob(w, asker, view, body.id))
  }
}
