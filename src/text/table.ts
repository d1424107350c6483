import { must } from '../base/typed.ts'
import { COLUMNS, pad, widthOf, wrap } from './wrap.ts'

/** Lays out a table in fixed columns, one of which may wrap its text so that the table fits the page. */

export interface Column {
  readonly title: string
  readonly align?: 'left' | 'right'
  /** The column gets the width that the others leave, and wraps its text. At most one `gives` or `narrows`. */
  readonly gives?: true
  /** The column is as wide as its text; if the table would be too wide, it gets what the others leave. */
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
  const left = Math.max(NARROWEST, COLUMNS - indent.length - GAP.length * (columns.length - 1) - taken)
  const widths = natural.map((width, i) => {
    if (!wraps(i)) return width
    return columns[i]?.gives ? left : Math.min(width, left)
  })
  const line = (cells: readonly string[]) =>
    indent + columns.map((column, i) => pad(cells[i] ?? '', must(widths[i]), column.align)).join(GAP)
  const linesOf = (row: readonly string[]) => {
    const broken = row.map((cell, i) =>
      wraps(i) ? wrap(cell, '', '', widths[i]) : cell === '' ? [] : [cell],
    )
    const height = Math.max(1, ...broken.map((cell) => cell.length))
    return Array.from({ length: height }, (_, n) => line(broken.map((cell) => cell[n] ?? '')))
  }
  return {
    head: [...linesOf(columns.map((column) => column.title)), line(widths.map((width) => '-'.repeat(width)))],
    rows: rows.map(linesOf),
    secondAt: indent.length + must(widths[0]) + GAP.length,
  }
}
