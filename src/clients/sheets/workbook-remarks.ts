import { type Message, message } from '../../words/message.ts'
import { firstOf } from './fault.ts'
import type { Dialect } from './map-shape.ts'
import { isZip, partsNamed } from './workbook.ts'
import { type XmlElement, type XmlHandlers, xmlReader } from './xml.ts'

/**
 * Finds what a workbook hides, or shows differently from its stored values. A person sees this before they
 * choose what each column is.
 */

const SHOWN = 3
const PERCENT = new Set(['9', '10'])

/** Returns remarks on a workbook, whose size was checked before (`workbook.ts`); none for a text file. */
export async function workbookRemarks(bytes: Uint8Array, csv: Dialect | undefined): Promise<Message[]> {
  if (!isZip(bytes)) return []
  const parts = partsNamed(bytes, /\.(xml|rels)$/)
  const text = (name: string) => new TextDecoder().decode(parts.get(name) ?? new Uint8Array())
  const percent = percentStyles(text('xl/styles.xml'))
  return sheetsIn(text('xl/workbook.xml'), text('xl/_rels/workbook.xml.rels')).flatMap(({ name, part }) =>
    csv?.sheet === undefined || csv.sheet === name ? remarksOn(text(part), percent) : [],
  )
}

/** Returns the part in which each sheet is. */
function sheetsIn(book: string, relations: string): { readonly name: string; readonly part: string }[] {
  const targets = new Map<string, string>()
  each(relations, 'Relationship', ({ Id, Target }) => void targets.set(Id ?? '', Target ?? ''))
  const sheets: { name: string; part: string }[] = []
  each(book, 'sheet', (attributes) => {
    const target = targets.get(attributes['r:id'] ?? '') ?? ''
    const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    sheets.push({ name: attributes.name ?? '', part })
  })
  return sheets
}

/** Returns the indexes of the cell formats that show a share of one as a percentage. */
function percentStyles(styles: string): ReadonlySet<string> {
  const formats = new Set(PERCENT)
  each(styles, 'numFmt', ({ numFmtId = '', formatCode = '' }) => {
    if (formatCode.includes('%')) formats.add(numFmtId)
  })
  const found = new Set<string>()
  let isWithin = false
  let at = 0
  walk(styles, {
    open: ({ tag, attributes: { numFmtId = '' } }) => {
      if (tag === 'cellXfs') isWithin = true
      else if (tag === 'xf' && isWithin && formats.has(numFmtId)) found.add(String(at))
      if (tag === 'xf' && isWithin) at++
    },
    close: (tag) => {
      if (tag === 'cellXfs') isWithin = false
    },
  })
  return found
}

function remarksOn(sheet: string, percent: ReadonlySet<string>): Message[] {
  const hiddenRows: string[] = []
  const hiddenColumns: string[] = []
  const uncalculated: string[] = []
  const percents: string[] = []
  let cell = { at: '', isPercent: false, hasFormula: false, value: '' }
  walk(sheet, {
    open: ({ tag, attributes: { r = '', s = '', hidden, min = '' } }) => {
      const isHidden = hidden === '1' || hidden === 'true'
      if (tag === 'row' && isHidden) hiddenRows.push(r)
      else if (tag === 'col' && isHidden) hiddenColumns.push(letters(Number(min)))
      else if (tag === 'c') cell = { at: r, isPercent: percent.has(s), hasFormula: false, value: '' }
      else if (tag === 'f') cell.hasFormula = true
    },
    close: (tag, text) => {
      if (tag === 'v' || tag === 't') cell.value += text
      if (tag !== 'c') return
      if (cell.hasFormula && cell.value === '') uncalculated.push(cell.at)
      if (cell.isPercent && cell.value !== '') percents.push(cell.at)
    },
  })
  const some = (found: readonly string[]) => ({ examples: firstOf(found, SHOWN) })
  const remarks: Message[] = []
  if (hiddenRows.length > 0)
    remarks.push(message('import.remark.hiddenRows', { count: hiddenRows.length, rows: some(hiddenRows) }))
  if (hiddenColumns.length > 0)
    remarks.push(message('import.remark.hiddenColumns', { columns: some(hiddenColumns) }))
  if (uncalculated.length > 0)
    remarks.push(
      message('import.remark.uncalculated', { count: uncalculated.length, cells: some(uncalculated) }),
    )
  if (percents.length > 0)
    remarks.push(message('import.remark.shares', { count: percents.length, cells: some(percents) }))
  return remarks
}

/** Returns the letters of a column: 1 is A, 27 is AA. */
const letters = (column: number): string =>
  column <= 0 ? '' : letters(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26))

function each(xml: string, wanted: string, found: (attributes: XmlElement['attributes']) => void): void {
  walk(xml, {
    open: ({ tag, attributes }) => {
      if (tag === wanted) found(attributes)
    },
  })
}

function walk(xml: string, handlers: Pick<XmlHandlers, 'open' | 'close'>): void {
  if (xml === '') return
  // A workbook that is not well-formed was refused when its cells were read.
  const reader = xmlReader({ ...handlers, malformed: () => {} })
  reader.write(xml)
  reader.end()
}
