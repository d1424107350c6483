import { expect, test } from 'vitest'
import { typeCode } from '../../../src/domain/types/index.ts'
import { KnownRecords } from '../../../src/store/known-records.ts'
import type { RecordRow } from '../../../src/store/stored-record.ts'

const rowAt = (seq: number, characters = 100): RecordRow => {
  const id = seq.toString(16).padStart(32, '0')
  return [seq, id, typeCode('harvest'), 1, null, seq, 1, 1, 0, 0, 'x'.repeat(characters)]
}

test('a record that is read once is let go, and one that is read again is kept', () => {
  const known = new KnownRecords()
  const first = known.keep(rowAt(1))
  expect(known.get(1)).toBeUndefined()
  const again = known.keep(rowAt(1))
  expect(again).not.toBe(first)
  expect(known.get(1)).toBe(again)
  expect(known.keep(rowAt(1))).toBe(again)
})

test('after a rollback nothing is known', () => {
  const known = new KnownRecords()
  known.keep(rowAt(1))
  known.keep(rowAt(1))
  known.forget()
  expect(known.get(1)).toBeUndefined()
})

test('what is kept is bounded by its length, and the longest are never kept', () => {
  const known = new KnownRecords()
  const COUNT = 4_000
  for (const _ of [1, 2]) for (let seq = 1; seq <= COUNT; seq++) known.keep(rowAt(seq, 4_096))
  const kept = Array.from({ length: COUNT }, (_, i) => known.get(i + 1)).filter((r) => r !== undefined)
  const characters = kept.reduce((sum, { json }) => sum + json.length, 0)
  expect(characters).toBeLessThanOrEqual(5 * 1024 * 1024)
  expect(characters).toBeGreaterThan(2 * 1024 * 1024)
  expect(known.get(COUNT)).toBeDefined()
  for (const _ of [1, 2, 3]) known.keep(rowAt(COUNT + 1, 8 * 1024 + 1))
  expect(known.get(COUNT + 1)).toBeUndefined()
})
