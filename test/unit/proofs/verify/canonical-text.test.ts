import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../../src/domain/canonical.ts'
import { isCanonicalText } from '../../../../src/proofs/verify/canonical-text.ts'

/** The text that is canonical is the one that the program's own writer gives, and no other. */

const CANONICAL = [
  '{}',
  '[]',
  '{"a":1}',
  '{"a":{"b":[1,2.5,"x"]},"b":[],"c":null}',
  '{"a":"é€😀","é":true}',
  '{"":1,"a":2}',
  '{"a":"x\\ny","b":"\\""}',
  '{"10":1,"9":2}',
  '{"a":-1.5,"b":0,"c":0.5,"d":-0.5}',
  '{"a":0.05,"b":1e+21,"c":1e-7,"d":123456789.1234567}',
  '{"__proto__":1,"a":2}',
  '[[{"a":1},{"a":1}],{"a":[{"b":1}],"b":2}]',
]

const OTHERWISE = [
  '{"a": 1}',
  ' {"a":1}',
  '{"a":1}\n',
  '{"b":1,"a":2}',
  '{"a":1,"a":1}',
  '{"ab":1,"a":2}',
  '{"a":1.0}',
  '{"a":1.50}',
  '{"a":-0}',
  '{"a":1e2}',
  '{"a":100000000000000000000000}',
  '{"a":0.1000000000000000055}',
  '{"a":0.0000001}',
  '{"a":"\\u0041"}',
  '{"a":"\\/"}',
  '[{"b":1,"a":2}]',
  '{"a":{"c":1},"b":{"d":1,"c":1}}',
]

describe('the text of an entry', () => {
  test.each(CANONICAL)('is canonical: %s', (text) => {
    expect(canonicalJson(JSON.parse(text))).toBe(text)
    expect(isCanonicalText(text, JSON.parse(text))).toBe(true)
  })
  test.each(OTHERWISE)('is not: %s', (text) => {
    expect(canonicalJson(JSON.parse(text))).not.toBe(text)
    expect(isCanonicalText(text, JSON.parse(text))).toBe(false)
  })
  test('numbers of every size', () => {
    for (let exponent = -12; exponent <= 25; exponent++)
      for (const digits of ['1', '12', '1234567', '123456789012345', '12345678901234567', '99999999999999']) {
        const value = Number(`${digits}e${exponent}`)
        for (const text of [`[${value}]`, `[${value.toFixed(3)}]`, `[-${digits}]`, `[${digits}e${exponent}]`])
          expect(isCanonicalText(text, JSON.parse(text)), text).toBe(canonicalJson(JSON.parse(text)) === text)
      }
  })
  test('deeper than anybody writes', () => {
    const text = `${'['.repeat(100)}${']'.repeat(100)}`
    expect(isCanonicalText(text, JSON.parse(text))).toBe(true)
  })
})
