import { auditTasks } from '../../../../src/consent/audit-tasks.ts'
import { ORIGIN_FAULTS } from '../../../../src/domain/derived/origin.ts'
import { type OriginFound, OriginOfLot } from '../../../../src/records/gate/origin.ts'
import { originParts, plotJson } from '../../../../src/records/views/origin-view.ts'
import { find } from '../../../support/records/gate/oracle.ts'
import { OriginOracle } from '../../domain/derived/origin-oracle.ts'
import { isBare, wordsOf } from './bare.ts'
import { compareHoldsNone } from './holds-none.ts'
import { everything } from './reads.ts'
import { add } from './tally.ts'
import { type Asker, PURPOSES, same, type World } from './world.ts'

/**
 * The origin of every lot, for every party: its figures are the oracle's for whoever may read the lot, its plots and ids are
 * those that the reader may read, and whatever is left out is counted.
 */

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
const OF_THE_WALK: ReadonlySet<string> = new Set(ORIGIN_FAULTS)

interface Body {
  readonly kg: number | null
  readonly kg_by: Readonly<Record<'named' | 'holder' | 'unknown', number>>
  readonly complete: boolean
  readonly records: number
  readonly faults: readonly { code: string; count: number; record_ids: readonly string[] }[]
  readonly not_shown: { readonly plots: number; readonly faults: number; readonly kg: number }
  readonly due_diligence: readonly { record_id: string }[]
  readonly plots: readonly { record_id: string; known: string; holder: string; plot: string }[]
}

type Wanted = ReturnType<OriginOracle['origin']>

export async function compareOrigins(w: World): Promise<void> {
  const mandates = Object.fromEntries(w.delegations.map(({ id, types }) => [id, types]))
  const { surroundings } = w.kernel.gate['core']
  const oracle = new OriginOracle(w.records, surroundings, mandates, w.cooperative)
  const origins = new Map<string, Wanted>()
  /** Faults of plots are no part of the oracle; there are as many for every reader. */
  const faults = new Map<string, number>()
  for (const asker of w.callers) {
    const granted = w.grants.filter((g) => g.grantee === asker.party && g.types.includes('plot'))
    const purpose = w.random.pick(granted.length > 0 ? granted.map((g) => g.purpose) : PURPOSES)
    const ask = w.app === null ? byGate : overHttp
    const absent = await ask(w, asker, purpose, w.random.id(w.nowMs))
    const view = w.view(asker, purpose)
    for (const record of w.records) {
      if (record.type !== 'lot' && w.random.chance(0.8)) continue
      const answer = await ask(w, asker, purpose, record.id)
      w.decisions++
      const where = () => `origin of ${record.type} ${record.id} for ${w.parties.indexOf(asker.party)}`
      if (record.type !== 'lot' || !view.decision(record).reads) {
        same(answer, absent, where)
        if (record.type === 'lot') add(w.tally, 'an origin was refused')
        continue
      }
      same(answer.body !== null, true, where)
      const wanted = origins.get(record.id) ?? oracle.origin(record)
      origins.set(record.id, wanted)
      const count = compareOne(w, asker, purpose, wanted, answer.body as string, where)
      same(count, faults.get(record.id) ?? count, where)
      faults.set(record.id, count)
    }
  }
}

interface Answer {
  /** Null: refused. */
  readonly body: string | null
  /** Of a refusal. */
  readonly words: string
}

type Ask = (w: World, asker: Asker, purpose: string, id: string) => Promise<Answer>

const overHttp: Ask = async (w, asker, purpose, id) => {
  const answer = await w.http(asker, `/v1/records/${id}/origin?purpose=${purpose}`)
  if (answer.statusCode === 200) return { body: answer.body, words: '' }
  isBare(answer)
  return { body: null, words: wordsOf(answer) }
}

const byGate: Ask = (w, asker, purpose, id) =>
  w.submit(() => {
    const asked = { id, withNames: false, render: plotJson, grown: () => {} }
    const walk = new OriginOfLot(w.kernel.gate['core'], w.requester(asker), purpose, asked)
    let found: OriginFound | 'none' | null
    do found = walk.next()
    while (found === null)
    if (found === 'none') return { body: null, words: found }
    const [before, behind] = originParts(found)
    return { body: `${before}${found.texts.made.join(',')}${behind}`, words: '' }
  })

