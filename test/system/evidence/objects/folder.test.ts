import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { Problem } from '../../../../src/base/problem.ts'
import { must } from '../../../../src/base/typed.ts'
import { FolderStore } from '../../../../src/evidence/objects/folder.ts'
import { pathOfKey } from '../../../../src/evidence/objects/keys.ts'
import { ObjectStoreUnavailable } from '../../../../src/evidence/objects/store.ts'
import { OperatorFault } from '../../../../src/words/fault.ts'
import { englishWords } from '../../../../src/words/words.ts'
import { temporaryFolder } from '../../../support/command.ts'
import {
  all,
  type Kept,
  keep,
  keyOf,
  MIB,
  obeysTheContract,
  sha256,
} from '../../../support/evidence/objects/contract.ts'
import { filesBelow } from '../../../support/files-below.ts'
import { mounted, unmount } from '../../../support/small-disk.ts'

const MARKER = 'granary-objects'

describe('the folder', () => {
  obeysTheContract(async (): Promise<Kept> => {
    const above = temporaryFolder()
    const folder = join(above, 'objects')
    return {
      store: new FolderStore(folder),
      spoil: async (key, bytes) => writeFileSync(join(folder, pathOfKey(key)), bytes),
      litter: async () => {
        mkdirSync(join(folder, 'lost+found'))
        writeFileSync(join(folder, 'lost+found', 'a'), 'not ours')
        writeFileSync(join(folder, 'evidence', 'Photo.JPG'), 'not ours')
        symlinkSync('/etc/passwd', join(folder, 'evidence', 'b'))
      },
      names: async () =>
        filesBelow(folder)
          .map((file) => relative(folder, file))
          .filter((name) => name !== MARKER),
      clear: async () => {
        for (const name of readdirSync(folder))
          if (name !== '.unfinished' && name !== MARKER) rmSync(join(folder, name), { recursive: true })
      },
      close: async () => {},
    }
  })
})

let above: string
let folder: string
beforeEach(() => {
  above = temporaryFolder()
  folder = join(above, 'objects')
})

function faultOf(work: () => unknown): OperatorFault {
  try {
    work()
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorFault)
    return error as OperatorFault
  }
  throw new Error('it was opened')
}

const mode = (path: string): number => statSync(path).mode & 0o777
const photo = Buffer.from('a photograph')
const callsOn = (store: FolderStore): (() => Promise<unknown>)[] => [
  () => keep(store, photo),
  () => store.get(keyOf(photo), sha256(photo)),
  () => store.has(keyOf(photo)),
  () => all(store.list('')),
  () => store.remove(keyOf(photo)),
  () => store.check(),
  () => store.anonymousAccess(),
]

describe('files of the folder', () => {
  test('lie two levels deep by their digest, and only the owner can read them', async () => {
    const store = new FolderStore(folder)
    await keep(store, photo)
    const digest = sha256(photo)
    const path = join(folder, 'evidence', digest.slice(0, 2), digest.slice(2, 4), digest)
    expect(readFileSync(path)).toEqual(photo)
    expect(mode(path)).toBe(0o600)
    for (const above of ['..', '../..', '../../..', '../../../..'])
      expect(mode(join(path, above).replace(/\/$/, ''))).toBe(0o700)
  })
  test('are read by others who open the folder later', async () => {
    await keep(new FolderStore(folder), photo)
    expect(await all(new FolderStore(folder).list(''))).toEqual([{ key: keyOf(photo), bytes: photo.length }])
  })
})

describe('a folder in the place of an object', () => {
  test('is no object, and is not kept open', async () => {
    const store = new FolderStore(folder)
    mkdirSync(join(folder, 'backups', 'a'), { recursive: true })
    const handles = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        const path = join('/proc/self/fd', fd)
        return existsSync(path) && readlinkSync(path).startsWith(folder)
      })
    expect(await store.get('backups/a', sha256(photo))).toBeNull()
    expect(await store.has('backups/a')).toBeNull()
    expect(handles()).toEqual([])
  })
})

