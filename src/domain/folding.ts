import { must } from '../base/typed.ts'

/**
 * Folds different spellings into one: capital letters, accents, composition, apostrophes, spaces, invisible
 * characters and leading zeros. Every search for people uses these functions alone. Folding only finds
 * candidates; people decide whether two are one person.
 */

/** The characters that keyboards and spreadsheets use as an apostrophe. */
const APOSTROPHES =
  /['`´\u02b9-\u02bf\u02c8\u02ca\u02cb\u0384\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07\uff40]/gu
/** Zero-width spaces and joiners, soft hyphens, direction marks. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
/** Accents. The vowel signs of other scripts are letters and are kept. */
const ACCENTS = /\p{Script=Inherited}/gu
/** Letters that do not decompose, with their spelling on keyboards that lack them. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
  ...{
    ŋ: 'ng',
    ɓ: 'b',
    ɗ: 'd',
    ɖ: 'd',
    ƙ: 'k',
    ƴ: 'y',
    ɔ: 'o',
    ɛ: 'e',
    ɣ: 'g',
    ʋ: 'v',
    ɲ: 'ny',
    ɩ: 'i',
    ʊ: 'u',
    ƒ: 'f',
  },
}
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')

export const folded = (text: string): string =>
  text
    .replace(APOSTROPHES, '')
    .replace(UNSEEN, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(ACCENTS, '')
    .replace(LETTER, (letter) => must(LETTERS[letter]))
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the words of a name, folded, without punctuation. */
export const wordsOf = (name: string): string[] => folded(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Returns the same key for the same words in any order: Nakato Grace and Grace Nakato. */
export const nameKey = (name: string): string => wordsOf(name).sort().join(' ')

/** Returns a member number as the office writes it: spreadsheets turn 17 into 17.0. */
export const memberNumber = (cell: string): string => cell.trim().replace(/^(\d+)\.0+$/, '$1')

/** Returns the same key for all spellings of a member number: spreadsheets drop the zeros of 00017. */
export const numberKey = (memberNo: string): string =>
  folded(memberNumber(memberNo))
    .replace(/\s/g, '')
    .replace(/^0+(?=\d+$)/, '')

/** More digits than any member number has. */
const MOST_DIGITS = 16

/** Returns the likely stored forms of a member number, to look up one by one; then compare by `numberKey`. */
export function numberForms(memberNo: string): string[] {
  const text = memberNumber(memberNo)
  const key = numberKey(text)
  const zeros = /^\d+$/.test(key) ? Math.max(MOST_DIGITS - key.length, 0) : 0
  const padded = Array.from({ length: zeros + 1 }, (_, n) => '0'.repeat(n) + key)
  return [...new Set([memberNo, text, text.toLowerCase(), text.toUpperCase(), ...padded, key.toUpperCase()])]
}

/** Returns the same key for all spellings of a cell that tells people apart: a name, a village, a number. */
export const cellKey = (cell: string): string => (/^\d+$/.test(folded(cell)) ? numberKey(cell) : folded(cell))

/** Returns the folded text in which a search looks for a person: the name, the member number and ids of others. */
export const searchText = (
  name: string | null,
  memberNo: string | null,
  ids: readonly string[] = [],
): string => folded([name ?? '', memberNo ?? '', ...ids].join(' '))
