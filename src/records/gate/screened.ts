import { must } from '../../base/typed.ts'
import { chainOf } from '../../domain/derived/standing.ts'
import { type PlotScreened, SCREENING_MODEL, screenedAs } from '../../domain/screening.ts'
import type { StoredInference } from '../../store/inferences.ts'
import type { StoredRecordOf } from '../../store/stored-record.ts'
import type { AccessEvaluation, GateCore, Requester } from './core.ts'
import { DisclosureLog } from './disclosure-log.ts'

/** Maximum plots of one answer. */
const MOST_PLOTS = 100
/** Maximum predictions looked at: about all holders, who share them, and over one plot. The newest come first. */
const MOST_ABOUT = 8_192
const MOST_OVER = 16

/**
 * Returns what the requester's own predictions of the screening tool state of plots, by the id of the record.
 * Plots that it may not read are left out, as are those after the first hundred. Predictions are found
 * through the holders of the plot, whom they are about. All that are used are in one audit entry.
 */
export function screened(
  gate: GateCore,
  requester: Requester,
  purpose: string,
  ids: readonly string[],
): ReadonlyMap<string, PlotScreened> {
  const { inferences } = gate.store
  const access = gate.accessFor(requester, purpose)
  const plots = plotsAmong(access, ids.slice(0, MOST_PLOTS))
  const holders = new Set(plots.flatMap((plot) => plot.holders))
  const newest = new Map([...holders].map((each) => [each, newestAbout(gate, each, holders.size)]))
  const over = Map.groupBy(
    inferences.statedOver(
      [...new Set([...newest.values()].flatMap(({ seqs }) => seqs))],
      requester.party,
      plots.flatMap(({ versions }) => versions.map(({ seq }) => seq)),
    ),
    ([, record]) => must(access.world.bySeq(record)).root,
  )
  const used = new Set<number>()
  const found = plots.map(({ record, isTip, holders }): [string, PlotScreened] => {
    const all = over.get(record.root) ?? []
    const some = all.slice(0, MOST_OVER).map(([seq, input]) => ({ one: must(inferences.bySeq(seq)), input }))
    const oldest = all.length > MOST_OVER ? must(some.at(-1)).one.receivedAtMs : null
    const unseen = [oldest, ...holders.map((holder) => must(newest.get(holder)).unseenMs)]
    const predictions = some.filter(
      ({ one }) => one.body.model_id === SCREENING_MODEL && access.decideInference(one).disclose,
    )
    for (const { one } of predictions) used.add(one.seq)
    const last = unseen.reduce((a, b) => (a === null || b === null ? (a ?? b) : Math.max(a, b)), null)
    const of = predictions.map(({ one, input }) => ({
      ...{
        verdict: one.body.output.value,
        file: one.body.model_version,
        seq: one.seq,
        atMs: screenedAt(one),
      },
      outline: (access.world.bySeq(input) as StoredRecordOf<'plot'>).body.geometry,
    }))
    return [record.id, screenedAs({ outline: record.body.geometry, isTip }, of, last)]
  })
  if (used.size > 0)
    new DisclosureLog(gate, requester, purpose).note('read_inference', 'disclosed', [...used], [])
  return new Map(found)
}

/** Nothing was screened after it was stored: so what was not looked at is never newer than what was. */
const screenedAt = ({ occurredAtMs, receivedAtMs }: StoredInference): number =>
  Math.min(occurredAtMs, receivedAtMs)

function plotsAmong(access: AccessEvaluation, ids: readonly string[]) {
  const { world } = access
  const records = world
    .addIds([...new Set(ids)])
    .filter((one) => one.type === 'plot')
    .filter((one) => access.decide(one).disclose)
  world.prefetchStandings(records)
  return records.map((record) => {
    const chain = chainOf(world, record.root)
    const versions = world.addIds(chain.ids)
    return {
      ...{ record, versions, isTip: chain.standings.get(record.id) === 'tip' },
      // A correction may have changed the holder; the predictions are still about the earlier one.
      holders: [...new Set(versions.flatMap((version) => access.subjectsOf(version)))],
    }
  })
}

/** Returns the newest inferences about a party, and up to when there are others; null if these are all. */
function newestAbout({ store: { inferences } }: GateCore, party: number, parties: number) {
  const most = Math.floor(MOST_ABOUT / parties)
  const seqs = inferences.newestAbout(party, most + 1)
  if (seqs.length <= most) return { seqs, unseenMs: null }
  return { seqs: seqs.slice(0, most), unseenMs: must(inferences.bySeq(must(seqs[most - 1]))).receivedAtMs }
}
