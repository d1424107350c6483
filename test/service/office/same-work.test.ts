import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { openKernel } from '../../../src/assemble.ts'
import { readConfig } from '../../../src/config/config.ts'
import { founded } from '../../support/command.ts'
import { PASSWORD } from '../../support/office.ts'

/** A sign-in costs the same whoever has the name: the same hash, once. No clock is asked. */

const hashed: unknown[] = []
const { scrypt } = crypto
const counted = (password: string, salt: Buffer, bytes: number, options: object, done: never) => {
  hashed.push({ saltBytes: salt.length, bytes, ...options })
  scrypt(password, salt, bytes, { ...options, N: 2 ** 10, p: 1 }, done)
}
vi.spyOn(crypto, 'scrypt').mockImplementation(counted as typeof scrypt)
syncBuiltinESMExports()
const coop = await founded()
const kernel = openKernel(readConfig({ data: coop.data, minFreeBytes: '0' }, {}))
const { staff, ports } = kernel
for (const name of ['Known', 'Ended']) {
  const { one_time_code: code } = await ports.submit(() => staff.add('test', name, 'clerk'))
  await staff.setPassword(ports.submit, { name, code, password: PASSWORD })
}
await ports.submit(() => staff.add('test', 'Without a password', 'clerk'))
await ports.submit(() => staff.end('test', 'Ended'))
afterAll(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  kernel.close()
})
beforeEach(() => {
  hashed.length = 0
})

const COST = { saltBytes: 16, bytes: 32, N: 2 ** 15, r: 8, p: 3, maxmem: expect.any(Number) }

test.each([
  ['a known name and the right password', 'Known', PASSWORD, true],
  ['a known name and a wrong password', 'Known', 'wrong', false],
  ['an unknown name', 'Nobody', PASSWORD, false],
  ['an ended account and its password', 'Ended', PASSWORD, false],
  ['an account without a password', 'Without a password', PASSWORD, false],
  ['an empty name', '', '', false],
])('%s: one hash of the same cost', async (_who, name, password, isRight) => {
  expect((await kernel.staff.signIn(name, password)) !== null).toBe(isRight)
  expect(hashed).toEqual([COST])
})

test.each(['Known', 'Nobody', 'Ended', 'Without a password'])(
  'setting a password for %s by a wrong code: one hash too',
  async (name) => {
    const set = { name, code: 'wrong', password: 'plums at midnight' }
    expect(await kernel.staff.setPassword(kernel.ports.submit, set)).not.toBeNull()
    expect(hashed).toEqual([COST])
  },
)
