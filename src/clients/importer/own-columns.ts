/** What marks a file of rejected rows as our own. */

/** Columns that a rejects file adds. */
export const ROW_COLUMN = 'granary_row'
export const FAULT_COLUMN = 'granary_fault'
export const OWN_COLUMNS: readonly string[] = [ROW_COLUMN, FAULT_COLUMN]

/**
 * What separates the cells of a file of rejected rows; null if it is none. A spreadsheet program that saved it may have chosen
 * another sign.
 */
export function ownDelimiter(text: string): ',' | ';' | '\t' | '|' | null {
  const [heading = ''] = text
    .slice(0, LONGEST_HEADING)
    .replace(/^\uFEFF/, '')
    .split(/[\r\n]/, 1)
  for (const delimiter of [',', ';', '\t', '|'] as const) {
    const names = heading.split(delimiter).map((name) => name.replace(/^\s*"|"\s*$/g, '').trim())
    if (names.length > 1 && names.includes(FAULT_COLUMN)) return delimiter
  }
  return null
}

/** Ours come first. */
const LONGEST_HEADING = 100_000
