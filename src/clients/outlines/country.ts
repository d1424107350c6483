import { middleOf } from '../../domain/outline.ts'
import { worldBorders } from '../../registry/borders.ts'
import { message } from '../../words/message.ts'
import type { OutlineFault } from './walk.ts'

/**
 * Checks whether a plot lies in the stated country, as the flag `plot_outside_country` does.
 * @returns null if the outline lies in the country or near it
 */
export function countryFault(geometry: object, country: string): OutlineFault | null {
  const middle = middleOf(geometry)
  if (middle === null) return null
  const [lon, lat] = middle
  const borders = worldBorders()
  if (!borders.isFarOutside(lon, lat, country)) return null
  const found = borders.codeAt(lon, lat)
  return {
    message:
      found === null
        ? message('import.outline.nowhere', { country: { country } })
        : message('import.outline.elsewhere', { found: { country: found }, country: { country } }),
    remedy:
      Math.abs(lon) <= 90 && !borders.isFarOutside(lat, lon, country)
        ? message('import.outline.swapped.remedy')
        : message('import.outline.elsewhere.remedy'),
  }
}

/** Whether longitude and latitude seem to be swapped. */
export const isAboutSwapped = ({ remedy }: OutlineFault): boolean =>
  typeof remedy !== 'string' && remedy.key === 'import.outline.swapped.remedy'
