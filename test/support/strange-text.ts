/** What people can write to deceive those who read it. */

const code = (...points: number[]): string => String.fromCodePoint(...points)

/** Characters that must never be in what people see: controls, directions, no width, tags, selectors, blanks. */
const DECEPTIVE: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x08],
  [0x0b, 0x0c],
  [0x0e, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe0fff],
  [0xf0000, 0x10ffff],
]

/** The first of them that a text has, or a pile of accents, with what stands around it; null: none. */
export function deceptionIn(text: string): string | null {
  let marks = 0
  let at = 0
  for (const character of text) {
    const point = character.codePointAt(0) as number
    marks = point >= 0x300 && point <= 0x36f ? marks + 1 : 0
    if (marks > 3 || DECEPTIVE.some(([from, to]) => point >= from && point <= to))
      return `U+${point.toString(16)} in ${JSON.stringify(text.slice(Math.max(0, at - 80), at + 20))}`
    at += character.length
  }
  return null
}

export const STRANGE: readonly string[] = [
  ...['\u202A', '\u202B', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069'],
  ...['\u061C', '\u200E', '\u200F', '\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF', '\u00AD', '\uFE0F'],
  ...['\u0000', '\u001B[2J', '\u009B0m', '\u0085', '\u2028', '\u2029', '\u000B'],
  ...['\u00A0', '\u3000', '\u3164', '\u2800', '\u0301'.repeat(30), '\uD800'],
  ...[code(0xe0041), code(0xe0101), code(0xf0000)],
]

const ORDINARY = [
  ...['a', 'Z', '7', ' ', '  ', '\n', '\r', '\t', ',', ';', "'", '"', '=', '+', '-', '@', '<', '&'],
  ...['\u05D0', '\u05D4', '\u10D0', '\u30AB', code(0x1f469), '[', ']', 'U+202E', '\u00E9'],
]

/** The same text for the same seed. */
export function randomText(seed: number): string {
  let state = (seed + 1) * 2_654_435_761
  const next = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) | 0
    return (state >>> 1) % below
  }
  const all = [...STRANGE, ...ORDINARY, ...ORDINARY]
  return Array.from({ length: next(9) }, () => all[next(all.length)]).join('')
}

/** By this the tests find the hostile name again. */
export const SEEN = 'Zed'

/** A name with what deceives. It fits into the shortest of the texts that people choose. */
export const HOSTILE = `${SEEN}\u202Ee\u2066v\u200E\u061C\u200Bi\u2060\u200Dl\uFEFF\u00AD\uFE0F${code(0xe0041)}\u001B[31m\u009B\u2028\u3164\u2800\u0301\u0301\u0301\u0301\u0301`
