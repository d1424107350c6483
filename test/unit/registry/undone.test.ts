import { expect, test } from 'vitest'
import { Registry } from '../../../src/registry/registry.ts'

/** Rows whose transaction was undone. */

const row = (id: string) => ({ id, name: id })

test('a row that was undone is gone, and one that is durable is there', () => {
  const durable: { kind: 'crops'; row: { id: string } }[] = []
  const registry = new Registry(() => durable)
  registry.add('crops', row('undone'))
  registry.forget()
  expect(registry.has('crops', 'undone')).toBe(false)
  registry.add('crops', row('kept'))
  durable.push({ kind: 'crops', row: row('kept') })
  registry.forget()
  expect(registry.has('crops', 'kept')).toBe(true)
})

test('nothing is read while nobody asks, nor where nothing was added; what cannot be read is read later', () => {
  let reads = 0
  let isBroken = false
  const registry = new Registry(() => {
    reads++
    if (isBroken) throw new Error('the disk does not answer')
    return []
  })
  isBroken = true
  registry.forget()
  expect([registry.has('crops', 'undone'), reads]).toEqual([false, 1])
  registry.add('crops', row('undone'))
  registry.forget()
  expect(reads).toBe(1)
  expect(() => registry.has('crops', 'undone')).toThrow('does not answer')
  isBroken = false
  expect(registry.has('crops', 'undone')).toBe(false)
})
