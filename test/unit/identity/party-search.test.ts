import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchText } from '../../../src/domain/folding.ts'
import { isSimilarName, similarTo } from '../../../src/domain/similar-names.ts'
import { matching, type PartyQuery } from '../../../src/identity/party-search.ts'
import { countingCpuMs } from '../../support/cpu-time.ts'

type Facts = Parameters<ReturnType<typeof matching>>[0]
const fits = (party: Facts, sought: PartyQuery) => matching(sought)(party)

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
test('who is meant by a number is found by the whole of it alone', () => {
  const told = searchText(grace.name, '171', ['cm90123456789a'])
  const means = (called: string) => matching({ called })({ ...grace, member_no: '171' }, told)
  for (const whole of ['171', '0171', 'nak', 'CM 9012-3456789A', 'ug_nin CM90123456789A', '0772 123 456'])
    expect(means(whole), whole).toBe(true)
  for (const part of ['71', '17', '9012', 'cm90', '123456', '9a']) expect(means(part), part).toBe(false)
  expect(matching({ words: '9012' })({ ...grace, member_no: '171' }, told)).toBe(true)
})
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

test('among ten thousand members it takes some milliseconds to find those with a name alike', () => {
  const family = 'Akello Okello Nakato Mugisha Byaruhanga Atim Wanjiru Kamau Babirye'.split(' ')
  const given = 'Grace Mary Peter John Rose Sarah David Agnes Joseph Esther Moses'.split(' ')
  const members = Array.from({ length: 10_000 }, (_, i) => {
    const name = `${family[i % 9]}${i % 7 === 0 ? 'a' : ''} ${given[i % 11]}`
    return { name, told: searchText(name, String(i)) }
  })
  const workedMs = countingCpuMs()
  const isAlike = similarTo('Grace Nakatto')
  const found = members.filter(({ name, told }) => isAlike(name, told))
  const took = workedMs()
  expect(new Set(found.map(({ name }) => name))).toEqual(new Set(['Nakato Grace', 'Nakatoa Grace']))
  expect(took).toBeLessThan(40)
})

test('whoever may be the same person is found by a name like theirs, and hardly any other is compared', () => {
  const word = fc.constantFrom(
    ..."Grace grâce G. Nakato Nakatto Akello Okello Ng'ethe Atim-Okot 7".split(' '),
  )
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(name, name, fc.constantFrom(null, '17', 'G-1'), (one, other, member_no) => {
      expect(similarTo(one)(other, searchText(other, member_no))).toBe(isSimilarName(one, other))
    }),
    { numRuns: 2_000 },
  )
  expect(fits(grace, { alike: 'G. Nakatto' })).toBe(true)
  expect(fits(grace, { alike: 'Mary Nakato' })).toBe(false)
  expect(fits({ ...grace, name: null }, { alike: '' })).toBe(false)
})
