import { must } from '../base/typed.ts'
import { marked, shown } from './foreign.ts'

/**
 * Text in fixed columns. `plain` or `quoted` treats what people wrote; `page` makes the finished page safe
 * again.
 */

export const COLUMNS = 100

/** Keeps words on one line; printed as a space. */
const GLUE = '\u00a0'

// Characters that are one column wide, including the glue.
const NARROW = /^[ -~\u00a0]*$/
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u
// UAX #11, rounded up: characters that some screens show in one column and others in two count as two.
const TWO_WIDE =
  /[\p{Emoji_Presentation}\p{Extended_Pictographic}\p{Regional_Indicator}\p{sc=Hangul}\p{sc=Han}\p{sc=Yi}\u2e80-\u4dff\u4e00-\ua4cf\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{1b2ff}\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]/u

function columnsOf(character: string): number {
  if (NO_WIDTH.test(character)) return 0
  return TWO_WIDE.test(character) ? 2 : 1
}

/**
 * Returns the columns that a text takes on a screen: two for ideographs and emoji, none for combining marks.
 */
export function widthOf(text: string): number {
  if (NARROW.test(text)) return text.length
  let width = 0
  for (const character of text) width += columnsOf(character)
  return width
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/** Returns text from other people as one safe line, with identifiers masked. */
export function plain(text: string, maxWidth = Number.POSITIVE_INFINITY): string {
  const clean = shown(text.normalize('NFC'))
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
    .replace(UUID, '[identifier]')
  return cut(clean, maxWidth)
}

/** Matches characters that look like the closing quotation mark. Single marks are apostrophes in names. */
const CLOSING =
  /[[\p{Quotation_Mark}\u02ba\u02dd\u02ee\u02f6\u05f2\u05f4\u2033\u2034\u2036\u2057\u275d\u275e\u2760\u3003\u{1f676}-\u{1f678}]--['\u2018-\u201b\u2039\u203a\u300c-\u300f\ufe41-\ufe44\uff07\uff62\uff63]]|''+|[\u2018\u2019\u02bc]{2,}/gv

/**
 * Returns text in quotation marks that it cannot close, so that nobody takes it for the service's own words.
 */
export function quoted(text: string, maxWidth = 40): string {
  const words = plain(text.normalize('NFC').replace(CLOSING, "'"), maxWidth)
  return words === '' ? '(nothing readable)' : `"${together(words)}"`
}

/** Keeps the number at the end of a name on the line of the word before it: `Phone 1`. */
export const withItsNumber = (name: string): string => name.replace(/ (?=\p{Nd}+$)/u, GLUE)

/** Replaces spaces by glue, which keeps words on one line. */
export function together(text: string): string {
  return text.replaceAll(' ', GLUE)
}

/** Turns glue back into spaces. */
export function apart(text: string): string {
  return text.replaceAll(GLUE, ' ')
}

/** Cuts text to a width, ending in three dots if anything is missing. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  return `${headOf(text, width - 3).trimEnd()}...`
}

/** Made when the first text is cut. */
let letters: Intl.Segmenter | undefined

function headOf(text: string, width: number): string {
  let used = 0
  let end = 0
  // A letter keeps its marks, an emoji its parts.
  letters ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { segment, index } of letters.segment(text)) {
    used += widthOf(segment)
    if (used > width) break
    end = index + segment.length
  }
  return text.slice(0, end)
}

export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'left' ? text + space : space + text
}

/** A figure, perhaps with a currency before or after it. Thousands may be separated by glue. */
const FIGURE = /^(?:[A-Z]{3}\u00a0)?-?\d[\d.,]*(?:\u00a0[\d.,]+)*(?:\u00a0[A-Z]{3})?$/

/** Splits a word that is longer than a line, to continue on the next. */
function piecesOf(word: string, room: number): string[] {
  if (widthOf(word) <= room || room <= 0) return [word]
  return word.split(GLUE).flatMap((part) => {
    const pieces = []
    for (let rest = part; rest !== ''; rest = rest.slice(must(pieces.at(-1)).length))
      pieces.push(headOf(rest, room) || rest)
    return pieces
  })
}

/** Breaks a paragraph into lines at spaces; a word longer than a line is cut, a figure goes on in the next. */
export function wrap(text: string, indent = '', hanging = indent, width = COLUMNS): string[] {
  const lines: string[] = []
  let line = indent
  let isEmpty = true
  // Cut off, a figure would be another figure.
  const whole = (word: string) => (FIGURE.test(word) ? piecesOf(word, width - widthOf(hanging)) : [word])
  for (const word of text.split(' ').flatMap(whole)) {
    if (word === '') continue
    if (!isEmpty && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line)
      line = hanging
      isEmpty = true
    }
    line += isEmpty ? cut(word, width - widthOf(line)) : ` ${word}`
    isEmpty = false
  }
  if (!isEmpty) lines.push(line)
  return lines
}

/** Lets words that are longer than a line go on in the next, so that `wrap` cuts none. */
export const breakable = (text: string, width: number): string =>
  text
    .split(' ')
    .flatMap((word) => piecesOf(word, width))
    .join(' ')

/** Returns the finished page; lines that are too long are cut. */
export function page(lines: readonly string[]): string {
  return marked(lines.join('\n'))
    .split('\n')
    .map((line) => cut(apart(line).trimEnd(), COLUMNS))
    .join('\n')
    .concat('\n')
}
