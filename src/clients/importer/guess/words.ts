import { normalized } from '../../sheets/meaning.ts'

/** Matches words of a sheet with rows of the registry. */

export interface RegistryName {
  readonly id: string
  readonly name: string
  /** The name as its reader calls it. */
  readonly shown?: string
}

const squeezed = (text: string): string =>
  normalized(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** What else people write for a unit, besides its code and its name. */
const UNIT_WORDS = new Map(
  Object.entries({
    kg: ['kgs', 'kilo', 'kilos', 'kilogrammes'],
    lb: ['lbs', 'pound', 'pounds'],
    t: ['ton', 'tons', 'mt'],
    l: ['litre', 'litres', 'liters', 'ltr', 'ltrs'],
    piece: ['pcs', 'pc'],
  }).flatMap(([unit, words]) => words.map((word) => [word, unit])),
)

/** Returns the unit that a word names; null if it may name none or several. */
export function unitCalled(word: string, units: readonly RegistryName[]): string | null {
  const text = squeezed(word)
  if (text === '') return null
  const singular = text.replace(/s$/, '')
  const known =
    UNIT_WORDS.get(text) ??
    units.find(({ id, name }) => [text, singular].some((one) => [squeezed(id), squeezed(name)].includes(one)))
      ?.id
  return known !== undefined && units.some(({ id }) => id === known) ? known : null
}

/**
 * Returns the unit that a heading such as `Weight (kg)` names. The unit gross (a dozen dozens) is ignored in
 * headings.
 */
export function unitInHeading(heading: string, units: readonly RegistryName[]): string | null {
  const words = squeezed(/[([](.+)[)\]]/.exec(heading)?.[1] ?? heading)
    .split(' ')
    .filter((word) => word !== 'gross' && (word.length > 1 || word === 't'))
  const found = new Set(words.map((word) => unitCalled(word, units)).filter((unit) => unit !== null))
  const [only] = [...found]
  return found.size === 1 ? (only ?? null) : null
}

/** Returns the crops whose name or code contains all the words. */
export function cropsCalled(word: string, crops: readonly RegistryName[]): RegistryName[] {
  const words = squeezed(word).split(' ').filter(Boolean)
  if (words.length === 0) return []
  const exact = crops.filter(({ id, name }) => squeezed(name) === words.join(' ') || id === words.join('_'))
  if (exact.length > 0) return exact
  return crops.filter(({ id, name }) => {
    const text = ` ${squeezed(name)} ${id.replaceAll('_', ' ')}`
    return words.every((one) => text.includes(` ${one.replace(/s$/, '')}`))
  })
}
