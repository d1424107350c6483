import type { Random } from '../../support/records/gate/random.ts'

/** Values that make programs stumble, none of which looks like a stack, a path of ours or SQL that failed. */

export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u202eoverride',
  '\u200b\u200b',
  '\ufeffmark',
  '\ufffe\uffff',
  '\ud83d\udc69\u200d\ud83c\udf3e',
  'e\u0301'.repeat(50),
  'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d'.repeat(20),
  '\u{1f1fa}\u{1f1ec}',
  'İıſK',
  '؀۝',
  '\u2028\u2029',
  '\r\n\tx',
  '\\',
  '"',
  "'; --",
  '" OR 1=1',
  '%00%0a',
  '%s%n%d',
  '{{7*7}}',
  '../../../../etc/passwd',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'true',
  'NaN',
  '-0',
  '1e400',
  '0x10',
  '٣',
  'ﬀ',
  '𝟘',
]

export const ODD_NUMBERS: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.1 + 0.2,
  5e-324,
  2.2250738585072014e-308,
  1.7976931348623157e308,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 32,
  2 ** 53,
  2 ** 53 - 1,
  -(2 ** 53) + 1,
  2 ** 63,
  2 ** 64,
  1e21,
  -1e21,
  1e-7,
  0.1 + 0.7,
  1e15 + 0.3,
]

/** Numbers that no value of the language becomes, as they stand in a text. */
export const ODD_NUMERALS: readonly string[] = [
  '1e400',
  '-1e400',
  '1E-400',
  '-0',
  '-0.0',
  '0.0000000000000000000000000000000000001',
  '9007199254740993',
  '100000000000000000000000000000000000000000',
  '1.7976931348623159e308',
  '01',
  '1.',
  '.5',
  '+1',
  '0x1F',
  'NaN',
  'Infinity',
  '1e',
  '--1',
  '1_000',
  '9'.repeat(5_000),
  `0.${'3'.repeat(5_000)}`,
]

export const ODD_INSTANTS: readonly string[] = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '0099-12-31T23:59:59.999Z',
  '1969-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '9999-12-31T23:59:59-23:59',
  '0000-01-01T00:00:00+23:59',
  '+010000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '2024-02-29T00:00:00Z',
  '2026-06-31T00:00:00Z',
  '2026-06-28T24:00:00Z',
  '2026-06-28T23:59:60Z',
  '2026-06-30T23:59:60Z',
  '2026-06-28T23:60:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-10T00:00:00Z',
  '2026-06-28t07:15:00z',
  '2026-06-28 07:15:00Z',
  '2026-06-28T07:15:00',
  '2026-06-28T07:15Z',
  '2026-06-28',
  '2026-W26-7',
  '2026-06-28T07:15:00+24:00',
  '2026-06-28T07:15:00+00:60',
  '2026-06-28T07:15:00-00:00',
  '2026-06-28T07:15:00,5Z',
  '2026-06-28T07:15:00.Z',
  `2026-06-28T07:15:00.${'1'.repeat(300)}Z`,
  '1782630900',
  ' 2026-06-28T07:15:00Z',
  '2026-06-28T07:15:00Z ',
  '２０２６-06-28T07:15:00Z',
]

export const ODD_IDS: readonly string[] = [
  '',
  '0',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '00000000-0000-7000-8000-000000000000',
  'ffffffff-ffff-7fff-bfff-ffffffffffff',
  '019e878f-aa80-4045-845b-2a0a29e7f500',
  '019e878f-aa80-7045-c45b-2a0a29e7f500',
  '019E878F-AA80-7045-845B-2A0A29E7F500',
  '{019e878f-aa80-7045-845b-2a0a29e7f500}',
  '019e878faa807045845b2a0a29e7f500',
  '019e878f-aa80-7045-845b-2a0a29e7f50',
  '019e878f-aa80-7045-845b-2a0a29e7f5000',
  'urn:uuid:019e878f-aa80-7045-845b-2a0a29e7f500',
]

/** As a value of JSON, whatever was meant to stand there. */
export function oddValue(random: Random): unknown {
  const kind = random.below(12)
  if (kind === 0) return null
  if (kind === 1) return random.chance(0.5)
  if (kind === 2) return random.pick(ODD_NUMBERS)
  if (kind === 3) return random.pick(ODD_INSTANTS)
  if (kind === 4) return random.pick(ODD_IDS)
  if (kind === 5) return 'x'.repeat(random.pick([100, 201, 2_001, 20_000, 66_000]))
  if (kind === 6) return []
  if (kind === 7) return {}
  if (kind === 8) return Array.from({ length: random.pick([2, 17, 300, 5_000]) }, () => random.below(9))
  if (kind === 9) return nested(random.pick([3, 30, 33, 200, 3_000]), random.chance(0.5))
  return random.pick(ODD_TEXTS)
}

function nested(depth: number, inArrays: boolean): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = inArrays ? [value] : { a: value }
  return value
}
