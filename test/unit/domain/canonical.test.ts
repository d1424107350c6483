import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../src/domain/canonical.ts'
import { rfc8785 } from '../../support/domain/rfc8785.ts'
import { slowJson } from './slow-json.ts'

/** A double from its bits, as RFC 8785 appendix B states its examples. */
function double(bits: string): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(`0x${bits}`))
  return view.getFloat64(0)
}

describe('the examples that RFC 8785 publishes', () => {
  test('§3.2.2, the whole object', () => {
    const sent = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`
    const published = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`
    expect(canonicalJson(JSON.parse(sent))).toBe(published)
    expect(rfc8785(JSON.parse(sent))).toBe(published)
  })
  test('§3.2.3, the order of members', () => {
    const sent = String.raw`{
      "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis"
    }`
    const order = [
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]
    for (const make of [canonicalJson, rfc8785])
      expect([...make(JSON.parse(sent)).matchAll(/:"([^"]+)"/g)].map((m) => m[1])).toEqual(order)
  })
  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('appendix B, the double %s is %s', (bits, published) => {
    expect(canonicalJson(double(bits))).toBe(published)
    expect(rfc8785(double(bits))).toBe(published)
  })
  test.each(['7ff0000000000000', 'fff0000000000000', '7fffffffffffffff'])(
    'appendix B, the double %s is no JSON',
    (bits) => {
      expect(() => canonicalJson(double(bits))).toThrow(TypeError)
    },
  )
})

const text = fc.string({ unit: 'binary' }).filter((s) => s.isWellFormed())
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom('__proto__', 'constructor', '1', '10', '2')), tie('any'), {
      maxKeys: 5,
    }),
  ),
})).any

test('anything is written as an independent reading of the RFC writes it', () => {
  fc.assert(
    fc.property(value, (held) => {
      expect(canonicalJson(held)).toBe(rfc8785(held))
    }),
    { numRuns: 2_000 },
  )
})

test('what is written reads back as the same value, and is written the same again', () => {
  fc.assert(
    fc.property(value, (held) => {
      const once = canonicalJson(held)
      expect(canonicalJson(slowJson(once))).toBe(once)
    }),
    { numRuns: 500 },
  )
})

test('a member that is undefined is not there; one named __proto__ is data like any other', () => {
  expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}')
  expect(canonicalJson(JSON.parse('{"__proto__":{"x":1},"a":2}'))).toBe('{"__proto__":{"x":1},"a":2}')
})
