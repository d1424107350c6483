/** Settings that are lists: what the cooperative ticked as its own. */

/** Returns the codes in a text, separated by commas, semicolons or spaces. */
export const codesIn = (text: string): string[] => once(text.split(/[\s,;]+/))

/** Returns the names of places in a text, separated by semicolons or on lines of their own. A name may have commas. */
export const placesIn = (text: string): string[] =>
  once(text.split(/[;\r\n]+/).map((name) => name.trim().replace(/\s+/g, ' ')))

const once = (parts: readonly string[]): string[] => [...new Set(parts.filter(Boolean))]

/** Crops and units by their codes, and places by their names. */
export const listsIn = (config: {
  readonly crops: string
  readonly units: string
  readonly places: string
}) => ({
  crops: codesIn(config.crops),
  units: codesIn(config.units),
  places: placesIn(config.places),
})
