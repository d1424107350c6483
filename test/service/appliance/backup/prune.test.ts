import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  type Backed,
  backed,
  create,
  fill,
  listed,
  manifestsIn,
  objectsIn,
  verify,
} from '../../../support/appliance/backup/help.ts'
import { type Document, json } from '../../../support/command.ts'

const prune = (b: Backed, ...more: string[]): Promise<Document> =>
  json('backup', 'prune', '--data', b.data, '--from', b.place, ...more)

const idsIn = async (b: Backed): Promise<string[]> => {
  const { backups } = await listed(b)
  return backups.map(({ id }: { id: string }) => id)
}

test('old backups go, with what they alone needed; what stays is whole', async () => {
  const b = await backed()
  const made: string[] = []
  for (let i = 0; i < 4; i++) {
    await fill(b.data, 300)
    made.push((await create(b)).id)
  }
  const before = objectsIn(b).length
  const dry = await prune(b, '--keep', '2', '--dry-run')
  expect([dry.code, dry.backups.sort()]).toEqual([0, made.slice(0, 2).sort()])
  expect(dry.objects).toBeGreaterThan(0)
  expect([manifestsIn(b).length, objectsIn(b).length]).toEqual([4, before])

  const pruned = await prune(b, '--keep', '2')
  expect(pruned).toMatchObject({ code: 0, objects: dry.objects, bytes: dry.bytes })
  expect(await idsIn(b)).toEqual(made.slice(2).reverse())
  expect(objectsIn(b)).toHaveLength(before - dry.objects)
  for (const id of made.slice(2)) expect(await verify(b, true, id)).toMatchObject({ code: 0, faults: [] })
  const { entries } = await json('audit', '--data', b.data)
  expect(entries).toContainEqual(expect.objectContaining({ action: 'backup_pruned' }))
  // What is remembered of the place does not count on what has gone.
  await create(b)
  expect(await verify(b, true)).toMatchObject({ code: 0, faults: [] })
})

test('young ones stay, and so does the newest whole one when it is the only one', async () => {
  const b = await backed()
  const first = await create(b)
  await fill(b.data, 100)
  const second = await create(b)
  expect(await prune(b, '--keep-days', '30')).toMatchObject({ code: 0, backups: [], objects: 0 })
  const newest = JSON.parse(readFileSync(manifestsIn(b).at(-1) as string, 'utf8')).contents[0]
  rmSync(objectsIn(b).find((file) => file.endsWith(newest)) as string)
  expect(await prune(b, '--keep', '1')).toMatchObject({ backups: [second.id] })
  expect(await idsIn(b)).toEqual([first.id])
})

test('where a pack that all share is cut off, nothing goes, and what to do is said', async () => {
  const b = await backed()
  await fill(b.data, 300)
  await create(b)
  await create(b)
  for (const file of objectsIn(b)) truncateSync(file, statSync(file).size - 1)
  const before = [...manifestsIn(b), ...objectsIn(b)]
  const { code, error } = await prune(b, '--keep', '1')
  expect([code, error.message]).toEqual([1, expect.stringContaining('No backup at this place is whole')])
  expect(error.remedy).toContain('granary backup create')
  expect([...manifestsIn(b), ...objectsIn(b)]).toEqual(before)
})

test('a newest one that a check found rotten does not put out the good one before it', async () => {
  const b = await backed()
  const good = await create(b)
  await fill(b.data, 300)
  const rotten = await create(b)
  const [newest] = manifestsIn(b)
    .map((file) => JSON.parse(readFileSync(file, 'utf8')))
    .sort((x, y) => y.tree_size - x.tree_size)
  const table = objectsIn(b).find((file) => file.endsWith(newest.contents[0])) as string
  const bytes = readFileSync(table)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1
  writeFileSync(table, bytes)
  expect((await verify(b, false, rotten.id)).code).toBe(1)
  expect(await prune(b, '--keep', '1')).toMatchObject({ backups: [rotten.id] })
  expect(await verify(b, true, good.id)).toMatchObject({ code: 0 })
})

test('what a backup in the making has stored is left alone, and another store’s backups too', async () => {
  const b = await backed()
  const made = await create(b)
  const other = { ...(await backed()), place: b.place, placeFolder: b.placeFolder }
  const theirs = await create(other)
  for (const file of manifestsIn(b).filter((name) => name.includes(theirs.id.slice(-8)))) rmSync(file)
  const pruned = await prune(b, '--keep', '1')
  expect(pruned).toMatchObject({ backups: [], objects: 0 })
  expect(pruned.objects_waiting).toBeGreaterThan(0)
  const again = await create(other)
  // Since when they wait may be damaged.
  const [seen = ''] = readdirSync(join(b.data, 'backup')).filter((name) => name.endsWith('.unnamed'))
  writeFileSync(join(b.data, 'backup', seen), 'null')
  expect(await prune(b, '--keep', '1')).toMatchObject({ code: 0, backups: [], objects: 0 })
  expect((await idsIn(b)).sort()).toEqual([made.id, again.id].sort())
  expect(await verify(other, true, again.id)).toMatchObject({ code: 0 })
})

test('with a manifest that cannot be read, nothing goes', async () => {
  const b = await backed()
  await create(b)
  await create(b)
  const [first] = manifestsIn(b)
  writeFileSync(first as string, '{}')
  const before = objectsIn(b)
  const { code, error } = await prune(b, '--keep', '1')
  expect([code, error.message]).toEqual([1, expect.stringContaining('Nothing was deleted')])
  expect(objectsIn(b)).toEqual(before)
})

test.each([[[]], [['--keep', '0']], [['--keep-days', 'x']]])('%j is wrong usage', async (flags) => {
  const b = await backed()
  expect(await prune(b, ...flags)).toMatchObject({ code: 2 })
})
