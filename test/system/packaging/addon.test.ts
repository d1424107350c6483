import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bareRoot, canBeBare } from './bare-root.ts'
import { EXECUTABLE, isRoot, isThere, newFolder, run, serve, type Way } from './executable.ts'

/** Where the executable loads its database engine from: a file of root's, or one that nobody else can put another in the place of. */

const ADDON = 'better_sqlite3.node'
/** The bytes that it carries: they lie beside it for the package. */
const CARRIED = join(dirname(EXECUTABLE), ADDON)
/** What the system's loader says of each library that it opens (ld.so(8)). */
const LOADER = { LD_DEBUG: 'files' }

/** @returns the path from which the engine was loaded: the last one that was tried */
async function loadedFrom(way: Way): Promise<string | undefined> {
  const { code, err } = await run(['--version'], { ...way, environment: { ...LOADER, ...way.environment } })
  expect(code, err).toBe(0)
  return [...err.matchAll(new RegExp(`file=(\\S*${ADDON}) `, 'g'))].at(-1)?.[1]
}

describe.skipIf(!isThere)('where nothing is shipped beside it', () => {
  test('it is written where TMPDIR says, and nothing is left there', async () => {
    const folder = newFolder()
    expect(await loadedFrom({ environment: { TMPDIR: folder } })).toContain(`${folder}/granary-`)
    expect(readdirSync(folder)).toEqual([])
  })
  test('nor is anything left by a service that was killed', async () => {
    const folder = newFolder()
    const service = await serve(join(newFolder(), 'data'), { environment: { TMPDIR: folder } })
    service.child.kill('SIGKILL')
    expect((await service.ended).code).toBe('SIGKILL')
    expect(readdirSync(folder)).toEqual([])
  })
  test('a folder that others may write to is not used', async () => {
    const folder = newFolder()
    chmodSync(folder, 0o777)
    expect(await loadedFrom({ environment: { TMPDIR: folder } })).not.toContain(folder)
    // Where nobody may remove what is another's, it is.
    chmodSync(folder, 0o1777)
    expect(await loadedFrom({ environment: { TMPDIR: folder } })).toContain(folder)
  })
  test('nor one in a folder where others may put another in its place', async () => {
    const above = newFolder()
    const folder = join(above, 'own', 'folder')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const [mode, isUsed] of [
      [0o755, true],
      [0o777, false],
      [0o775, false],
      [0o1777, true],
    ] as const) {
      chmodSync(above, mode)
      const from = await loadedFrom({ environment: { TMPDIR: folder } })
      expect(from?.startsWith(folder), mode.toString(8)).toBe(isUsed)
    }
    // Behind a link it is the same folder.
    const link = join(newFolder(), 'link')
    symlinkSync(folder, link)
    expect(await loadedFrom({ environment: { TMPDIR: link } })).toContain(folder)
    chmodSync(above, 0o777)
    expect(await loadedFrom({ environment: { TMPDIR: link } })).not.toContain(folder)
  })
  test.skipIf(!isRoot)('nor one in a folder of another user', async () => {
    const above = newFolder()
    const folder = join(above, 'folder')
    mkdirSync(folder, { mode: 0o700 })
    chownSync(above, 12_345, 0)
    expect(await loadedFrom({ environment: { TMPDIR: folder } })).not.toContain(folder)
  })
})

const canMount = isRoot && spawnSync('unshare', ['-m', 'true']).status === 0

describe.skipIf(!isThere || !canMount)('on disks from which no code is loaded (where root may mount)', () => {
  /** These folders are such disks, for this program alone. */
  const without = (...folders: string[]): Way => ({
    under: [
      ...['/usr/bin/env', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'unshare', '-m', 'sh', '-ec'],
      `${folders.map((folder) => `mount -t tmpfs -o noexec,mode=1777 tmpfs ${folder}`).join('; ')}; cd ${folders[0]}; exec "$@"`,
      'sh',
    ],
    environment: { TMPDIR: folders[0] as string },
  })
  test('the next folder is used', async () => {
    expect(await loadedFrom(without(newFolder()))).toMatch(/^\/dev\/shm\/granary-/)
  })
  test('where there is none, it says so with what to do', async () => {
    const { code, err } = await run(['--version'], without(newFolder(), '/dev/shm'))
    expect(code).toBe(78)
    expect(err).toMatch(
      /^granary: No folder is usable for loading the database engine: .*\/dev\/shm.*\nSet TMPDIR/,
    )
  })
})

const canShip = canBeBare && existsSync(CARRIED)

describe.skipIf(!canShip)(
  'the file that the Debian package ships (where it lies beside the executable)',
  () => {
    const { root, way } = canShip ? bareRoot() : { root: '', way: {} }
    const shipped = `/usr/lib/granary/${ADDON}`
    const file = join(root, shipped)
    const ship = () => {
      mkdirSync(join(root, '/usr/lib/granary'), { recursive: true })
      copyFileSync(CARRIED, file)
      chownSync(file, 0, 0)
      chmodSync(file, 0o644)
    }
    test('is taken', async () => {
      ship()
      expect(await loadedFrom(way)).toBe(shipped)
    })
    test.each([
      ['altered', () => writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from([0])]))],
      ["not root's", () => chownSync(file, 12_345, 0)],
      ['open to others', () => chmodSync(file, 0o666)],
    ])('is not taken when it is %s', async (_how, harm) => {
      ship()
      harm()
      expect(await loadedFrom(way)).toMatch(/^\/granary-\w+\//)
    })
  },
)
