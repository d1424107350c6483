import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  addPicture,
  backed,
  create,
  fill,
  folder,
  listed,
  objectsIn,
  otherDisk,
  restore,
  verify,
} from '../../../support/appliance/backup/help.ts'
import { cli, json } from '../../../support/command.ts'

afterEach(() => vi.unstubAllEnvs())

/** Done, but something is owed (exit code 3); and what status and the audit log tell of what failed. */

const pictureIn = (data: string, sha256: string) =>
  join(data, 'objects', 'evidence', sha256.slice(0, 2), sha256.slice(2, 4), sha256)

test('a picture that is gone, or not what it was, is owed until it is there again', async () => {
  const b = await backed()
  const [gone, rotten] = [
    await addPicture(b.data, Buffer.from('one')),
    await addPicture(b.data, Buffer.from('two')),
  ]
  await addPicture(b.data, Buffer.from('three'))
  renameSync(pictureIn(b.data, gone), join(b.data, 'aside'))
  writeFileSync(pictureIn(b.data, rotten), 'tw0')
  const made = await create(b)
  expect(made).toMatchObject({ code: 3, evidence: 1, evidence_missing: 2 })
  expect(made.err).toContain('granary doctor')
  expect(await verify(b, true)).toMatchObject({ code: 3, faults: [], evidence_missing: 2 })
  const into = join(folder(), 'data')
  const restored = await restore(b, into)
  expect(restored).toMatchObject({ code: 3, evidence_missing: [gone, rotten].sort() })
  renameSync(join(b.data, 'aside'), pictureIn(b.data, gone))
  writeFileSync(pictureIn(b.data, rotten), 'two')
  expect(await create(b)).toMatchObject({ code: 0, evidence: 3, evidence_missing: 0 })
})

