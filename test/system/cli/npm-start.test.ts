import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { isBuilt, temporaryFolder } from '../../support/command.ts'
import { begun } from '../../support/heard.ts'

/** `npm start` is what a newcomer stops; whoever supervises it sends the signal to npm alone. */
describe.skipIf(!isBuilt)('npm start (when dist is built)', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s to npm stops the service cleanly', async (signal) => {
    const data = temporaryFolder()
    const npm = begun('npm', ['start', '--', '--data', data, '--listen', '127.0.0.1:0'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // From Node 22 on npm keeps its compiled code in the folder for temporary files.
      env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
    })
    try {
      const port = Number((await npm.says(/answers at http:\/\/127\.0\.0\.1:(\d+)/))[1])
      expect(await isOpen(port)).toBe(true)
      npm.child.kill(signal)
      await npm.ended
      expect(await isOpen(port)).toBe(false)
      expect(readdirSync(data)).not.toContain('granary.db-wal')
    } finally {
      npm.child.kill('SIGKILL')
      const pid = Number(/"pid":(\d+)/.exec(npm.said.out + npm.said.err)?.[1] ?? 0)
      if (pid > 0)
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // It has ended.
        }
    }
  })
})

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
