import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { backed, create } from '../../support/appliance/backup/help.ts'
import { json } from '../../support/command.ts'

test('a command that gives way to other programs does not make the tests after it do so', async () => {
  const before = getPriority()
  const b = await backed()
  expect((await create(b)).code).toBe(0)
  expect((await json('verify', '--data', b.data)).clean).toBe(true)
  expect(getPriority()).toBe(before)
})
