import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CHECK_COUNT } from '../../../src/appliance/doctor/checks.ts'
import { VERSION } from '../../../src/base/version.ts'
import { Calendar } from '../../../src/text/phrases.ts'
import { cli, founded, json, served, temporaryFolder } from '../../support/command.ts'
import { soon } from '../../support/soon.ts'

/** `status` and `doctor` as an operator meets them, beside the service and without it. */

afterEach(() => vi.unstubAllEnvs())

describe('status', () => {
  test('without the service: that it does not run, what is held, and what is to be seen to', async () => {
    const { data } = await founded()
    const said = await cli('status', '--data', data)
    expect(said.code).toBe(0)
    expect(said.out).toMatch(/^Service +not running \(granary serve, or systemctl start granary\)$/m)
    expect(said.out).toMatch(/^TLS +none in use$/m)
    expect(said.out).toMatch(/^Devices +0$/m)
    expect(said.out).not.toContain('Needs attention')
    vi.stubEnv('GRANARY_LISTN', 'x')
    const { warnings, service } = await json('status', '--data', data)
    expect(service).toBeNull()
    expect(warnings).toMatchObject([{ number: 16, standing: 'caution' }])
    expect((await cli('status', '--data', data)).out).toMatch(
      /Needs attention.*\n\n16\. GRANARY_LISTN is not a setting/,
    )
  })

  test('beside it: since when, at what address, and how many records', async () => {
    const { data } = await founded()
    const begunMs = Math.floor(Date.now() / 1_000) * 1_000
    const service = await served(data)
    try {
      const status = await soon(async () => {
        const told = await json('status', '--data', data)
        expect(told.records).not.toBeNull()
        return told
      }, 100)
      expect(status).toMatchObject({ version: VERSION, records: 1, devices: 0, certificate: null })
      expect(status.service.url).toBe(service.url)
      const sinceMs = Date.parse(status.service.since)
      expect([sinceMs >= begunMs, sinceMs <= Date.now()]).toEqual([true, true])
      expect((await cli('status', '--data', data)).out).toContain(
        `running since ${new Calendar('').stamp(status.service.since)} at ${service.url}`,
      )
    } finally {
      await service.stop()
    }
  })
})

describe('doctor', () => {
  test('ends with 0 where all is good, 3 where something is to be seen to, and 1 where something is wrong', async () => {
    const { data } = await founded()
    const healthy = await json('doctor', '--data', data)
    expect(healthy).toMatchObject({ code: 0, healthy: true, service: null })
    vi.stubEnv('GRANARY_LISTN', 'x')
    const owing = await cli('doctor', '--data', data)
    expect(owing.code).toBe(3)
    expect(owing.out).toMatch(/^16\. NOTE {2}all settings are known\n {6}GRANARY_LISTN is not a setting/m)
    chmodSync(data, 0o755)
    expect(await json('doctor', '--data', data)).toMatchObject({ code: 1, healthy: false })
  })

  test('where the file is damaged it says so and which checks could not be made, and opens nothing for writing', async () => {
    const { data } = await founded()
    writeFileSync(join(data, 'granary.db'), Buffer.alloc(8192, 'rats '))
    const said = await cli('doctor', '--data', data)
    expect(said.code).toBe(1)
    expect(said.out).toMatch(/^2\. FAULT .*\n.*is damaged.*\n +Keep a copy/m)
    expect(said.out).toMatch(
      /^7\. \? {5}the clock agrees with the log\n.*could not be checked.*\n +See check 2 first\./m,
    )
    expect(said.out).toMatch(/^4\. ok /m)
  })

  test('without a folder too', async () => {
    const { code, checks } = await json('doctor', '--data', join(temporaryFolder(), 'nowhere'))
    expect([code, checks.length]).toEqual([3, CHECK_COUNT])
  })

  test('beside the service it says of what version that is', async () => {
    const { data } = await founded()
    const service = await served(data)
    try {
      expect(await json('doctor', '--data', data)).toMatchObject({ code: 0, service: { version: VERSION } })
    } finally {
      await service.stop()
    }
  })
})
