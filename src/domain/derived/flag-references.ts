import { custodyOf } from './custody.ts'
import { countsTowards } from './fulfilment.ts'
import { countsInLot } from './mass-balance.ts'
import { inputsOf } from './members.ts'
import { DRAWABLE, referenceResolves, resolvedBases } from './own.ts'
import type { Surroundings, Version, World } from './world.ts'

/** Flags about what a record points at (contract §3, §8). None may reveal whether an unreadable record exists. */

/** A lot, obligation, input, device or piece of evidence named here is not found, as far as its asserter may know. */
export function hasUnresolvedReference(world: World, version: Version, surroundings: Surroundings): boolean {
  const { body } = version
  const { lot_id: lotId, obligation_id: obligationId } = body
  return (
    (lotId !== undefined && !referenceResolves(world, version, lotId, ['lot'])) ||
    (obligationId !== undefined && !referenceResolves(world, version, obligationId, ['obligation'])) ||
    inputsOf(version).some(({ record_id }) => !referenceResolves(world, version, record_id, DRAWABLE)) ||
    (body.device_id !== undefined && !surroundings.isRegisteredDevice(body.device_id, body.asserted_by)) ||
    (body.evidence ?? []).some(({ sha256 }) => !surroundings.isStoredEvidence(sha256, body.asserted_by))
  )
}

/**
 * Is this tip left out of the figures of a lot or an obligation it names? Only where the reference resolves; it is
 * enough that one base of the chain counts it.
 */
export function isLeftOut(world: World, version: Version, surroundings: Surroundings): boolean {
  const counts = (lot: Version) =>
    lot.type === 'lot' && countsInLot(lot, custodyOf(world, lot), version, surroundings)
  // What was filed of a lot is in none of its figures, and none miss it.
  if (version.type === 'due_diligence') return false
  const lots = resolvedBases(world, version, version.body.lot_id, ['lot'])
  if (lots !== null && !lots.some(counts)) return true
  const obligations = resolvedBases(world, version, version.body.obligation_id, ['obligation'])
  if (
    obligations !== null &&
    !obligations.some((owed) => owed.type === 'obligation' && countsTowards(owed, version, surroundings))
  )
    return true
  return inputsOf(version).some(({ record_id }) => {
    const drawnOn = resolvedBases(world, version, record_id, ['lot'])
    return drawnOn !== null && !drawnOn.some(counts)
  })
}
