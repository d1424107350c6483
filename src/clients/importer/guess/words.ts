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
    kg: ['kgs', 'kilo', 'kilos', 'kilogramme', 'kilogrammes', 'kilogramu'],
    g: ['gm', 'gms', 'gr', 'grs', 'gramme', 'grammes', 'gramu'],
    lb: ['lbs', 'pound', 'pounds', 'livre', 'livres', 'ratili'],
    t: ['ton', 'tons', 'mt', 'mts', 'metric ton', 'metric tons', 'metric tonne', 'metric tonnes', 'tani'],
    quintal: ['quintals', 'quintaux', 'qtl', 'qtls', 'kuintali', 'kwintali'],
    l: ['litre', 'litres', 'liter', 'liters', 'ltr', 'ltrs', 'lt', 'lts', 'lita'],
    piece: ['pcs', 'pc'],
    bag: ['mfuko', 'mifuko'],
    sack: ['gunia', 'magunia'],
    debe: ['debes', 'madebe', 'tin', 'tins'],
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

const BRACKETS = /[([](.+?)[)\]]/

/**
 * Returns the unit that a heading such as `Weight (kg)` names; null if it names none or several. The unit gross (a dozen
 * dozens) is ignored in headings. One letter is a unit in brackets or at the end, as in `Weight (g)` and `Milk L`.
 */
export function unitInHeading(heading: string, units: readonly RegistryName[]): string | null {
  const inBrackets = BRACKETS.exec(heading)?.[1]
  const whole = unitCalled(inBrackets ?? heading, units)
  if (whole !== null && whole !== 'gross') return whole
  const all = squeezed(inBrackets ?? heading).split(' ')
  const words = all.filter(
    (word, i) =>
      word !== 'gross' && (word.length > 1 || inBrackets !== undefined || (i > 0 && i === all.length - 1)),
  )
  const found = new Set(words.map((word) => unitCalled(word, units)).filter((unit) => unit !== null))
  const [only] = [...found]
  return found.size === 1 ? (only ?? null) : null
}

/**
 * Returns whether a heading says which unit its figures are in, though that is none or not one of the registry, as in
 * `Weight (kg/lbs)` or `Quantity (bales)`. Then no unit may be proposed.
 */
export const saysOtherUnit = (heading: string, units: readonly RegistryName[]): boolean =>
  unitInHeading(heading, units) === null &&
  (BRACKETS.test(heading) ||
    squeezed(heading)
      .split(' ')
      .some((word) => word !== 'gross' && word.length > 1 && unitCalled(word, units) !== null))

/** Units that people write as the whole heading of a quantity. */
const UNITS_ALONE =
  'kg g lb t l debe ton tonne bag sack sac basket bunch crate bucket jerrycan gorogoro piece tray box gram pound litre quintal'

/** Returns whether a heading is only a unit, as `Debe`, `Lbs` or `(MT)`: then its figures are quantities. */
export function isOnlyUnit(heading: string): boolean {
  const text = squeezed(heading)
  return UNIT_WORDS.has(text) || UNITS_ALONE.split(' ').some((unit) => text === unit || text === `${unit}s`)
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
