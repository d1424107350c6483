import { expect, test } from 'vitest'
import { firstOfEach, isReaderDue, READER_EVERY_MS } from '../../../../src/domain/messages/readers.ts'

/** Which new reader a member is told of. */

test('each reader counts once, in the order in which they read first', () => {
  const readings = [3, 5, 3, 5, 9].map((reader, n) => ({ n, reader, credential: reader }))
  expect(firstOfEach(readings).map(({ n, reader }) => [n, reader])).toEqual([
    [0, 3],
    [1, 5],
    [4, 9],
  ])
})

test.each([
  [null, 0, true],
  [0, READER_EVERY_MS - 1, false],
  [0, READER_EVERY_MS, true],
])('told last at %s, now %i: due %s', (last, now, expected) => {
  expect(isReaderDue(last, now)).toBe(expected)
})
