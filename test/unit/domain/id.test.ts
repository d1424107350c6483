import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { idBytes, idText, isId } from '../../../src/domain/id.ts'

describe('an id is a UUID version 7 in lower case', () => {
  test.each([
    ['as a library makes it', uuidv7(), true],
    ['with each variant digit', '01900000-0000-7000-b000-000000000000', true],
    ['upper case', uuidv7().toUpperCase().replace(/^0/, 'A'), false],
    ['version 4', '01900000-0000-4000-8000-000000000000', false],
    ['version 8', '01900000-0000-8000-8000-000000000000', false],
    ['another variant', '01900000-0000-7000-c000-000000000000', false],
    ['the nil id', '00000000-0000-0000-0000-000000000000', false],
    ['without hyphens', uuidv7().replaceAll('-', ''), false],
    ['in braces', `{${uuidv7()}}`, false],
    ['with a line end', `${uuidv7()}\n`, false],
    ['nothing', '', false],
  ])('%s', (_name, text, expected) => {
    expect(isId(text)).toBe(expected)
  })
})

test('every id goes into its sixteen bytes and back, wherever they lie', () => {
  const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })
  fc.assert(
    fc.property(bytes, fc.nat(7), (raw, offset) => {
      const within = new Uint8Array([...new Uint8Array(offset), ...raw, 1, 2, 3]).subarray(
        offset,
        offset + 16,
      )
      expect([...idBytes(idText(within))]).toEqual([...raw])
    }),
  )
})
