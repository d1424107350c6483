/**
 * JSON in the exact form that is hashed: the JSON Canonicalization Scheme, RFC 8785.
 *
 * Members are ordered by UTF-16 code units (RFC 8785 §3.2.3, which is how JavaScript compares strings);
 * numbers and strings are written as ECMAScript writes them (§3.2.2). Text is built directly and never
 * through an intermediate object, so that a member named `__proto__` is data like any other.
 */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json }

export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) {
    if (typeof value !== 'number') return JSON.stringify(value)
    if (!Number.isFinite(value)) throw new TypeError('not a JSON number')
    return String(value)
  }
  if (Array.isArray(value)) {
    let out = '['
    for (let i = 0; i < value.length; i++) out += (i ? ',' : '') + canonicalJson(value[i])
    return `${out}]`
  }
  const members = Object.keys(value).sort()
  let out = '{'
  let separator = ''
  for (const member of members) {
    const held = (value as Record<string, unknown>)[member]
    if (held === undefined) continue
    const name = names.get(member) ?? named(member)
    if (typeof held === 'string' && PLAIN.test(held)) out += `${separator}${name}"${held}"`
    else if (typeof held === 'number' && Number.isFinite(held)) out += separator + name + String(held)
    else out += separator + name + canonicalJson(held)
    separator = ','
  }
  return `${out}}`
}

/** Printable ASCII that needs no escape: nearly every string. */
const PLAIN = /^[ !#-[\]-~]*$/
const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text))

/** Member names as written, cached because all records use the same few. */
const names = new Map<string, string>()
const MOST_NAMES = 1_024
const LONGEST_NAME = 64

function named(member: string): string {
  const name = `${quoted(member)}:`
  if (names.size >= MOST_NAMES) names.clear()
  if (member.length <= LONGEST_NAME) names.set(member, name)
  return name
}