/** @returns the number of faults */
function compareOne(
  w: World,
  asker: Asker,
  purpose: string,
  wanted: Wanted,
  text: string,
  where: () => string,
): number {
  const view = w.view(asker, purpose)
  const body: Body & { readonly lot: string } = JSON.parse(text)
  const may = (id: string) => view.about(id).reads
  const near = (a: number, b: number) => Math.abs(a - b) < 1e-4
  same([body.kg, body.complete, body.records], [wanted.kg, wanted.complete, wanted.records], where)
  for (const known of ['named', 'holder', 'unknown'] as const)
    same(near(body.kg_by[known], wanted.by[known]), true, where)

  const shown = wanted.plots.filter(([id]) => may(id))
  const told = body.plots.map((plot) => [plot.record_id, plot.known === 'named'])
  same(told, shown, where)
  same(body.not_shown.plots, wanted.plots.length - shown.length, where)
  for (const { record_id, holder, plot } of body.plots) {
    const kept = find(w, record_id)
    same([holder, plot], [kept?.holder, kept?.plot], where)
  }
  same(body.not_shown.plots > 0 || body.not_shown.kg === 0, true, where)

  const faults = body.faults.flatMap(({ code, record_ids }) => record_ids.map((id) => `${code} ${id}`))
  for (const { count, record_ids } of body.faults) same(count, record_ids.length, where)
  const ofTheWalk = (fault: string) => OF_THE_WALK.has(fault.split(' ')[0] as string)
  const readable = wanted.faults.filter((fault) => may(fault.split(' ')[1] as string))
  same(faults.filter(ofTheWalk).sort(), readable, where)
  for (const { record_ids } of body.faults) same(record_ids.every(may), true, where)

  // Of a contradiction all sides are there.
  const statements = ['tip', 'forked'].flatMap((standing) =>
    view.list({ ...everything, types: ['due_diligence'], lotId: body.lot, standing }),
  )
  for (const { record_id } of body.due_diligence) same(statements.includes(record_id), true, where)

  add(w.tally, 'an origin showed a plot', shown.length)
  add(w.tally, 'an origin left out a plot', body.not_shown.plots)
  add(w.tally, 'an origin showed a fault', faults.length)
  add(w.tally, 'an origin left out a fault', body.not_shown.faults)
  const decision = view.about(body.lot)
  if (decision.reads && !decision.own) add(w.tally, 'an origin was read by a grant')

  const ids = [
    body.lot,
    ...body.plots.map(({ record_id }) => record_id),
    ...body.faults.flatMap(({ record_ids }) => record_ids),
    ...body.due_diligence.map(({ record_id }) => record_id),
  ]
  compareHoldsNone(w, view, text, ids)
  compareIds(w, text, new Set(ids), where)
  compareEntry(w, asker, purpose, new Set(ids), where)
  return faults.length + body.not_shown.faults
}

/** No id stands in it but those of what it shows, and those that a plot or statement that it shows has in it. */
function compareIds(w: World, text: string, shown: ReadonlySet<string>, where: () => string): void {
  const isShownWhole = (id: string) => ['plot', 'due_diligence'].includes(find(w, id)?.type ?? '')
  const shownBodies = JSON.stringify([...shown].filter(isShownWhole).map((id) => find(w, id)))
  for (const [id] of text.matchAll(ID)) same(shown.has(id) || shownBodies.includes(id), true, where)
}

/** The audit log has an entry with all of them. */
function compareEntry(
  w: World,
  { party }: Asker,
  purpose: string,
  shown: ReadonlySet<string>,
  where: () => string,
): void {
  const [line] = auditTasks.audit(w.kernel, 'test', { count: 1 }).entries
  same(
    [line?.party, line?.action, line?.purpose, line?.outcome, [...(line?.record_ids ?? [])].sort()],
    [party, 'origin', purpose, 'disclosed', [...shown].sort()],
    where,
  )
}
