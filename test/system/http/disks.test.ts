import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Bundled, bundled } from '../../support/bundled.ts'
import { temporaryFolder } from '../../support/command.ts'

/** Readiness on disks that fill up and disks that hang: real ones, mounted where nobody else sees them. */

const IN_NAMESPACE = ['--user', '--map-root-user', '--mount']
const mayMount =
  spawnSync('unshare', [...IN_NAMESPACE, 'mount', '-t', 'tmpfs', 'none', tmpdir()]).status === 0 &&
  existsSync('/dev/fuse')

let child: Bundled
let disk: string
beforeAll(async () => {
  if (!mayMount) return
  child = await bundled('test/system/http/disk-child.ts')
  disk = temporaryFolder()
})
/** What the child saw. */
// biome-ignore lint/suspicious/noExplicitAny: a document that the tests assert on
function seen(story: string): any {
  const steps = [
    // The connection to a file system that nobody serves.
    'exec 3<>/dev/fuse',
    'mount -t tmpfs -o size=48m none "$2"',
    'exec "$3" "$0" "$1" "$2"',
  ].join(' && ')
  const run = spawnSync(
    'unshare',
    [...IN_NAMESPACE, 'sh', '-c', steps, child.program, story, disk, process.execPath],
    { encoding: 'utf8', timeout: 300_000 },
  )
  expect([run.status, run.stderr]).toEqual([0, ''])
  return JSON.parse(run.stdout)
}

const READY = { status: 200, database: 'ok', last_commit: 'ok', object_store: 'ok', disk: 'ok', clock: 'ok' }

describe.skipIf(!mayMount)('a disk of its own (where this user may mount one)', () => {
  test('that is full fails a commit, which no probe makes good: only the next commit does', () => {
    const { refused, filled, probed, roomy, write, after, health } = seen('full')
    expect(refused).toBe(507)
    for (const found of [filled, ...probed, roomy])
      expect(found).toMatchObject({ status: 503, database: 'ok', last_commit: 'the last commit failed' })
    expect([write, after.last_commit, after.disk, health]).toEqual([201, 'ok', 'ok', 200])
  })

  test('that hangs holds up nobody: each part is named while it hangs, and the file is not read from', () => {
    const { before, asked, again, threadIsLeft, broken, after, write } = seen('hung')
    expect(before).toMatchObject(READY)
    const [health, ...probes] = asked.toReversed()
    expect(health).toBe(200)
    for (const found of [...probes, again]) {
      expect(found).toMatchObject({
        status: 503,
        database: 'not checked: its disk does not answer',
        object_store: 'does not answer in time',
        disk: 'does not answer in time',
      })
    }
    expect(threadIsLeft, 'however often it was asked').toBe(true)
    expect(broken).toMatchObject({ status: 503, disk: 'does not answer' })
    expect([after.database, after.disk, write]).toEqual(['ok', 'ok', 201])
  })
})
