import { must } from '../base/typed.ts'

/**
 * Makes text from other people safe to show. Characters that could deceive are shown as a mark, `[U+202E]`:
 * nothing is omitted silently, and nothing stored is changed (docs/decisions/foreign-text.md).
 */

const SCRIPTS_WITH_JOINERS = [
  ...['Arab', 'Syrc', 'Mand', 'Nkoo', 'Adlm', 'Rohg', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml'],
  ...['Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt', 'Java', 'Bali', 'Newa', 'Cakm', 'Thai', 'Laoo'],
]
  .map((script) => `\\p{scx=${script}}`)
  .join('')
const LETTER = `[[${SCRIPTS_WITH_JOINERS}]--[\\p{Cf}]]`

/** Matches invisible characters that a script or emoji needs: joiners inside words, variants of a letter. */
const NEEDED = [
  '\\p{RGI_Emoji}',
  `(?<=${LETTER})[\\u200c\\u200d](?=${LETTER})`,
  '(?<=\\p{sc=Han})[\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{sc=Mong})[\\u180b-\\u180d\\u180f]',
].join('|')

/**
 * Matches control, direction, invisible and private characters, except the controls that people type as
 * spaces.
 */
const UNSEEN = '[[\\p{C}\\p{Default_Ignorable_Code_Point}\\p{Zl}\\p{Zp}\\u2800]--[\\t\\n\\r]]'
/**
 * Matches marks without a letter, or stacked so high that they cover the lines above. Burmese stacks up to
 * six.
 */
const MISPLACED = [
  '(?<=^|[[\\s\\p{Z}\\p{C}\\p{Default_Ignorable_Code_Point}]--[\\u200c\\u200d]])\\p{M}',
  '(?<=[\\p{M}&&\\p{sc=Inherited}]{3})\\p{M}',
  '(?<=\\p{M}{6})\\p{M}',
].join('|')
const DECEPTIVE = `${UNSEEN}|${MISPLACED}`

/** Includes a lone carriage return, which on a terminal makes later text overwrite the line. */
const SHOWN_WRONG = `${DECEPTIVE}|\\r(?!\\n)`

/** Matches nearly all text, which needs no further search. */
const HARMLESS = /^[\t\n\x20-\x7e]*$/

/** Made for the first text that is not harmless: the patterns contain all emoji and take megabytes. */
const patterns = once(() => ({
  any: new RegExp(SHOWN_WRONG, 'v'),
  each: new RegExp(`(${NEEDED})|${DECEPTIVE}|\\[(?=U\\+[0-9A-F]{4,6}\\])`, 'gv'),
  runs: new RegExp(`(${NEEDED})|(?:${SHOWN_WRONG})+`, 'gv'),
}))

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const MARK = /\[U\+([0-9A-F]{4,6})\]/g
const MARKED = /^[[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{M}\u2800\[]--[\t\n\r]]$/v
const IS_BLANK = /^[\t\n\r\p{Zs}]*[\p{Zs}--[ ]][\t\n\r\p{Zs}]*$/v
const WIDE_SPACE = /[\p{Zs}--[ ]]/v
const SPACES = /[\t\n\r\p{Zs}]{2,}|[\t\n\r]/gu

/** Most marks shown for a run of such characters; the others are counted. */
const MOST_MARKS = 3

const markOf = (character: string): string =>
  `[U+${must(character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}]`

function marksOf(run: string): string {
  const characters = [...run]
  const more = characters.length - MOST_MARKS
  return characters.slice(0, MOST_MARKS).map(markOf).join('') + (more > 0 ? `[+${more}]` : '')
}

/** Makes finished text safe, as the last step before it is shown. Line breaks, tabs and columns are kept. */
export function marked(text: string): string {
  if (HARMLESS.test(text)) return text
  const { any, runs } = patterns()
  const seen = any.test(text)
    ? text.replace(runs, (run, needed: string | undefined) => needed ?? marksOf(run))
    : text
  return IS_BLANK.test(seen) ? seen.replace(WIDE_SPACE, markOf) : seen
}

/** Returns a value as safe text on one line, which cannot start a new line or column. */
export const shown = (text: string): string => marked(text).replace(SPACES, ' ')

/** Returns a value for a form field or a cell of a sheet, from which `asSent` restores it exactly. */
export const kept = (text: string): string =>
  HARMLESS.test(text) && !text.includes('[U+')
    ? text
    : text.replace(patterns().each, (found, needed: string | undefined) => needed ?? markOf(found))

/** Returns the value that `kept` was given. */
export const asSent = (text: string): string =>
  text.replace(MARK, (mark, hex: string) => {
    const code = Number.parseInt(hex, 16)
    const character = code > 0x10ffff ? '' : String.fromCodePoint(code)
    return MARKED.test(character) ? character : mark
  })

/** Returns a file name that is valid on every computer. */
export const fileName = (text: string): string =>
  text.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'file'

/** Returns JSON with the same values, in which characters that `marked` would mark are written as escapes. */
export const quietJson = (json: string): string =>
  json.replace(/[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/gu, (character) =>
    character === '\n' || character === '\t' || character === '\r'
      ? character
      : Array.from(
          { length: character.length },
          (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
        ).join(''),
  )
