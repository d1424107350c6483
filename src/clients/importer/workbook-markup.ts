import { localName, xmlReader } from './xml.ts'

/** Counts what the XML of a workbook would become, before it does. */

/** The largest table; and as many rows with nothing in them as five sheets can have. */
const MOST_CELLS = 2_000_000
const MOST_ROWS = 5 * 1_048_576
const LAST_ROW = 1_048_576
const LAST_COLUMN = 16_384
const MOST_ELEMENTS = 8_000_000
const MOST_NESTED = 100
/** Far more than any program writes: each is kept, or looked for among the others. */
const MOST: Readonly<Record<string, number>> = {
  // A formula is listed a second time.
  c: 2 * MOST_CELLS,
  si: 1_000_000,
  xf: 200_000,
  numFmt: 100_000,
  sheet: 1_000,
  Relationship: 100_000,
}
/** Read at a time. */
const PIECE = 256 * 1024
/** XML has none of them (XML 1.0 §2.2), but some programs write them into cells. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const NO_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** What was found in all parts of one workbook. */
export class Counted {
  elements = 0
  cells = 0
  rows = 0
  readonly tags = new Map<string, number>()
}

class TooMuch extends Error {}

/** @returns what it has too much of, in words; null when nothing */
export function checkMarkup(part: Uint8Array, counted: Counted): string | 'malformed' | null {
  const table = { lastRow: 0, lastFilled: 0, lastColumn: 0 }
  const reader = xmlReader({
    open({ tag, attributes, isSelfClosing }, within) {
      if (++counted.elements > MOST_ELEMENTS) throw new TooMuch(`${shown(MOST_ELEMENTS)} elements`)
      if (within.length >= MOST_NESTED) throw new TooMuch(`${MOST_NESTED} elements inside each other`)
      const most = MOST[tag]
      if (most !== undefined) {
        const count = (counted.tags.get(tag) ?? 0) + 1
        if (count > most) throw new TooMuch(`${shown(most)} ${NAMES[tag]}`)
        counted.tags.set(tag, count)
      }
      if (tag !== 'c' && tag !== 'row') return
      for (const [attribute, value] of Object.entries(attributes))
        if (localName(attribute) === 'r') place(String(value), tag === 'c' && !isSelfClosing)
      if (counted.cells + table.lastFilled * table.lastColumn > MOST_CELLS)
        throw new TooMuch(
          `${shown(MOST_CELLS)} cells between its first one and its last, in row ${table.lastFilled}, column ${table.lastColumn}`,
        )
      if (counted.rows + table.lastRow > MOST_ROWS) throw new TooMuch(`${shown(MOST_ROWS)} rows`)
    },
    malformed(reason) {
      throw new Error(reason)
    },
  })

  /** Where a cell is, such as `AB12`, or the number of a row. */
  function place(address: string, isFilled: boolean): void {
    const [, letters, digits] = ADDRESS.exec(address) ?? []
    if (letters === undefined) throw new Error('malformed')
    const [row, column] = [Number(digits), columnOf(letters)]
    if (row > LAST_ROW || column > LAST_COLUMN) throw new Error('malformed')
    table.lastRow = Math.max(table.lastRow, row)
    if (!isFilled) return
    table.lastFilled = Math.max(table.lastFilled, row)
    table.lastColumn = Math.max(table.lastColumn, column)
  }

  const decoder = new TextDecoder()
  try {
    for (let at = 0; at < part.length; at += PIECE)
      reader.write(decoder.decode(part.subarray(at, at + PIECE), { stream: true }).replace(NO_XML, ' '))
    reader.end()
  } catch (error) {
    return error instanceof TooMuch ? error.message : 'malformed'
  }
  counted.cells += table.lastFilled * table.lastColumn
  counted.rows += table.lastRow
  return null
}

const ADDRESS = /^([A-Z]{0,3})(\d{1,7})$/
const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)
const shown = (count: number): string => count.toLocaleString('en')
const NAMES: Readonly<Record<string, string>> = {
  c: 'cells',
  si: 'different texts',
  xf: 'formats',
  numFmt: 'formats of numbers',
  sheet: 'sheets',
  Relationship: 'references between its parts',
}
