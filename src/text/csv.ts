import { asSent, kept } from './foreign.ts'

/** CSV that a spreadsheet shows as text and figures, never as formulas (RFC 4180). */

/**
 * Start of a formula in a spreadsheet (OWASP, "CSV Injection"; wide and small signs too), after any apostrophes and after whatever
 * a spreadsheet may skip: spaces of all kinds, and what has no width.
 */
const FORMULA =
  /^(?:['\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]|'*[\t\r\n])/u
const PLAIN = /^[-+](\d+([.,]\d+)*)?$/
const NEEDS_QUOTES = /[",;|\t\r\n]|^\s|\s$/

/** Would a spreadsheet take the cell for a formula? */
const looksLikeFormula = (cell: string): boolean => FORMULA.test(cell)

/** The cell as it may be shown: text that somebody else wrote is safe, and what looks like a formula and is no number is text. */
export function cellOf(value: string): string {
  const cell = kept(value)
  return looksLikeFormula(cell) && !PLAIN.test(cell) ? `'${cell}` : cell
}

/** The value of a cell that `cellOf` made. */
export const sheetValue = (cell: string): string =>
  asSent(cell.startsWith("'") && looksLikeFormula(cell) ? cell.slice(1) : cell)

export const quotedCell = (cell: string): string =>
  NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => quotedCell(cellOf(cell))).join(',')).join('\n')
