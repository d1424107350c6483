import { type Told, ToldError } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { localName, xmlReader } from './xml.ts'

/** Counts the cells that the XML of a workbook would become, before it is read. */

/** The largest table, and the number of empty rows that five sheets can have. */
const MOST_CELLS = 2_000_000
const MOST_ROWS = 5 * 1_048_576
const LAST_ROW = 1_048_576
const LAST_COLUMN = 16_384
const MOST_ELEMENTS = 8_000_000
const MOST_NESTED = 100
/** Far more than any program writes. The reader keeps each of these, or searches among them. */
const MOST: Readonly<Record<string, number>> = {
  // A cell with a formula is listed a second time.
  c: 2 * MOST_CELLS,
  si: 1_000_000,
  xf: 200_000,
  numFmt: 100_000,
  sheet: 1_000,
  Relationship: 100_000,
}
/** Bytes read at once. */
const CHUNK = 256 * 1024
/** XML does not allow these characters (XML 1.0 §2.2), but some programs write them into cells. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches exactly these
const NO_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** The counts over all parts of one workbook. */
export class MarkupCounts {
  elements = 0
  cells = 0
  rows = 0
  readonly tags = new Map<string, number>()
}

/** @param what a case of the text */
const tooMuch = (most: number, what: string): ToldError =>
  new ToldError(message('import.file.tooMany', { most: { count: most }, what }))

/** @returns what the workbook has too many of; null if nothing */
export function checkMarkup(part: Uint8Array, counted: MarkupCounts): Told | 'malformed' | null {
  const table = { lastRow: 0, lastFilled: 0, lastColumn: 0 }
  const reader = xmlReader({
    open({ tag, attributes, isSelfClosing }, within) {
      if (++counted.elements > MOST_ELEMENTS) throw tooMuch(MOST_ELEMENTS, 'elements')
      if (within.length >= MOST_NESTED) throw tooMuch(MOST_NESTED, 'nested')
      const most = MOST[tag]
      if (most !== undefined) {
        const count = (counted.tags.get(tag) ?? 0) + 1
        if (count > most) throw tooMuch(most, tag)
        counted.tags.set(tag, count)
      }
      if (tag !== 'c' && tag !== 'row') return
      for (const [attribute, value] of Object.entries(attributes))
        if (localName(attribute) === 'r') place(String(value), tag === 'c' && !isSelfClosing)
      if (counted.cells + table.lastFilled * table.lastColumn > MOST_CELLS)
        throw new ToldError(
          message('import.file.tooWide', {
            most: { count: MOST_CELLS },
            row: table.lastFilled,
            column: table.lastColumn,
          }),
        )
      if (counted.rows + table.lastRow > MOST_ROWS) throw tooMuch(MOST_ROWS, 'rows')
    },
    malformed(reason) {
      throw new Error(reason)
    },
  })

  /** Notes the address of a cell, such as `AB12`, or the number of a row. */
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
    for (let at = 0; at < part.length; at += CHUNK)
      reader.write(decoder.decode(part.subarray(at, at + CHUNK), { stream: true }).replace(NO_XML, ' '))
    reader.end()
  } catch (error) {
    return error instanceof ToldError ? error.what : 'malformed'
  }
  counted.cells += table.lastFilled * table.lastColumn
  counted.rows += table.lastRow
  return null
}

const ADDRESS = /^([A-Z]{0,3})(\d{1,7})$/
const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)
