import { must } from '../base/typed.ts'
import { isTimeZone } from './time-zone.ts'

/** Countries and their time zones, from the engine's data. */

export interface Country {
  /** ISO 3166-1, such as UG. */
  readonly code: string
  readonly name: string
  /** Such as Africa/Kampala; at least one. */
  readonly zones: readonly string[]
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

let known: Promise<readonly Country[]> | null = null

/** Returns all countries by name. They are computed once, in slices, because it takes a fifth of a second. */
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

/** Node 20 has `timeZones` as a member, later versions have the method. */
interface WithZones {
  readonly timeZones?: readonly string[]
  readonly getTimeZones?: () => readonly string[] | undefined
}

/** Returns the time zones of a country; none if the code is not, or no longer, that of a country. */
export function zonesOf(code: string): readonly string[] {
  const locale = new Intl.Locale(`und-${code}`)
  // `Intl.Locale` replaces a former code, such as ZR, by the current one.
  if (locale.region !== code) return []
  const asked = locale as Intl.Locale & WithZones
  return asked.getTimeZones?.() ?? asked.timeZones ?? []
}

/** Returns a country by its code or name. @throws {Error} if there is none */
export function countryCalled(all: readonly Country[], text: string): Country {
  const wanted = text.trim().toLowerCase()
  const found = all.find(({ code, name }) => [code, name].some((word) => word.toLowerCase() === wanted))
  if (found !== undefined) return found
  throw new Error(`"${text.trim()}" is not a country. Give its two-letter code, such as UG, or its name.`)
}

export const countryOfZone = (all: readonly Country[], zone: string): Country | null =>
  all.find(({ zones }) => zones.includes(zone)) ?? null

/**
 * Returns the time zone as typed or, if nothing was typed, the only one of the country.
 * @throws {Error} if it is not a time zone, or nothing was typed and the country has several
 */
export function zoneCalled(text: string, { name, zones }: Country): string {
  const typed = text.trim()
  if (typed === '') {
    const [only, another] = zones
    if (only !== undefined && another === undefined) return only
    throw new Error(`${name} has several time zones. Give one: ${zones.join(', ')}.`)
  }
  if (isTimeZone(typed)) return typed
  throw new Error(`"${typed}" is not a time zone. Give one such as ${zones[0]}.`)
}

/**
 * Returns the time zone to offer: the machine's if it is in that country, else the country's only one, else
 * null.
 */
export const zoneOffered = (machineZone: string, { zones }: Country): string | null =>
  zones.includes(machineZone) ? machineZone : zones.length === 1 ? must(zones[0]) : null
