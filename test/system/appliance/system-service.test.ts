import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { serviceManager, watchdogMs } from '../../../src/appliance/system-service.ts'
import { temporaryFolder } from '../../support/command.ts'
import { soon } from '../../support/soon.ts'

/** A program in the place of systemd-notify, which writes down what it is told; the real one is met in test/trials/package. */
let folder: string
let told: string
const said: string[] = []
const say = (text: string) => {
  said.push(text)
}
const environment = (more: NodeJS.ProcessEnv = {}) => ({
  NOTIFY_SOCKET: '/run/nobody',
  PATH: `${folder}:${process.env.PATH}`,
  ...more,
})
const words = () => (existsSync(told) ? readFileSync(told, 'utf8').trim().split('\n') : [])

beforeEach(() => {
  folder = temporaryFolder()
  told = join(folder, 'told')
  const program = join(folder, 'systemd-notify')
  writeFileSync(program, `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> '${told}'\n`)
  chmodSync(program, 0o755)
  said.length = 0
})

test('where no manager waits, nobody is told', () => {
  expect(serviceManager(say, {})).toBeNull()
})

test('the manager is told when the service answers and when it ends', async () => {
  const manager = serviceManager(say, environment())
  manager?.ready()
  await soon(() => expect(words()).toEqual(['/run/nobody --ready']))
  manager?.stopping()
  await soon(() => expect(words()).toEqual(['/run/nobody --ready', '/run/nobody STOPPING=1']))
  expect(said).toEqual([])
})

test('a manager that cannot be told is spoken of once', async () => {
  const manager = serviceManager(say, environment({ PATH: join(folder, 'nothing') }))
  manager?.ready()
  await soon(() => expect(said).toHaveLength(1))
  expect(said[0]).toContain('ENOENT')
  manager?.stopping()
  await sleep(50)
  expect(said).toHaveLength(1)
})

describe('the watchdog', () => {
  const WATCHDOG_USEC = '60000'
  const fed = () => words().filter((line) => line.endsWith('WATCHDOG=1')).length

  test('is fed while the service answers, if only with a refusal', async () => {
    const manager = serviceManager(say, environment({ WATCHDOG_USEC }))
    let asked = 0
    manager?.watch(() => {
      asked++
      return Promise.reject(new Error('the disk is full'))
    })
    await soon(() => expect(fed()).toBeGreaterThanOrEqual(3))
    manager?.stopping()
    const before = asked
    await soon(() => expect(words().join()).toContain('STOPPING=1'))
    await sleep(100)
    expect(asked).toBe(before)
  })
  test('is not fed when the service hangs', async () => {
    const manager = serviceManager(say, environment({ WATCHDOG_USEC }))
    let asked = 0
    manager?.watch(() => {
      asked++
      return new Promise(() => {})
    })
    await soon(() => expect(asked).toBe(1))
    await sleep(150)
    expect([asked, fed()]).toEqual([1, 0])
    manager?.stopping()
    await soon(() => expect(words().join()).toContain('STOPPING=1'))
  })
  test('is this process’s, or none', () => {
    expect(watchdogMs({})).toBeNull()
    expect(watchdogMs({ WATCHDOG_USEC: '0' })).toBeNull()
    expect(watchdogMs({ WATCHDOG_USEC: '60000000' }, 7)).toBe(60_000)
    expect(watchdogMs({ WATCHDOG_USEC: '60000000', WATCHDOG_PID: '7' }, 7)).toBe(60_000)
    expect(watchdogMs({ WATCHDOG_USEC: '60000000', WATCHDOG_PID: '8' }, 7)).toBeNull()
  })
})
