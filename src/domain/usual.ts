import { must } from '../base/typed.ts'
/**
 * Whether a weight is one that people bring: first beside what the same party brought before, else beside what others bring. Only ever
 * a reason to look again. Pure.
 */

export interface Brought {
  readonly kg: number | null
  readonly crop: string | undefined
  readonly isOfToday: boolean
}

/** What is usual, and of how many it is the median. */
export interface Usual {
  readonly by: 'party' | 'day' | 'crop'
  readonly kg: number
  readonly count: number
}

export interface Unusual {
  /** Null: there is nothing to compare with, and it is more than a person carries. */
  readonly usual: Usual | null
  readonly is: 'more' | 'less'
  /** How many times as much, or as little; without a usual weight the kilograms of the limit. */
  readonly limit: number
}

/** With fewer there is nothing usual. */
const FEWEST = 3
/** A point that slipped by one place is ten times; beside one's own past, which varies less, five times finds it nearly always. */
const MORE: Readonly<Record<Usual['by'], number>> = { party: 5, day: 10, crop: 10 }
/** At the end of a season people bring little: only beside their own past, and only far less. */
const LESS = 10
/** Ten bags of a hundred kilograms: more comes by lorry. */
const CARRIED_KG = 1_000

/** @param others what other parties brought lately */
export function usualOf(
  crop: string | undefined,
  own: readonly Brought[],
  others: readonly Brought[],
): Usual | null {
  const candidates: [Usual['by'], readonly Brought[]][] = [
    ['party', own],
    ['day', others.filter(({ isOfToday }) => isOfToday)],
    ['crop', others],
  ]
  for (const [by, brought] of candidates) {
    const masses = brought
      .filter((one) => one.crop === crop && one.kg !== null)
      .map((one) => must(one.kg))
      .sort((a, b) => a - b)
    const kg = masses[Math.floor((masses.length - 1) / 2)] ?? 0
    if (masses.length >= FEWEST && kg > 0) return { by, kg, count: masses.length }
  }
  return null
}

/** @param mayBeMuch of an organisation, or of a season's harvest: nothing is too much by itself */
export function unusual(kg: number, usual: Usual | null, mayBeMuch: boolean): Unusual | null {
  if (usual === null) return !mayBeMuch && kg > CARRIED_KG ? { usual, is: 'more', limit: CARRIED_KG } : null
  const more = MORE[usual.by]
  if (kg >= more * usual.kg) return { usual, is: 'more', limit: more }
  return usual.by === 'party' && kg * LESS <= usual.kg ? { usual, is: 'less', limit: LESS } : null
}
