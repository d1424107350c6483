import { isThin } from '../registry.ts'
import { DAY_MS } from '../time.ts'
import type { Custody } from './custody.ts'
import { isMismatch, isOutOfScope } from './flag-conversion.ts'
import {
  isAreaMismatch,
  isDrawnTooCoarsely,
  isPolygonRequired,
  namesUnresolvedPlot,
  outlineOf,
  overlapsAnother,
} from './flag-plots.ts'
import { hasUnresolvedReference, isLeftOut } from './flag-references.ts'
import type { MassBalance } from './mass-balance.ts'
import { byText, inputsOf, isAssertedByOrFor } from './members.ts'
import { DRAWABLE, referenceResolves } from './own.ts'
import { type Standing, standingOf } from './standing.ts'
import { subjectsOf } from './subjects.ts'
import type { ConversionFacts, Surroundings, Version, World } from './world.ts'

/** A version and what has already been derived for it. */
export interface About {
  readonly world: World
  readonly surroundings: Surroundings
  readonly version: Version
  readonly standing: Standing
  readonly kg: number | null
  /** The factor it cites, where that resolves. */
  readonly conversion: ConversionFacts | undefined
  /** Deliveries: the confirmation that counts for it. */
  readonly confirmation: Version | null
  /** Lots. */
  readonly custody: Custody | null
  readonly massBalance: MassBalance | null
  /** `overdrawnIds` of a chain. */
  readonly overdrawn: (root: number) => ReadonlySet<string>
}

/** Contract §4: from this version on, somebody should ask why the record is corrected so often. */
const DEEP_CHAIN_FROM = 48
/** Contract §8. */
const LATE_AFTER_MS = 30 * DAY_MS

/** One rule for each flag an observation can carry (contract §8). A flag never stops a record; it is shown beside it. */
const RULES = {
  occurred_after_recorded: ({ version }) => version.occurredAtMs > version.recordedAtMs,
  recorded_after_received: ({ version }) => version.recordedAtMs > version.receivedAtMs,
  received_late: ({ version }) => version.receivedAtMs - version.occurredAtMs > LATE_AFTER_MS,
  quantity_not_normalized: ({ version, kg }) => version.body.quantity !== undefined && kg === null,
  conversion_unresolved: ({ version, conversion }) =>
    version.body.conversion_id !== undefined && conversion === undefined,
  conversion_mismatch: ({ version, conversion }) =>
    conversion !== undefined && isMismatch(version, conversion),
  conversion_out_of_scope: ({ world, version, conversion, surroundings }) =>
    conversion !== undefined && isOutOfScope(world, version, conversion, surroundings),
  assumed_conversion: ({ conversion }) => conversion?.kind === 'assumed_default',
  thin_sample: ({ conversion }) => conversion !== undefined && isThin(conversion),
  code_unknown: hasUnknownCode,
  geometry_invalid: ({ version, surroundings }) => {
    const geometry = outlineOf(version)
    return geometry !== undefined && !surroundings.isValidOutline(version.seq, geometry)
  },
  geometry_too_coarse: isDrawnTooCoarsely,
  polygon_required: isPolygonRequired,
  area_mismatch: isAreaMismatch,
  plots_overlap: ({ world, version, standing, surroundings }) =>
    standing === 'tip' && overlapsAnother(world, version, surroundings),
  plot_unresolved: namesUnresolvedPlot,
  implausible_quantity: isImplausible,
  reference_unresolved: ({ world, version, surroundings }) =>
    hasUnresolvedReference(world, version, surroundings),
  not_counted: ({ world, version, standing, surroundings }) =>
    standing === 'tip' && isLeftOut(world, version, surroundings),
  input_overdrawn: isOverdrawn,
  forked: ({ standing }) => standing === 'forked',
  chain_deep: ({ version }) => version.depth >= DEEP_CHAIN_FROM,
  custody_broken: ({ custody }) => custody?.broken === true,
  mass_balance_discrepancy: ({ massBalance }) => massBalance?.breached === true,
  // A loss of an absent lot has no subjects and counts as an outsider's too, so that the flag reveals nothing.
  asserted_by_outsider: ({ world, version, surroundings }) =>
    !(version.type === 'party' && surroundings.isCooperative(version.body.asserted_by)) &&
    !subjectsOf(world, version).parties.some((party) => isAssertedByOrFor(version, party)),
  delegated_authority: ({ version }) => version.body.on_behalf_of !== undefined,
  delegated_by_bylaw: (about) => delegationOf(about)?.basis === 'organisational_bylaw',
  delegation_revoked_before_receipt: (about) => {
    const endedAtMs = delegationOf(about)?.endedAtMs ?? null
    return endedAtMs !== null && endedAtMs <= about.version.receivedAtMs
  },
  confirmed_under_delegation: ({ confirmation }) => confirmation?.body.on_behalf_of !== undefined,
  confirms_superseded_version: confirmsSupersededVersion,
} satisfies Readonly<Record<string, (about: About) => boolean>>

export type Flag = keyof typeof RULES

/** Every flag an observation can carry, sorted. */
export const OBSERVATION_FLAGS: readonly Flag[] = (Object.keys(RULES) as Flag[]).sort(byText)

const IN_ORDER = OBSERVATION_FLAGS.map((flag) => ({ flag, applies: RULES[flag] }))

/** The codes that apply, sorted. */
export function flagsOf(about: About): Flag[] {
  const flags: Flag[] = []
  for (const { flag, applies } of IN_ORDER) if (applies(about)) flags.push(flag)
  return flags
}

function hasUnknownCode({ version, surroundings }: About): boolean {
  const { quantity, crop, crops, region } = version.body
  const unit = quantity?.unit
  return (
    (unit !== undefined && !surroundings.isKnownCode('units', unit)) ||
    (crop !== undefined && !surroundings.isKnownCode('crops', crop)) ||
    (crops ?? []).some((grown) => !surroundings.isKnownCode('crops', grown)) ||
    (region !== undefined && !surroundings.isKnownCode('regions', region))
  )
}

/** The mass is compared first: few records are so heavy that their parties must be looked up. */
function isImplausible({ world, version, kg, surroundings }: About): boolean {
  return (
    (version.type === 'harvest' || version.type === 'delivery') &&
    kg !== null &&
    kg > surroundings.implausibleAboveKg &&
    subjectsOf(world, version).parties.some((party) => surroundings.isNaturalPerson(party))
  )
}

/** Set on the tip that lots drew too much from, and on each of those lots. */
function isOverdrawn({ world, version, overdrawn }: About): boolean {
  if (overdrawn(version.root).has(version.id)) return true
  return inputsOf(version).some(({ record_id }) => {
    // A lot cannot overdraw what it may not read: checked first, since the other check is expensive.
    if (!referenceResolves(world, version, record_id, DRAWABLE)) return false
    const drawnOn = world.byId(record_id)
    return drawnOn !== undefined && overdrawn(drawnOn.root).has(version.id)
  })
}

function delegationOf({ version, surroundings }: About) {
  const cited = version.body.delegation_id
  return cited === undefined ? undefined : surroundings.delegation(cited)
}

/** Set on both: the old version that was confirmed, and the confirmation that does not carry over to the new one. */
function confirmsSupersededVersion({ world, version, standing, confirmation }: About): boolean {
  if (version.type === 'delivery') return confirmation !== null && standing === 'superseded'
  if (version.type !== 'delivery_confirmation') return false
  const delivery = world.byId(version.body.delivery_id)
  return delivery !== undefined && standingOf(world, delivery) === 'superseded'
}
