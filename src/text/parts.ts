import { given, must } from '../base/typed.ts'
import { type Column, tableOf } from './table.ts'
import { page, wrap } from './wrap.ts'

/**
 * A part of a page: its lines in fixed columns, and its contents, so that it can also be laid out in another
 * way.
 */
export type Part = { readonly lines: readonly string[] } & (
  | { readonly kind: 'gap' }
  | { readonly kind: 'title'; readonly text: string }
  /** `isFine`: its section is small print on paper. */
  | { readonly kind: 'heading'; readonly text: string; readonly isFine?: true }
  | { readonly kind: 'field'; readonly name: string; readonly text: string }
  | ({
      readonly kind: 'paragraph'
      readonly text: string
      /** Columns by which it is indented. */
      readonly depth: number
      readonly isItem: boolean
    } & Linked)
  | { readonly kind: 'head'; readonly columns: readonly Column[] }
  | {
      readonly kind: 'row'
      readonly columns: readonly Column[]
      readonly cells: readonly string[]
      /** The party that the row is about, if the reader may open its page. */
      readonly subject?: string
    }
  /** A line about the row above, or about those below; it belongs to the table. */
  | { readonly kind: 'note'; readonly text: string }
  | ({ readonly kind: 'bars' } & Bars)
)

/** Figures as bars, each of several parts: only for pages, of what the text states in figures. */
export interface Bars {
  readonly title: string
  /** The parts of every bar. */
  readonly series: readonly { readonly title: string; readonly shade: Shade }[]
  /** Titles of the first column, and of a last one with the whole. */
  readonly columns: { readonly label: string; readonly whole?: string }
  readonly rows: readonly BarRow[]
  /** Sentences below it. */
  readonly notes?: readonly string[]
}

/** Each has a shape of its own beside its colour. */
export type Shade = 'full' | 'half' | 'edged' | 'open'

export interface BarRow {
  readonly label: string
  /** One of each part, not below 0. */
  readonly amounts: readonly number[]
  /** The same, in words. */
  readonly texts: readonly string[]
  readonly whole?: string
}

export const bars = (its: Bars): Part => ({ kind: 'bars', ...its, lines: [] })

/** How the part differs on a page with links. */
interface Linked {
  /** The text to show instead. */
  readonly linked?: string
  readonly href?: string
}

const ITEM = '- '

export const GAP: Part = { kind: 'gap', lines: [''] }

/** Makes a paragraph; nothing for an empty text. */
export function paragraph(text: string, indent: string, hanging = indent, linked: Linked = {}): Part[] {
  const lines = wrap(text, indent, hanging)
  const isItem = indent.endsWith(ITEM)
  const depth = indent.length - (isItem ? ITEM.length : 0)
  return lines.length === 0 ? [] : [{ kind: 'paragraph', text, depth, isItem, lines, ...linked }]
}

/** Makes a note that belongs to a table; nothing for an empty text. */
export function note(text: string, indent: string): Part[] {
  const lines = wrap(text, indent)
  return lines.length === 0 ? [] : [{ kind: 'note', text, lines }]
}

export function field(name: string, text: string): Part {
  return { kind: 'field', name, text, lines: wrap(text, `${name.padEnd(9)} `, ' '.repeat(10)) }
}

export interface PartsTable {
  readonly head: Part
  readonly rows: readonly Part[]
  /** The position of the second column, where notes about a row are indented to. */
  readonly secondAt: number
}

/** Makes the parts of a table. @param subjects the party of each row, if the reader may open its page */
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

/** Returns the page in fixed columns. */
export const textOf = (parts: readonly Part[]): string => page(parts.flatMap(({ lines }) => lines))
