/**
 * The JSON Canonicalization Scheme once more, written from RFC 8785 alone: strings escaped character by
 * character (§3.2.2.2), members sorted by their UTF-16 code units (§3.2.3).
 */
export function rfc8785(value: unknown): string {
  if (value === null || typeof value === 'boolean') return `${value}`
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(rfc8785).join(',')}]`
  const members = Object.entries(value as object).sort(([a], [b]) => compareCodeUnits(a, b))
  return `{${members.map(([name, held]) => `${quoted(name)}:${rfc8785(held)}`).join(',')}}`
}

function compareCodeUnits(a: string, b: string): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    if (a.charCodeAt(i) !== b.charCodeAt(i)) return a.charCodeAt(i) - b.charCodeAt(i)
  }
  return a.length - b.length
}

const SHORT: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
}

function quoted(text: string): string {
  let out = '"'
  for (const unit of text) {
    const code = unit.codePointAt(0) as number
    out += SHORT[unit] ?? (code < 0x20 ? `\\u${code.toString(16).padStart(4, '0')}` : unit)
  }
  return `${out}"`
}

/** ECMA-262 Number::toString (§3.2.2.3), from the shortest digits and their exponent. */
function numberText(value: number): string {
  if (value === 0) return '0'
  if (value < 0) return `-${numberText(-value)}`
  const [mantissa, power] = value.toExponential().split('e') as [string, string]
  const digits = mantissa.replace('.', '')
  const k = digits.length
  const n = Number(power) + 1
  if (k <= n && n <= 21) return digits + '0'.repeat(n - k)
  if (0 < n && n <= 21) return `${digits.slice(0, n)}.${digits.slice(n)}`
  if (-6 < n && n <= 0) return `0.${'0'.repeat(-n)}${digits}`
  const exponent = `e${n - 1 < 0 ? '-' : '+'}${Math.abs(n - 1)}`
  return k === 1 ? digits + exponent : `${digits[0]}.${digits.slice(1)}${exponent}`
}
