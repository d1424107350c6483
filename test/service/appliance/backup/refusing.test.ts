import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { makeKeyPair } from '../../../../src/appliance/backup/age.ts'
import { backupsAt, lookAt } from '../../../../src/appliance/backup/fetching.ts'
import { type Manifest, manifestKey, written } from '../../../../src/appliance/backup/manifest.ts'
import { checkObjects } from '../../../../src/appliance/backup/verify.ts'
import { FolderStore } from '../../../../src/evidence/objects/folder.ts'
import { pathOfKey } from '../../../../src/evidence/objects/keys.ts'
import { SCHEMA_VERSION } from '../../../../src/store/file/upgrades.ts'
import {
  addPicture,
  backed,
  create,
  filesBelow,
  fill,
  folder,
  manifestsIn,
  objectsIn,
  restore,
  verify,
} from '../../../support/appliance/backup/help.ts'
import { json } from '../../../support/command.ts'

/** What is broken is found by verify and refused by restore, and nothing comes of it. */

const b = await backed()
await fill(b.data, 50)
await addPicture(b.data, Buffer.from('a picture'))
await create(b)
const files: readonly string[] = [...objectsIn(b), ...manifestsIn(b)]
expect(files.length).toBeGreaterThanOrEqual(4)
for (const file of files) copyFileSync(file, `${file}.kept`)
afterEach(() => {
  for (const file of filesBelow(b.placeFolder).filter((name) => !name.endsWith('.kept'))) rmSync(file)
  writeFileSync(join(b.placeFolder, 'granary-objects'), '')
  for (const file of files) copyFileSync(`${file}.kept`, file)
})

async function isRefused(what: string): Promise<void> {
  const into = join(folder(), 'data')
  const restored = await restore(b, into)
  expect([what, restored.code]).toEqual([what, 1])
  expect(existsSync(join(into, 'granary.db')), what).toBe(false)
}

test('every object cut off, with a bit turned, or gone', async () => {
  for (const file of files) {
    const isManifest = file.includes('manifests')
    const bytes = readFileSync(file)
    const ways: [string, () => void][] = [
      ['cut off', () => truncateSync(file, bytes.length - 1)],
      ['empty', () => truncateSync(file, 0)],
      ['longer', () => writeFileSync(file, Buffer.concat([bytes, Buffer.of(0)]))],
      [
        'turned',
        () =>
          writeFileSync(
            file,
            bytes.map((byte, i) => (i === bytes.length >> 1 ? byte ^ 1 : byte)),
          ),
      ],
      ['gone', () => rmSync(file)],
    ]
    for (const [way, damage] of ways) {
      damage()
      const what = `${file} ${way}`
      const { code, faults } = await verify(b, false)
      expect([what, code]).toEqual([what, 1])
      if (!isManifest) expect(faults, what).toHaveLength(1)
      await isRefused(what)
      writeFileSync(file, bytes)
    }
  }
  expect(await verify(b, true)).toMatchObject({ code: 0 })
})

test('whichever byte is turned', async () => {
  const place = new FolderStore(b.placeFolder)
  const newest = async () => {
    const [at] = await backupsAt(place)
    return at && lookAt(place, at)
  }
  const wholeManifest = (await newest())?.manifest as Manifest
  const isFound = async () => {
    const found = await newest()
    if (found?.manifest == null) return found?.fault?.key === 'backup.fault.manifest'
    return (
      (await checkObjects({ place, manifest: wholeManifest, progress: { step() {}, add() {} } })).length === 1
    )
  }
  for (const file of files) {
    const bytes = readFileSync(file)
    const step = Math.max(1, Math.floor(bytes.length / 60))
    for (let at = 0; at < bytes.length; at += step) {
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] as number) ^ 0x80
      writeFileSync(file, damaged)
      expect([file, at, await isFound()]).toEqual([file, at, true])
    }
    writeFileSync(file, bytes)
  }
})

