import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodedList, inChunks } from '../../../src/http/reply-room.ts'

const KIB = 1024
const text = (kib: number) => 'x'.repeat(kib * KIB)

/** Lengths of the pieces, by a clock that goes on by so much before each. */
async function lengths(texts: readonly string[], waitsMs: readonly number[]): Promise<number[]> {
  let asked = 0
  let nowMs = 0
  const clock = () => {
    nowMs += waitsMs[asked++] ?? 0
    return nowMs
  }
  const pieces: Buffer[] = []
  for await (const piece of inChunks(encodedList(['', texts, '']), () => {}, clock))
    pieces.push(piece as Buffer)
  expect(Buffer.concat(pieces).toString()).toBe(texts.join(','))
  return pieces.map(({ length }) => length)
}

test('the first piece is short; each that leaves at once is followed by one of twice its length, up to 64 KiB', async () => {
  const found = await lengths([text(200)], [])
  expect(found).toEqual([16 * KIB, 32 * KIB, 64 * KIB, 64 * KIB, 24 * KIB])
})

test('for a client that reads slowly every piece is short, and after one that took its time the next is', async () => {
  expect(await lengths([text(50)], [0, 20, 500, 10_000])).toEqual([16, 16, 16, 2].map((n) => n * KIB))
  expect(await lengths([text(100)], [0, 19, 20, 19])).toEqual([16, 32, 16, 32, 4].map((n) => n * KIB))
})

test('no piece is longer for long texts, or for letters of several bytes', async () => {
  const pieces = await lengths(
    [...Array(10).fill('–'.repeat(20_000)), ...Array(600).fill('–'.repeat(1_000))],
    [],
  )
  expect(Math.max(...pieces)).toBe(64 * KIB)
  expect(pieces[0]).toBe(16 * KIB)
})

test('once it may leave no more, nothing more does', async () => {
  let asked = 0
  const pieces = inChunks(encodedList(['', [text(100)], '']), () => {
    if (++asked === 3) throw new Error('no more')
  })
  let left = 0
  const read = async () => {
    for await (const piece of pieces) left += (piece as Buffer).length
  }
  await expect(read()).rejects.toThrow('no more')
  expect(asked).toBe(3)
  expect(left).toBeLessThanOrEqual((16 + 32) * KIB)
})

test('a list of texts leaves as the same bytes as in one piece, and what may leave is asked of every byte', async () => {
  const long = fc
    .tuple(fc.string({ unit: 'grapheme' }), fc.nat(40_000))
    .map(([text, n]) => text + 'x'.repeat(n))
  const parts = fc.tuple(fc.string(), fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), long)), fc.string())
  await fc.assert(
    fc.asyncProperty(parts, async ([first, texts, last]) => {
      let asked = 0
      const pieces: Buffer[] = []
      for await (const piece of inChunks(encodedList([first, texts, last]), (bytes) => (asked += bytes)))
        pieces.push(piece as Buffer)
      const bytes = Buffer.from(first + texts.join(',') + last)
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
      expect(asked).toBe(bytes.length)
    }),
    { numRuns: 60 },
  )
})
