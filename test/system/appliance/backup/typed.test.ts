import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { backed, create, folder } from '../../../support/appliance/backup/help.ts'
import { type Bundled, bundled } from '../../../support/bundled.ts'
import { json } from '../../../support/command.ts'

/** What is shown once, and what is typed at a terminal. */

let command: Bundled
beforeAll(async () => {
  command = await bundled('src/main.ts')
})

test('a key whose showing nobody takes is not in use, and that is said', async () => {
  const data = join(folder(), 'data')
  await json('init', '--name', 'Coop', '--data', data)
  const child = spawn(process.execPath, [command.program, 'backup', 'key', '--data', data])
  child.stdout.destroy()
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (more: string) => {
    said += more
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect([code, said]).toEqual([1, expect.stringContaining('is not in use')])
  expect((await json('status', '--data', data)).backups.has_key).toBe(false)
})

/** Of util-linux: runs a command at a terminal of its own. */
const hasScript = spawnSync('script', ['--version']).status === 0

test.skipIf(!hasScript)(
  'at a terminal the identity is asked for, and again where a letter is mistyped',
  async () => {
    const b = await backed()
    const { id } = await create(b)
    const secret = readFileSync(b.identity, 'utf8').split('\n')[1] as string
    const mistyped = secret.slice(0, -1) + (secret.endsWith('Q') ? 'P' : 'Q')
    const into = join(folder(), 'data')
    const words = [process.execPath, command.program, 'backup', 'restore', '--identity', '-']
    const line = [...words, '--data', into, '--from', b.place].join(' ')
    const terminal = spawn('script', ['-qec', line, '/dev/null'], {
      env: { ...process.env, GRANARY_MIN_FREE_BYTES: '0' },
    })
    let said = ''
    terminal.stdout.setEncoding('utf8').on('data', (more: string) => {
      said += more
    })
    terminal.stdin.write(`${mistyped}\n${secret.toLowerCase()}\n`)
    expect(await new Promise((resolve) => terminal.once('close', resolve))).toBe(0)
    expect(said).toContain('The identity has a mistyped letter')
    expect(said).toContain(`Restored ${id}`)
  },
)
