import { type XmlElement, type XmlHandlers, xmlReader } from './xml.ts'

/** Which part of a workbook has each sheet. Its size was checked before (`workbook.ts`). */

export interface SheetPart {
  readonly name: string
  readonly part: string
}

/** Returns the part in which each sheet is. @param text returns a part by its name; empty if there is none */
export function sheetParts(text: (part: string) => string): SheetPart[] {
  const targets = new Map<string, string>()
  each(text('xl/_rels/workbook.xml.rels'), 'Relationship', ({ Id, Target }) => {
    targets.set(Id ?? '', Target ?? '')
  })
  const sheets: SheetPart[] = []
  each(text('xl/workbook.xml'), 'sheet', (attributes) => {
    const target = targets.get(attributes['r:id'] ?? '') ?? ''
    const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    sheets.push({ name: attributes.name ?? '', part })
  })
  return sheets
}

function each(xml: string, wanted: string, found: (attributes: XmlElement['attributes']) => void): void {
  walk(xml, {
    open: ({ tag, attributes }) => {
      if (tag === wanted) found(attributes)
    },
  })
}

export function walk(xml: string, handlers: Pick<XmlHandlers, 'open' | 'close'>): void {
  if (xml === '') return
  // A workbook that is not well-formed was refused when its cells were read.
  const reader = xmlReader({ ...handlers, malformed: () => {} })
  reader.write(xml)
  reader.end()
}

/** Returns the letters of a column: 1 is A, 27 is AA. */
export const letters = (column: number): string =>
  column <= 0 ? '' : letters(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26))
