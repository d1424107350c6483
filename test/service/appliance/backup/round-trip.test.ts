import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { localTasks } from '../../../../src/tasks.ts'
import {
  addPicture,
  backed,
  create,
  fill,
  folder,
  kernelOf,
  restore,
  restoredCopy,
  told,
  verify,
} from '../../../support/appliance/backup/help.ts'
import { cli } from '../../../support/command.ts'
import { auditFaults } from '../../../support/store/audit-faults.ts'
import { leafFaults } from '../../../support/store/leaf-faults.ts'

test('what was backed up is there again: every entry, the pictures, the key of the log', async () => {
  const b = await backed()
  await fill(b.data, 300)
  const picture = Buffer.from('a picture, as far as the store is concerned')
  const sha256 = await addPicture(b.data, picture)
  const key = join(b.data, 'anchor.key')
  if (!existsSync(key)) writeFileSync(key, 'a private key\n', { mode: 0o600 })
  const anchorKey = readFileSync(key)

  const made = await create(b)
  expect(made).toMatchObject({ code: 0, evidence: 1, evidence_missing: 0, place: b.place })
  const before = told(b.data)

  const into = join(folder(), 'data')
  const restored = await restore(b, into)
  expect(restored).toMatchObject({ code: 0, id: made.id, entries: made.entries, evidence: 1 })
  expect(readFileSync(join(into, 'anchor.key'))).toEqual(anchorKey)
  for (const name of ['granary.db', 'anchor.key'])
    expect(statSync(join(into, name)).mode & 0o777, name).toBe(0o600)
  expect(statSync(into).mode & 0o777).toBe(0o700)
  expect(existsSync(join(into, 'restoring'))).toBe(false)
  const after = told(into)
  expect(after.log.slice(0, made.entries)).toEqual(before.log.slice(0, made.entries))
  // All that followed is that it was restored.
  expect(after.log).toHaveLength(made.entries + 1)
  const kernel = kernelOf(into)
  onTestFinished(() => kernel.close())
  expect(kernel.store.db.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(kernel.store.db.pragma('foreign_key_check')).toEqual([])
  expect(leafFaults(kernel.store.db)).toEqual([])
  expect(auditFaults(kernel.store.db)).toEqual([])
  const found = await kernel.objects.get(`evidence/${sha256}`, sha256)
  expect(Buffer.concat(await (found?.stream.toArray() as Promise<Buffer[]>))).toEqual(picture)
  expect(kernel.store.backups.suspension).toMatchObject({ backup: made.id })
})

test('the secret that imports make their ids with comes along, so that nothing is imported twice', async () => {
  const secretOf = async (data: string) => {
    const kernel = kernelOf(data)
    try {
      const { secret } = await localTasks(kernel).run('import.secret', 'test', {})
      return secret
    } finally {
      kernel.close()
    }
  }
  const b = await backed()
  const secret = await secretOf(b.data)
  await create(b)
  expect(await secretOf(await restoredCopy(b))).toBe(secret)
})

test('verify: with the identity all of it is restored aside; without, it says that it is less', async () => {
  const b = await backed()
  await addPicture(b.data, Buffer.from('picture'))
  const { id } = await create(b)
  expect(await verify(b, true)).toMatchObject({ code: 0, id, opened: true, faults: [] })
  expect(await verify(b, false)).toMatchObject({ code: 0, id, opened: false, faults: [] })
  const said = await cli('backup', 'verify', '--data', b.data, '--from', b.place)
  expect(said.out).toContain('not opened')
  const aside = await cli(
    'backup verify --data',
    join(folder(), 'none'),
    '--from',
    b.place,
    '--identity',
    b.identity,
  )
  expect(aside.code).toBe(0)
})

test('compared with the database beside it: one that was changed is told, another life of it is not taken for a change', async () => {
  const b = await backed()
  await fill(b.data, 40)
  const first = await create(b)
  await fill(b.data, 5)
  const second = await create(b)

  const into = await restoredCopy(b, '--id', first.id)
  await fill(into, 20)
  const beside = { ...b, data: into }
  for (const { id } of [first, second])
    expect(await verify(beside, true, id)).toMatchObject({ code: 0, faults: [] })

  const db = new Database(join(b.data, 'granary.db'))
  db.exec('DROP TRIGGER entry_no_update')
  db.prepare('UPDATE entry SET digest = ? WHERE seq = 7').run(Buffer.alloc(32, 1))
  db.close()
  const { code, faults } = await verify(b, true, second.id)
  expect([code, faults]).toEqual([1, ['Its entries are not the first entries of this database.']])
})
