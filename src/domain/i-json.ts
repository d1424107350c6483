import { Problem } from '../problem.ts'

/** Contract §18. */
const DEFAULT_MAX_DEPTH = 32

/**
 * Reads JSON that means the same to everybody: well-formed Unicode, numbers that a double holds, no member
 * twice in one object (I-JSON, RFC 7493 §2.1 to §2.3), bounded depth. What is hashed must not depend on how a
 * parser takes such things.
 * @throws {Problem} malformed_json
 */
export function parseIJson(text: string, maxDepth = DEFAULT_MAX_DEPTH): unknown {
  if (!text.isWellFormed()) throw malformed('The text is not well-formed Unicode.')
  scan(text, maxDepth)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw malformed('The text is not JSON.')
  }
  // An escaped lone surrogate passes the test above; only the parsed text shows it.
  if (text.includes('\\u') && !everyStringIsWellFormed(value))
    throw malformed('The text is not well-formed Unicode.')
  if (MAYBE_TOO_LARGE.test(text) && !everyNumberIsFinite(value))
    throw malformed('A number is larger than a double holds.')
  return value
}

const malformed = (detail: string) => new Problem('malformed_json', { detail })

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** One pass over the text for depth and repeated members; syntax is left to the parser. */
function scan(text: string, maxDepth: number): void {
  const open: (Set<string> | null)[] = []
  let atMember = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === QUOTE) {
      const end = endOfString(text, i)
      if (atMember) {
        const members = open[open.length - 1] as Set<string>
        const raw = text.slice(i + 1, end)
        const member = raw.includes('\\') ? unescaped(raw) : raw
        if (members.has(member)) throw malformed('An object has the same member twice.')
        members.add(member)
        atMember = false
      }
      i = end
    } else if (c === 0x7b || c === 0x5b) {
      open.push(c === 0x7b ? new Set() : null)
      atMember = c === 0x7b
      if (open.length > maxDepth) throw malformed(`The body nests deeper than ${maxDepth} levels.`)
    } else if (c === 0x7d || c === 0x5d) {
      open.pop()
      atMember = false
    } else if (c === 0x2c) {
      atMember = open.length > 0 && open[open.length - 1] !== null
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; ; ) {
    const quote = text.indexOf('"', i)
    if (quote < 0) throw malformed('A text is not closed.')
    let backslashes = 0
    while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return quote
    i = quote + 1
  }
}

function unescaped(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    throw malformed('The text is not JSON.')
  }
}

function everyStringIsWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(
    ([member, held]) => member.isWellFormed() && everyStringIsWellFormed(held),
  )
}

/** A double ends at 1.8e308: a greater number has a long exponent or very many digits. */
const MAYBE_TOO_LARGE = /[eE]\+?\d{2}|\d{200}/

function everyNumberIsFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(everyNumberIsFinite)
}
