import { expect, test } from 'vitest'
import { holds } from '../../../src/identity/party-search.ts'

const grace = { name: 'Grace Nakato', member_no: 'K-71', phone: '+256772123456' }

test.each(['grace', 'NAKATO gr', 'k-71', '0772123456', '0772 123 456', '+256 772 123456', '772-123456'])(
  'she is found by %s',
  (words) => expect(holds(grace, words)).toBe(true),
)
test.each(['Gracie', 'Nakato Mary', '123', '0773123456'])('but not by %s', (words) =>
  expect(holds(grace, words)).toBe(false),
)
test('nobody is left out without words', () =>
  expect(holds({ name: null, member_no: null, phone: null }, undefined)).toBe(true))
test('nobody is looked for by a book of words', () =>
  expect(holds(grace, 'grace '.repeat(1_000))).toBe(false))
