import { type Message, message } from '../../words/message.ts'
import { firstOf } from './fault.ts'
import type { Dialect } from './map-shape.ts'
import { addressOf, type Merged, type Spread } from './merged.ts'
import { type RichKind, withPlainTexts } from './rich-text.ts'
import { spreadsIn } from './spreadsheet.ts'
import { isZip, partsNamed } from './workbook.ts'
import { letters, sheetParts, walk } from './workbook-sheets.ts'

/**
 * Finds what a workbook hides, or shows differently from its stored values. A person sees this before they
 * choose what each column is.
 */

const SHOWN = 3
const PERCENT = new Set(['9', '10'])

/**
 * Returns remarks on a workbook, whose size was checked before (`workbook.ts`); none for a text file.
 * @param lines of titles and headings
 */
export async function workbookRemarks(
  bytes: Uint8Array,
  csv: Dialect | undefined,
  lines = 0,
): Promise<Message[]> {
  if (!isZip(bytes)) return []
  const parts = partsNamed(bytes, /\.(xml|rels)$/)
  const text = (name: string) => new TextDecoder().decode(parts.get(name) ?? new Uint8Array())
  const styles = stylesIn(text('xl/styles.xml'))
  const shared = [...parts.keys()].find((name) => /sharedStrings[^/]*\.xml$/i.test(name))
  const texts = shared === undefined ? new Map() : withPlainTexts(text(shared)).found
  const spreads = await spreadsIn(bytes)
  return sheetParts(text).flatMap(({ name, part }) =>
    csv?.sheet === undefined || csv.sheet === name
      ? remarksOn(text(part), { styles, texts, merged: mergedRemarks(spreads.get(name), lines) })
      : [],
  )
}

/** How cells that are merged over several rows are read. @param lines of titles and headings, which have no rows */
function mergedRemarks(spread: Spread | undefined, lines: number): Message[] {
  if (spread === undefined) return []
  const { read, ofFigures, others } = spread
  const some = (cells: readonly Merged[]) => ({ examples: firstOf(cells.map(addressOf), SHOWN) })
  const unread = others.filter(({ top }) => top >= lines)
  return [
    ...(read.length > 0 ? [message('import.remark.mergedRead', { cells: some(read) })] : []),
    ...(ofFigures.length > 0 ? [message('import.remark.mergedFigures', { cells: some(ofFigures) })] : []),
    ...(unread.length > 0 ? [message('import.remark.merged', { cells: some(unread) })] : []),
  ]
}

/** The indexes of the cell formats that show a share of one as a percentage, or strike the cell through. */
interface Styles {
  readonly percent: ReadonlySet<string>
  readonly struck: ReadonlySet<string>
}

function stylesIn(styles: string): Styles {
  const formats = new Set(PERCENT)
  const struckFonts = new Set<string>()
  const percent = new Set<string>()
  const struck = new Set<string>()
  let section = ''
  let at = 0
  walk(styles, {
    open: ({ tag, attributes: { numFmtId = '', formatCode = '', fontId = '', val = '1' } }) => {
      if (tag === 'fonts' || tag === 'cellXfs') [section, at] = [tag, -1]
      if (tag === 'numFmt' && formatCode.includes('%')) formats.add(numFmtId)
      if (section === 'fonts' && tag === 'font') at++
      if (section === 'fonts' && tag === 'strike' && IS_ON.test(val)) struckFonts.add(String(at))
      if (section !== 'cellXfs' || tag !== 'xf') return
      at++
      if (formats.has(numFmtId)) percent.add(String(at))
      if (struckFonts.has(fontId)) struck.add(String(at))
    },
    close: (tag) => {
      if (tag === section) section = ''
    },
  })
  return { percent, struck }
}

const IS_ON = /^(1|true|on)$/

interface CellFacts {
  readonly at: string
  readonly row: string
  readonly type: string
  readonly isPercent: boolean
  isStruck: boolean
  hasFormula: boolean
  value: string
}

