import { given, must } from '../base/typed.ts'
import { type Column, tableOf } from './table.ts'
import { page, wrap } from './wrap.ts'

/** A page in parts. Each has its lines in fixed columns, and what it says, so that it can be laid out in another way. */
export type Part = { readonly lines: readonly string[] } & (
  | { readonly kind: 'gap' }
  | { readonly kind: 'title' | 'heading'; readonly text: string }
  | { readonly kind: 'field'; readonly name: string; readonly text: string }
  | ({
      readonly kind: 'paragraph'
      readonly text: string
      /** Columns by which it is set in. */
      readonly depth: number
      readonly isItem: boolean
    } & Linked)
  | { readonly kind: 'head'; readonly columns: readonly Column[] }
  | {
      readonly kind: 'row'
      readonly columns: readonly Column[]
      readonly cells: readonly string[]
      /** The party that the row is about, where the reader may ask for its page. */
      readonly subject?: string
    }
  /** A line about the row above, or about those below; it belongs to the table. */
  | { readonly kind: 'note'; readonly text: string }
)

/** How a page with links differs from the text. */
interface Linked {
  /** What it says instead. */
  readonly linked?: string
  readonly href?: string
}

const ITEM = '- '

export const GAP: Part = { kind: 'gap', lines: [''] }

/** @returns nothing for an empty text */
export function paragraph(text: string, indent: string, hanging = indent, linked: Linked = {}): Part[] {
  const lines = wrap(text, indent, hanging)
  const isItem = indent.endsWith(ITEM)
  const depth = indent.length - (isItem ? ITEM.length : 0)
  return lines.length === 0 ? [] : [{ kind: 'paragraph', text, depth, isItem, lines, ...linked }]
}

/** A line that belongs to a table. */
export function note(text: string, indent: string): Part[] {
  const lines = wrap(text, indent)
  return lines.length === 0 ? [] : [{ kind: 'note', text, lines }]
}

export function field(name: string, text: string): Part {
  return { kind: 'field', name, text, lines: wrap(text, name.padEnd(10), ' '.repeat(10)) }
}

export interface PartsTable {
  readonly head: Part
  readonly rows: readonly Part[]
  /** Where the second column begins: notes about a row go there. */
  readonly secondAt: number
}

/** @param subjects of each row, where its page may be asked for */
export function partsOfTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  indent: string,
  subjects: readonly string[] = [],
): PartsTable {
  const { head, rows: lines, secondAt } = tableOf(columns, rows, indent)
  return {
    head: { kind: 'head', columns, lines: head },
    rows: rows.map((cells, i) => {
      const subject = subjects[i]
      return {
        kind: 'row',
        columns,
        cells,
        lines: must(lines[i]),
        ...given({ subject }),
      }
    }),
    secondAt,
  }
}

/** The page in fixed columns. */
export const textOf = (parts: readonly Part[]): string => page(parts.flatMap(({ lines }) => lines))
