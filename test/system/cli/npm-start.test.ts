import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { isBuilt, temporaryFolder } from '../../support/command.ts'

/** `npm start` is what a newcomer stops; whoever supervises it sends the signal to npm alone. */
describe.skipIf(!isBuilt)('npm start (when dist is built)', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s to npm stops the service cleanly', async (signal) => {
    const data = temporaryFolder()
    const npm = spawn('npm', ['start', '--', '--data', data, '--listen', '127.0.0.1:0'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    let pid = 0
    try {
      const port = await new Promise<number>((resolve, reject) => {
        npm.on('exit', () => reject(new Error(said)))
        const hear = (chunk: Buffer) => {
          said += chunk
          pid = Number(/"pid":(\d+)/.exec(said)?.[1] ?? 0)
          const answers = /answers at http:\/\/127\.0\.0\.1:(\d+)/.exec(said)
          if (answers !== null) resolve(Number(answers[1]))
        }
        npm.stdout.on('data', hear)
        npm.stderr.on('data', hear)
      })
      expect(await isOpen(port)).toBe(true)
      npm.removeAllListeners('exit')
      npm.kill(signal)
      await once(npm, 'close')
      expect(await isOpen(port)).toBe(false)
      expect(readdirSync(data)).not.toContain('granary.db-wal')
    } finally {
      if (npm.exitCode === null && npm.signalCode === null) npm.kill('SIGKILL')
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