/** The backup under a manifest that says something else, and whose hashes are right. */
function forge(change: Partial<Manifest>): void {
  const file = manifestsIn(b).find((name) => name.endsWith('.json')) as string
  const { bytes, at } = written({ ...(JSON.parse(readFileSync(file, 'utf8')) as Manifest), ...change })
  rmSync(file)
  writeFileSync(join(b.placeFolder, pathOfKey(at.key)), bytes)
  expect(manifestKey(at.key)).toEqual(at)
}

test('a manifest that tells of another log', async () => {
  forge({ tree_root: Buffer.alloc(32, 7).toString('base64') })
  const { code, faults } = await verify(b, true)
  expect([code, faults]).toEqual([1, [expect.stringContaining('its log does not match')]])
  await isRefused('another root')
})

test('a manifest that tells of more pages than there are', async () => {
  forge({ pages: 1_000_000 })
  expect(await verify(b, true)).toMatchObject({ code: 1 })
  await isRefused('more pages')
})

test('a newer Granary’s, with what to do', async () => {
  forge({ schema: SCHEMA_VERSION + 1, granary: '99.0.0' })
  const { code, error } = await restore(b, join(folder(), 'data'))
  expect([code, error.message]).toEqual([1, expect.stringContaining('newer Granary (99.0.0')])
  forge({ schema: SCHEMA_VERSION, format: 'granary-backup/3' as Manifest['format'] })
  const other = await restore(b, join(folder(), 'data'))
  expect([other.code, other.error.message]).toEqual([1, expect.stringContaining('newer Granary')])
})

test('one of 0.1.0, by name: restored by it alone', async () => {
  forge({ schema: 7, granary: '0.1.0', format: 'granary-backup/1' as Manifest['format'] })
  const restored = await restore(b, join(folder(), 'data'))
  const verified = await verify(b, false)
  for (const { code, said } of [
    { code: restored.code, said: restored.error.message },
    { code: verified.code, said: JSON.stringify(verified) },
  ])
    expect([code, said]).toEqual([
      1,
      expect.stringContaining('made by Granary 0.1.0, and only that version can restore it'),
    ])
})

test('somebody else’s identity, none, and one that is damaged', async () => {
  const { identity } = await makeKeyPair()
  const other = join(folder(), 'identity')
  writeFileSync(other, identity)
  const into = join(folder(), 'data')
  const refused = await restore({ ...b, identity: other }, into)
  expect([refused.code, refused.error.message]).toEqual([
    1,
    expect.stringContaining('does not open the backup'),
  ])
  const typed = identity.slice(0, -1) + (identity.endsWith('Q') ? 'P' : 'Q')
  for (const [text, said] of [
    ['', 'The input contains no identity'],
    ['# nothing\n', 'The input contains no identity'],
    ['a letter', 'The input contains no identity'],
    [typed, 'The identity has a mistyped letter'],
    [identity.slice(0, -1), '73 letters, digits and hyphens instead of 74'],
    ['AGE-SECRET-KEY-1X', '17 letters'],
  ] as const) {
    writeFileSync(other, text)
    const { code, error, err } = await restore({ ...b, identity: other }, into)
    expect([code, error.message]).toEqual([1, expect.stringContaining(said)])
    if (text !== '') expect(JSON.stringify(error) + err).not.toContain(text)
  }
  expect(existsSync(into)).toBe(false)
})

test('an identity as it is typed from paper, and one that is given in place of its file', async () => {
  const [, secret] = readFileSync(b.identity, 'utf8').split('\n') as [string, string]
  const typed = join(folder(), 'identity')
  writeFileSync(typed, ` ${secret.toLowerCase().replace(/(.{8})/g, '$1 ')}\r\n`)
  expect(await restore({ ...b, identity: typed }, join(folder(), 'data'))).toMatchObject({ code: 0 })
  for (const given of [secret, secret.toLowerCase(), join(folder(), 'none')]) {
    const { code, err, error } = await restore({ ...b, identity: given }, join(folder(), 'data'))
    expect(code).toBeGreaterThan(0)
    expect(JSON.stringify(error) + err).not.toContain(given)
  }
})

