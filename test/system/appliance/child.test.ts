import { describe, expect, test } from 'vitest'
import { begin } from '../../../src/appliance/chores/child.ts'
import { readConfig } from '../../../src/config/config.ts'

/** A command in a process of its own: how it ends. */

const ended = (script: string, mostMegabytes?: number, language = 'en') =>
  begin([process.execPath, '-e', script, '--'], {
    config: readConfig({ data: '/nowhere' }, {}),
    args: [],
    language,
    ticket: 'none',
    ...(mostMegabytes === undefined ? {} : { mostMegabytes }),
  }).ended

describe('a program', () => {
  test('is told apart from one that lacked memory, whatever it says', async () => {
    const script = 'console.log("out"); console.error("heap out of memory"); process.exitCode = 3'
    expect(await ended(script, 1_000)).toEqual({
      exitStatus: 3,
      output: 'out\n',
      lastWords: 'heap out of memory\n',
      lackedMemory: false,
    })
  })
  test('that takes more memory than it may is ended', async () => {
    const greedy = 'const all = []; setInterval(() => all.push(Buffer.alloc(8e6, 1)), 5)'
    expect(await ended(greedy, 200)).toMatchObject({ exitStatus: null, lackedMemory: true })
  })
  test('that aborts, as an engine without memory does, lacked it', async () => {
    expect(await ended('process.abort()')).toMatchObject({ exitStatus: null, lackedMemory: true })
  })
  test('keeps the flags of the service, with a limit of memory of its own unless it may have the same', async () => {
    const kept = process.env.NODE_OPTIONS
    process.env.NODE_OPTIONS = '--trace-deprecation'
    try {
      const script = 'console.log(JSON.stringify([process.execArgv.slice(0, -2), process.env.NODE_OPTIONS]))'
      const flags = ['--max-old-space-size=77', '--no-warnings', '-e', script, '--'] as const
      const config = readConfig({ data: '/nowhere' }, {})
      const seen = async (more: object) =>
        JSON.parse(
          (await begin([process.execPath, ...flags], { config, args: [], language: 'en', ...more }).ended)
            .output,
        )
      const inherited = '--trace-deprecation'
      expect(await seen({})).toEqual([['--max-old-space-size=1024', '--no-warnings'], inherited])
      expect(await seen({ isUnlimited: true })).toEqual([
        ['--max-old-space-size=77', '--no-warnings'],
        inherited,
      ])
    } finally {
      if (kept === undefined) delete process.env.NODE_OPTIONS
      else process.env.NODE_OPTIONS = kept
    }
  })
  test('writes in the language of the person who began it, whatever the service writes', async () => {
    const script = 'process.stdout.write(process.env.GRANARY_LANGUAGE)'
    for (const language of ['sw', 'fr', 'en'])
      expect(await ended(script, undefined, language)).toMatchObject({ exitStatus: 0, output: language })
  })
})
