import { describe, expect, it } from 'vitest'
import { alikeBy, type ComparedMember, comparedOf, lookalikes } from '../../../src/domain/lookalikes.ts'

let n = 0
const member = (name: string, more: Partial<ComparedMember> = {}): ComparedMember => ({
  ...{ party: `p${String(n++).padStart(6, '0')}`, name, member_no: null, phone: null, region: null },
  ...more,
})
const found = (...members: ComparedMember[]) =>
  [...lookalikes(members)].flatMap((pair) =>
    pair === null ? [] : [[pair.one.name, pair.other.name, pair.by]],
  )

const HERE = { region: 'UG-102' }
const PHONE = { phone: '+256772000001' }

describe('two members', () => {
  it.each<[string, Partial<ComparedMember>, string, Partial<ComparedMember>, string | null]>([
    ['Grace Nakato', { member_no: '00017' }, 'Ruth Chebet', { member_no: '17' }, 'number'],
    ['Grace Nakato', PHONE, 'NAKATTO G.', PHONE, 'phone'],
    ['Grace Nakato', { ...PHONE, member_no: '1' }, 'Nakato Grace', { ...PHONE, member_no: '2' }, 'phone'],
    ['Grace Nakato', PHONE, 'Peter Okello', PHONE, null],
    ['Zoé Achieng', HERE, 'Achieng Zoe', HERE, 'name_and_place'],
    ['Zoé Achieng', { ...HERE, member_no: '1' }, 'Achieng Zoe', { ...HERE, member_no: '2' }, 'two_numbers'],
    ['Grace Nakato', HERE, 'Grace Nakatto', HERE, 'name_and_place'],
    ['Grace Nakato', { ...HERE, member_no: '1' }, 'Grace Nakatto', { ...HERE, member_no: '2' }, null],
    ['Grace Nakato', { ...HERE, ...PHONE }, 'Grace Nakato', { ...HERE, phone: '+256772000002' }, null],
    ['Ng’ethe Kamau', {}, "Kamau Ng'ethe", { member_no: '3', ...PHONE }, 'name'],
    ['Grace Nakato', { member_no: '1' }, 'Grace Nakato', { member_no: '2' }, null],
    ['Grace Nakato', {}, 'Grace Nakatto', {}, null],
    ['Akello Sarah', HERE, 'Okello Sarah', HERE, null],
  ])('%s %j and %s %j: %s', (a, aMore, b, bMore, by) => {
    const [one, other] = [member(a, aMore), member(b, bMore)]
    const [first, second] = [comparedOf(one), comparedOf(other)]
    expect([alikeBy(first, second), alikeBy(second, first)]).toEqual([by, by])
    expect(found(one, other)).toEqual(by === null ? [] : [[a, b, by]])
    expect(found(other, one)).toEqual(by === null ? [] : [[a, b, by]])
  })
})

it('members without a name are nobody’s double', () => {
  expect(found(member('', HERE), member('', HERE), member('...', HERE))).toEqual([])
})

it('each pair is found once, whatever they share', () => {
  const more = { ...HERE, ...PHONE, member_no: '7' }
  expect(found(member('Grace Nakato', more), member('Grace Nakato', more))).toEqual([
    ['Grace Nakato', 'Grace Nakato', 'number'],
  ])
})

it('twice the members are not four times the comparisons, be they all of one name', () => {
  const compared = (members: readonly ComparedMember[]) => {
    let times = 0
    for (const _ of lookalikes(members, (one, other) => {
      times++
      return alikeBy(one, other)
    })) {
      // Counted above.
    }
    return times
  }
  const village = (count: number) =>
    Array.from({ length: count }, (_, i) => member('Grace Nakato', { ...HERE, member_no: `${i}` }))
  const times = compared(village(1_000))
  expect(times).toBeGreaterThan(0)
  expect(compared(village(2_000))).toBeLessThanOrEqual(2.2 * times)
  const words = 'Akello Nakato Okot Wafula Chebet Achieng Kamau Byaruhanga Opio Adong'.split(' ')
  const names = words.flatMap((a) => words.flatMap((b) => words.map((c) => `${a} ${b}${c.toLowerCase()}`)))
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => member(names[i % names.length] as string, HERE))
  expect(compared(many(4_000))).toBeLessThan(4_000 * 200)
})
