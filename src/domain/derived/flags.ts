import { isFalseId } from '../other-ids.ts'
import { isThin } from '../registry.ts'
import { DAY_MS } from '../time.ts'
import type { Custody } from './custody.ts'
import { isMismatch, isOutOfScope } from './flag-conversion.ts'
import {
  adjoinsOwn,
  isAreaMismatch,
  isDrawnTooCoarsely,
  isOutsideCountry,
  isPolygonRequired,
  namesUnresolvedPlot,
  outlineOf,
  overlapsAnother,
  plotsAround,
} from './flag-plots.ts'
import { hasUnresolvedReference, isLeftOut, type NamedRecord, namedBy } from './flag-references.ts'
import { isPossiblyTwice } from './flag-twice.ts'
import type { MassBalance } from './mass-balance.ts'
import { exceedsItsAmount, isOverpaid, missesOf, type TracedPaid } from './money.ts'
import { chainOf, standingOf } from './standing.ts'
import type { Standing } from './standings.ts'
import { subjectsOf } from './subjects.ts'
import type { ConversionFacts, Surroundings, Version, World } from './world.ts'

/** A version and the values already derived for it. */
export interface About {
  readonly world: World
  readonly surroundings: Surroundings
  readonly version: Version
  readonly body: Version['body']
  readonly standing: Standing
  readonly kg: number | null
  /** The factor that it cites, if that resolves. */
  readonly conversion: ConversionFacts | undefined
  /** When the device that it names was first enrolled; null if its asserter has no such device. */
  readonly enrolledAtMs: number | null
  /** The confirmation that counts for a delivery, payment or obligation; null for other types. */
  readonly confirmation: Version | null
  /** For lots only, as is the mass balance. */
  readonly custody: Custody | null
  readonly massBalance: MassBalance | null
  /** What was paid of an obligation or a delivery, if it states an amount. */
  readonly paid: TracedPaid | null
  /** See `World.isAlone`. */
  readonly isAlone: boolean
  /** `overdrawnIds` of a chain. */
  readonly overdrawn: (root: number) => ReadonlySet<string>
}

/** From this version on, people should ask why the record is corrected so often (contract §4). */
const DEEP_CHAIN_FROM = 48
/** A record received later than this is flagged (contract §8). */
const LATE_AFTER_MS = 30 * DAY_MS

/** Every flag that an observation can have, sorted (contract §8). A flag never stops a record. */
export const OBSERVATION_FLAGS = [
  'acknowledged_by_delegate',
  'area_mismatch',
  'asserted_by_outsider',
  'assumed_conversion',
  'chain_deep',
  'code_unknown',
  'confirmed_on_paper',
  'confirmed_under_delegation',
  'confirms_superseded_version',
  'conversion_mismatch',
  'conversion_out_of_scope',
  'conversion_unresolved',
  'currency_differs',
  'custody_broken',
  'delegated_authority',
  'delegated_by_bylaw',
  'delegation_revoked_before_receipt',
  'forked',
  'geometry_invalid',
  'geometry_too_coarse',
  'id_check_failed',
  'implausible_quantity',
  'input_overdrawn',
  'mass_balance_discrepancy',
  'not_counted',
  'occurred_after_recorded',
  'overpaid',
  'plot_outside_country',
  'plot_unresolved',
  'plots_adjoin',
  'plots_overlap',
  'polygon_required',
  'possibly_recorded_twice',
  'quantity_not_normalized',
  'received_late',
  'recorded_after_received',
  'recorded_before_enrolment',
  'reference_unresolved',
  'settles_mismatch',
  'thin_sample',
] as const
export type Flag = (typeof OBSERVATION_FLAGS)[number]

/**
 * Returns the flags that apply, in the order of {@link OBSERVATION_FLAGS}. They are one function because it
 * runs for every row of a page: it calls a rule only for records that the rule may concern.
 */
