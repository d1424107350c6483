import { kgOf } from '../quantity.ts'
import { descriptors, type RecordBody } from '../types/index.ts'

/** What the sums need of one record. */

/** Kilograms are given to the milligram, everywhere. */
const MILLIGRAMS_PER_KG = 1_000_000
const PER_KG = BigInt(MILLIGRAMS_PER_KG)

/** Milligrams of a record that cites a conversion factor; null where it cites none, or its mass is unknown. */
export function citedMilligrams(body: RecordBody): bigint | null {
  if (body.conversion_id === undefined) return null
  const kg = kgOf(body)
  return kg === null ? null : milligramsOf(kg)
}

/** Whole kilograms separately: the milligrams of a great mass exceed what a double holds exactly. */
function milligramsOf(kg: number): bigint {
  const whole = Math.trunc(kg)
  return BigInt(whole) * PER_KG + BigInt(Math.round((kg - whole) * MILLIGRAMS_PER_KG))
}

/** These milligrams in kilograms, as the nearest double. */
export function kilograms(milligrams: bigint): number {
  const fraction = String(milligrams % PER_KG).padStart(6, '0')
  return Number(`${milligrams / PER_KG}.${fraction}`)
}

/** Does it show money or debt? A confirmation or retraction is as what it names (contract §3). */
export function isFinancial(body: RecordBody, byId: (id: string) => RecordBody | undefined): boolean {
  const { financial, actsOn } = descriptors[body.type]
  const own = financial(body)
  if (own !== 'as_target') return own
  const named = actsOn && body[actsOn]
  const target = named === undefined ? undefined : byId(named)
  return target !== undefined && isFinancial(target, byId)
}
