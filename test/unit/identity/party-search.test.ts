import { expect, test } from 'vitest'
import { fits } from '../../../src/identity/party-search.ts'

const grace = { name: 'Grace Nakato', member_no: 'K-71', phone: '+256772123456' }

test.each(['grace', 'NAKATO gr', 'k-71', '0772123456', '0772 123 456', '+256 772 123456', '772-123456'])(
  'she is found by %s',
  (words) => expect(fits(grace, { words })).toBe(true),
)
test.each(['Gracie', 'Nakato Mary', '123', '0773123456'])('but not by %s', (words) =>
  expect(fits(grace, { words })).toBe(false),
)
test('nobody is left out without words', () =>
  expect(fits({ name: null, member_no: null, phone: null }, {})).toBe(true))
test('nobody is looked for by a book of words', () =>
  expect(fits(grace, { words: 'grace '.repeat(1_000) })).toBe(false))
test('a telephone number is compared whole, and a member number without regard to case', () => {
  expect(fits(grace, { phone: '+256772123456' })).toBe(true)
  expect(fits(grace, { phone: '772123456' })).toBe(false)
  expect(fits(grace, { member_no: ' k-71' })).toBe(true)
  expect(fits(grace, { member_no: '71' })).toBe(false)
})

test.each([
  ['Ng’ethe Zoé', ["ng'ethe", 'NGETHE', 'zoe', 'Zoe\u0301', 'Ng`ethe', 'ng\u200bethe']],
  ['Nguyễn\u00a0Gérard', ['nguyen gerard', 'GÉRARD', 'guye']],
])('%s is found by any part, however it is written', (name, words) => {
  for (const one of words) expect(fits({ name, member_no: null, phone: null }, { words: one })).toBe(true)
})
test('a member number is found with its zeros and without', () => {
  for (const [member_no, other] of [
    ['00017', '17'],
    ['17', '00017'],
  ] as const) {
    const party = { ...grace, member_no }
    expect([fits(party, { member_no: other }), fits(party, { words: other })]).toEqual([true, true])
  }
})
