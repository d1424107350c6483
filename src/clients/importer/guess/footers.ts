import { must } from '../../../base/typed.ts'
import { normalized } from '../../sheets/meaning.ts'
import type { ImportMap } from '../map.ts'

/** Finds lines below a table, such as who prepared it, which are no rows. */

export interface Footer {
  readonly column: string
  readonly cell: string
}

type Skip = NonNullable<ImportMap['skip']>

/** With fewer columns, one cell may be a row whose other cells are missing. */
const FEWEST_COLUMNS = 3
const MOST_LINES = 10
const LONGEST_WORD = 60
/** A line to sign on, or words before a colon. */
const LIKE_A_LINE = /^\p{L}[^:]{2,}:|[._\u2026]{3,}/u
const LETTERS = /\p{L}{3}/u

/**
 * Returns the lines below the last row of two cells or more that have a single cell, as long as this can be no name of a
 * farmer without anything else: it has a colon or a line to sign on, or it stands below figures or days.
 * @param width how many cells a row usually has
 */
export function footersOf(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): Footer[] {
  const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length
  const last = rows.findLastIndex((cells) => filled(cells) > 1)
  if (width < FEWEST_COLUMNS || last === -1 || rows.length - last - 1 > MOST_LINES) return []
  const inTable = rows.slice(0, last + 1)
  return rows.slice(last + 1).flatMap((cells) => {
    const at = cells.findIndex((cell) => cell.trim() !== '')
    const [column, cell] = [names[at] ?? '', must(cells[at]).trim()]
    const above = inTable.map((row) => row[at]?.trim() ?? '').filter((one) => one !== '')
    const isOfFigures =
      above.length > 0 && above.filter((one) => /^[\d+]/.test(one)).length > above.length / 2
    const isLine = LIKE_A_LINE.test(cell) || (isOfFigures && LETTERS.test(cell) && !/^\d/.test(cell))
    return isLine && column !== '' ? [{ column, cell }] : []
  })
}

/** Adds rules that skip the lines: by their words before a colon, which the next sheet has, too. */
export function withFooters(skip: Skip, footers: readonly Footer[]): Skip {
  const made = new Map(skip.map((one) => [one.column, one]))
  for (const { column, cell } of footers) {
    const its = made.get(column) ?? { column }
    const start = /^[^:]{3,}:/.exec(cell)?.[0] ?? cell
    const beginning = new Set([...(its.beginning ?? []), normalized(start).slice(0, LONGEST_WORD)])
    made.set(column, { ...its, beginning: [...beginning] })
  }
  return [...made.values()]
}
