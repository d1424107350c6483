import { Problem } from '../../base/problem.ts'

/** A report is a few numbers and a short text. */
const MAX_REPORT_CHARACTERS = 2048

/**
 * Splits a batch into the texts of its records. It is not parsed as a whole: parsing 8 MiB at once would
 * block everyone, and one unreadable record must not affect the others. Only the envelope is checked: an
 * object whose member `records` is a list, perhaps with a `report`. Yields the text of each element of
 * `records`, in order.
 * @returns the text of the report; null without one
 * @throws {Problem} malformed_json or schema_violation; body_too_large for more than `maxRecords`
 */
export function* recordTexts(text: string, maxRecords: number): Generator<string, string | null> {
  const at = new TextCursor(text)
  at.skipSpace()
  if (!at.takes('{')) throw notAnObject(text)
  at.skipSpace()
  if (at.takes('}')) throw violated('/records', 'is required')
  let [hasRecords, report]: [boolean, string | null] = [false, null]
  do {
    const member = at.member()
    // Reports the first fault and reads no further: the rest may be 8 MiB of anything.
    if (member === 'records' ? hasRecords : member === 'report' && report !== null)
      throw malformed('An object has the same member twice.')
    at.skipSpace()
    if (member === 'records') {
      if (!at.takes('[')) throw violated('/records', 'must be array')
      hasRecords = true
      yield* elements(at, maxRecords)
    } else if (member === 'report') {
      report = at.value()
      if (report.length > MAX_REPORT_CHARACTERS) throw violated('/report', 'is too long')
    } else throw violated(pointerTo(member), 'is not known here')
    at.skipSpace()
  } while (at.takes(','))
  if (!at.takes('}')) throw malformed('The text is not JSON.')
  at.skipSpace()
  if (!at.isAtEnd) throw malformed('The text is not JSON.')
  if (!hasRecords) throw violated('/records', 'is required')
  return report
}

function* elements(at: TextCursor, maxRecords: number): Generator<string, void> {
  at.skipSpace()
  if (at.takes(']')) return
  let count = 0
  do {
    if (++count > maxRecords)
      throw new Problem('body_too_large', { detail: `A batch may have ${maxRecords} records at most.` })
    at.skipSpace()
    yield at.value()
  } while (at.takes(','))
  if (!at.takes(']')) throw malformed('The text is not JSON.')
}

const malformed = (detail: string) => new Problem('malformed_json', { detail })

const violated = (pointer: string, message: string) =>
  new Problem('schema_violation', { errors: [{ pointer, message }] })

/** Text that begins like another JSON value has the wrong shape; any other text is not JSON. */
const notAnObject = (text: string): Problem =>
  /^\s*(\[|"|-?\d|true|false|null)/.test(text)
    ? violated('', 'must be object')
    : malformed('The text is not JSON.')

const pointerTo = (member: string) => `/${member.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1')}`

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
/** A regular expression skips mebibytes of space in milliseconds. */
const SPACE = /[ \t\n\r]*/y

class TextCursor {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length
  }

  skipSpace(): void {
    SPACE.lastIndex = this.#at
    SPACE.test(this.#text)
    this.#at = SPACE.lastIndex
  }

  takes(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  /** Reads a member's name and its colon. */
  member(): string {
    this.skipSpace()
    const start = this.#at
    if (this.#text.charCodeAt(start) !== QUOTE) throw malformed('The text is not JSON.')
    this.#at = this.#endOfString(start) + 1
    const name = this.#text.slice(start, this.#at)
    this.skipSpace()
    if (!this.takes(':')) throw malformed('The text is not JSON.')
    try {
      return String(JSON.parse(name))
    } catch {
      throw malformed('The text is not JSON.')
    }
  }

  /**
   * Returns the text of the next value, with the space behind it, found by its brackets and quotes; it may not
   * be JSON.
   */
  value(): string {
    const text = this.#text
    let at = this.#at
    for (let depth = 0; ; at++) {
      if (at >= text.length) throw malformed('The text is not JSON.')
      const c = text.charCodeAt(at)
      if (c === QUOTE) {
        const quote = text.indexOf('"', at + 1)
        at = quote > 0 && text.charCodeAt(quote - 1) !== BACKSLASH ? quote : this.#endOfString(at)
      } else if (c === 0x7b || c === 0x5b) depth++
      else if (depth === 0 && (c === COMMA || c === 0x7d || c === 0x5d)) break
      else if (c === 0x7d || c === 0x5d) depth--
    }
    const value = text.slice(this.#at, at)
    this.#at = at
    if (value.trim() === '') throw malformed('The text is not JSON.')
    return value
  }

  /** Returns the index of the closing quote. @param start index of the opening quote */
  #endOfString(start: number): number {
    for (let from = start + 1; ; ) {
      const quote = this.#text.indexOf('"', from)
      if (quote < 0) throw malformed('A text is not closed.')
      let backslashes = 0
      while (this.#text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++
      if (backslashes % 2 === 0) return quote
      from = quote + 1
    }
  }
}
