import { normalized } from './meaning.ts'

/** Reads headings in two rows, such as `Weight (kg)` over `Gross`, `Tare` and `Net`, merged or repeated. */

const JOINER = ' / '

/**
 * Joins two rows of headings. A heading above several columns belongs to all of them that have a second one; in a merged
 * cell, only the first of them has it.
 */
export function joinedHeadings(upper: readonly string[], lower: readonly string[]): string[] {
  const width = Math.max(upper.length, lower.length)
  let group = ''
  return Array.from({ length: width }, (_, i) => {
    const [above, below] = [upper[i]?.trim() ?? '', lower[i]?.trim() ?? '']
    // A heading without a second one below stands for its own column alone.
    if (above !== '') group = below === '' ? '' : above
    else if (below === '') group = ''
    const first = above === '' ? group : above
    return [first, below].filter(Boolean).join(JOINER)
  })
}

/** Words that stand alone below a heading of figures. */
const BELOW_FIGURES =
  /^(kgs?|kilos?|g|lbs?|t|mt|tons?|tonnes?|l|lit(re|er)s?|ltrs?|bags?|sacs?|gunia|gross|net|tare|brut|poids net|[a-z]{3}|shs?|k?sh|ush|tsh|ff?cfa)$/

/** A cell that no heading is: a figure, a day, a telephone. */
const isFigure = (cell: string): boolean => /^[\d+][\d\s.,:/+'-]*$/.test(cell.trim())

/**
 * Returns whether the second row is also one of headings. It has words alone, names columns that the first row leaves
 * without a name or names alike, leaves columns empty that the rows below fill, and none of its words is a value below.
 * @param below rows below both
 */
export function areHeadings(
  upper: readonly string[],
  lower: readonly string[],
  below: readonly (readonly string[])[],
): boolean {
  const cellAt = (cells: readonly string[], i: number) => cells[i]?.trim() ?? ''
  const width = Math.max(upper.length, lower.length)
  const columns = Array.from({ length: width }, (_, i) => i)
  const named = columns.filter((i) => cellAt(lower, i) !== '')
  if (named.length === 0 || below.length === 0) return false
  const words = named.map((i) => cellAt(lower, i))
  if (!words.every((word) => /\p{L}/u.test(word) && !/\d{2}/.test(word) && word.length <= MOST_LETTERS))
    return false
  const filled = (i: number, is: (cell: string) => boolean = (cell) => cell !== '') =>
    below.filter((cells) => is(cellAt(cells, i))).length / below.length
  const names = columns.map((i) => normalized(cellAt(upper, i)))
  const isShared = (i: number) => {
    const name = names[i] ?? ''
    return name === '' ? filled(i) > 0 : names.indexOf(name) !== names.lastIndexOf(name)
  }
  const isOwnRow = columns.some((i) => cellAt(lower, i) === '' && filled(i) >= 0.8)
  const isRepeated = named.some((i) =>
    below.some((cells) => normalized(cellAt(cells, i)) === normalized(cellAt(lower, i))),
  )
  if (!isOwnRow || isRepeated) return false
  return (
    named.some(isShared) ||
    named.every((i) => BELOW_FIGURES.test(bare(cellAt(lower, i))) && filled(i, isFigure) >= 0.8)
  )
}

const bare = (word: string): string => normalized(word).replace(/^[([]|[)\].]$/g, '')

const MOST_LETTERS = 40
