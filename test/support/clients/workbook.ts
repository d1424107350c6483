import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/** A small Excel workbook as a spreadsheet program writes it (ECMA-376): texts, numbers, dates and formulas. */

export type WorkbookCell =
  | string
  | number
  | boolean
  | { readonly serial: number }
  | { readonly formula: string; readonly value: number }
  | null

export function workbook(sheets: Readonly<Record<string, readonly (readonly WorkbookCell[])[]>>): Uint8Array {
  const names = Object.keys(sheets)
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names.map((name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="rId${names.length + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    // Style 1 is a date: number format 14.
    'xl/styles.xml': `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  }
  names.forEach((name, i) => {
    parts[`xl/worksheets/sheet${i + 1}.xml`] = sheetXml(sheets[name] as readonly (readonly WorkbookCell[])[])
  })
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)])))
}

export const FIRST_SHEET = 'xl/worksheets/sheet1.xml'

/** The same workbook with other parts: as text, as bytes, or changed. */
export function withParts(
  file: Uint8Array,
  changes: Readonly<Record<string, string | Uint8Array<ArrayBuffer> | ((xml: string) => string)>>,
): Uint8Array {
  const parts = unzipSync(file)
  for (const [path, change] of Object.entries(changes)) {
    const now = typeof change === 'function' ? change(strFromU8(parts[path] as Uint8Array)) : change
    parts[path] = typeof now === 'string' ? strToU8(now) : now
  }
  return zipSync(parts)
}

/** A workbook with one sheet, of which these cells are merged. */
export function withMerged(
  rows: readonly (readonly WorkbookCell[])[],
  ...refs: readonly string[]
): Uint8Array {
  const merged = refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  const all = `<mergeCells count="${refs.length}">${merged}</mergeCells>`
  return withParts(workbook({ Ledger: rows }), {
    [FIRST_SHEET]: (xml) => xml.replace('</sheetData>', `</sheetData>${all}`),
  })
}

function sheetXml(rows: readonly (readonly WorkbookCell[])[]): string {
  const lines = rows.map((cells, i) =>
    cells.length === 0
      ? ''
      : `<row r="${i + 1}">${cells.map((cell, j) => cellXml(cell, `${'ABCDEFGHIJ'[j]}${i + 1}`)).join('')}</row>`,
  )
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${lines.join('')}</sheetData></worksheet>`
}

function cellXml(cell: WorkbookCell, at: string): string {
  if (cell === null) return ''
  if (typeof cell === 'string')
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if ('serial' in cell) return `<c r="${at}" s="1"><v>${cell.serial}</v></c>`
  return `<c r="${at}"><f>${escaped(cell.formula)}</f><v>${cell.value}</v></c>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
