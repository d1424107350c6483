import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  addPicture,
  backed,
  create,
  filesBelow,
  fill,
  folder,
  objectsIn,
  restore,
  verify,
} from '../../../support/appliance/backup/help.ts'
import { json } from '../../../support/command.ts'

const sizeOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + statSync(file).size, 0)

test('what is stored already is not sent again: a day’s few entries cost less than a hundredth', async () => {
  const b = await backed()
  await fill(b.data, 12_000, 2_000)
  await addPicture(b.data, Buffer.alloc(200_000, 'picture'))
  const first = await create(b)
  const before = new Set(objectsIn(b))
  await fill(b.data, 3)
  const second = await create(b)
  expect(first.bytes).toBeGreaterThan(20_000_000)
  expect(second.sent_bytes).toBeLessThan(first.bytes / 100)
  const added = [...objectsIn(b)].filter((file) => !before.has(file))
  expect(sizeOf(added)).toBeLessThan(first.bytes / 100)
  expect(second.entries).toBeGreaterThan(first.entries)
  expect(await verify(b, true)).toMatchObject({ code: 0, id: second.id })
  expect(await verify(b, true, first.id)).toMatchObject({ code: 0, id: first.id })
  const into = join(folder(), 'data')
  expect(await restore(b, into, '--id', first.id)).toMatchObject({ code: 0, entries: first.entries })
})

test('what has gone from the place, or was cut off there, is sent again', async () => {
  const b = await backed()
  await fill(b.data, 500)
  await create(b)
  for (const file of objectsIn(b)) rmSync(file)
  const healed = await create(b)
  expect(healed.code).toBe(0)
  expect(await verify(b, true)).toMatchObject({ code: 0, id: healed.id, faults: [] })
})

test('what a check found rotten at the place is sent again', async () => {
  const b = await backed()
  await fill(b.data, 500)
  await addPicture(b.data, Buffer.from('a picture'))
  await create(b)
  for (const file of objectsIn(b)) {
    const bytes = readFileSync(file)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1
    writeFileSync(file, bytes)
  }
  expect(await verify(b, false)).toMatchObject({ code: 1 })
  const healed = await create(b)
  expect(await verify(b, true)).toMatchObject({ code: 0, id: healed.id, faults: [] })
})

test('without what is remembered of the place all is sent, and all is right', async () => {
  const b = await backed()
  await fill(b.data, 500)
  const first = await create(b)
  for (const name of readdirSync(join(b.data, 'backup')))
    rmSync(join(b.data, 'backup', name), { recursive: true, force: true })
  const second = await create(b)
  expect(second.sent_bytes).toBeGreaterThan(first.sent_bytes * 0.9)
  expect(await verify(b, true)).toMatchObject({ code: 0, faults: [] })
})

test('of what is remembered, lines that can be read count, up to one that cannot', async () => {
  const b = await backed()
  await fill(b.data, 500)
  const first = await create(b)
  const [name] = readdirSync(join(b.data, 'backup')).filter((file) => file.endsWith('.catalogue'))
  const file = join(b.data, 'backup', name as string)
  const whole = readFileSync(file)
  for (const harm of [
    '{"pack":',
    '{"pack":1}\n',
    `{"pack":"${'0'.repeat(64)}","bytes":1,"hashes":"AAAA"}\n`,
  ]) {
    writeFileSync(file, Buffer.concat([whole, Buffer.from(harm)]))
    expect((await create(b)).sent_bytes).toBeLessThan(first.sent_bytes / 2)
  }
  writeFileSync(file, Buffer.concat([Buffer.from('x\n'), whole]))
  expect((await create(b)).sent_bytes).toBeGreaterThan(first.sent_bytes * 0.9)
  expect(await verify(b, true)).toMatchObject({ code: 0, faults: [] })
})

test('a change of keys sends everything anew, and each backup needs its own identity', async () => {
  const b = await backed()
  await fill(b.data, 200)
  const old = await create(b)
  const made = await json('backup', 'key', '--replace', '--data', b.data)
  const file = join(folder(), 'new')
  writeFileSync(file, made.identity)
  const fresh = await create(b)
  expect(fresh.sent_bytes).toBeGreaterThan(old.sent_bytes * 0.9)
  const other = { ...b, identity: file }
  expect(await verify(other, true)).toMatchObject({ code: 0, id: fresh.id })
  expect(await verify(b, true)).toMatchObject({ code: 1 })
  expect(await verify(b, true, old.id)).toMatchObject({ code: 0 })
})

test('nothing of a backup being made is left in the data folder, and nobody else may read what is', async () => {
  const b = await backed()
  await fill(b.data, 100)
  await create(b)
  const left = filesBelow(join(b.data, 'backup')).map((file) => file.split('/').at(-1) as string)
  expect(left.every((name) => name === 'lock' || name.endsWith('.catalogue'))).toBe(true)
  for (const name of left) expect(statSync(join(b.data, 'backup', name)).mode & 0o077, name).toBe(0)
})
