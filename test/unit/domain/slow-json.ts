import fc from 'fast-check'

/**
 * JSON as RFC 8259 writes its grammar, and what I-JSON (RFC 7493) takes of it: read one letter after the other, with nothing
 * of the engine's own reader. That one may take a name with an escape for another one (V8 12.8 and later).
 * @throws {NoIJson}
 */
export function slowJson(text: string, maxDepth = 32): unknown {
  if (LONE.test(text)) throw new NoIJson('a lone surrogate')
  const reader = new Reader(text, maxDepth)
  const value = reader.value(0)
  if (reader.next !== undefined) throw new NoIJson('something stands behind the value')
  return value
}

export class NoIJson extends Error {}

const ESCAPED: Readonly<Record<string, string>> = {
  ...{ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' },
}
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const WORDS = { true: true, false: false, null: null }

class Reader {
  readonly #text: string
  readonly #maxDepth: number
  #at = 0

  constructor(text: string, maxDepth: number) {
    this.#text = text
    this.#maxDepth = maxDepth
  }

  /** The next letter that is no white space. */
  get next(): string | undefined {
    while (' \t\n\r'.includes(this.#text[this.#at] ?? 'x')) this.#at++
    return this.#text[this.#at]
  }

  value(depth: number): unknown {
    const first = this.next
    if (first === '"') return this.#string()
    if (first === '[' || first === '{') {
      if (depth === this.#maxDepth) throw new NoIJson('too deep')
      return first === '[' ? this.#list(depth + 1) : this.#object(depth + 1)
    }
    for (const [word, meant] of Object.entries(WORDS))
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length
        return meant
      }
    NUMBER.lastIndex = this.#at
    const number = NUMBER.exec(this.#text)?.[0]
    if (number === undefined) throw new NoIJson('no value')
    this.#at += number.length
    if (!Number.isFinite(Number(number))) throw new NoIJson('a number that no double holds')
    return Number(number)
  }

  #list(depth: number): unknown[] {
    const elements: unknown[] = []
    this.#each('[', ']', () => elements.push(this.value(depth)))
    return elements
  }

  #object(depth: number): object {
    const members = new Map<string, unknown>()
    this.#each('{', '}', () => {
      if (this.next !== '"') throw new NoIJson('no name')
      const name = this.#string()
      if (members.has(name)) throw new NoIJson('a member twice')
      this.#take(':')
      members.set(name, this.value(depth))
    })
    return Object.fromEntries(members)
  }

  #each(open: string, close: string, read: () => void): void {
    this.#take(open)
    if (this.next !== close) for (read(); this.next === ','; read()) this.#at++
    this.#take(close)
  }

  #take(letter: string): void {
    if (this.next !== letter) throw new NoIJson(`no ${letter}`)
    this.#at++
  }

  #string(): string {
    let read = ''
    for (this.#at++; ; ) {
      const letter = this.#text[this.#at++]
      if (letter === undefined || letter < ' ') throw new NoIJson('no end, or a control character')
      if (letter === '"') break
      read += letter === '\\' ? this.#escaped() : letter
    }
    if (LONE.test(read)) throw new NoIJson('a lone surrogate')
    return read
  }

  #escaped(): string {
    const letter = this.#text[this.#at++] ?? ''
    if (Object.hasOwn(ESCAPED, letter)) return ESCAPED[letter] as string
    const digits = this.#text.slice(this.#at, this.#at + 4)
    if (letter !== 'u' || !/^[0-9a-fA-F]{4}$/.test(digits)) throw new NoIJson('no such escape')
    this.#at += 4
    return String.fromCharCode(Number.parseInt(digits, 16))
  }
}

const space = fc.oneof({ weight: 6, arbitrary: fc.constant('') }, fc.stringMatching(/^[ \t\n\r]{1,3}$/), {
  weight: 1,
  arbitrary: fc.constantFrom(' ', '\n', '\u00a0', '\ufeff', '\v'),
})

/** A text in quotes, its letters now and then as escapes. */
const quoted = (text: string, escapes: number): string =>
  `"${[...Array(text.length).keys()]
    .map((i) => {
      const letter = text[i] as string
      const code = letter.charCodeAt(0).toString(16).padStart(4, '0')
      if ((escapes >> (i % 30)) & 1) return `\\u${i % 2 ? code : code.toUpperCase()}`
      return letter === '"' || letter === '\\' ? `\\${letter}` : letter < ' ' ? `\\u${code}` : letter
    })
    .join('')}"`

const names = fc.constantFrom('', ...'a b ab __proto__ toString records é 😀 : }{ 1 01'.split(' '))
const LETTERS = ['\\', '"', ':', '{', ']', ',', '\ud83d', '\ude00', 'x', '\n', '/', '\u2028', '\u007f']
const words = fc.oneof(names, fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 5 }))
const ESCAPES = { max: 2 ** 30 - 1 }
const often = (...usual: string[]) => ({ weight: 8, arbitrary: fc.constantFrom(...usual) })
const numbers = fc.oneof(
  often('0', '-0', '1.5', '1E+5', '0.1e-400', '1e308', '9007199254740993'),
  fc.constantFrom('1e400', '-1e309', '01', '+1', '.5', '1.', '1e', '-', '5e-324', '9'.repeat(310)),
)

/** Most of them are I-JSON. */
export const jsonTexts: fc.Arbitrary<string> = fc.letrec((tie) => ({
  any: fc
    .tuple(
      space,
      fc.oneof(
        { maxDepth: 4 },
        fc.tuple(words, fc.nat(ESCAPES)).map(([word, escapes]) => quoted(word, escapes)),
        numbers,
        fc.constantFrom('true', 'false', 'null'),
        fc.array(tie('any'), { maxLength: 4 }).map((elements) => `[${elements.join(',')}]`),
        fc
          .array(fc.tuple(space, names, fc.nat(ESCAPES), space, tie('any')), { maxLength: 4 })
          .map(
            (members) =>
              `{${members.map(([before, name, escapes, behind, value]) => `${before}${quoted(name, escapes)}${behind}:${value}`)}}`,
          ),
      ),
      space,
    )
    .map((parts) => parts.join('')),
})).any as fc.Arbitrary<string>

const PUT = ['', '"', '\\', '{', '}', '[', ']', ',', ':', '0', 'e', '-', ' ', '\u0000', '\ud800', '\\u', 'n']

/** The same, with a letter put in, left out or replaced. */
export const damagedTexts: fc.Arbitrary<string> = fc
  .tuple(jsonTexts, fc.nat(), fc.nat(1), fc.constantFrom(...PUT))
  .map(([text, place, cut, put]) => {
    const at = place % (text.length + 1)
    return text.slice(0, at) + put + text.slice(at + cut)
  })
