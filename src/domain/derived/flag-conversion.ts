import { roundKg } from '../quantity.ts'
import { parseInstant } from '../time.ts'
import { cropOf } from './members.ts'
import { resolvedBases } from './own.ts'
import type { ConversionFacts, Surroundings, Version, World } from './world.ts'

/** Flags about the factor that a record cites (contract §8). */

interface Citing {
  readonly world: World
  readonly version: Version
  readonly body: Version['body']
  readonly surroundings: Surroundings
}

/** Share of value × factor by which the stated kilograms may differ from it. */
const MISMATCH_TOLERANCE = 0.005

/** Returns whether the stated kilograms differ from value × factor by more than the tolerance. */
export function isMismatch(body: Version['body'], conversion: ConversionFacts): boolean {
  const { quantity, normalized_kg: statedKg } = body
  if (quantity === undefined || statedKg === undefined) return false
  const expectedKg = quantity.value * conversion.factor
  if (expectedKg === statedKg) return false
  return roundKg(Math.abs(expectedKg - statedKg)) > roundKg(MISMATCH_TOLERANCE * expectedKg)
}

/**
 * Returns whether the factor is for another unit, crop, region or time. Unknown facts (a party without a
 * region, a lot that the asserter may not read) raise no flag.
 */
export function isOutOfScope(
  { world, version, body, surroundings }: Citing,
  conversion: ConversionFacts,
): boolean {
  const { quantity } = body
  if (quantity !== undefined && quantity.unit !== conversion.unit) return true
  if (!coversInstant(conversion, version.occurredAtMs)) return true
  // These types have no crop of their own; they are of the crop of the lot that they name.
  const isOfALot = version.type === 'custody_transfer' || version.type === 'loss'
  const lots = isOfALot ? resolvedBases(world, version, version.body.lot_id, ['lot']) : null
  if (conversion.crop !== undefined) {
    const fits = (crop: string) => crop === conversion.crop
    if (lots !== null ? !fitsOne(lots.map(cropOf), fits) : body.crop !== undefined && !fits(body.crop))
      return true
  }
  const { region } = conversion
  if (region === undefined) return false
  const parties =
    version.type === 'loss' ? (lots ?? []).flatMap(({ body }) => body.holder ?? []) : leadingParty(version)
  return !fitsOne(
    parties.map((party) => {
      const { asserted_by, on_behalf_of } = version.body
      const known = surroundings.regionOf(party, asserted_by)
      return known ?? (on_behalf_of === undefined ? undefined : surroundings.regionOf(party, on_behalf_of))
    }),
    (known) => isWithin(known, region),
  )
}

/** Returns the party whose region the factor must fit. */
function leadingParty(version: Version): string[] {
  switch (version.type) {
    case 'harvest':
      return [version.body.producer]
    case 'lot':
      return [version.body.holder]
    case 'delivery':
    case 'custody_transfer':
      return [version.body.from_party]
    case 'obligation':
      return [version.body.obligor]
    default:
      return []
  }
}

/** Returns true if no value is known, or a known one fits. */
function fitsOne(values: readonly (string | undefined)[], fits: (value: string) => boolean): boolean {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 || known.some(fits)
}

/** Returns whether a region covers a code: `UG` covers `UG` and `UG-102` (ISO 3166-2). */
function isWithin(code: string, region: string): boolean {
  return code === region || code.startsWith(`${region}-`)
}

/**
 * Returns whether the factor is valid then: from `valid_from` inclusive to `valid_to` exclusive, if stated.
 */
function coversInstant({ valid_from, valid_to }: ConversionFacts, atMs: number): boolean {
  const isBefore = valid_from !== undefined && atMs < startOf(valid_from)
  const isAfter = valid_to !== undefined && atMs >= startOf(valid_to)
  return !isBefore && !isAfter
}

/**
 * Reads a time of a registry row; a day means its first instant in UTC. NaN, which sets no bound, if invalid.
 */
function startOf(text: string): number {
  return parseInstant(text) ?? parseInstant(`${text}T00:00:00Z`) ?? Number.NaN
}
