/**
 * Reads rich text of a workbook (ECMA-376 part 1, 18.4): a cell whose parts look different. People strike a number
 * through and write the right one behind it, and footnotes are raised digits. Joined, they would be another number.
 */

/** What rich text is besides its plain text: corrected in the cell, or struck through as a whole. */
export type RichKind = 'changed' | 'struck'

interface Run {
  readonly text: string
  readonly isStruck: boolean
  readonly isRaised: boolean
}

/** A raised figure or sign that refers to a note, such as ¹, * or 1). */
const NOTE_MARK = /^[\d*†‡§,()\s]+$/
/** Units that have raised digits: m², km³. */
const POWER = /(?:^|[^\p{L}])[ckmdh]?m$/u
const POWERS: Readonly<Record<string, string>> = { 2: '²', 3: '³' }

/**
 * Returns the text of the runs without what is struck through and without marks of footnotes. A text that is struck
 * through as a whole is kept, as a person may read it or not.
 */
export function plainText(runs: readonly Run[]): {
  readonly texts: readonly string[]
  readonly is?: RichKind
} {
  const written = runs.filter(({ text }) => text.trim() !== '')
  const isWholly = written.length > 0 && written.every(({ isStruck }) => isStruck)
  const texts: string[] = []
  let before = ''
  let isChanged = false
  for (const { text, isStruck, isRaised } of runs) {
    const kept = !isWholly && isStruck ? '' : isRaised && NOTE_MARK.test(text) ? raised(before, text) : text
    // A run of spaces alone that is struck or raised hides nothing.
    if (kept !== text && text.trim() !== '') isChanged = true
    texts.push(kept)
    before += kept
  }
  if (isWholly) return { texts, is: 'struck' }
  return isChanged ? { texts, is: 'changed' } : { texts }
}

const raised = (before: string, text: string): string =>
  POWER.test(before) ? (POWERS[text.trim()] ?? '') : ''

/** A text of a workbook: an item of the shared strings, or the text inside a cell. */
const TEXT = /<((?:[\w.-]+:)?)(si|is)(?:\s*\/>|(?:\s[^>]*)?>(.*?)<\/\1\2\s*>)/gs
const RUN = /<((?:[\w.-]+:)?)r(?:\s[^>/]*)?>(.*?)<\/\1r\s*>/gs
const CONTENT = /(<(?:[\w.-]+:)?t(?:\s[^>/]*)?>)(.*?)(<\/(?:[\w.-]+:)?t\s*>)/s
const STRUCK = /<(?:[\w.-]+:)?strike\s*(?:val=["'](?:1|true|on)["']\s*)?\/?>/
const RAISED = /<(?:[\w.-]+:)?vertAlign\s+val=["']superscript["']/

/**
 * Returns a well-formed part of a workbook with plain texts, and what its texts were: the keys count all texts of the
 * part from zero, as cells refer to shared strings.
 */
export function withPlainTexts(part: string): {
  readonly xml: string
  readonly found: ReadonlyMap<number, RichKind>
} {
  const found = new Map<number, RichKind>()
  if (!STRUCK.test(part) && !RAISED.test(part)) return { xml: part, found }
  let at = 0
  const xml = part.replace(TEXT, (whole: string, _prefix, _tag, inner: string | undefined) => {
    const index = at++
    const runs = [...(inner ?? '').matchAll(RUN)].map(([, , run = '']) => ({
      text: CONTENT.exec(run)?.[2] ?? '',
      isStruck: STRUCK.test(run),
      isRaised: RAISED.test(run),
    }))
    if (!runs.some(({ isStruck, isRaised }) => isStruck || isRaised)) return whole
    const { texts, is } = plainText(runs)
    if (is === undefined) return whole
    found.set(index, is)
    let n = 0
    return whole.replace(RUN, (run: string) => {
      const text = texts[n++] ?? ''
      return run.replace(CONTENT, (_: string, open: string, __: string, close: string) => open + text + close)
    })
  })
  return { xml, found }
}
