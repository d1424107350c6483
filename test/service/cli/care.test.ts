import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { VERSION } from '../../../src/base/version.ts'
import { Calendar } from '../../../src/words/calendar.ts'
import { cli, founded, json, served } from '../../support/command.ts'
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
    expect(said.out).toMatch(/^Phones and tablets +0$/m)
    // What is not there yet, and nothing else.
    expect(said.out).toMatch(/Needs attention.*\n\n8\. Backups are not set up yet\..*granary setup$/m)
    vi.stubEnv('GRANARY_LISTN', 'x')
    const { warnings, service } = await json('status', '--data', data)
    expect(service).toBeNull()
    expect(warnings).toMatchObject([
      { number: 8, standing: 'missing' },
      { number: 16, standing: 'caution' },
    ])
    expect((await cli('status', '--data', data)).out).toMatch(
      /Needs attention.*\n\n8\. .*\n16\. GRANARY_LISTN is not a setting/,
    )
  })

  test('beside it: since when, at what address, and how many records', async () => {
    const { data } = await founded()
    const begunMs = Math.floor(Date.now() / 1_000) * 1_000
    const service = await served(data)
    onTestFinished(() => service.stop())
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
  })
})

/** The memory of the machine: another disk than that of the data. */
const OTHER_DISK = '/dev/shm'

describe('doctor', () => {
  test('ends with 0 where all is good, 3 where something is to be seen to, and 1 where something is wrong', async () => {
    const { data } = await founded()
    // Without a backup nothing is good.
    const fresh = await json('doctor', '--data', data)
    expect(fresh).toMatchObject({ code: 3, healthy: false, standing: 'missing', service: null })
    const said = await cli('doctor', '--data', data)
    expect(said.out).toMatch(/^8\. MISSING backups are on another disk and made on time$/m)
    expect(said.out).toMatch(/\n\nNot all is good: 2 missing\.\n$/)
    const place = mkdtempSync(join(OTHER_DISK, 'granary-test-'))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    for (const words of [
      ['setup', '--backup-store', place],
      ['backup', 'key'],
      ['backup', 'create'],
    ])
      expect((await cli(...words, '--data', data)).code, words.join(' ')).toBe(0)
    const healthy = await json('doctor', '--data', data)
    expect(healthy).toMatchObject({ code: 0, healthy: true, standing: 'good' })
    expect((await cli('doctor', '--data', data)).out).toMatch(/\n\nAll is good\.\n$/)
    vi.stubEnv('GRANARY_LISTN', 'x')
    const owing = await cli('doctor', '--data', data)
    expect(owing.code).toBe(3)
    expect(owing.out).toMatch(/^16\. NOTE {2}all settings are known\n {6}GRANARY_LISTN is not a setting/m)
    chmodSync(data, 0o755)
    expect(await json('doctor', '--data', data)).toMatchObject({ code: 1, healthy: false })
  })

  test('where the file is damaged it says so and which checks could not be made', async () => {
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
})
