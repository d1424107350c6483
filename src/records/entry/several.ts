/**
 * Several values in one field, separated by semicolons, because names of crops contain commas. A value with a
 * semicolon is in quotation marks. Commas are accepted as separators too, as people write them, but not
 * within a known name.
 */

const PART = /\s*(?:"((?:[^"]|"")*)"|([^;]*))\s*(?:;|$)/y

/** Returns the values in a text. @param isKnown whether a text is a whole name or code */
export function severalIn(text: string, isKnown: (name: string) => boolean): string[] {
  const found: string[] = []
  const hasSeparator = text.includes(';')
  PART.lastIndex = 0
  while (PART.lastIndex < text.length) {
    const match = PART.exec(text)
    // If a quotation mark is not closed, or words follow it, the text is one value as it is.
    if (match === null) return [...found, text.trim()]
    const [, quoted, plain = ''] = match
    if (quoted !== undefined) found.push(quoted.replaceAll('""', '"').trim())
    else found.push(...atCommas(plain.trim(), isKnown, hasSeparator))
  }
  return found.filter((value) => value !== '')
}

function atCommas(text: string, isKnown: (name: string) => boolean, mayBeOne: boolean): string[] {
  const parts = text
    .split(',')
    .slice(0, MOST_PARTS)
    .map((part) => part.trim())
  const found: string[] = []
  for (let from = 0; from < parts.length; ) {
    let to = parts.length
    while (to > from + 1 && !isKnown(parts.slice(from, to).join(', '))) to--
    found.push(parts.slice(from, to).join(', '))
    from = to
  }
  return mayBeOne && !found.every(isKnown) ? [text] : found
}

/** Maximum number of values in a field. */
const MOST_PARTS = 256

export const severalAsText = (values: readonly string[]): string =>
  values.map((value) => (/[;"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join('; ')
