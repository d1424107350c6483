import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { boundedText } from '../../../src/base/bounded-text.ts'

const of = (...pieces: string[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)))

test('a text as long as allowed is read whole, also where a piece ends within a letter', async () => {
  const text = 'café ✓'
  const bytes = Buffer.from(text)
  expect(await boundedText(Readable.from([bytes.subarray(0, 4), bytes.subarray(4)]), bytes.length)).toBe(text)
  expect(await boundedText(of(), 0)).toBe('')
})

test('of a longer one nothing is returned, and nobody reads on', async () => {
  const sent = of('abc', 'de', 'never')
  expect(await boundedText(sent, 4)).toBeNull()
  expect(sent.destroyed).toBe(true)
})
