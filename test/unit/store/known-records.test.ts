import { expect, test } from 'vitest'
import { typeCode } from '../../../src/domain/types/index.ts'
import { KnownRecords } from '../../../src/store/log/known-records.ts'
import type { RecordRow } from '../../../src/store/log/stored-record.ts'

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

test('every page of twenty thousand records that are read again and again is kept', () => {
  const known = new KnownRecords()
  const COUNT = 20_000
  for (const _ of [1, 2]) for (let seq = 1; seq <= COUNT; seq++) known.keep(rowAt(seq, 650))
  const kept = Array.from({ length: COUNT }, (_, i) => known.get(i + 1)).filter((r) => r !== undefined)
  expect(kept).toHaveLength(COUNT)
})

test('the text of a record is enough to have its body again', () => {
  const row = rowAt(1)
  row[10] = '{"note":"dry"}'
  const record = new KnownRecords().keep(row)
  const { body } = record
  record.forgetBody()
  expect(record.body).not.toBe(body)
  expect(record.body).toEqual(body)
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
  const COUNT = 12_000
  for (const _ of [1, 2]) for (let seq = 1; seq <= COUNT; seq++) known.keep(rowAt(seq, 4_096))
  const kept = Array.from({ length: COUNT }, (_, i) => known.get(i + 1)).filter((r) => r !== undefined)
  const characters = kept.reduce((sum, { json }) => sum + json.length, 0)
  expect(characters).toBeLessThanOrEqual(20 * 1024 * 1024)
  expect(characters).toBeGreaterThan(9 * 1024 * 1024)
  expect(known.get(COUNT)).toBeDefined()
  for (const _ of [1, 2, 3]) known.keep(rowAt(COUNT + 1, 8 * 1024 + 1))
  expect(known.get(COUNT + 1)).toBeUndefined()
})