test('a restored picture that is there already as it should be stays, and a rotten one is put right', async () => {
  const b = await backed()
  const sha256 = await addPicture(b.data, Buffer.from('one'))
  await create(b)
  const mount = folder()
  const pictures = join(mount, 'pictures')
  vi.stubEnv('GRANARY_OBJECT_STORE', `file:${pictures}`)
  // An empty folder may be where a disk belongs that is not mounted.
  const [first, second] = [join(folder(), 'data'), join(folder(), 'data')]
  const refused = await restore(b, first)
  expect([refused.code, refused.error.message]).toEqual([1, expect.stringContaining('may not be mounted')])
  expect([readdirSync(mount), existsSync(first)]).toEqual([[], false])
  writeFileSync(join(mount, 'something else'), '')
  expect((await restore(b, first)).code).toBe(0)
  const file = join(pictures, 'evidence', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  writeFileSync(file, 'on3')
  expect((await restore(b, second)).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe('one')
  expect(existsSync(join(second, 'objects'))).toBe(false)
})

test('a place whose disk is taken away is said, noted, and goes on where it was', async () => {
  const b = await backed()
  await fill(b.data, 200)
  await create(b)
  renameSync(b.placeFolder, `${b.placeFolder}.away`)
  const failed = await create(b)
  expect([failed.code, failed.error.message]).toEqual([1, expect.stringContaining('mount its disk')])
  expect(existsSync(b.placeFolder)).toBe(false)
  const told = await json('status', '--data', b.data)
  expect([told.code, told.backups.last_failure.reason]).toEqual([
    3,
    expect.stringContaining('mount its disk'),
  ])
  vi.stubEnv('GRANARY_LANGUAGE', 'fr')
  const inFrench = await json('status', '--data', b.data)
  const createdInFrench = await create(b)
  const listedInFrench = await cli('backup', 'list', '--data', b.data, '--from', b.place)
  vi.unstubAllEnvs()
  for (const said of [
    inFrench.backups.last_failure.reason,
    createdInFrench.error.message,
    listedInFrench.err,
  ])
    expect(said).toMatch(/[Ll]e dossier .* ne contient pas le fichier granary-objects/)
  const { entries } = await json('audit', '--data', b.data)
  expect(entries).toContainEqual(
    expect.objectContaining({
      action: 'backup',
      outcome: 'failed',
      detail: expect.objectContaining({ place: b.place }),
    }),
  )
  // A new disk in its place is no dead end.
  mkdirSync(b.placeFolder)
  expect((await create(b)).error.remedy).toContain('choose a new folder on it: --to')
  const onNew = { ...b, place: `file:${join(b.placeFolder, 'new')}` }
  expect(await create(onNew)).toMatchObject({ code: 0, place: onNew.place })
  rmSync(b.placeFolder, { recursive: true })
  renameSync(`${b.placeFolder}.away`, b.placeFolder)
  const made = await create(b)
  expect(made.code).toBe(0)
  const well = await json('status', '--data', b.data)
  expect([well.code, well.backups]).toEqual([
    0,
    expect.objectContaining({
      last_failure: null,
      late: false,
      newest: expect.objectContaining({ id: made.id }),
    }),
  ])
})

test('a disk that goes away in the midst of it leaves whole backups alone, and what came before is not sent again', async () => {
  const b = await backed()
  await fill(b.data, 6_000, 4_000)
  const marker = join(b.placeFolder, 'granary-objects')
  const making = create(b)
  const cut = setInterval(() => {
    if (existsSync(join(b.placeFolder, 'backups', 'objects')) && objectsIn(b).length >= 2) {
      rmSync(marker, { force: true })
      clearInterval(cut)
    }
  }, 1)
  const failed = await making
  clearInterval(cut)
  expect(failed.code).toBe(1)
  const stored = objectsIn(b).length
  expect(stored).toBeGreaterThanOrEqual(2)
  writeFileSync(marker, '')
  expect((await listed(b)).backups).toEqual([])
  expect((await cli('backup', 'list', '--data', b.data, '--from', b.place)).out).toContain(
    'yet. Make one: granary backup create',
  )
  const made = await create(b)
  expect(made.code).toBe(0)
  expect(made.sent_bytes).toBeLessThan(made.bytes)
  expect(await verify(b, true)).toMatchObject({ code: 0, faults: [] })
})

test('what another takes away while it is made is missed before there is a backup, and is sent again', async () => {
  const b = await backed()
  await fill(b.data, 8_000, 4_000)
  const making = create(b)
  let taken: string | undefined
  const thief = setInterval(() => {
    if (taken !== undefined || !existsSync(join(b.placeFolder, 'backups', 'objects'))) return
    taken = objectsIn(b)[0]
    if (taken !== undefined) rmSync(taken)
  }, 1)
  const failed = await making
  clearInterval(thief)
  expect([taken === undefined, failed.code]).toEqual([false, 1])
  expect(failed.error.message).toContain('disappeared from')
  expect((await listed(b)).backups).toEqual([])
  expect((await create(b)).code).toBe(0)
  expect(await verify(b, true)).toMatchObject({ code: 0, faults: [] })
})

test('a copy that does not fit above the reserve is refused with how much is wanting', async () => {
  const b = await backed()
  vi.stubEnv('GRANARY_MIN_FREE_BYTES', '1000000000000000')
  const { code, error } = await create(b)
  expect([code, error.message, error.remedy]).toEqual([
    1,
    expect.stringContaining('A copy of the database needs'),
    expect.stringMatching(/^Free [\d,]+ MiB on that disk/),
  ])
  expect((await restore(b, join(folder(), 'data'))).code).toBe(1)
})

const freeOn = (path: string): number => {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

test.skipIf(otherDisk === null)('pictures that go onto a disk of their own must fit on that', async () => {
  const b = await backed()
  await addPicture(b.data, Buffer.from('one'))
  await create(b)
  const disk = otherDisk as string
  const [there, here] = [freeOn(disk), freeOn(b.data)]
  const pictures = mkdtempSync(join(disk, 'granary-pictures-'))
  onTestFinished(() => rmSync(pictures, { recursive: true }))
  writeFileSync(join(pictures, 'granary-objects'), '')
  const into = join(folder(), 'data')
  // Between what the two disks have free, one of them is refused.
  vi.stubEnv('GRANARY_MIN_FREE_BYTES', String(Math.round((there + here) / 2)))
  vi.stubEnv('GRANARY_OBJECT_STORE', `file:${pictures}`)
  const { code, error } = await restore(b, into)
  expect([code, error.message]).toEqual([
    1,
    expect.stringMatching(there < here ? /^The restore of pictures needs / : /^The restore needs /),
  ])
  vi.stubEnv('GRANARY_MIN_FREE_BYTES', '0')
  expect((await restore(b, into)).code).toBe(0)
})
