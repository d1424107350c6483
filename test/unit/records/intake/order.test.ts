import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inReferenceOrder } from '../../../../src/records/intake/order.ts'

/** Records named a, b, c …; what each acts on stands after the colon. */
const batch = (...records: string[]) =>
  records.map((record) => {
    const [id, ...named] = record.split(':')
    const members = ['supersedes', 'delivery_id', 'target_id', 'payment_id']
    return { id, ...Object.fromEntries(named.map((target, i) => [members[i], target])) }
  })
const order = (...records: string[]) =>
  inReferenceOrder(batch(...records))
    .map((i) => records[i]?.split(':')[0])
    .join('')

describe('records of one batch are taken after those they act on, otherwise as sent', () => {
  test.each<[string, string[], string]>([
    ['as sent', ['a', 'b', 'c'], 'abc'],
    ['a correction sent first', ['b:a', 'a'], 'ab'],
    ['a whole chain backwards', ['d:c', 'c:b', 'b:a', 'a'], 'abcd'],
    ['only what must move moves', ['x', 'c:b', 'y', 'b:a', 'a', 'z'], 'xabcyz'],
    ['a record that acts on several', ['e:a:b:c:d', 'd', 'c', 'b', 'a'], 'abcde'],
    ['what is not in the batch', ['b:elsewhere', 'a'], 'ba'],
    ['itself', ['a:a', 'b'], 'ab'],
    ['a ring', ['a:b', 'b:a', 'c'], 'bac'],
    ['the same id twice', ['b:a', 'a', 'a'], 'aba'],
  ])('%s', (_name, records, expected) => {
    expect(order(...records)).toBe(expected)
  })
  test('whatever stands in the batch', () => {
    expect(inReferenceOrder([])).toEqual([])
    expect(inReferenceOrder([null, 7, 'x', [], { id: 7, supersedes: {} }])).toEqual([0, 1, 2, 3, 4])
  })
  test('a thousand corrections sent backwards', () => {
    const records = Array.from({ length: 1_000 }, (_, i) => ({
      id: `${i}`,
      supersedes: `${i - 1}`,
    })).reverse()
    expect(inReferenceOrder(records)).toEqual(Array.from({ length: 1_000 }, (_, i) => 999 - i))
  })
  test('always each exactly once, and after what it acts on wherever that is possible', () => {
    const anyBatch = fc.array(fc.tuple(fc.nat(12), fc.option(fc.nat(12))), { maxLength: 13 })
    fc.assert(
      fc.property(anyBatch, (pairs) => {
        // Naming only smaller ids leaves no rings.
        const records = [...new Map(pairs).entries()].map(([id, target]) => ({
          id: `${id}`,
          ...(target !== null && target < id ? { supersedes: `${target}` } : {}),
        }))
        const taken = inReferenceOrder(records)
        expect([...taken].sort((x, y) => x - y)).toEqual(records.map((_, i) => i))
        const place = new Map(taken.map((index, at) => [records[index]?.id, at]))
        for (const { id, supersedes } of records as { id: string; supersedes?: string }[])
          if (supersedes !== undefined && place.has(supersedes))
            expect(place.get(supersedes)).toBeLessThan(place.get(id) as number)
      }),
    )
  })
})
