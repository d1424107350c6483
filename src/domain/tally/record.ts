import { kgOf } from '../quantity.ts'
import { descriptors, type RecordBody } from '../types/index.ts'

/** The facts of one record that the sums need. */

/** All figures in kilograms are exact to the milligram. */
const MILLIGRAMS_PER_KG = 1_000_000
const PER_KG = BigInt(MILLIGRAMS_PER_KG)

/** Returns a record's milligrams; null if it cites no conversion factor or its mass is unknown. */
export function citedMilligrams(body: RecordBody): bigint | null {
  if (body.conversion_id === undefined) return null
  const kg = kgOf(body)
  return kg === null ? null : milligramsOf(kg)
}

/** Converts whole kilograms separately: a double cannot hold the milligrams of a large mass exactly. */
export function milligramsOf(kg: number): bigint {
  const whole = Math.trunc(kg)
  return BigInt(whole) * PER_KG + BigInt(Math.round((kg - whole) * MILLIGRAMS_PER_KG))
}

/** Returns milligrams in kilograms, as the nearest double. */
export function kilograms(milligrams: bigint): number {
  const fraction = String(milligrams % PER_KG).padStart(6, '0')
  return Number(`${milligrams / PER_KG}.${fraction}`)
}

/**
 * Returns whether it shows money or debt. A confirmation or retraction is as the record it names (contract
 * §3).
 */
export function isFinancial(body: RecordBody, byId: (id: string) => RecordBody | undefined): boolean {
  const { financial, actsOn } = descriptors[body.type]
  const own = financial(body)
  if (own !== 'as_target') return own
  const named = actsOn && body[actsOn]
  const target = named === undefined ? undefined : byId(named)
  return target !== undefined && isFinancial(target, byId)
}
