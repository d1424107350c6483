import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareRoot, canBeBare } from './bare-root.ts'
import { ask, harvest, type Running, run, serve, stop, type Way } from './executable.ts'

/** The executable needs nothing of the machine but the libraries that it names, and no environment. */

describe.skipIf(!canBeBare)('in an empty root (where root may chroot, and the executable is made)', () => {
  let root: string
  let way: Way
  let service: Running & { url: string }
  let founded: { cooperative: string; credential: string }
  const does = async (...args: string[]) => {
    const { code, out, err } = await run([...args, '--data', '/data', '--json'], way)
    // The doctor misses a backup.
    expect(code, err).toBe(args[0] === 'doctor' ? 3 : 0)
    return JSON.parse(out)
  }
  beforeAll(async () => {
    ;({ root, way } = bareRoot())
    founded = await does('init', '--name', 'Kahawa')
    service = await serve('/data', way)
  })
  afterAll(async () => {
    expect((await stop(service)).code).toBe(0)
    const left = readdirSync(root).filter((name) => name.startsWith('granary-'))
    expect(left.filter((name) => !name.startsWith('granary-support-'))).toEqual([])
  })

  test('it takes records, and gives them', async () => {
    const record = harvest(founded.cooperative)
    expect((await ask(`${service.url}/v1/records`, founded.credential, record)).status).toBe(201)
    const address = `${service.url}/v1/records/${record.id}?purpose=cooperative_management`
    const read = await ask(address, founded.credential)
    expect([read.status, ((await read.json()) as { id: string }).id]).toEqual([200, record.id])
  })

  test('it tells its figures, without /proc', async () => {
    const scraper = ['--party', founded.cooperative, '--kind', 'metrics']
    const { token } = await does('credential', 'issue', ...scraper)
    const answer = await ask(`${service.url}/v1/metrics`, token)
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('nodejs_version_info'),
    ])
  })

  test('what the environment tells the engine is left out, without /proc too', async () => {
    const { code, out } = await run(['--version'], {
      ...way,
      environment: { ...way.environment, NODE_DEBUG: 'fs' },
    })
    expect([code, out]).toEqual([0, expect.stringContaining('one executable')])
  })

  test('whoever acts goes by his number, for there are no names', async () => {
    const { entries } = await does('audit')
    expect(entries.map(({ operator }: { operator: string }) => operator)).toContain('user 0')
  })

  test.each(['status', 'doctor', 'support-bundle', 'party list', 'anchor status'])(
    'granary %s works there',
    async (words) => {
      await does(...words.split(' '))
    },
  )

  test('a backup is made, restored, and verified', async () => {
    const { out } = await run(['backup', 'key', '--data', '/data'], way)
    writeFileSync(join(root, 'identity'), `${/AGE-SECRET-KEY-1\w+/.exec(out)?.[0]}\n`)
    await does('backup', 'create', '--to', 'file:/backups')
    const from = ['--from', 'file:/backups', '--identity', '/identity', '--data', '/again']
    const restored = await run(['backup', 'restore', ...from], way)
    expect(restored.code, restored.err).toBeLessThanOrEqual(3)
    const verified = await run(['verify', '--data', '/again'], way)
    expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('Nothing was altered.')])
  })

  test('the demo wants a temporary folder, and says how it gets one', async () => {
    const { code, err } = await run(['demo'], way)
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^granary: The demo cannot make a folder in \/tmp .*\nSet TMPDIR/),
    ])
  })
})
