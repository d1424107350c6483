import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { foundCooperative } from '../../../../src/appliance/found.ts'
import { openKernel } from '../../../../src/assemble.ts'
import { readConfig } from '../../../../src/config/config.ts'
import { formatInstant } from '../../../../src/domain/time.ts'
import { Calendar } from '../../../../src/words/calendar.ts'
import { cli, temporaryFolder } from '../../../support/command.ts'

/** The command beside a service that is stopped, on a folder that nothing was written to for three months. */

const DAY_MS = 86_400_000

let data: string
let foundedMs: number
beforeEach(async () => {
  data = join(temporaryFolder(), 'data')
  foundedMs = Date.now() - 90 * DAY_MS
  const kernel = openKernel(readConfig({ data, logLevel: 'silent', minFreeBytes: '0' }, {}), {
    create: true,
    clock: () => foundedMs,
  })
  await kernel.ports.submit(() => foundCooperative(kernel, 'test', 'Kahawa Cooperative'))
  kernel.close()
})

const today = () => formatInstant(Date.now()).slice(0, 10)
const addParty = () => cli('party', 'add', '--kind', 'person', '--name', 'Grace', '--data', data)
const confirm = (...more: string[]) => cli('clock', 'confirm', '--data', data, ...more)

describe('granary clock confirm', () => {
  test('takes the date of today for it, and no other', async () => {
    const wrong = await confirm('--today', '2046-11-14')
    expect(wrong.code).toBe(1)
    expect(wrong.err).toMatch(
      /The clock shows \d+ \w+ 20\d\d, \d\d:\d\d \+00:00, which is not the day that you entered/,
    )
    expect((await confirm('--today', 'tomorrow')).code).toBe(2)
    expect((await addParty()).code).toBe(1)
    const right = await confirm('--today', today())
    expect([right.code, right.out]).toEqual([
      0,
      expect.stringMatching(/^Confirmed: it is \d+ \w+ 20\d\d, .*accepted from now on/),
    ])
    const { out } = await cli('audit', '--data', data)
    expect(out).toMatch(/ the service +noted that the machine is on /)
    expect(out).toMatch(/ confirmed the clock \d+ \w+ 20\d\d, \d\d:\d\d \+\d\d:\d\d /)
    expect(out).not.toMatch(/\dT\d\d:/)
    expect((await addParty()).code).toBe(0)
    expect((await cli('verify', '--data', data)).out).toContain('Nothing')
  })

  test('asks on a terminal alone, and says what to give elsewhere', async () => {
    const said = await confirm()
    expect([said.code, said.err]).toEqual([2, expect.stringContaining('--today 2026-12-31')])
    expect(said.err).toContain(`The newest entry is of ${new Calendar('UTC').stamp(foundedMs)}`)
  })

  test('has nothing to do where the clock is not in doubt', async () => {
    await confirm('--today', today())
    expect((await confirm()).err).toContain('Nothing needs confirming')
    expect((await confirm('--today', today())).code).toBe(1)
  })
})
