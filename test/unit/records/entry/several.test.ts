import { describe, expect, test } from 'vitest'
import { severalAsText, severalIn } from '../../../../src/records/entry/several.ts'

/** Several crops in one field, whose names have commas. */

const NAMES = ['coffee, fresh cherry', 'maize, grain', 'beans, dry', 'banana', 'odd; name', 'a "good" one']
const read = (text: string) => severalIn(text, (name) => NAMES.includes(name.toLowerCase()))

describe('several values are read', () => {
  test.each<[string, string[]]>([
    ['', []],
    ['Coffee, fresh cherry', ['Coffee, fresh cherry']],
    ['Coffee, fresh cherry; Maize, grain', ['Coffee, fresh cherry', 'Maize, grain']],
    ['Coffee, fresh cherry, Maize, grain,Banana', ['Coffee, fresh cherry', 'Maize, grain', 'Banana']],
    ['maize_grain, beans_dry', ['maize_grain', 'beans_dry']],
    ['Maize, gra; Banana', ['Maize, gra', 'Banana']],
    ['"odd; name" ; Banana;', ['odd; name', 'Banana']],
    ['"not closed', ['"not closed']],
    [';;', []],
  ])('%s', (text, values) => {
    expect(read(text)).toEqual(values)
  })

  test('as they were written', () => {
    for (const one of NAMES)
      for (const other of NAMES) expect(read(severalAsText([one, other, one]))).toEqual([one, other, one])
  })

  test('from any text in few steps', () => {
    for (const text of ['"'.repeat(2_000), ','.repeat(2_000), '" ;'.repeat(700), ' '.repeat(2_000)])
      expect(Array.isArray(read(text))).toBe(true)
  })
})
