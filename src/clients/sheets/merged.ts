import { letters } from './workbook-sheets.ts'

/**
 * Reads cells that are merged over several rows. A workbook keeps their content in the first row only, as if the others had
 * none. A name or a day holds for each row; a figure may be that of each row or the sum of all, which no cell shows. So may a
 * text with a digit, such as 135 kg: what its column means decides.
 */

/** A cell as the reader of workbooks gives it. */
export type SheetCell = string | number | boolean | Date | null

/** Merged cells, from their first row and column to the last ones, which count from zero. */
export interface Merged {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** A figure of merged cells, for each row that they cover. A number is in the first of these alone, a text is in all. */
export interface MergedFigure {
  /** Counted as in a spreadsheet. */
  readonly row: number
  /** The index of its column. */
  readonly column: number
  /** A number, or a text with a digit. */
  readonly figure: number | string
  /** Where the cells are, such as B4:B6. */
  readonly at: string
  /** Whether it is a text that was put into a further row. */
  readonly isCopy?: true
  /** The heading of its day, in a register with a column for each. */
  readonly day?: string
}

export interface Spread {
  /** With the texts and days of merged cells in each of their rows. */
  readonly rows: readonly (readonly SheetCell[])[]
  readonly figures: readonly MergedFigure[]
  /** Merged cells whose text or day was put into further rows, without those of `figures`. */
  readonly read: readonly Merged[]
  /** Merged cells of `figures`. */
  readonly ofFigures: readonly Merged[]
  /** Other merged cells with content that are next to rows with content: these rows have an empty cell. */
  readonly others: readonly Merged[]
}

const REFERENCE = /<(?:[\w.-]+:)?mergeCell\s[^>]*?\bref=["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/g

/** Returns the cells of a sheet's part that are merged over several rows. */
export function mergedIn(part: string): Merged[] {
  return [...part.matchAll(REFERENCE)].flatMap(([, from = '', first, to = '', last]) => {
    const [top, bottom] = [Number(first) - 1, Number(last) - 1]
    return bottom > top ? [{ top, bottom, left: columnAt(from), right: columnAt(to) }] : []
  })
}

const columnAt = (name: string): number =>
  [...name].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1

export const addressOf = ({ top, bottom, left, right }: Merged): string =>
  `${letters(left + 1)}${top + 1}:${letters(right + 1)}${bottom + 1}`

/**
 * Puts the text or day of merged cells into each row that they cover, if the first of them is a row of figures: headings
 * and titles have none. A row without anything else stays empty.
 */
export function spread(rows: readonly (readonly SheetCell[])[], merged: readonly Merged[]): Spread {
  const made = new Spreading(rows)
  // Merged cells never overlap. Those of a damaged file might, and reading them would take forever.
  if (made.areaOf(merged) <= made.area) for (const cells of merged) made.add(cells)
  return made
}

class Spreading implements Spread {
  readonly rows: (readonly SheetCell[])[]
  readonly figures: MergedFigure[] = []
  readonly read: Merged[] = []
  readonly ofFigures: Merged[] = []
  readonly others: Merged[] = []
  readonly #given: readonly (readonly SheetCell[])[]
  readonly #width: number
  /** Rows of `rows` that are not those given any more. */
  readonly #copies = new Map<number, SheetCell[]>()
  /** How many cells of each row have something, and how many a figure. */
  readonly #counts: readonly { readonly filled: number; readonly figures: number }[]

  constructor(given: readonly (readonly SheetCell[])[]) {
    this.#given = given
    this.rows = [...given]
    this.#width = given.reduce((most, { length }) => Math.max(most, length), 0)
    this.#counts = given.map((cells) => ({
      filled: cells.filter((cell) => !isEmpty(cell)).length,
      figures: cells.filter(isFigure).length,
    }))
  }

  get area(): number {
    return this.rows.length * this.#width
  }

  areaOf(merged: readonly Merged[]): number {
    const within = (from: number, to: number, size: number) => Math.max(0, Math.min(to + 1, size) - from)
    return merged.reduce(
      (sum, { top, bottom, left, right }) =>
        sum + within(top, bottom, this.rows.length) * within(left, right, this.#width),
      0,
    )
  }

  add(cells: Merged): void {
    const { top, bottom, left } = cells
    const content = this.#given[top]?.[left] ?? null
    const below = rowsFrom(top + 1, Math.min(bottom, this.rows.length - 1)).filter((row) =>
      this.#has('filled', row, cells),
    )
    if (isEmpty(content) || below.length === 0) return
    if (!this.#has('figures', top, cells)) this.others.push(cells)
    else {
      if (typeof content !== 'number') for (const row of below) this.#put(row, left, content)
      if (hasFigure(content)) this.#addFigure(cells, content, below)
      else this.read.push(cells)
    }
  }

  #addFigure(cells: Merged, figure: number | string, below: readonly number[]): void {
    this.ofFigures.push(cells)
    const one = { column: cells.left, figure, at: addressOf(cells) }
    this.figures.push({ row: cells.top + 1, ...one })
    for (const row of below)
      this.figures.push({ row: row + 1, ...one, ...(typeof figure === 'string' && { isCopy: true }) })
  }

  /** Whether a row has such a cell beside the merged ones. */
  #has(what: 'filled' | 'figures', row: number, { left, right }: Merged): boolean {
    const inside = (this.#given[row] ?? []).slice(left, right + 1)
    const is = what === 'filled' ? (cell: SheetCell) => !isEmpty(cell) : isFigure
    return (this.#counts[row]?.[what] ?? 0) > inside.filter(is).length
  }

  #put(row: number, column: number, content: SheetCell): void {
    const copy = this.#copies.get(row) ?? [...(this.#given[row] ?? [])]
    while (copy.length <= column) copy.push(null)
    copy[column] = content
    this.#copies.set(row, copy)
    this.rows[row] = copy
  }
}

const rowsFrom = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)

const isEmpty = (cell: SheetCell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')

/** A number, a day, or the text of one. */
const isFigure = (cell: SheetCell): boolean =>
  typeof cell === 'number' || cell instanceof Date || (typeof cell === 'string' && FIGURE.test(cell.trim()))

/** Whether it may be a sum. */
const hasFigure = (cell: SheetCell): cell is number | string =>
  typeof cell === 'number' || (typeof cell === 'string' && /\p{Nd}/u.test(cell))

const FIGURE = /^\d[\d\s.,:/+'-]*$/
