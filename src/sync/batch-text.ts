import { Problem, type Violation } from '../problem.ts'

/**
 * Takes a batch apart into the texts of its records without parsing it as a whole: eight mebibytes at once would hold up
 * everybody else, and a record that cannot be read must not cost the others.
 *
 * The envelope is judged here: an object with the one member `records`, a list. What stands between the commas is left to
 * whoever reads the records.
 * @yields the text of each element of `records`, in order
 * @throws {Problem} malformed_json, schema_violation; body_too_large for more than `maxRecords`
 */
export function* recordTexts(text: string, maxRecords: number): Generator<string, void> {
  const at = new Place(text)
  at.skipSpace()
  if (!at.takes('{')) throw notAnObject(text)
  const seen = new Set<string>()
  const unknown: Violation[] = []
  at.skipSpace()
  if (!at.takes('}')) {
    do {
      const member = at.member()
      if (seen.has(member)) throw malformed('An object has the same member twice.')
      seen.add(member)
      at.skipSpace()
      if (member === 'records' && at.takes('[')) yield* elements(at, maxRecords)
      else if (member === 'records') throw violated('/records', 'must be array', at.value())
      else unknown.push({ pointer: pointerTo(member), message: checked(at.value(), 'is not known here') })
      at.skipSpace()
    } while (at.takes(','))
    if (!at.takes('}')) throw malformed('The text is not JSON.')
  }
  at.skipSpace()
  if (!at.isAtEnd) throw malformed('The text is not JSON.')
  if (!seen.has('records')) unknown.push({ pointer: '/records', message: 'is required' })
  if (unknown.length > 0) throw new Problem('schema_violation', { errors: unknown })
}

function* elements(at: Place, maxRecords: number): Generator<string, void> {
  at.skipSpace()
  if (at.takes(']')) return
  let count = 0
  do {
    if (++count > maxRecords)
      throw new Problem('body_too_large', { detail: `A batch holds ${maxRecords} records at most.` })
    at.skipSpace()
    yield at.value()
    at.skipSpace()
  } while (at.takes(','))
  if (!at.takes(']')) throw malformed('The text is not JSON.')
}

const malformed = (detail: string) => new Problem('malformed_json', { detail })

const violated = (pointer: string, message: string, valueText: string) =>
  new Problem('schema_violation', { errors: [{ pointer, message: checked(valueText, message) }] })

/** JSON of another shape is well-formed all the same; what is no JSON is not. */
function checked(valueText: string, message: string): string {
  try {
    JSON.parse(valueText)
    return message
  } catch {
    throw malformed('The text is not JSON.')
  }
}

function notAnObject(text: string): Problem {
  return violated('', 'must be object', text)
}

const pointerTo = (member: string) => `/${member.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1')}`

const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d])
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENING = new Set([0x7b, 0x5b])
const CLOSING = new Set([0x7d, 0x5d])

/** A place in a text. */
class Place {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length
  }

  skipSpace(): void {
    while (SPACE.has(this.#text.charCodeAt(this.#at))) this.#at++
  }

  takes(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  /** The name of a member, past its colon. */
  member(): string {
    this.skipSpace()
    const start = this.#at
    if (!this.takes('"')) throw malformed('The text is not JSON.')
    this.#skipString()
    const name = this.#text.slice(start, this.#at)
    this.skipSpace()
    if (!this.takes(':')) throw malformed('The text is not JSON.')
    try {
      return JSON.parse(name) as string
    } catch {
      throw malformed('The text is not JSON.')
    }
  }

  /** The text of the value that begins here: as far as its brackets and quotes go, whether it is JSON or not. */
  value(): string {
    const start = this.#at
    let depth = 0
    for (; this.#at < this.#text.length; ) {
      const c = this.#text.charCodeAt(this.#at)
      if (depth === 0 && (c === COMMA || CLOSING.has(c))) break
      this.#at++
      if (c === QUOTE) this.#skipString()
      else if (OPENING.has(c)) depth++
      else if (CLOSING.has(c)) depth--
    }
    const value = this.#text.slice(start, this.#at)
    if (depth > 0 || value.trim() === '') throw malformed('The text is not JSON.')
    return value
  }

  /** Behind its opening quote. */
  #skipString(): void {
    for (;;) {
      const quote = this.#text.indexOf('"', this.#at)
      if (quote < 0) throw malformed('A text is not closed.')
      let backslashes = 0
      while (this.#text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++
      this.#at = quote + 1
      if (backslashes % 2 === 0) return
    }
  }
}
