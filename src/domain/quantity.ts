import { cropOf } from './derived/members.ts'
import type { ConversionFacts, Surroundings, Version } from './derived/world.ts'
import type { RecordBody } from './types/index.ts'

/**
 * Mass (contract §5, `kg`). Every figure is kilograms as a double, rounded to the milligram. Nothing is
 * guessed: a quantity that cannot be expressed in kilograms is null, and a sum without it is marked
 * incomplete.
 */

const STEPS_PER_KG = 1e6
/** Above this, neighbouring doubles are more than a milligram apart, so there is nothing to round. */
const COARSE_FROM_KG = Number.MAX_SAFE_INTEGER / STEPS_PER_KG

/** Rounds kilograms to the milligram, and minus zero to zero: equal figures must also print alike. */
export function roundKg(kg: number): number {
  if (Math.abs(kg) >= COARSE_FROM_KG) return kg
  return Math.round(kg * STEPS_PER_KG) / STEPS_PER_KG + 0
}

/**
 * Returns a sum that does not depend on the order of arrival: doubles added in another order can differ in
 * the last digit, so that two readers would see different balances of one lot.
 */
export function sumKg(values: readonly number[]): number {
  let sum = 0
  for (const value of [...values].sort((a, b) => a - b)) sum += value
  return roundKg(sum)
}

type Massive = Pick<RecordBody, 'quantity' | 'normalized_kg'>

/** Returns the kilograms of a quantity observed in kg, g or t; null for every other unit. */
function exactKg(body: Pick<Massive, 'quantity'>): number | null {
  if (body.quantity === undefined) return null
  const { value, unit } = body.quantity
  if (unit === 'kg') return roundKg(value)
  if (unit === 'g') return roundKg(value / 1000)
  if (unit === 't') return roundKg(value * 1000)
  return null
}

/** Returns the record's own mass: the stated `normalized_kg`; else exact for `kg`, `g` and `t`; else null. */
export function kgOf(body: Massive): number | null {
  return body.normalized_kg === undefined ? exactKg(body) : roundKg(body.normalized_kg)
}

/** Returns whether the record states a quantity or a mass, in any unit. */
export function statesMass(body: RecordBody): boolean {
  return body.quantity !== undefined || body.normalized_kg !== undefined
}

/**
 * Returns what kilograms are of that a factor gave for this crop: the form it leads to, or else the crop. Null if it leads
 * there from another crop: then nobody knows.
 */
export function formOf<Crop extends string | undefined>(
  crop: Crop,
  factor: Pick<ConversionFacts, 'crop' | 'to_crop'> | undefined,
): Crop | string | null {
  if (factor?.to_crop === undefined) return crop
  return crop === undefined || crop === factor.crop ? factor.to_crop : null
}

function convertedForm(version: Version, surroundings: Surroundings): string | null | undefined {
  const cited = version.body.conversion_id
  return formOf(cropOf(version), cited === undefined ? undefined : surroundings.conversion(cited))
}

/**
 * Returns whether the quantity is of that crop and form, or the conversion that the record cites leads to it.
 * A factor of another crop leads nowhere. A record without a crop of its own (a transfer, a loss) matches every crop; if no crop is given, every
 * record matches.
 */
export function isOfForm(version: Version, crop: string | undefined, surroundings: Surroundings): boolean {
  const own = cropOf(version)
  if (crop === undefined || own === undefined || own === crop) return true
  return convertedForm(version, surroundings) === crop
}

/**
 * Returns the kilograms that may be added to other kilograms of `crop`; null if there are none. Five
 * kilograms of cherry and one of green bean may be the same coffee, and must never be added together.
 *
 * A stated `normalized_kg` is in the form that its conversion leads to, or in the record's own crop if the
 * conversion names no other form; in neither, if the conversion is of another crop. A quantity weighed in `kg`, `g` or `t` is of the record's own crop, even if
 * the record cites a factor: a factor that is cited but not applied converts nothing.
 */
export function massIn(
  version: Version,
  crop: string | undefined,
  surroundings: Surroundings,
): number | null {
  const { body } = version
  if (crop === undefined) return kgOf(body)
  const own = cropOf(version)
  if (body.normalized_kg !== undefined) {
    const form = convertedForm(version, surroundings)
    if (form === undefined || form === crop) return roundKg(body.normalized_kg)
  }
  return own === undefined || own === crop ? exactKg(body) : null
}
