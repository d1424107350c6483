import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Problem } from '../../../src/base/problem.ts'
import { parseIJson } from '../../../src/domain/i-json.ts'
import { damagedTexts, jsonTexts, NoIJson, slowJson } from './slow-json.ts'

/** Contract, limits. */
const MAX_JSON_DEPTH = 32

function refused(text: string, maxDepth?: number): boolean {
  try {
    parseIJson(text, maxDepth)
    return false
  } catch (error) {
    expect(error).toBeInstanceOf(Problem)
    expect((error as Problem).code).toBe('malformed_json')
    return true
  }
}

const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth)

describe('refused, because it does not mean the same to everybody', () => {
  test.each<[string, string]>([
    ['nothing', ''],
    ['no JSON', '{a:1}'],
    ['a comma too many', '{"a":1,}'],
    ['trailing garbage', '{"a":1} x'],
    ['a text not closed', '{"a":"b}'],
    ['brackets that do not match', '{"a":[1}]'],
    ['a control character in a text', '{"a":"\u0001"}'],
    ['an unknown escape', '{"a":"\\x41"}'],
    ['a member twice', '{"a":1,"a":1}'],
    ['a member twice, once escaped', '{"a":1,"\\u0061":2}'],
    ['a member twice, further down', '[{"x":{"b":[],"c":{},"b":0}}]'],
    ['a member twice, whose values have members too', '{"a":{"b":1},"a":{"b":1,"c":2}}'],
    ['__proto__ twice', '{"__proto__":1,"__proto__":2}'],
    ['a lone surrogate', '{"a":"\ud800"}'],
    ['a lone surrogate, escaped', '{"a":"\\ud800"}'],
    ['a lone low surrogate, escaped', '["\\udc00\\ud800"]'],
    ['a lone surrogate as a name, escaped', '{"\\uDBFF":1}'],
    ['a number no double holds', '{"a":1e400}'],
    ['a number no double holds, by digits and exponent', `[${'9'.repeat(300)}e9]`],
    ['a number no double holds, written out', `{"a":-${'9'.repeat(400)}}`],
    ['too deep', nested(MAX_JSON_DEPTH + 1)],
    ['too deep in objects', `${'{"a":'.repeat(MAX_JSON_DEPTH + 1)}1${'}'.repeat(MAX_JSON_DEPTH + 1)}`],
    ['far too deep', nested(100_000)],
  ])('%s', (_name, text) => {
    expect(refused(text)).toBe(true)
  })
})

describe('accepted', () => {
  test.each<[string, string]>([
    ['exactly as deep as allowed', nested(MAX_JSON_DEPTH)],
    ['brackets inside a text, which nest nothing', `["${'['.repeat(99)}{"]`],
    ['colons inside a text and a name', '{":":"a:b","::":[":"]}'],
    ['an escaped quote and backslash before the closing quote', '{"a\\"b":"c\\\\","d":"\\\\\\""}'],
    ['the same name in different objects', '[{"a":1},{"a":{"a":2}}]'],
    ['a surrogate pair, raw and escaped', '["😀","\\ud83d\\ude00"]'],
    ['the same text as name and value', '{"a":"a","b":"a"}'],
    ['a member named like a prototype', '{"__proto__":{"x":1},"constructor":2}'],
    ['the largest double and a tiny one', '[1.7976931348623157e308,1e-400]'],
    ['a text that looks like a huge number', '["1e400"]'],
    ['a bare value', '7'],
  ])('%s', (_name, text) => {
    expect(parseIJson(text)).toEqual(slowJson(text))
  })
})

test('a name written with an escape is that name, whatever was read before', () => {
  // With V8 12.8 and later these read as the first object's second name: it begins as they are written.
  JSON.parse('{"before":0,"\\\\u00":1}')
  expect(parseIJson('{"before":0,"\\u0074ype":1}')).toEqual({ before: 0, type: 1 })
  JSON.parse('{"earlier":0,"t\\\\u0":1}')
  expect(parseIJson('{"earlier":0,"t\\u0079pe" :1}')).toEqual({ earlier: 0, type: 1 })
})

test.each([
  ['any text', jsonTexts],
  ['any damaged text', damagedTexts],
])('%s is read, or refused, as the letters of the two RFCs have it', (_name, texts) => {
  fc.assert(
    fc.property(texts, fc.constantFrom(2, 3, MAX_JSON_DEPTH), (text, maxDepth) => {
      let wanted: unknown
      try {
        wanted = slowJson(text, maxDepth)
      } catch (error) {
        expect(error).toBeInstanceOf(NoIJson)
        expect([text, refused(text, maxDepth)]).toEqual([text, true])
        return
      }
      expect([text, parseIJson(text, maxDepth)]).toEqual([text, wanted])
    }),
    { numRuns: 2_000 },
  )
})
