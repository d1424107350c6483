import { expect, test } from 'vitest'
import { neighboursOf, packedOf, packNeighbours } from '../../../src/store/audit/postings.ts'

/** Keys are numbers of parties and credentials from 0 on, and negative numbers of records. */
const KEYS = [-1_000_000, -65, -64, -33, -32, -31, -1, 0, 1, 31, 32, 33, 2 ** 40]

test('what is packed of a key is found in its row again, and nothing of a key that the row lacks', () => {
  const bytesOf = (key: number) => Buffer.from(`of ${key}`.repeat(50))
  const rows = Map.groupBy(KEYS, neighboursOf)
  expect([...rows.keys()]).toEqual([-31_250, -3, -2, -1, 0, 1, 2 ** 35])
  for (const [neighbours, keys] of rows) {
    const row = packNeighbours(keys.map((key) => [key, bytesOf(key)] as const))
    for (const key of keys) expect(Buffer.from(packedOf(key, row) as Uint8Array)).toEqual(bytesOf(key))
    expect(packedOf(32 * neighbours + 5, row)).toBeUndefined()
  }
})

test('a damaged row is refused, not misread', () => {
  const row = packNeighbours([[5, Buffer.from('some bytes')]])
  expect(() => packedOf(6, row.subarray(0, -1))).toThrow(RangeError)
})
