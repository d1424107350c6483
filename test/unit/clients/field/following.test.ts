import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterRestore,
  type Followed,
  fedAlone,
  fedEntry,
  following,
  MOST_ASIDE,
  NOTHING_FOLLOWED,
  shownBy,
} from '../../../../src/clients/field/rules/following.ts'
import type { FedRecord } from '../../../../src/clients/field/rules/members.ts'
import { part } from '../../../support/field/part.ts'

/** What a phone keeps of a page of the feed, beside members. */

const HERE = 'phone-1'
const record = (id: string, more: object = {}): FedRecord => part({ id, type: 'delivery', ...more })
const own = (id: string, more: object = {}) => record(id, { device_id: HERE, ...more })
const corrects = (id: string, supersedes: string, more: object = {}) => record(id, { supersedes, ...more })
const retracts = (id: string, target_id: string, more: object = {}) =>
  record(id, { type: 'retraction', target_id, ...more })

const page = (changes: readonly FedRecord[], closed: readonly string[] = []) => ({ changes, closed })
const after = (
  changes: readonly FedRecord[],
  {
    have = NOTHING_FOLLOWED,
    ids = [],
    closed = [],
  }: { have?: Followed; ids?: string[]; closed?: string[] } = {},
) => following(have, page(changes, closed), { device: HERE, ids: new Set(ids) })
const kept = ({ chains }: Followed) => [...chains.keys()].sort()

describe('a phone follows', () => {
  test('its own records, and what anyone did to them, to any depth', () => {
    const feed = [
      own('a'),
      corrects('b', 'a', { device_id: 'phone-2' }),
      corrects('c', 'b'),
      retracts('d', 'c'),
      corrects('e', 'a'),
    ]
    expect(kept(after(feed))).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
  test('records that it has and the feed has not brought yet', () => {
    expect(kept(after([corrects('b', 'a'), retracts('c', 'x')], { ids: ['a'] }))).toEqual(['b'])
  })
  test('what corrects a record that it confirmed', () => {
    const ids = [...shownBy([part({ id: 'k', type: 'delivery_confirmation', delivery_id: 'd' })])]
    const first = after([record('d', { asserted_by: 'buyer' })], { ids })
    expect(kept(after([corrects('e', 'd')], { have: first, ids }))).toEqual(['d', 'e'])
    const shown = { device: HERE, toConfirm: [record('d'), corrects('x', 'w'), record('l', { type: 'lot' })] }
    const later = following(NOTHING_FOLLOWED, page([corrects('e', 'd')]), { ...shown, ids: new Set(ids) })
    expect(kept(later)).toEqual(['d', 'e'])
    expect(later.aside.size).toBe(0)
  })
  test('the others of a chain in which it corrected another’s version that it does not have', () => {
    expect(kept(after([own('c', { supersedes: 'x' }), corrects('d', 'x')]))).toEqual(['c', 'd'])
  })
  test('and shows those of its own that it no longer has, without older versions and retractions', () => {
    const fed = [
      own('a'),
      own('b', { supersedes: 'a' }),
      own('c'),
      retracts('d', 'c', { device_id: HERE }),
      own('e'),
    ]
    const { chains } = after([...fed, own('f'), corrects('g', 'e', { device_id: 'phone-2' })])
    const here = [fedEntry(record('h', { supersedes: 'f' }))]
    expect(fedAlone(chains, here, HERE).map(({ id }) => id)).toEqual(['b', 'e'])
  })
  test('nothing else: no record of others, no lot, and no correction of these', () => {
    const found = after([record('a'), own('l', { type: 'lot' }), own('b')], { ids: ['l'] })
    expect(kept(found)).toEqual(['b'])
    expect(found.aside.size).toBe(0)
  })
  test('a correction that arrives before its record, once that is known', () => {
    const early = after([corrects('c', 'b'), corrects('b', 'a'), retracts('d', 'c')])
    expect(kept(early)).toEqual([])
    const whole = after([own('a')], { have: early })
    expect(kept(whole)).toEqual(['a', 'b', 'c', 'd'])
    expect(whole.aside.size).toBe(0)
    expect(kept(after([], { have: early, ids: ['a'], closed: ['z'] }))).toEqual(['b', 'c', 'd'])
  })
  test('at most so many of these, the newest', () => {
    const many = Array.from({ length: MOST_ASIDE + 20 }, (_, i) => corrects(`c${i}`, `r${i}`))
    const found = after(many)
    expect(found.aside.size).toBe(MOST_ASIDE)
    expect([...found.aside.keys()].at(-1)).toBe(`c${MOST_ASIDE + 19}`)
    expect(kept(after([own('r5'), own('r100')], { have: found }))).toEqual(['c100', 'r100', 'r5'])
  })
  test('nothing that is closed, nor what belonged to that alone', () => {
    const have = after([own('a'), corrects('b', 'a'), own('x')])
    expect(kept(after([], { have, closed: ['b'] }))).toEqual(['a', 'x'])
    const without = after([], { have, closed: ['a'] })
    expect(kept(without)).toEqual(['x'])
    expect(without.aside.size).toBe(0)
  })
  test('a record as the feed last sent it', () => {
    const have = after([own('a')])
    const again = own('a', { derived: { retracted: true } })
    expect(after([again], { have }).chains.get('a')).toBe(again)
  })
  test('an empty page changes nothing', () => {
    const have = after([own('a')])
    expect(after([], { have })).toBe(have)
  })
  test('after a restore, its own records alone, without what was derived', () => {
    const have = after([own('a', { derived: { retracted: true } }), corrects('b', 'a'), corrects('c', 'z')])
    const { chains, aside } = afterRestore(have, HERE)
    expect([...chains.values()]).toEqual([own('a')])
    expect(aside.size).toBe(0)
  })
  test('the same in any order of arrival, however often a page arrives', () => {
    const fact = fc.record({
      way: fc.constantFrom('first', 'corrects', 'corrects', 'corrects', 'retracts'),
      by: fc.constantFrom('here', 'here', 'office', 'phone-2'),
      target: fc.nat(),
      at: fc.array(fc.nat(5), { minLength: 1, maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(fact, { minLength: 1, maxLength: 40 }), (facts) => {
        const all: FedRecord[] = []
        for (const [i, { way, by, target }] of facts.entries()) {
          const before = all[target % Math.max(1, all.length)]
          const more = by === 'office' ? {} : { device_id: by === 'here' ? HERE : by }
          const isFirst = before === undefined || way === 'first' || before.type === 'retraction'
          // A first version of others is nothing to this phone until it names it: another test.
          if (isFirst) all.push(own(`r${i}`))
          else all.push((way === 'corrects' ? corrects : retracts)(`r${i}`, before.id, more))
        }
        const expected = kept(after(all))
        let have = NOTHING_FOLLOWED
        for (let at = 0; at <= 5; at++)
          have = after(
            all.filter((_, i) => facts[i]?.at.includes(at)),
            { have },
          )
        expect(kept(have)).toEqual(expected)
        expect(have.aside.size).toBe(0)
      }),
    )
  })
})
