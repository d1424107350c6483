import { must } from '../base/typed.ts'
import { isTimeZone } from './time-zone.ts'

/** Countries and their time zones, as the engine knows them. */

export interface Country {
  /** ISO 3166-1, such as UG. */
  readonly code: string
  readonly name: string
  /** Such as Africa/Kampala; at least one. */
  readonly zones: readonly string[]
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

let known: Promise<readonly Country[]> | null = null

/** By name. Worked out once, in slices: it takes a fifth of a second. */
export function countries(): Promise<readonly Country[]> {
  known ??= workedOut()
  return known
}

async function workedOut(): Promise<readonly Country[]> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const found: Country[] = []
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const code = first + second
      const name = names.of(code)
      const zones = name === undefined ? [] : zonesOf(code)
      if (name !== undefined && zones.length > 0) found.push({ code, name, zones })
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return found.sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Node 20 has it as a member, later ones as a method. */
interface WithZones {
  readonly timeZones?: readonly string[]
  readonly getTimeZones?: () => readonly string[] | undefined
}

/** The time zones of a country; none of what is no country, or no longer one. */
export function zonesOf(code: string): readonly string[] {
  const locale = new Intl.Locale(`und-${code}`)
  // A code of the past, such as ZR, stands for that of today.
  if (locale.region !== code) return []
  const asked = locale as Intl.Locale & WithZones
  return asked.getTimeZones?.() ?? asked.timeZones ?? []
}

/** A country by its code or its name. @throws {Error} when there is none */
export function countryCalled(all: readonly Country[], text: string): Country {
  const wanted = text.trim().toLowerCase()
  const found = all.find(({ code, name }) => [code, name].some((word) => word.toLowerCase() === wanted))
  if (found !== undefined) return found
  throw new Error(`"${text.trim()}" is no country. Give its two letters, such as UG, or its name.`)
}

export const countryOfZone = (all: readonly Country[], zone: string): Country | null =>
  all.find(({ zones }) => zones.includes(zone)) ?? null

/**
 * The time zone that clocks show: as it was typed, else the only one of the country.
 * @throws {Error} when it is none, or the country has several
 */
export function zoneCalled(text: string, { name, zones }: Country): string {
  const typed = text.trim()
  if (typed === '') {
    const [only, another] = zones
    if (only !== undefined && another === undefined) return only
    throw new Error(`${name} has several time zones. Give one: ${zones.join(', ')}.`)
  }
  if (isTimeZone(typed)) return typed
  throw new Error(`"${typed}" is no time zone. Give one such as ${zones[0]}.`)
}

/** What to offer: what is known of the machine, where it is in that country; else the country's only one, or nothing. */
export const zoneOffered = (machineZone: string, { zones }: Country): string | null =>
  zones.includes(machineZone) ? machineZone : zones.length === 1 ? must(zones[0]) : null
