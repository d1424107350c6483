import type { RecordBody } from '../../../../src/domain/types/index.ts'
import { chainOf, receivers, standingOf } from '../../../support/records/gate/oracle.ts'
import { handOver, retract } from './predicting.ts'
import { assert, parties } from './scenes.ts'
import { add } from './tally.ts'
import { DAY, type World } from './world.ts'

/** A lot that is handed over, and that a correction says is somebody else's, or began later. */

/** The correction comes before the hand-over, after it, or both; some of it is retracted, or contradicts itself. */
export async function lotTakenBack(w: World): Promise<void> {
  const { random } = w
  const [holder, receiver, other] = parties(w)
  const lotId = w.id()
  const began = w.nowMs
  const version = (target: RecordBody | null, fields: object) =>
    assert(w, holder, 'lot', { holder, ...fields }, null, target)
  const correction = (target: RecordBody) =>
    version(target, {
      occurred_at: new Date(began + random.pick([0, 20 * DAY])).toISOString(),
      holder: random.pick([holder, other]),
    })
  const isLate = random.chance(0.3)
  const lot = isLate ? null : await version(null, { id: lotId })
  if (lot !== null && random.chance(0.4)) await correction(lot)
  await w.tick(DAY)
  await handOver(w, { id: lotId }, holder, receiver)
  await assert(w, receiver, 'loss', { lot_id: lotId, cause: 'sorting' })
  const first = lot ?? (await version(null, { id: lotId, occurred_at: new Date(began).toISOString() }))
  if (first === null) return
  const second = await correction(first)
  if (second !== null && random.chance(0.3)) await retract(w, holder, random.pick([first, second]))
  if (random.chance(0.2)) await handOver(w, first, receiver, other)
}

/** How often somebody has kept a lot that its own record, as it counts now, says they cannot have been handed. */
export function tallyKeptLots(w: World): void {
  for (const lot of w.records.filter((r) => r.type === 'lot' && standingOf(w, r) === 'tip')) {
    const versions = chainOf(w, lot)
    const ids = versions.map((v) => v.id)
    const keepers = receivers(w, lot)
    const handed = w.records.filter(
      (r) =>
        r.type === 'custody_transfer' &&
        ids.includes(r.lot_id as string) &&
        standingOf(w, r) === 'tip' &&
        keepers.has(r.to_party as string) &&
        r.from_party === r.asserted_by &&
        versions.some((v) => v.holder === r.from_party),
    )
    const isKept = (what: (r: RecordBody) => boolean) => handed.filter(what).length
    add(
      w.tally,
      'a lot was kept that begins later now',
      isKept((r) => r.occurred_at < lot.occurred_at),
    )
    add(
      w.tally,
      'a lot was kept that another holds now',
      isKept((r) => r.from_party !== lot.holder && !keepers.has(r.from_party as string)),
    )
  }
}
