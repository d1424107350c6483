import { must } from '../base/typed.ts'
import { COLUMNS, pad, widthOf, wrap } from './wrap.ts'

/** Lays out a table in fixed columns, one of which may narrow to fit the page. */

export interface Column {
  readonly title: string
  readonly align?: 'left' | 'right'
  /** The column gets the width that the others leave, and wraps its text. At most one. */
  readonly gives?: true
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

export function tableOf(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  indent: string,
): Table {
  const natural = columns.map((column, i) =>
    rows.reduce((width, row) => Math.max(width, widthOf(row[i] ?? '')), column.title.length),
  )
  const taken = natural.reduce((sum, width, i) => sum + (columns[i]?.gives ? 0 : width), 0)
  const left = COLUMNS - indent.length - GAP.length * (columns.length - 1) - taken
  const widths = natural.map((width, i) => (columns[i]?.gives ? Math.max(8, left) : width))
  const line = (cells: readonly string[]) =>
    indent + columns.map((column, i) => pad(cells[i] ?? '', must(widths[i]), column.align)).join(GAP)
  const linesOf = (row: readonly string[]) => {
    const broken = row.map((cell, i) =>
      columns[i]?.gives ? wrap(cell, '', '', widths[i]) : cell === '' ? [] : [cell],
    )
    const height = Math.max(1, ...broken.map((cell) => cell.length))
    return Array.from({ length: height }, (_, n) => line(broken.map((cell) => cell[n] ?? '')))
  }
  return {
    head: [line(columns.map((column) => column.title)), line(widths.map((width) => '-'.repeat(width)))],
    rows: rows.map(linesOf),
    secondAt: indent.length + must(widths[0]) + GAP.length,
  }
}
