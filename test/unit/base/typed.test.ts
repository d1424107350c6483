import { describe, expect, test } from 'vitest'
import { asError, errorCode, errorMessage, systemCode } from '../../../src/base/error-kinds.ts'
import { spanMs } from '../../../src/base/span.ts'
import {
  checkedList,
  compare,
  filled,
  given,
  ifGiven,
  inOrder,
  isObject,
  isOneOf,
  keysOf,
  membersOf,
  must,
  nonEmpty,
  ofEach,
} from '../../../src/base/typed.ts'

describe('what the types cannot say', () => {
  test('a value that must be there is there, or it is said', () => {
    expect([must(0), must(''), must(false)]).toEqual([0, '', false])
    expect(() => must(undefined)).toThrow('must be there')
    expect(() => must(null)).toThrow('must be there')
  })
  test('of the members of an object, those that are there, in their order', () => {
    const members = given({ b: 1, a: undefined, c: null, d: '' })
    expect(Object.entries(members)).toEqual([
      ['b', 1],
      ['c', null],
      ['d', ''],
    ])
  })
  test('an empty list, and what is made of an absent value, are not given', () => {
    expect(given({ a: nonEmpty([]), b: nonEmpty([1]) })).toEqual({ b: [1] })
    const twice = (n: number) => 2 * n
    expect(ifGiven(0, twice)).toBe(0)
    for (const none of [null, undefined]) expect(ifGiven(none, twice)).toBeUndefined()
  })
  test('a list that must have a first one, and two values in their order', () => {
    expect(filled([1, 2])).toEqual([1, 2])
    expect(() => filled([])).toThrow('must be there')
    expect([inOrder('b', 'a', compare), inOrder('a', 'b', compare)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })
  test('members of anything: what is no object has none', () => {
    expect(membersOf({ type: 'Point' }).type).toBe('Point')
    for (const value of [undefined, null, 'text', 7]) expect(membersOf(value)).toEqual({})
    expect([{}, [], null, 'text'].filter(isObject)).toEqual([{}])
  })
  test('a list of objects, and nothing else', () => {
    for (const list of [[], [{}], [['a', 'b']]]) expect(checkedList(list)).toBe(list)
    for (const other of [{}, null, 7, 'text', [null], [7], [{}, 'text']])
      expect(() => checkedList(other as object[])).toThrow('no list of objects')
  })
  test('tables and their names', () => {
    expect(ofEach(['a', 'b'], (name) => name.toUpperCase())).toEqual({ a: 'A', b: 'B' })
    expect(keysOf({ a: 1, b: 2 })).toEqual(['a', 'b'])
    expect(['a', 'c', undefined].filter((one) => isOneOf(['a', 'b'], one))).toEqual(['a'])
  })
})

test('the code of an error is a word; its message is text, whatever was thrown', () => {
  expect(errorCode(Object.assign(new Error('no room'), { code: 'ENOSPC' }))).toBe('ENOSPC')
  for (const error of [new Error('none'), { code: 7 }, null, undefined, 'text']) {
    expect(errorCode(error)).toBeUndefined()
  }
  expect([errorMessage(new Error('no room')), errorMessage('text')]).toEqual(['no room', 'text'])
})

test('the code of the system is that of a call which failed, and no other', () => {
  expect(systemCode(Object.assign(new Error('no room'), { code: 'ENOSPC', syscall: 'write' }))).toBe('ENOSPC')
  for (const error of [Object.assign(new Error('ours'), { code: 'ENOSPC' }), null, 'text'])
    expect(systemCode(error)).toBeUndefined()
  const thrown = new Error('it')
  expect([asError(thrown) === thrown, asError('text').message]).toEqual([true, 'text'])
})

test('a time is a number and its unit', () => {
  expect(['30m', '24h', '7d'].map(spanMs)).toEqual([1_800_000, 86_400_000, 604_800_000])
  for (const other of ['', '7', 'd', '1.5h', '7w', '123456m', ' 7d']) expect(spanMs(other)).toBe(0)
})
