import { isBare, wordsOf } from './bare.ts'
import { readInJob, readOverHttp } from './inference-reads.ts'
import type { View } from './oracle-view.ts'
import { byHttp, everything } from './reads.ts'
import { add } from './tally.ts'
import { type Asker, PURPOSES, same, type World } from './world.ts'

/** Every prediction for every party and purpose, as the world stands; and nowhere else a word of any. */

export async function compareInferences(w: World): Promise<void> {
  for (const asker of w.askers)
    for (const purpose of PURPOSES) {
      const view = w.view(asker, purpose)
      const record = w.random.pick(w.records).id
      const ids = [...w.inferences.map(({ body }) => body.id), record]
      if (w.app && asker.operator === undefined) await compareOverHttp(w, asker, view, ids)
      else
        await w.submit(() => {
          for (const id of ids) readInJob(w, asker, view, id)
        })
    }
}

/** The answers' words too, for a refusal must tell nothing. */
async function compareOverHttp(w: World, asker: Asker, view: View, ids: readonly string[]): Promise<void> {
  const absent = await readOverHttp(w, asker, view, w.random.id(w.nowMs))
  isBare(absent)
  const misspelt = await w.http(asker, `/v1/inferences/${ids[0]}x?purpose=${view.purpose}`)
  same(wordsOf(misspelt), wordsOf(absent), () => misspelt.body)
  const aimless = await w.http(asker, `/v1/inferences/${ids[0]}`)
  same([aimless.statusCode, aimless.json().code], [400, 'purpose_required'], () => aimless.body)
  for (const id of ids) {
    const answer = await readOverHttp(w, asker, view, id)
    if (answer.statusCode !== 200)
      same(wordsOf(answer), wordsOf(absent), () => `words of a refusal, inference ${id}`)
  }
}

/** The routes of records know no prediction: not by its id, not by its type, not by what a record says of one. */
export async function compareUnlisted(w: World): Promise<void> {
  for (const asker of w.callers) {
    const view = w.view(asker, w.random.pick(PURPOSES))
    const unknown = w.random.id(w.nowMs)
    const absent = await byHttp.one(w, asker, view, unknown)
    const absentChain = await byHttp.chain(w, asker, view, unknown)
    for (const { body } of w.inferences.filter(() => w.random.chance(0.3))) {
      const { answer } = await byHttp.one(w, asker, view, body.id)
      same(wordsOf(answer), wordsOf(absent.answer), () => `a record under the id of inference ${body.id}`)
      const chain = await byHttp.chain(w, asker, view, body.id)
      same(wordsOf(chain), wordsOf(absentChain), () => `a chain under the id of inference ${body.id}`)
      await byHttp.list(w, asker, view, { ...everything, lotId: body.id }, 7)
      await byHttp.list(w, asker, view, { ...everything, obligationId: body.id }, 7)
      add(w.tally, 'a record under its id was asked for')
    }
    const byType = await w.http(asker, `/v1/records?purpose=${view.purpose}&type=inference`)
    same([byType.statusCode, byType.json().code], [400, 'invalid_parameter'], () => byType.body)
    const list = await w.http(asker, `/v1/inferences?purpose=${view.purpose}`)
    same([list.statusCode, list.body.includes('records')], [404, false], () => list.body)
  }
}
