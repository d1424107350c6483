import { DEEPEST } from '../../../../src/domain/derived/lineage.ts'
import { faultsOf } from '../../../support/records/events.ts'
import { find, firstOf } from '../../../support/records/gate/oracle.ts'
import { listed, type Reply } from './reads.ts'
import { add } from './tally.ts'
import { PURPOSES, same, type World } from './world.ts'

/** The events of each lot are those of the records that its reader finds by reading record after record, and no others. */
export async function compareEvents(w: World): Promise<void> {
  for (const asker of w.callers)
    for (const purpose of PURPOSES.slice(0, 2)) {
      const shown = await listed(w, asker, purpose)
      const known = JSON.stringify([...shown.values()])
      for (const { id, type } of w.records) {
        if (type !== 'lot') continue
        const answer = await w.http(asker, `/v1/records/${id}/events?purpose=${purpose}`)
        const where = () => `events of ${id} for ${w.parties.indexOf(asker.party)}: ${answer.body}`
        same(answer.statusCode, shown.has(id) ? 200 : 404, where)
        if (answer.statusCode === 404) continue
        same(faultsOf(answer.json()), [], where)
        const told: string[] = answer
          .json()
          .epcisBody.eventList.map((event: Readonly<Record<string, string>>) => event['granary:record'])
        const [handOvers, others] = [true, false].map((is) =>
          [...new Set(told)].filter((one) => (shown.get(one)?.type === 'custody_transfer') === is),
        ) as [string[], string[]]
        const wanted = reached(w, id, shown)
        same(others.sort(), [...wanted].sort(), where)
        const roots = new Set([...wanted].map((one) => rootOf(w, one)))
        // Another version of it may have named another lot.
        const lotsOf = (root: string) =>
          w.records.filter((r) => rootOf(w, r.id) === root).map((r) => r.lot_id)
        for (const one of handOvers)
          same(
            lotsOf(rootOf(w, one)).some((lot) => lot !== undefined && roots.has(rootOf(w, lot))),
            true,
            where,
          )
        for (const [one] of answer.body.matchAll(ID)) same(known.includes(one), true, where)
        add(w.tally, 'the events of a lot were read')
        add(w.tally, 'events followed an input', wanted.size - 1)
        add(w.tally, 'events had a hand-over', handOvers.length)
      }
    }
}

/** Second events of hand-overs have ids of another version. */
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g

function rootOf(w: World, id: string): string {
  const record = find(w, id)
  return record === undefined ? id : firstOf(w, record).id
}

/** The ids a reader comes to from a lot, by what it can read alone; hand-overs aside. */
function reached(w: World, lot: string, shown: ReadonlyMap<string, Reply>): Set<string> {
  const byRoot = Map.groupBy(shown.values(), ({ id }) => rootOf(w, id))
  const found = new Set<string>()
  const seen = new Set([rootOf(w, lot)])
  let level = [rootOf(w, lot)]
  for (let depth = 0; level.length > 0; depth++) {
    const next: string[] = []
    for (const version of level.flatMap((root) => byRoot.get(root) ?? [])) {
      found.add(version.id)
      if (version.type !== 'lot' || !['tip', 'forked'].includes(version.derived.standing)) continue
      for (const { record_id } of version.inputs ?? []) {
        const input = shown.get(record_id)
        const isFollowed = input !== undefined && ['harvest', 'delivery', 'lot'].includes(input.type)
        if (!isFollowed || seen.has(rootOf(w, record_id)) || (input.type === 'lot' && depth >= DEEPEST))
          continue
        seen.add(rootOf(w, record_id))
        next.push(rootOf(w, record_id))
      }
    }
    level = next
  }
  return found
}
