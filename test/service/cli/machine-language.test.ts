import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { listenForTasks } from '../../../src/cli/socket.ts'
import type { TaskRunner } from '../../../src/cli/tasks.ts'
import { dataFiles } from '../../../src/config/config.ts'
import { OperatorFault } from '../../../src/words/fault.ts'
import { message } from '../../../src/words/message.ts'
import { cli, founded, served, temporaryFolder } from '../../support/command.ts'

/** What the commands of the machine print, in another language than English. */

afterEach(() => vi.unstubAllEnvs())

/** Words that neither Swahili nor French has. */
const ENGLISH = /\b(the|is|and|not|with|of|for|this|has|are|cannot|key|file)\b/i

describe.each(['sw', 'fr'])('in %s', (language) => {
  const data = join(temporaryFolder(), 'data')
  test.each([
    'init --name Kahawa',
    'init --name Kahawa',
    'status',
    'tls status',
    'tls init',
    'tls init',
    'tls init --replace',
    'tls status',
    'doctor',
    'clock confirm --today 2026-12-31',
    'setup',
    'setup --country UG',
    'support-bundle --out /no/folder',
    'serve --listen 192.0.2.1:7373',
    '--version',
  ])('%s', async (typed) => {
    vi.stubEnv('GRANARY_LANGUAGE', language)
    const { out, err } = await cli(typed, ...(typed === '--version' ? [] : ['--data', data]))
    // Without lines of the log, commands to type, and paths.
    const printed = `${out}${err}`.replaceAll(/^\{"level".*$|"?granary [^"\n]*"?|\/\S+/gm, '')
    expect(printed).not.toBe('')
    expect(printed).not.toMatch(ENGLISH)
  })
  test('a service that starts', async () => {
    vi.stubEnv('GRANARY_LANGUAGE', language)
    const service = await served(join(temporaryFolder(), 'data'))
    await service.stop()
    expect(`${service.greeting} ${service.invitation?.replace(/\n.*/, '')}`).not.toMatch(ENGLISH)
  })
})

test('times of a fault are told in the time zone of the service that reports it', async () => {
  const { data } = await founded()
  const runner = {
    run: async (task: string) => {
      if (task === 'time')
        return { time_zone: 'Asia/Kathmandu', now: '1970-01-01T00:00:00Z', clock_behind: false }
      throw new OperatorFault(message('tls.ended', { at: { stamp: 0 } }), '')
    },
  } as unknown as TaskRunner
  const server = await listenForTasks(dataFiles(data).socket, runner, () => {})
  try {
    expect((await cli('status', '--data', data)).err).toContain('1 Jan 1970, 05:30 +05:30')
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
})
