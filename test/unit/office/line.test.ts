import { expect, test } from 'vitest'
import { PasswordLine } from '../../../src/office/frame/line.ts'

/** Who is served in which order: each work ends when the test says so. */

function scene() {
  const line = new PasswordLine()
  const order: string[] = []
  const ends: (() => void)[] = []
  const refused: string[] = []
  const come = (owner: string, isKnown = false, name = owner) => {
    void line
      .run(owner, isKnown, () => {
        order.push(name)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
      .then((answer) => {
        if (answer === 'busy') refused.push(name)
      })
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const finish = async () => {
    await settle()
    while (ends.length > 0) {
      ends.shift()?.()
      await settle()
    }
  }
  return { come, order, refused, ends, settle, finish }
}

test('one at a time, and addresses take turns however many each sends', async () => {
  const { come, order, ends, settle, finish } = scene()
  for (const address of ['a', 'a', 'a', 'a', 'b', 'c', 'b']) come(address)
  await settle()
  expect([order, ends.length]).toEqual([['a'], 1])
  await finish()
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a'])
})

test('an address has four places', async () => {
  const { come, order, refused, finish } = scene()
  for (let i = 0; i < 100; i++) come('a')
  await finish()
  expect([order.length, refused.length]).toEqual([5, 95])
})

test('who is known goes before strangers, and one known person does not keep another waiting', async () => {
  const { come, order, finish } = scene()
  for (const address of ['a', 'b', 'c']) come(address)
  for (let i = 0; i < 3; i++) come('grace', true)
  come('okello', true)
  await finish()
  expect(order).toEqual(['a', 'grace', 'okello', 'grace', 'grace', 'b', 'c'])
})

test('in a full line whoever has most makes room for an address that has less', async () => {
  const { come, order, refused, settle, finish } = scene()
  come('first')
  for (let i = 0; i < 20; i++) come(`address ${i % 5}`, false, `${i}`)
  come('newcomer')
  await settle()
  expect(refused).toEqual(['15'])
  await finish()
  expect(order).toContain('newcomer')
})

test('in a line full of single strangers a stranger is refused, and who is known is not', async () => {
  const { come, order, refused, settle, finish } = scene()
  come('first')
  for (let i = 0; i < 20; i++) come(`address ${i}`)
  come('newcomer')
  await settle()
  expect(refused).toEqual(['newcomer'])
  come('grace', true)
  await finish()
  expect(order.slice(0, 3)).toEqual(['first', 'grace', 'address 1'])
  expect([order.length, refused.length]).toEqual([21, 2])
})

test('strangers take no place of who is known', async () => {
  const { come, order, finish } = scene()
  come('first')
  for (let i = 0; i < 5; i++) for (let n = 0; n < 4; n++) come(`known ${i}`, true)
  come('stranger')
  await finish()
  expect([order.length, order.includes('stranger')]).toEqual([21, false])
})

test('the line goes on after a work that failed', async () => {
  const line = new PasswordLine()
  await expect(line.run('a', false, () => Promise.reject(new Error('disk')))).rejects.toThrow('disk')
  expect(await line.run('a', false, async () => 'done')).toBe('done')
})
