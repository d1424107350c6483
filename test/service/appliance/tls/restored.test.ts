import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backed, create, restoredCopy } from '../../../support/appliance/backup/help.ts'
import { house, meet } from '../../../support/appliance/tls/help.ts'
import { json } from '../../../support/command.ts'

test('after a restore the phones go on: the authority is the same, and the new machine’s certificate is made from it', async () => {
  const b = await backed()
  await json('tls', 'init', '--name', 'granary.kahawa.example', '--data', b.data)
  const ca = readFileSync(join(b.data, 'tls', 'authority.pem'))
  expect(await create(b)).toMatchObject({ code: 0 })

  const into = await restoredCopy(b)
  const authority = join(into, 'tls', 'authority.key')
  expect(readFileSync(authority)).toEqual(readFileSync(join(b.data, 'tls', 'authority.key')))
  expect([join(into, 'tls'), authority].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600])
  expect(existsSync(join(into, 'tls', 'server.key'))).toBe(false)

  const there = await house({}, into)
  const { port } = await there.serve()
  const { certificate, disbelief } = await meet(port, { ca, servername: 'granary.kahawa.example' })
  expect(disbelief).toBeNull()
  expect(certificate.subjectaltname).toContain('192.168.7.5')
})

test('a folder without an authority is restored without one', async () => {
  const b = await backed()
  expect(await create(b)).toMatchObject({ code: 0 })
  const into = await restoredCopy(b)
  expect(existsSync(join(into, 'tls'))).toBe(false)
})
