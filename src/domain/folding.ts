import { must } from '../base/typed.ts'

/**
 * What people write in several ways, folded into one: capital letters, accents, composition, apostrophes, spaces, characters
 * that cannot be seen, and zeros before a number. Everything that looks for people folds by these functions alone. Folding
 * only finds: whether two are one person is for people to say.
 */

/** Everything that keyboards and spreadsheets put where an apostrophe belongs. */
const APOSTROPHES =
  /['`´\u02b9-\u02bf\u02c8\u02ca\u02cb\u0384\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07\uff40]/gu
/** Zero-width spaces and joiners, soft hyphens, marks of direction. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
/** Accents. The vowel signs of other scripts are letters, and stay. */
const ACCENTS = /\p{Script=Inherited}/gu
/** Letters that do not decompose, as they are written where a keyboard lacks them. */
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

/** The words of a name, folded, without punctuation. */
export const wordsOf = (name: string): string[] => folded(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** The same for two names of the same words, in any order: Nakato Grace is Grace Nakato. */
export const nameKey = (name: string): string => wordsOf(name).sort().join(' ')

/** As the office writes it: spreadsheets turn 17 into 17.0. */
export const memberNumber = (cell: string): string => cell.trim().replace(/^(\d+)\.0+$/, '$1')

/** The same for two ways to write one member number: spreadsheets drop the zeros of 00017. */
export const numberKey = (memberNo: string): string =>
  folded(memberNumber(memberNo))
    .replace(/\s/g, '')
    .replace(/^0+(?=\d+$)/, '')

/** Nobody's number has more digits. */
const MOST_DIGITS = 16

/** The ways in which a member number is likely to be stored, to be looked up one by one; compare those found by `numberKey`. */
export function numberForms(memberNo: string): string[] {
  const text = memberNumber(memberNo)
  const key = numberKey(text)
  const zeros = /^\d+$/.test(key) ? Math.max(MOST_DIGITS - key.length, 0) : 0
  const padded = Array.from({ length: zeros + 1 }, (_, n) => '0'.repeat(n) + key)
  return [...new Set([memberNo, text, text.toLowerCase(), text.toUpperCase(), ...padded, key.toUpperCase()])]
}

/** The same for two ways to write one cell that tells people apart: a name, a village, a number. */
export const cellKey = (cell: string): string => (/^\d+$/.test(folded(cell)) ? numberKey(cell) : folded(cell))

/** What people are searched for in: the name and the member number. */
export const searchText = (name: string | null, memberNo: string | null): string =>
  folded(`${name ?? ''} ${memberNo ?? ''}`)
