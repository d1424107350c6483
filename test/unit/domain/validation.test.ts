import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { closed, Instant } from '../../../src/domain/shapes.ts'
import { compileCheck } from '../../../src/domain/validation.ts'

const check = compileCheck(
  closed(
    {
      name: Type.String({ minLength: 2 }),
      at: Type.Optional(Instant('')),
      list: Type.Optional(Type.Array(Type.Integer())),
    },
    { dependentRequired: { at: ['list'] } },
  ),
)

test('what fits gives null, and is left as it was', () => {
  const value = Object.freeze({ name: 'ab', list: Object.freeze([1]) })
  expect(check(value)).toBeNull()
})

test('nothing is coerced, stripped or filled in', () => {
  for (const wrong of [{ name: 12 }, { list: '1' }, { list: ['1'] }, { more: 1 }])
    expect(check({ name: 'ab', ...wrong })).not.toBeNull()
})

test('every violation is told, by RFC 6901 pointer', () => {
  const found = check({ at: 'now', list: [1, 'x', 2.5], 'a/b~c': 1 })
  const pointers = found?.map(({ pointer }) => pointer).sort()
  expect(pointers).toEqual(['/at', '/a~1b~0c', '/list/1', '/list/2', '/name'])
  for (const { message } of found ?? []) expect(message.length).toBeGreaterThan(5)
})

test('a reply stays a reply: fifty violations at most', () => {
  expect(check({ name: 'ab', list: Array(5_000).fill('x') })).toHaveLength(50)
})

test('the members of an object behind fifty faults are not read; a fault behind many good items is found', () => {
  const lines = compileCheck(closed({ lines: Type.Array(closed({ a: Type.String(), b: Type.String() })) }))
  let names = 0
  const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`m${i}`, 1]))
  const seen = new Proxy(wide, {
    ownKeys: (members) => Reflect.ownKeys(members),
    getOwnPropertyDescriptor: (members, name) => {
      names++
      return Reflect.getOwnPropertyDescriptor(members, name)
    },
  })
  expect(lines({ lines: [seen] })).toHaveLength(50)
  expect(names).toBeLessThan(200)
  const late = lines({ lines: [...Array(5_000).fill({ a: '', b: '' }), {}] })
  expect(late?.map(({ pointer }) => pointer)).toEqual(['/lines/5000/a', '/lines/5000/b'])
})

test('rules between members are left to those who have codes for them', () => {
  expect(check({ name: 'ab', at: '2026-06-28T07:15:00Z' })).toBeNull()
})

test('a text has as many characters as a reader counts code points, however they are stored', () => {
  const bounded = compileCheck(closed({ name: Type.String({ minLength: 3, maxLength: 5 }) }))
  for (const one of ['a', 'é', '🌾'])
    for (let count = 0; count <= 12; count++)
      for (const name of [one.repeat(count), `a${one.repeat(count)}`, `${one.repeat(count)}🌾`]) {
        const characters = Array.from(name).length
        const found = bounded({ name })?.map(({ pointer }) => pointer) ?? null
        expect(found, name).toEqual(characters < 3 || characters > 5 ? ['/name'] : null)
      }
})
