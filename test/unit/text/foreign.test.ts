import { expect, test } from 'vitest'
import { asSent, fileName, kept, marked, quietJson, shown } from '../../../src/text/foreign.ts'
import { deceptionIn, randomText, STRANGE } from '../../support/strange-text.ts'

/** Names and words of other people: nothing in them can deceive, and nothing is left out without a word. */

test.each([
  ['a letter that turns the line around', 'Ali\u202Eevil\u202C', 'Ali[U+202E]evil[U+202C]'],
  ['isolates and marks', '\u2066a\u2069\u200E\u200Fb\u061C', '[U+2066]a[U+2069][U+200E][U+200F]b[U+061C]'],
  ['letters without a width', 'Gr\u200Bace\u2060 \uFEFFN\u00ADa', 'Gr[U+200B]ace[U+2060] [U+FEFF]N[U+00AD]a'],
  ['a joiner among letters that do not join', 'Gr\u200Dace', 'Gr[U+200D]ace'],
  ['a terminal command', '\u001B[31mred\u009B0m', '[U+001B][31mred[U+009B]0m'],
  ['line breaks and tabs', 'a\nb\r\nc\td', 'a b c d'],
  ['other line breaks', 'a\u2028b\u2029c\u0085d\u000Be', 'a[U+2028]b[U+2029]c[U+0085]d[U+000B]e'],
  ['columns of its own', 'Ali      900 kg\u3000\u3000', 'Ali 900 kg '],
  ['only spaces that look like nothing', '\u3000\u00A0', '[U+3000]\u00A0'],
  ['letters that look like nothing', '\u3164\u2800', '[U+3164][U+2800]'],
  ['a selector without a letter that has variants', 'a\uFE0F', 'a[U+FE0F]'],
  ['a hidden message', `a${'\u{E0041}'.repeat(50)}`, 'a[U+E0041][U+E0041][U+E0041][+47]'],
  ['a pile of accents', `e${'\u0301'.repeat(40)}`, `e${'\u0301'.repeat(3)}[U+0301][U+0301][U+0301][+34]`],
  ['an accent without a letter', '\u0301a \u0302', '[U+0301]a [U+0302]'],
  ['half a character', 'a\uD800', 'a[U+D800]'],
])('%s', (_what, text, seen) => {
  expect(shown(text)).toBe(seen)
})

test.each([
  'Grace Nakato-Ssali O’Brien',
  'Nguyễn Thị Ánh',
  'محمد عبد الله',
  'می‌خواهم',
  'אֲבִיגַיִל',
  'क्‍षत्रिय',
  'র‍্যাব',
  'ශ්‍රී ලංකා',
  'မြွှေ',
  'កម្ពុជា',
  'བསྒྲུབས',
  '葛\u{E0100}城',
  '👩🏾‍🌾 ❤️ 1️⃣ 🇺🇬 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
])('people’s own names stay as they are: %s', (name) => {
  expect(shown(name)).toBe(name)
  expect(kept(name)).toBe(name)
})

test('what is kept in a form or a cell comes back exactly', () => {
  const texts = [...STRANGE, '[U+202E]', '[U+0041]', '[U+005B]U+202E]', '[U+[U+202E]', 'a\u202E[U+202E]']
  for (let seed = 0; seed < 3_000; seed++) texts.push(randomText(seed))
  for (const text of texts) {
    expect(asSent(kept(text)), JSON.stringify(text)).toBe(text)
    expect(deceptionIn(kept(text))).toBeNull()
  }
  expect(asSent('[U+0041] [U+110000] [U+0301')).toBe('[U+0041] [U+110000] [U+0301')
})

test('finished text keeps its lines and columns', () => {
  expect(marked('Name    Kg\n----  ----\n\tAli\u202E  3')).toBe('Name    Kg\n----  ----\n\tAli[U+202E]  3')
})

test('what is safe stays so', () => {
  for (let seed = 0; seed < 1_000; seed++) {
    const once = shown(randomText(seed))
    expect(shown(once), JSON.stringify(randomText(seed))).toBe(once)
  }
})

test('JSON keeps its values', () => {
  for (const text of STRANGE) {
    const quiet = quietJson(JSON.stringify({ [text]: text }, null, 2))
    expect(JSON.parse(quiet)).toEqual({ [text]: text })
    expect(quiet).not.toMatch(/[\u007f-\u009f\u2028\u2029\p{Cf}\u3164]/u)
  }
})

test('a file’s name has only letters, digits, dots and dashes', () => {
  expect(fileName('../lot "1"\r\n\u202Efdp.exe')).toBe('lot-1-fdp.exe')
  expect(fileName('\u202E')).toBe('file')
})
