import { inferenceJson } from '../../../../src/records/views/inference-view.ts'
import type { Told } from '../../../support/records/gate/oracle.ts'
import type { Answered } from './bare.ts'
import { restsOnNobodys, tallyDerived, tallyInputsTold } from './inference-tallies.ts'
import { findInference, type OracleInference } from './oracle-inferences.ts'
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
    same(body, view.told(i as OracleInference), where)
    tallyRead(w, view, told, i as OracleInference)
  }
}

function tallyRead(w: World, view: View, told: Told & { reads: true }, i: OracleInference): void {
  tallyDerived(w, i, view.requester, view.purpose)
  tallyInputsTold(w, view, told.own, i)
  if (!told.own) {
    add(w.tally, told.grants.size > 1 ? 'read by the grants of several' : 'read by the grant of one')
    if (restsOnNobodys(w, i)) add(w.tally, 'read by a grant though on a loss about nobody now')
  } else if (i.body.asserted_by === view.requester) add(w.tally, 'read by its asserter')
  else if (i.gap === null) add(w.tally, 'read by whom it is about')
  else add(w.tally, 'read by whom it is about, among others unknown')
}

function tallyRefusal(w: World, reason: string, i: OracleInference | undefined): void {
  if (reason === 'no_such_inference') add(w.tally, 'refused: no such inference')
  else if (reason === 'no_grant') add(w.tally, 'refused: no grant')
  else if (reason === 'objection') add(w.tally, 'refused: objection')
  else if (i?.gap) add(w.tally, `refused: ${i.gap}`)
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
