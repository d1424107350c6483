import { must } from '../base/typed.ts'

/**
 * Compares a weight with what the same party brought before or, failing that, with what others bring. An
 * unusual weight is only a reason to check it again.
 */

export interface Brought {
  readonly kg: number | null
  readonly crop: string | undefined
  readonly isOfToday: boolean
}

/**
 * The usual weight: the median of this number of deliveries; of a party that has too few for one, the weight of its `last`.
 */
export interface Usual {
  readonly by: 'last' | 'party' | 'day' | 'crop'
  readonly kg: number
  readonly count: number
  /** What the party brought last. */
  readonly lastKg?: number
}

export interface Unusual {
  /**
   * Null if there is nothing to compare with, and the weight is more than a person brings without a lorry.
   */
  readonly usual: Usual | null
  readonly is: 'more' | 'less'
  /** The factor that was exceeded; without a usual weight, the limit in kilograms. */
  readonly limit: number
}

/** Fewest earlier weights from which a middle one is taken. */
const FEWEST = 3
/**
 * A slipped decimal point gives ten times the weight. A party's own weights vary less, so five times is
 * enough.
 */
const MORE: Readonly<Record<Usual['by'], number>> = { last: 5, party: 5, day: 10, crop: 10 }
/**
 * A point that was gained gives a tenth. At the end of a season people bring little, so a low weight is compared only with
 * the party's own, and with the middle of several generously: beside its last one, little is asked about once.
 */
const LESS: Readonly<Partial<Record<Usual['by'], number>>> = { last: 5, party: 10 }
/** Ten times more or less than what the party brought last is asked about, whatever its middle is (contract §24). */
const OF_LAST = 10
/** Ten bags of a hundred kilograms; more is brought by lorry. */
const CARRIED_KG = 1_000

/**
 * Returns the usual weight, or null without enough to compare. One earlier weight of the party's own is enough.
 * @param own the party's own, newest first
 * @param others what other parties brought lately
 */
export function usualOf(
  crop: string | undefined,
  own: readonly Brought[],
  others: readonly Brought[],
): Usual | null {
  const last = own.find((one) => one.crop === crop && (one.kg ?? 0) > 0)
  const candidates: [Usual['by'], readonly Brought[]][] = [
    ['party', own],
    ['last', last === undefined ? [] : [last]],
    ['day', others.filter(({ isOfToday }) => isOfToday)],
    ['crop', others],
  ]
  for (const [by, brought] of candidates) {
    const masses = massesOf(crop, brought)
    const kg = medianOf(masses) ?? 0
    if (kg > 0 && (by === 'last' || masses.length >= FEWEST))
      return { by, kg, count: masses.length, ...(last?.kg == null ? {} : { lastKg: last.kg }) }
  }
  return null
}

/** What a party brought of one crop lately. */
export interface BroughtOf {
  readonly crop: string
  /** The deliveries whose kilograms are known. */
  readonly count: number
  readonly leastKg: number
  readonly mostKg: number
  /** The median; null if they are too few to call it usual. */
  readonly usualKg: number | null
}

/** Returns what was brought of a crop; null if nothing of it has kilograms. */
export function broughtOf(crop: string | undefined, brought: readonly Brought[]): BroughtOf | null {
  const masses = massesOf(crop, brought)
  const [leastKg, mostKg] = [masses[0], masses.at(-1)]
  if (crop === undefined || leastKg === undefined || mostKg === undefined) return null
  const usualKg = masses.length < FEWEST ? null : must(medianOf(masses))
  return { crop, count: masses.length, leastKg, mostKg, usualKg }
}

/** The kilograms of a crop, in ascending order. */
const massesOf = (crop: string | undefined, brought: readonly Brought[]): number[] =>
  brought
    .filter((one) => one.crop === crop && one.kg !== null)
    .map((one) => must(one.kg))
    .sort((a, b) => a - b)

const medianOf = (masses: readonly number[]): number | undefined =>
  masses[Math.floor((masses.length - 1) / 2)]

/**
 * Returns how a weight is unusual, or null.
 * @param mayBeMuch true for organisations and a season's harvest
 */
export function unusual(kg: number, usual: Usual | null, mayBeMuch: boolean): Unusual | null {
  if (usual === null) return !mayBeMuch && kg > CARRIED_KG ? { usual, is: 'more', limit: CARRIED_KG } : null
  const more = MORE[usual.by]
  if (kg >= more * usual.kg) return { usual, is: 'more', limit: more }
  const less = LESS[usual.by]
  if (less !== undefined && kg * less <= usual.kg) return { usual, is: 'less', limit: less }
  if (usual.lastKg === undefined) return null
  const last: Usual = { by: 'last', kg: usual.lastKg, count: 1, lastKg: usual.lastKg }
  if (kg >= OF_LAST * last.kg) return { usual: last, is: 'more', limit: OF_LAST }
  return kg * OF_LAST <= last.kg ? { usual: last, is: 'less', limit: OF_LAST } : null
}
