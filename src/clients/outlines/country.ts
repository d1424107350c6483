import { boxOf } from '../../domain/outline.ts'
import { message } from '../../words/message.ts'
import type { OutlineFault } from './walk.ts'

/**
 * Checks whether a plot lies in the stated country. The borders are those of the iD editor of OpenStreetMap,
 * which are accurate to a few hundred metres, so a plot near a border counts as inside.
 */
export type CountryAt = (longitude: number, latitude: number) => string | null

/** About eleven kilometres. */
const NEAR_DEGREES = 0.1

/** Loads the borders only when plots need them: they have more than half a megabyte. */
export async function countryReader(): Promise<CountryAt> {
  const { iso1A2Code } = await import('@rapideditor/country-coder')
  return (longitude, latitude) => iso1A2Code([longitude, latitude], { level: 'territory' }) ?? null
}

/** @returns null if the outline lies in the country or near it */
export function countryFault(geometry: object, country: string, at: CountryAt): OutlineFault | null {
  const box = boxOf(geometry)
  if (box === null) return null
  const [lon, lat] = [(box.west + box.east) / 2, (box.south + box.north) / 2]
  if (isNear(lon, lat, country, at)) return null
  const found = at(lon, lat)
  return {
    message:
      found === null
        ? message('import.outline.nowhere', { country: { country } })
        : message('import.outline.elsewhere', { found: { country: found }, country: { country } }),
    remedy:
      Math.abs(lon) <= 90 && isNear(lat, lon, country, at)
        ? message('import.outline.swapped.remedy')
        : message('import.outline.elsewhere.remedy'),
  }
}

function isNear(lon: number, lat: number, country: string, at: CountryAt): boolean {
  const steps = [0, -NEAR_DEGREES, NEAR_DEGREES]
  return steps.some((east) => steps.some((north) => at(lon + east, lat + north) === country))
}

/** Whether longitude and latitude seem to be swapped. */
export const isAboutSwapped = ({ remedy }: OutlineFault): boolean =>
  typeof remedy !== 'string' && remedy.key === 'import.outline.swapped.remedy'
