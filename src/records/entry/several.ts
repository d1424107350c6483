/**
 * Several values in one field. A semicolon is between them, because names of crops have commas; a value with a semicolon stands in
 * quotation marks. Commas are taken too, as people write them, but not within a name that is known. Pure.
 */

const PART = /\s*(?:"((?:[^"]|"")*)"|([^;]*))\s*(?:;|$)/y

/** @param isKnown whether it is a whole name or code */
export function severalIn(text: string, isKnown: (name: string) => boolean): string[] {
  const found: string[] = []
  const hasSeparator = text.includes(';')
  PART.lastIndex = 0
  while (PART.lastIndex < text.length) {
    const match = PART.exec(text)
    // A quotation mark that is not closed, or words behind it: taken as it stands.
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

/** No field has more. */
const MOST_PARTS = 256

export const severalAsText = (values: readonly string[]): string =>
  values.map((value) => (/[;"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join('; ')
