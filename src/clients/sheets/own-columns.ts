/** The columns that a rejects file adds, by which it is recognised. */

export const ROW_COLUMN = 'granary_row'
export const FAULT_COLUMN = 'granary_fault'
export const OWN_COLUMNS: readonly string[] = [ROW_COLUMN, FAULT_COLUMN]

/**
 * Returns the delimiter of a rejects file, which a spreadsheet program may have changed when it saved the
 * file. Returns null if the file is not a rejects file.
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

/** The added columns are the first ones, so the rest of a longer header is not needed. */
const LONGEST_HEADING = 100_000
