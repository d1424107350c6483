import { Problem } from '../base/problem.ts'

/** Limit of nesting (contract §18). */
const DEFAULT_MAX_DEPTH = 32

/** Bytes of a limit for each part. In what people record, a part takes ten bytes at least. */
const BYTES_PER_PART = 8

/**
 * Returns how many parts a text may have that may have this many bytes: objects, texts (names of members too)
 * and lists. Lists that begin with a number do not count, because a plot has thousands of positions. Parts cost
 * more than bytes: 64 KiB of `{},` are 21,000 objects, and 200 bytes if compressed.
 */
export const mostPartsIn = (maxBytes: number): number => Math.floor(maxBytes / BYTES_PER_PART)

export const tooManyParts = (most: number): Problem =>
  new Problem('body_too_large', {
    detail: `It may have at most ${most} objects, lists and texts, names of members included.`,
  })

/**
 * Reads JSON that every parser understands alike: well-formed Unicode, numbers that fit a double, no member
 * twice in one object (I-JSON, RFC 7493 §2.1 to §2.3), bounded depth. Hashes must not depend on the parser.
 * @param mostParts counted before any is made: see `mostPartsIn`
 * @throws {Problem} malformed_json, body_too_large
 */
export const parseIJson = (text: string, maxDepth = DEFAULT_MAX_DEPTH, mostParts?: number): unknown =>
  readIJson(text, maxDepth, mostParts).value

/** Does the same. @returns the value, and how many parts it has */
export function readIJson(
  text: string,
  maxDepth: number,
  mostParts = Number.POSITIVE_INFINITY,
): { readonly value: unknown; readonly parts: number } {
  if (!text.isWellFormed()) throw malformed('The text is not well-formed Unicode.')
  const { members, parts } = written(text, maxDepth)
  if (parts > mostParts) throw tooManyParts(mostParts)
  let value: unknown
  try {
    value = JSON.parse(text.includes('\\') ? withPlainNames(text) : text)
  } catch {
    throw malformed('The text is not JSON.')
  }
  // The parser keeps the last of several members with one name.
  if (membersRead(value) !== members) throw malformed('An object has the same member twice.')
  // An escaped lone surrogate passes the test above and appears only after parsing.
  if (text.includes('\\u') && !everyStringIsWellFormed(value))
    throw malformed('The text is not well-formed Unicode.')
  return { value, parts }
}

/** Matches each string, with the colon after it if the string is a member's name. */
const TEXTS = /"[^"\\]*(?:\\.[^"\\]*)*"(?:[ \t\n\r]*:)?/gs

/**
 * Returns the text with unnecessary escapes removed from the names of members. V8 (12.8 and later) may take a
 * name that contains an escape for another name, seen in an earlier object: always one with a backslash, so
 * never one of ours.
 */
const withPlainNames = (text: string): string =>
  text.replace(TEXTS, (one) =>
    one.endsWith(':') && one.includes('\\')
      ? `${JSON.stringify(JSON.parse(one.slice(0, one.lastIndexOf('"') + 1)))}:`
      : one,
  )

const malformed = (detail: string) => new Problem('malformed_json', { detail })

const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c

/** Counts in one pass the members and parts written in the text, assuming it is JSON. */
function written(text: string, maxDepth: number) {
  let members = 0
  let parts = 0
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === QUOTE) {
      parts++
      const quote = text.indexOf('"', i + 1)
      i = quote > 0 && text.charCodeAt(quote - 1) !== BACKSLASH ? quote : endOfString(text, i)
    } else if (c === COLON) members++
    else if (c === 0x7b || c === 0x5b) {
      if (++depth > maxDepth) throw malformed(`The body nests deeper than ${maxDepth} levels.`)
      if (c === 0x7b || !beginsNumber(text.charCodeAt(i + 1))) parts++
    } else if (c === 0x7d || c === 0x5d) depth--
  }
  return { members, parts }
}

const beginsNumber = (c: number): boolean => (c >= 0x30 && c <= 0x39) || c === 0x2d

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

/**
 * Counts the members of all objects in a value.
 * @throws {Problem} malformed_json if a number exceeds a double
 */
function membersRead(value: unknown): number {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw malformed('A number is larger than a double holds.')
  if (typeof value !== 'object' || value === null) return 0
  const held: readonly unknown[] = Object.values(value)
  let members = Array.isArray(value) ? 0 : held.length
  for (const one of held)
    if (typeof one === 'object' || (typeof one === 'number' && !Number.isFinite(one)))
      members += membersRead(one)
  return members
}

function everyStringIsWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(
    ([member, held]) => member.isWellFormed() && everyStringIsWellFormed(held),
  )
}
