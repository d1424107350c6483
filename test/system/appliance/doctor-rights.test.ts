import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Check } from '../../../src/appliance/doctor/check.ts'
import { CHECKS } from '../../../src/appliance/doctor/checks.ts'
import { type Bundled, bundled } from '../../support/bundled.ts'
import { withSettings } from '../../support/child-programs.ts'
import { founded, temporaryFolder } from '../../support/command.ts'

/** The doctor and the support bundle by users to whom the data folder does not belong. */

let program: Bundled
beforeAll(async () => {
  program = await bundled('src/main.ts')
})

/** That of "nobody" in Debian; and one that no machine knows by name. */
const KNOWN = 65_534
const UNKNOWN = 424_242

const isRoot = process.getuid?.() === 0

describe.skipIf(!isRoot)('as root, who may be anybody', () => {
  function granary(settings: Record<string, string>, ...args: string[]) {
    const env = withSettings(settings)
    const ended = spawnSync(process.execPath, [program.program, ...args], { encoding: 'utf8', env })
    return { ...ended, told: ended.stdout === '' ? null : JSON.parse(ended.stdout) }
  }
  async function owned(uid: number) {
    const { data } = await founded()
    const pictures = join(data, '..', 'pictures')
    const settings = { GRANARY_OBJECT_STORE: `file:${pictures}` }
    expect(granary(settings, 'status', '--data', data, '--json').status).toBe(0)
    execFileSync('chown', ['-R', `${uid}:${uid}`, join(data, '..')])
    return { data, settings, above: join(data, '..') }
  }
  const ownersBelow = (folder: string) =>
    new Set(
      ['.', ...(readdirSync(folder, { recursive: true }) as string[])].map(
        (name) => lstatSync(join(folder, name)).uid,
      ),
    )

  test.each([KNOWN, UNKNOWN])('root leaves nothing of its own in the folders of user %i', async (uid) => {
    const { data, settings, above } = await owned(uid)
    const { told } = granary(settings, 'doctor', '--data', data, '--json')
    expect(told.checks.find(({ number }: Check) => number === 4)).toMatchObject({ standing: 'good' })
    const out = join(temporaryFolder(), 'bundle.txt')
    expect(granary(settings, 'support-bundle', '--data', data, '--out', out, '--json').status).toBe(0)
    expect([...ownersBelow(above)]).toEqual([uid])
    expect(lstatSync(out).uid).toBe(0)
  })

  test('what the service may not do is found by root too', async () => {
    const { data, settings, above } = await owned(KNOWN)
    execFileSync('chown', ['-R', '0:0', join(above, 'pictures')])
    const { told } = granary(settings, 'doctor', '--data', data, '--json')
    expect(told.checks.find(({ number }: Check) => number === 4)).toMatchObject({ standing: 'bad' })
  })

  test('a folder that root left behind is told to its owner, who cannot look into it', async () => {
    const { data, settings } = await owned(KNOWN)
    const strange = join(data, 'before-upgrade')
    mkdirSync(strange, { mode: 0o700 })
    const { told } = granary(settings, 'doctor', '--data', data, '--json')
    expect(told.checks.find(({ number }: Check) => number === 1)).toMatchObject({
      standing: 'bad',
      finding: expect.stringMatching(/^before-upgrade belongs to another user/),
    })
  })

  test('a folder that is closed to this user is neither good nor lost', async (context) => {
    const { data, settings, above } = await owned(UNKNOWN)
    chmodSync(above, 0o755)
    chownSync(above, 0, 0)
    chmodSync(dirname(program.program), 0o755)
    const asStranger = (...args: string[]) =>
      spawnSync(process.execPath, [program.program, ...args], {
        encoding: 'utf8',
        env: withSettings(settings),
        uid: KNOWN,
        gid: KNOWN,
      })
    if (asStranger('--version').status !== 0) context.skip('strangers may not read this checkout')
    const ended = asStranger('doctor', '--data', data, '--json')
    const { checks } = JSON.parse(ended.stdout)
    expect([ended.status, checks.length]).toEqual([3, CHECKS.length])
    for (const { standing, remedy } of checks) {
      expect(standing).toBe('unknown')
      expect(remedy).toMatch(/sudo/)
    }
  })
})