test('a folder in use, and a file', async () => {
  const used = join(folder(), 'data')
  mkdirSync(used)
  writeFileSync(join(used, 'letter.txt'), 'mine')
  expect(await restore(b, used)).toMatchObject({
    code: 1,
    error: { message: expect.stringContaining('in use') },
  })
  expect(filesBelow(used)).toEqual([join(used, 'letter.txt')])
  expect(await restore(b, join(used, 'letter.txt'))).toMatchObject({ code: 1 })
  expect(await restore(b, b.data)).toMatchObject({ code: 1 })
})

test('an empty folder is as good as none', async () => {
  const empty = join(folder(), 'data')
  mkdirSync(empty)
  expect(await restore(b, empty)).toMatchObject({ code: 0 })
})

test('a place without backups, and ids that are none or several', async () => {
  const nowhere = { ...b, place: `file:${join(folder(), 'none')}` }
  expect(await restore(nowhere, join(folder(), 'data'))).toMatchObject({ code: 1 })
  const into = join(folder(), 'data')
  expect(await restore(b, into, '--id', '19990101')).toMatchObject({ code: 1 })
  forge({ granary: '0.0.2' })
  for (const file of files.filter((name) => name.includes('manifests'))) copyFileSync(`${file}.kept`, file)
  const several = await restore(b, into, '--id', '20')
  expect([several.code, several.error.message]).toEqual([1, 'The ids of several backups begin with 20.'])
})

test('without a key, or without a place that is another disk, none is made', async () => {
  const data = join(folder(), 'data')
  await json('init', '--name', 'Coop', '--data', data)
  const to = ['--to', `file:${join(folder(), 'backups')}`]
  const keyless = await json('backup', 'create', '--data', data, ...to)
  expect([keyless.code, keyless.error.remedy]).toEqual([1, expect.stringContaining('granary backup key')])
  const placeless = await json('backup', 'create', '--data', b.data)
  expect([placeless.code, placeless.error.remedy]).toEqual([1, expect.stringContaining('--to file:')])
  const inside = await json('backup', 'create', '--data', b.data, '--to', `file:${join(b.data, 'backups')}`)
  expect([inside.code, inside.error.message]).toEqual([1, placeless.error.message])
  const named = await json('backup', 'create', '--data', b.data, '--to', `file:${join(b.data, '..x')}`)
  expect([named.code, named.error.message]).toEqual([1, placeless.error.message])
})

test('a second key asks whether it is meant, and an identity is never written down', async () => {
  const again = await json('backup', 'key', '--data', b.data)
  expect([again.code, again.error.remedy]).toEqual([1, expect.stringContaining('--replace')])
  const secret = (readFileSync(b.identity, 'utf8').match(/AGE-SECRET-KEY-1\w+/) as RegExpMatchArray)[0]
  for (const file of [...filesBelow(b.data), ...filesBelow(b.placeFolder)])
    expect(readFileSync(file).includes(secret), file).toBe(false)
  const { recipient } = await makeKeyPair()
  const elsewhere = await json('backup', 'key', '--data', b.data, '--replace', '--recipient', recipient)
  expect(elsewhere).toMatchObject({ code: 0, recipient, identity: null })
  const wrong = await json('backup', 'key', '--data', b.data, '--replace', '--recipient', 'age1nonsense')
  expect(wrong.code).toBe(2)
})

test.each([
  ['rats'.repeat(4096), /granary\.db is damaged/],
  ['', /^There is no Granary database/],
])('beside a database that is none, what to do', async (text, words) => {
  const data = join(folder(), 'data')
  mkdirSync(data)
  writeFileSync(join(data, 'granary.db'), text)
  const { code, error } = await verify({ ...b, data }, false)
  expect([code, error.message]).toEqual([1, expect.stringMatching(words)])
})