describe('what a power cut leaves', () => {
  const leftover = (ageMs: number): string => {
    const path = join(folder, '.unfinished', `of ${ageMs}`)
    writeFileSync(path, 'half')
    const atS = (Date.now() - ageMs) / 1000
    utimesSync(path, atS, atS)
    return path
  }
  test('is swept when the folder is opened; what another process is just writing is not', async () => {
    const store = new FolderStore(folder)
    await keep(store, photo)
    const [old, young] = [leftover(2 * 3_600_000), leftover(60_000)]
    new FolderStore(folder)
    expect([existsSync(old), existsSync(young)]).toEqual([false, true])
    expect(await store.has(keyOf(photo))).not.toBeNull()
  })
  test('is in no list and has no key', async () => {
    const store = new FolderStore(folder)
    leftover(0)
    expect(await all(store.list(''))).toEqual([])
  })
})

describe('the folder is made', () => {
  test('on first use, but not the folders above it', () => {
    new FolderStore(folder)
    expect(mode(folder)).toBe(0o700)
    const deep = join(above, 'not', 'there')
    const fault = faultOf(() => new FolderStore(deep))
    expect(fault.message).toContain(deep)
    expect(fault.remedy).toContain('GRANARY_OBJECT_STORE')
    expect(existsSync(join(above, 'not'))).toBe(false)
  })
  test('unless a file stands in its place', () => {
    writeFileSync(folder, '')
    expect(faultOf(() => new FolderStore(folder)).message).toContain('ENOTDIR')
  })
  test('never again: where it was taken away it is not there to be written or read', async () => {
    const store = new FolderStore(folder)
    await keep(store, photo)
    renameSync(folder, join(above, 'elsewhere'))
    for (const empty of [false, true]) {
      // A disk that is taken away leaves the empty folder that it was mounted on.
      if (empty) mkdirSync(folder)
      const calls = callsOn(store).map((call) => call())
      for (const outcome of await Promise.allSettled(calls))
        expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(ObjectStoreUnavailable) })
    }
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a folder that must not be new', () => {
  test.each(['nothing', 'an empty folder', 'a file'])(
    'is waited for while %s stands in its place',
    async (what) => {
      const elsewhere = join(above, 'elsewhere')
      await keep(new FolderStore(elsewhere), photo)
      if (what === 'an empty folder') mkdirSync(folder, { mode: 0o755 })
      if (what === 'a file') writeFileSync(folder, '')
      const store = new FolderStore(folder, false)
      for (const call of callsOn(store)) await expect(call()).rejects.toBeInstanceOf(ObjectStoreUnavailable)
      if (what === 'nothing') expect(existsSync(folder)).toBe(false)
      if (what === 'an empty folder') expect(readdirSync(folder)).toEqual([])
      rmSync(folder, { recursive: true, force: true })
      renameSync(elsewhere, folder)
      expect(await store.has(keyOf(photo))).toMatchObject({ bytes: photo.length })
      await keep(store, Buffer.from('another'))
      await store.check()
    },
  )
  test('takes nothing in where only the marker is missing', async () => {
    const store = new FolderStore(folder)
    await keep(store, photo)
    rmSync(join(folder, MARKER))
    await expect(new FolderStore(folder, false).has(keyOf(photo))).rejects.toMatchObject({
      reason: { key: 'objects.unmarked' },
    })
    await expect(keep(store, photo)).rejects.toBeInstanceOf(ObjectStoreUnavailable)
  })
})

describe('strangers', () => {
  test.each([
    ['the group', 0o740],
    ['others', 0o701],
  ])('are told of when the folder is open to %s', async (_who, bits) => {
    const store = new FolderStore(folder)
    expect(await store.anonymousAccess()).toBeNull()
    chmodSync(folder, bits)
    const found = must(await store.anonymousAccess())
    const { tell } = englishWords()
    const finding = tell(found.finding)
    expect(finding).toContain(folder)
    expect(finding).toContain(bits.toString(8))
    expect(tell(found.remedy)).toContain(`chmod 700 ${folder}`)
  })
})

describe('a disk that is full', () => {
  test('is told as such, keeps what it has and has no remains', async ({ skip }) => {
    mkdirSync(folder)
    if (!mounted(folder, `size=${2 * MIB}`)) skip('this user may not mount a small disk')
    try {
      const store = new FolderStore(join(folder, 'objects'))
      await keep(store, photo)
      const before = filesBelow(folder)
      const tooMuch = randomBytes(3 * MIB)
      const refusal = await keep(store, tooMuch).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(Problem)
      expect((refusal as Problem).code).toBe('storage_full')
      expect(filesBelow(folder)).toEqual(before)
      await keep(store, Buffer.from('something small'))
    } finally {
      unmount(folder)
    }
  })
})
