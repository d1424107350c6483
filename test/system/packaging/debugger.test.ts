import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { isThere, newFolder, run, serve, stop } from './executable.ts'

/** A debugger listens where every user of the machine can reach it, and does what the service, or root, may do. */

const DEBUGGER = /Debugger listening/

describe.skipIf(!isThere)('no debugger is to be had of the executable (where there is one)', () => {
  test('a signal opens none', async () => {
    const service = await serve(join(newFolder(), 'data'))
    service.child.kill('SIGUSR1')
    await sleep(500)
    expect(service.said.err).not.toMatch(DEBUGGER)
    await stop(service)
  })
  test('nor does the environment, which loads no code either', async () => {
    const loaded = `--import=data:text/javascript,console.error('loaded')`
    const { code, err } = await run(['--version'], {
      environment: { NODE_OPTIONS: `--inspect=127.0.0.1:0 ${loaded}` },
    })
    expect([code, err]).toEqual([0, ''])
  })
  test.each(['--inspect', '--require=x', '--eval=1'])('%s is no option of it', async (option) => {
    expect((await run([option])).code).toBe(2)
  })
})
