/** How a record's kilograms were found, strongest first. */
export const WAYS = [
  'exact unit',
  'fixed factor',
  'weighed sample',
  'published standard',
  'assumed default',
  'factor unknown',
  'not by its factor',
] as const
export type Way = (typeof WAYS)[number]

export const isWay = (text: string): text is Way => WAYS.some((way) => way === text)

const WAY_OF_KIND: Readonly<Record<string, Way>> = {
  definitional: 'fixed factor',
  measured: 'weighed sample',
  published_standard: 'published standard',
  assumed_default: 'assumed default',
}

export interface Weighed {
  readonly quantity?: { readonly unit: string }
  readonly normalized_kg?: number
  readonly derived: { readonly kg: number | null; readonly flags: readonly string[] }
}

/**
 * Returns how the kilograms were found; null if there are none.
 * @param kind of the factor that the record cites
 */
export function wayOf(record: Weighed, kind: string | undefined): Way | null {
  if (record.derived.kg === null) return null
  const isInKg = record.quantity === undefined || record.quantity.unit === 'kg'
  if (record.normalized_kg === undefined) return isInKg ? 'exact unit' : 'fixed factor'
  if (isMismatch(record)) return 'not by its factor'
  if (isInKg && kind === 'definitional') return 'exact unit'
  return WAY_OF_KIND[kind ?? ''] ?? 'factor unknown'
}

/** Returns whether the stated kilograms do not follow from the cited factor. */
export const isMismatch = ({ derived }: Weighed): boolean => derived.flags.includes('conversion_mismatch')

/** Describes how a quantity was measured, by the code of the method. */
export const METHODS: Readonly<Record<string, string>> = {
  self_reported: 'Quantity as reported, unchecked',
  field_estimated: 'Quantity estimated in the field',
  coop_counted: 'Counted by the cooperative',
  coop_weighed: 'Weighed by the cooperative',
  calibrated_weighed: 'Weighed on a calibrated scale',
  third_party_verified: 'Checked by a third party',
}
