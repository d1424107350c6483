import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Problem } from '../../../../src/base/problem.ts'
import { recordTexts } from '../../../../src/records/sync/batch-text.ts'
import { countingCpuMs } from '../../../support/cpu-time.ts'
import { jsonTexts, slowJson } from '../../domain/slow-json.ts'

const taken = (text: string, maxRecords = 1000): string[] => [...recordTexts(text, maxRecords)]
const codeOf = (text: string): string => {
  try {
    taken(text)
    return 'taken'
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

const isIJson = (text: string): boolean => {
  try {
    slowJson(text)
    return true
  } catch {
    return false
  }
}

test('a batch is taken apart as a JSON reader takes it, whatever is in it', () => {
  fc.assert(
    fc.property(fc.array(jsonTexts.filter(isIJson)), (records) => {
      const text = ` { "\\u0072ecords"\n:[${records}]} `
      expect(taken(text).map((one) => slowJson(one))).toEqual(records.map((one) => slowJson(one)))
    }),
    { numRuns: 1_000 },
  )
})

test('what a JSON reader does not take as an object with the one list is never taken', () => {
  const wellFormed = (text: string): boolean => {
    try {
      const value = JSON.parse(text)
      return (
        typeof value === 'object' &&
        value !== null &&
        ['records', 'records,report', 'report,records'].includes(Object.keys(value).join()) &&
        Array.isArray(value.records)
      )
    } catch {
      return false
    }
  }
  /** Records are read one by one by whoever takes them. */
  const isRead = (text: string): boolean => {
    try {
      for (const one of taken(text)) JSON.parse(one)
      return true
    } catch {
      return false
    }
  }
  const batch = JSON.stringify({ records: [{ id: 'a"\\', n: [1, { b: null }] }, 'x,]}', 3] })
  fc.assert(
    fc.property(
      fc.nat(batch.length),
      fc.nat(4),
      fc.constantFrom('', '"', '\\', '{', '}', '[', ']', ',', ':', ' ', 'x', '1', '"records":[]', ',"a":[1]'),
      (at, cut, put) => {
        const text = batch.slice(0, at) + put + batch.slice(at + cut)
        expect([text, isRead(text)]).toEqual([text, wellFormed(text)])
      },
    ),
    { numRuns: 3000 },
  )
})

test('faults of the envelope are told apart', () => {
  expect(codeOf('{"records":[1,2')).toBe('malformed_json')
  expect(codeOf('{"records":[1 ,]}')).toBe('malformed_json')
  expect(codeOf('{"records":[],}')).toBe('malformed_json')
  expect(codeOf('{"records":[]}{}')).toBe('malformed_json')
  expect(codeOf('{"records":[],"records":[]}')).toBe('malformed_json')
  expect(codeOf('{"records":[],"\\u0072ecords":[]}')).toBe('malformed_json')
  expect(codeOf('{"records":null}')).toBe('schema_violation')
  expect(codeOf('{"x":true,"records":[]}')).toBe('schema_violation')
  expect(codeOf('[{}]')).toBe('schema_violation')
  expect(codeOf('7')).toBe('schema_violation')
  expect(codeOf('nonsense')).toBe('malformed_json')
})

test('too many records are found before they are read', () => {
  let read = 0
  expect(() => {
    for (const _ of recordTexts(`{"records":[${'1,'.repeat(10)}1]}`, 10)) read++
  }).toThrow(Problem)
  expect(read).toBe(10)
})

test('a fault of the envelope costs nothing, whatever stands behind it', () => {
  const deep = '['.repeat(4_000_000)
  const bombs = [
    `{"x":${deep}${']'.repeat(4_000_000)},"records":[]}`,
    `{${Array.from({ length: 300_000 }, (_, i) => `"${i}":1`).join(',')},"records":[]}`,
    `{"records":${'{"a":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}}`,
    `{"records":[]${' '.repeat(8_000_000)}`,
  ]
  for (const bomb of bombs) {
    const workedMs = countingCpuMs()
    expect(['schema_violation', 'malformed_json']).toContain(codeOf(bomb))
    expect(workedMs()).toBeLessThan(250)
  }
})
