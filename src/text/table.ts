import { must } from '../base/typed.ts'
import { breakable, COLUMNS, pad, widthOf, wrap } from './wrap.ts'

/** Lays out a table in fixed columns, some of which may wrap their text so that the table fits the page. */

export interface Column {
  readonly title: string
  readonly align?: 'left' | 'right'
  /** The column gets the width that the others leave, and wraps its text. At most one. */
  readonly gives?: true
  /**
   * The column is as wide as its text. If the table would be too wide, it wraps its text, and shares with the
   * others that wrap what the rest leaves.
   */
  readonly narrows?: true
  /** Its text stays on one line, on pages too. */
  readonly keeps?: true
  /** Its text links to the page about the row's party, on pages with links. At most one. */
  readonly leads?: true
}

export interface Table {
  readonly head: readonly string[]
  /** The lines of each row. */
  readonly rows: readonly (readonly string[])[]
  /** The position of the second column, where further lines about a row are indented to. */
  readonly secondAt: number
}

const GAP = '  '
const NARROWEST = 8

export function tableOf(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  indent: string,
): Table {
  const natural = columns.map((column, i) =>
    rows.reduce((width, row) => Math.max(width, widthOf(row[i] ?? '')), widthOf(column.title)),
  )
  const wraps = (i: number) => columns[i]?.gives === true || columns[i]?.narrows === true
  const taken = natural.reduce((sum, width, i) => sum + (wraps(i) ? 0 : width), 0)
  const widths = [...natural]
  let left = COLUMNS - indent.length - GAP.length * (columns.length - 1) - taken
  // The narrowest comes first, so that what it does not need is left to the others.
  const wrapping = widths
    .flatMap((_, i) => (wraps(i) ? [i] : []))
    .sort((a, b) => must(natural[a]) - must(natural[b]))
  for (const [n, i] of wrapping.entries()) {
    const share = Math.max(NARROWEST, Math.floor(left / (wrapping.length - n)))
    widths[i] = Math.min(must(natural[i]), share)
    left -= must(widths[i])
  }
  const giving = columns.findIndex(({ gives }) => gives)
  if (giving >= 0) widths[giving] = must(widths[giving]) + Math.max(0, left)
  const line = (cells: readonly string[]) =>
    indent + columns.map((column, i) => pad(cells[i] ?? '', must(widths[i]), column.align)).join(GAP)
  const linesOf = (row: readonly string[]) => {
    const broken = row.map((cell, i) => {
      if (!wraps(i)) return cell === '' ? [] : [cell]
      const width = must(widths[i])
      return wrap(breakable(cell, width), '', '', width)
    })
    const height = Math.max(1, ...broken.map((cell) => cell.length))
    return Array.from({ length: height }, (_, n) => line(broken.map((cell) => cell[n] ?? '')))
  }
  return {
    head: [...linesOf(columns.map((column) => column.title)), line(widths.map((width) => '-'.repeat(width)))],
    rows: rows.map(linesOf),
    secondAt: indent.length + must(widths[0]) + GAP.length,
  }
}
