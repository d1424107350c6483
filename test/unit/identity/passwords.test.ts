import { expect, test } from 'vitest'
import { hashPassword, isPassword } from '../../../src/identity/passwords.ts'

test('only the password itself is right, by every byte of what is stored', async () => {
  const stored = await hashPassword('a goat, two hens')
  expect(await isPassword('a goat, two hens', stored)).toBe(true)
  expect(await isPassword('a goat, two hen', stored)).toBe(false)
  const at = stored.lastIndexOf('$') + 1
  const key = Buffer.from(stored.slice(at), 'base64')
  for (const n of [0, key.length - 1]) {
    const other = Buffer.from(key.with(n, ~(key[n] ?? 0)))
    expect(await isPassword('a goat, two hens', stored.slice(0, at) + other.toString('base64'))).toBe(false)
  }
})

test('nobody has a password that is not stored', async () => {
  expect(await isPassword('', null)).toBe(false)
})
