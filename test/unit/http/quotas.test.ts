import { expect, test } from 'vitest'
import { Problem, type ProblemCode } from '../../../src/base/problem.ts'
import type { Verified } from '../../../src/domain/credential.ts'
import { type QuotaPorts, Quotas } from '../../../src/http/quotas.ts'

/** What a party may write in a day, and how many reasons it is told. */

const quotas = () => {
  const config = { recordsPerDay: 3, bytesPerDay: 100, refusedPerDay: 2 }
  return new Quotas({ clock: () => 0, config } as unknown as QuotaPorts)
}
const farmer = { party: 1 } as Verified

test('a write beyond the quota of the day is refused and not counted: a smaller one may follow', () => {
  const day = quotas()
  const write = (records: number, bytes: number) => () => day.countWriting(farmer, records, bytes)
  const refused = expect.objectContaining({ code: 'quota_exceeded' })
  write(1, 50)()
  expect(write(3, 1)).toThrow(refused)
  expect(write(1, 51)).toThrow(refused)
  write(2, 50)()
  expect(write(1, 0)).toThrow(refused)
  expect(write(0, 1)).toThrow(refused)
})

test('beyond the number of a day, a refusal tells no reason, to any credential of the party', () => {
  const day = quotas()
  const codeFor = (code: ProblemCode, party = 1) => day.countRefusal({ party }, new Problem(code)).code
  // Faults of the service, and refusals for number, tell nothing that somebody could guess.
  expect(codeFor('overloaded')).toBe('overloaded')
  const told = [1, 2, 3].map(() => codeFor('id_conflict'))
  expect(told).toEqual(['id_conflict', 'id_conflict', 'quota_exceeded'])
  expect(codeFor('overloaded')).toBe('overloaded')
  expect(codeFor('id_conflict', 2)).toBe('id_conflict')
})