export function flagsOf(about: About): Flag[] {
  const {
    world,
    surroundings,
    version,
    body,
    standing,
    isAlone,
    kg,
    conversion,
    enrolledAtMs,
    confirmation,
    paid,
  } = about
  const { type, occurredAtMs, receivedAtMs, recordedAtMs } = version
  const isPlot = type === 'plot'
  const isWeighed = type === 'harvest' || type === 'delivery'
  const isTip = standing === 'tip'
  const named = namedBy(about)
  const misses = type === 'payment' && isTip && named.length > 0 ? missesOf(world, version, named) : null
  const flags: Flag[] = []
  if (paid?.isByDelegate === true) flags.push('acknowledged_by_delegate')
  if (isPlot && isAreaMismatch(about)) flags.push('area_mismatch')
  if (isByOutsider(about)) flags.push('asserted_by_outsider')
  if (conversion?.kind === 'assumed_default') flags.push('assumed_conversion')
  if (version.depth >= DEEP_CHAIN_FROM) flags.push('chain_deep')
  if (hasUnknownCode(body, surroundings)) flags.push('code_unknown')
  if (confirmation?.body.signed_by !== undefined) flags.push('confirmed_on_paper')
  if (confirmation?.body.on_behalf_of !== undefined) flags.push('confirmed_under_delegation')
  const confirmed =
    type === 'obligation_confirmation' ? body.obligation_id : (body.delivery_id ?? body.payment_id)
  if ((confirmation !== null || confirmed !== undefined) && confirmsSupersededVersion(about, confirmed))
    flags.push('confirms_superseded_version')
  if (conversion !== undefined) {
    if (isMismatch(body, conversion)) flags.push('conversion_mismatch')
    if (isOutOfScope(about, conversion)) flags.push('conversion_out_of_scope')
  } else if (body.conversion_id !== undefined) flags.push('conversion_unresolved')
  if (misses?.currency_differs === true) flags.push('currency_differs')
  if (about.custody?.broken === true) flags.push('custody_broken')
  if (body.on_behalf_of !== undefined) flags.push('delegated_authority')
  if (body.delegation_id !== undefined) {
    const delegation = surroundings.delegation(body.delegation_id)
    if (delegation?.basis === 'organisational_bylaw') flags.push('delegated_by_bylaw')
    const endedAtMs = delegation?.endedAtMs ?? null
    if (endedAtMs !== null && endedAtMs <= receivedAtMs) flags.push('delegation_revoked_before_receipt')
  }
  if (standing === 'forked') flags.push('forked')
  if ((isPlot || type === 'harvest') && hasInvalidOutline(about)) flags.push('geometry_invalid')
  if (isPlot && isDrawnTooCoarsely(about)) flags.push('geometry_too_coarse')
  if (body.ids?.some(isFalseId)) flags.push('id_check_failed')
  if (isWeighed && kg !== null && kg > surroundings.implausibleAboveKg && isOfAPerson(about))
    flags.push('implausible_quantity')
  if ((!isAlone || type === 'lot') && isOverdrawn(about, named)) flags.push('input_overdrawn')
  if (about.massBalance?.breached === true) flags.push('mass_balance_discrepancy')
  if (misses?.not_counted ?? (isTip && named.length > 0 && isLeftOut(world, version, named, surroundings)))
    flags.push('not_counted')
  if (occurredAtMs > recordedAtMs) flags.push('occurred_after_recorded')
  if (paid !== null && isOverpaid(paid)) flags.push('overpaid')
  if (isPlot && isOutsideCountry(about)) flags.push('plot_outside_country')
  if (body.plot_ids !== undefined && namesUnresolvedPlot(about)) flags.push('plot_unresolved')
  const around = isPlot && isTip ? plotsAround(world, version, surroundings) : null
  if (isPlot && around !== null) {
    if (adjoinsOwn(version, around, surroundings)) flags.push('plots_adjoin')
    if (overlapsAnother(version, around, surroundings)) flags.push('plots_overlap')
  }
  if (isPlot && isPolygonRequired(about)) flags.push('polygon_required')
  if (isWeighed && !isAlone && isPossiblyTwice(about)) flags.push('possibly_recorded_twice')
  if (kg === null && body.quantity !== undefined) flags.push('quantity_not_normalized')
  if (receivedAtMs - occurredAtMs > LATE_AFTER_MS) flags.push('received_late')
  if (recordedAtMs > receivedAtMs) flags.push('recorded_after_received')
  // A record received before the device was enrolled did not come from it.
  if (enrolledAtMs !== null && recordedAtMs < enrolledAtMs && enrolledAtMs <= receivedAtMs)
    flags.push('recorded_before_enrolment')
  if (hasUnresolvedReference(about, named)) flags.push('reference_unresolved')
  if (type === 'payment' && exceedsItsAmount(world, version)) flags.push('settles_mismatch')
  if (conversion !== undefined && isThin(conversion)) flags.push('thin_sample')
  return flags
}

/**
 * Returns whether an outsider asserted it. A loss of an absent lot counts too, so that the flag reveals
 * nothing.
 */
function isByOutsider({ world, version, body, surroundings }: About): boolean {
  const { asserted_by: by, on_behalf_of: principal } = body
  const { parties } = subjectsOf(world, version)
  if (parties.includes(by) || (principal !== undefined && parties.includes(principal))) return false
  const of = version.type === 'retraction' ? world.byId(version.body.target_id)?.type : version.type
  return !(of === 'party' && surroundings.isCooperative(by))
}

function hasInvalidOutline({ version, surroundings }: About): boolean {
  const geometry = outlineOf(version)
  return geometry !== undefined && !surroundings.isValidOutline(version.seq, geometry)
}

function hasUnknownCode(body: Version['body'], surroundings: Surroundings): boolean {
  const { quantity, crop, crops, region } = body
  const unit = quantity?.unit
  return (
    (unit !== undefined && !surroundings.isKnownCode('units', unit)) ||
    (crop !== undefined && !surroundings.isKnownCode('crops', crop)) ||
    (crops !== undefined && !crops.every((grown) => surroundings.isKnownCode('crops', grown))) ||
    (region !== undefined && !surroundings.isKnownCode('regions', region))
  )
}

/** Called only for implausibly heavy records, which are few. */
const isOfAPerson = ({ world, version, surroundings }: About): boolean =>
  subjectsOf(world, version).parties.some((party) => surroundings.isNaturalPerson(party))

/** Returns true for the tip that lots drew too much from, and for each of those lots. */
function isOverdrawn({ version, isAlone, overdrawn }: About, named: readonly NamedRecord[]): boolean {
  if (!isAlone && overdrawn(version.root).has(version.id)) return true
  // A lot cannot overdraw a record that its asserter may not read.
  return named.some(
    ({ relation, target }) =>
      relation === 'input' && target !== null && overdrawn(target.root).has(version.id),
  )
}

/** Returns true for the corrected version that was confirmed, and for its confirmation. */
function confirmsSupersededVersion(
  { world, version, standing, confirmation }: About,
  id: string | undefined,
): boolean {
  if (confirmation !== null) return isCorrected(world, version, standing)
  const confirmed = id === undefined ? undefined : world.byId(id)
  return confirmed !== undefined && isCorrected(world, confirmed, standingOf(world, confirmed))
}

/** Two corrections of one version fork it, and each is another than what was confirmed. */
const isCorrected = (world: World, { id, root }: Version, standing: Standing): boolean =>
  standing === 'superseded' || (standing === 'forked' && chainOf(world, root).children.has(id))
