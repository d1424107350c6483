/** CSV that a spreadsheet shows as text and figures, never as formulas (RFC 4180). */

/** Start of a formula in a spreadsheet (OWASP, "CSV Injection"; wide signs too), after any apostrophes. */
const FORMULA = /^'*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/
const PLAIN = /^[-+](\d+([.,]\d+)*)?$/
const NEEDS_QUOTES = /[",;|\t\r\n]|^\s|\s$/

/** Would a spreadsheet take the cell for a formula? */
export const looksLikeFormula = (cell: string): boolean => FORMULA.test(cell)

/** Puts an apostrophe before a cell that looks like a formula and is not a number. */
export const harmless = (cell: string): string =>
  looksLikeFormula(cell) && !PLAIN.test(cell) ? `'${cell}` : cell

export const quotedCell = (cell: string): string =>
  NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => quotedCell(harmless(cell))).join(',')).join('\n')