interface Book {
  readonly styles: Styles
  /** What shared texts are besides plain text. */
  readonly texts: ReadonlyMap<number, RichKind>
  /** Remarks on merged cells. */
  readonly merged: readonly Message[]
}

function remarksOn(sheet: string, { styles, texts, merged }: Book): Message[] {
  const { found: own } = withPlainTexts(sheet)
  const hiddenRows: string[] = []
  const hiddenColumns: string[] = []
  const uncalculated: string[] = []
  const percents: string[] = []
  const changed: string[] = []
  const struck: CellFacts[] = []
  const errors: CellFacts[] = []
  /** How many cells of a row have a value. */
  const filled = new Map<string, number>()
  let [row, inlineTexts] = ['', 0]
  let cell: CellFacts = {
    at: '',
    row: '',
    type: '',
    isPercent: false,
    isStruck: false,
    hasFormula: false,
    value: '',
  }
  const noteText = (is: RichKind | undefined) => {
    if (is === 'changed') changed.push(cell.at)
    if (is === 'struck') cell.isStruck = true
  }
  walk(sheet, {
    open: ({ tag, attributes: { r = '', s = '', t = '', hidden, min = '' } }) => {
      const isHidden = hidden === '1' || hidden === 'true'
      if (tag === 'row') row = r
      if (tag === 'row' && isHidden) hiddenRows.push(r)
      else if (tag === 'col' && isHidden) hiddenColumns.push(letters(Number(min)))
      else if (tag === 'c')
        cell = {
          at: r,
          row,
          type: t,
          isPercent: styles.percent.has(s),
          isStruck: styles.struck.has(s),
          hasFormula: false,
          value: '',
        }
      else if (tag === 'f') cell.hasFormula = true
    },
    close: (tag, text) => {
      if (tag === 'v' || tag === 't') cell.value += text
      if (tag === 'is') noteText(own.get(inlineTexts++))
      if (tag !== 'c') return
      if (cell.type === 's') noteText(texts.get(Number(cell.value)))
      if (cell.hasFormula && cell.value === '') uncalculated.push(cell.at)
      if (cell.value.trim() === '') return
      filled.set(cell.row, (filled.get(cell.row) ?? 0) + 1)
      if (cell.isPercent) percents.push(cell.at)
      if (cell.isStruck) struck.push(cell)
      if (cell.type === 'e') errors.push(cell)
    },
  })
  const struckIn = Map.groupBy(struck, (one) => one.row)
  const struckRows = [...struckIn].flatMap(([at, { length }]) => (length === filled.get(at) ? [at] : []))
  const struckCells = struck.filter((one) => !struckRows.includes(one.row)).map(({ at }) => at)
  const some = (found: readonly string[]) => ({ examples: firstOf(found, SHOWN) })
  return [
    ...(hiddenRows.length > 0
      ? [message('import.remark.hiddenRows', { count: hiddenRows.length, rows: some(hiddenRows) })]
      : []),
    ...(struckRows.length > 0
      ? [message('import.remark.struckRows', { count: struckRows.length, rows: some(struckRows) })]
      : []),
    ...(struckCells.length > 0
      ? [message('import.remark.struckCells', { count: struckCells.length, cells: some(struckCells) })]
      : []),
    ...(changed.length > 0
      ? [message('import.remark.changedCells', { count: changed.length, cells: some(changed) })]
      : []),
    ...(hiddenColumns.length > 0
      ? [message('import.remark.hiddenColumns', { columns: some(hiddenColumns) })]
      : []),
    ...merged,
    ...(uncalculated.length > 0
      ? [message('import.remark.uncalculated', { count: uncalculated.length, cells: some(uncalculated) })]
      : []),
    ...(errors.length > 0
      ? [
          message('import.remark.errors', {
            count: errors.length,
            cells: some(errors.map(({ at, value }) => `${at} (${value})`)),
          }),
        ]
      : []),
    ...(percents.length > 0
      ? [message('import.remark.shares', { count: percents.length, cells: some(percents) })]
      : []),
  ]
}
