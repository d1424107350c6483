import { asSent, kept } from './foreign.ts'

/** CSV that a spreadsheet shows as text and figures, never as formulas (RFC 4180). */

/**
 * Matches the start of a formula in a spreadsheet (OWASP, "CSV Injection"; full-width and small signs too),
 * after any apostrophes and characters that a spreadsheet may skip: spaces of all kinds, and characters
 * without width.
 */
const FORMULA =
  /^(?:['\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]|'*[\t\r\n])/u
const PLAIN = /^[-+](\d+([.,]\d+)*)?$/
const NEEDS_QUOTES = /[",;|\t\r\n]|^\s|\s$/

/** Returns whether a spreadsheet may take the cell for a formula. */
const looksLikeFormula = (cell: string): boolean => FORMULA.test(cell)

/** Returns a cell that is safe to show; one that looks like a formula and is no number becomes text. */
export function cellOf(value: string): string {
  const cell = kept(value)
  return looksLikeFormula(cell) && !PLAIN.test(cell) ? `'${cell}` : cell
}

/** Returns the value of a cell that `cellOf` made. */
export const sheetValue = (cell: string): string =>
  asSent(cell.startsWith("'") && looksLikeFormula(cell) ? cell.slice(1) : cell)

export const quotedCell = (cell: string): string =>
  NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => quotedCell(cellOf(cell))).join(',')).join('\n')
