import { X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startService } from '../../../../src/appliance/serve-command.ts'
import { readConfig, type SettingName } from '../../../../src/config/config.ts'
import { assembly } from '../../../../src/tasks.ts'
import { certificateFiles, meet } from '../../../support/appliance/tls/help.ts'
import { cli, founded, json, temporaryFolder } from '../../../support/command.ts'

/** `granary tls`, beside a running service and alone; and what else speaks of the certificate. */

afterEach(() => vi.unstubAllEnvs())

async function service(data: string, more: Partial<Record<SettingName, string>> = {}) {
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  try {
    const flags = { data, listen: '127.0.0.1:0', logLevel: 'silent', minFreeBytes: '0', ...more }
    return await startService(assembly, readConfig(flags, {}))
  } finally {
    spy.mockRestore()
  }
}

const portOf = (url: string) => Number(new URL(url).port)

describe('granary tls init', () => {
  test('makes an authority once, and says how phones get it', async () => {
    const { data } = await founded()
    const before = await json('tls', 'status', '--data', data)
    expect(before).toMatchObject({ code: 0, source: null, fault: null })
    expect((await cli('tls', 'status', '--data', data)).out).toContain('granary tls init')
    const said = await cli('tls init --name granary.kahawa.example --name 10.9.9.9 --data', data)
    expect(said.code).toBe(0)
    const { fingerprint256 } = new X509Certificate(readFileSync(join(data, 'tls', 'authority.pem')))
    expect(said.out).toContain(`Authority        SHA-256 ${fingerprint256}`)
    expect(said.out).toMatch(/Certificate for {2}localhost, .*granary\.kahawa\.example.*10\.9\.9\.9/)
    expect(said.err).toContain('/v1/tls/authority')
    expect(said.err).toContain('granary serve --listen')
    const file = readFileSync(join(data, 'tls', 'authority.key'))
    const again = await cli('tls', 'init', '--data', data)
    expect(again).toMatchObject({
      code: 1,
      err: expect.stringMatching(/already is a private authority, which phones trust\.\n.*--replace/),
    })
    expect(readFileSync(join(data, 'tls', 'authority.key'))).toEqual(file)
    const replaced = await json('tls', 'init', '--replace', '--data', data)
    expect(replaced).toMatchObject({ code: 0, source: 'made' })
    expect(replaced.authority_fingerprint_sha256).not.toBe(fingerprint256)
    const { entries } = await json('audit', '--data', data)
    expect(entries.filter((entry: { action: string }) => entry.action === 'tls_authority')).toHaveLength(2)
  })
  test.each([[['--name', 'farm'], /every name that ends in \.farm/, /farm\.local/]])(
    '%j is refused with its remedy, and nothing is made',
    async (args, fault, remedy) => {
      const { data } = await founded()
      const said = await cli('tls', 'init', ...args, '--data', data)
      expect(said.code).toBe(2)
      expect(said.err).toMatch(fault)
      expect(said.err).toMatch(remedy)
      expect(await json('tls', 'status', '--data', data)).toMatchObject({ source: null })
    },
  )
  test('another is for the names of the one before, unless they are to be forgotten', async () => {
    const { data } = await founded()
    const name = 'granary.kahawa.example'
    await json('tls', 'init', '--name', name, '--data', data)
    const { names } = await json('tls', 'init', '--replace', '--data', data)
    expect(names).toContain(name)
    const forgot = await json('tls init --replace --forget-names --clock-is-right --data', data)
    expect(forgot.names).not.toContain(name)
  })
  test('beside an own certificate it does not say that devices know it', async () => {
    const { data } = await founded()
    const { certificate, key } = certificateFiles()
    vi.stubEnv('GRANARY_TLS_CERT', certificate)
    vi.stubEnv('GRANARY_TLS_KEY', key)
    const said = await cli('tls', 'init', '--data', data)
    expect(said.err).toContain('sets your own certificate')
    expect(said.err).not.toContain('enrolment code')
  })
  test('a settings address of one word is refused too', async () => {
    const { data } = await founded()
    vi.stubEnv('GRANARY_PUBLIC_URL', 'https://coop:7373')
    expect((await cli('tls', 'init', '--data', data)).err).toContain('ends in .coop')
  })
  test('without a folder it says how one is made', async () => {
    const said = await cli('tls', 'init', '--data', join(temporaryFolder(), 'none'))
    expect(said.err).toMatch(/no data folder.*\n.*granary init/)
  })
})

describe('beside the service', () => {
  test('status tells what is served, and enrolment what to pin', async () => {
    const { data } = await founded()
    const { authority_fingerprint_sha256: fingerprint } = await json('tls', 'init', '--data', data)
    const running = await service(data)
    onTestFinished(() => running.stop())
    expect(running.url).toMatch(/^https:/)
    const status = await json('tls', 'status', '--data', data)
    expect(status).toMatchObject({
      ...{ code: 0, source: 'made', is_served: true, fault: null },
      authority_fingerprint_sha256: fingerprint,
    })
    const enrolled = await json('device', 'enrol', '--party', 'cooperative', '--data', data)
    expect(enrolled).toMatchObject({ fingerprint_sha256: fingerprint, fingerprint_of: 'authority' })
    const uri = new URL(enrolled.uri)
    expect(uri.searchParams.get('sha256')).toBe(fingerprint.replaceAll(':', '').toLowerCase())
    expect(uri.searchParams.get('of')).toBe('authority')
    expect(uri.searchParams.get('url')).toMatch(/^https:/)
    const said = await cli('device', 'enrol', '--party', 'cooperative', '--qr', '--data', data)
    expect(said.out).toContain(`Authority  SHA-256 ${fingerprint}`)
    expect(said.out).toContain('█▀▀▀▀▀█')
    const sheet = (await cli('lender', 'invite', 'cooperative', '--data', data)).out.replace(/\s+/g, ' ')
    expect(sheet).toContain('/v1/tls/authority (the browser warns')
    expect(sheet).toContain(`SHA-256 ${fingerprint.slice(0, 47)} ${fingerprint.slice(48)} `)
    const ca = readFileSync(join(data, 'tls', 'authority.pem'))
    expect((await meet(portOf(running.url), { ca })).disbelief).toBeNull()
    const { is_served } = await json('tls', 'init', '--replace', '--data', data)
    expect(is_served).toBe(true)
    expect((await meet(portOf(running.url), { ca })).disbelief).not.toBeNull()
  })
  test('a service that began without one says that it must be started anew', async () => {
    const { data } = await founded()
    const running = await service(data)
    onTestFinished(() => running.stop())
    expect(running.url).toMatch(/^http:/)
    const said = await cli('tls', 'init', '--data', data)
    expect(said.err).toContain('once the service is restarted')
    expect(await json('tls', 'status', '--data', data)).toMatchObject({ source: 'made', is_served: false })
    const enrolled = await json('device', 'enrol', '--party', 'cooperative', '--data', data)
    expect(enrolled).toMatchObject({ fingerprint_sha256: null, fingerprint_of: null })
    expect(enrolled.uri).not.toContain('sha256')
    expect(new URL(enrolled.uri).searchParams.get('url')).toMatch(/^http:/)
  })
  test('on localhost a later certificate reaches whoever comes', async () => {
    const { data } = await founded()
    await json('tls', 'init', '--data', data)
    const running = await service(data, { listen: 'localhost:0' })
    onTestFinished(() => running.stop())
    expect(running.kernel.ports.tls.served).not.toBeNull()
    const port = portOf(running.url)
    await json('tls', 'init', '--replace', '--data', data)
    const ca = readFileSync(join(data, 'tls', 'authority.pem'))
    expect((await meet(port, { ca, host: '127.0.0.1' })).disbelief).toBeNull()
    // No second server with the certificate of before.
    await expect(meet(port, { ca, host: '::1' })).rejects.toThrow()
  })
})

describe('the service on the network', () => {
  test('is not started without TLS, and with an authority it is', async () => {
    const { data } = await founded()
    const said = await cli('serve', '--listen', '0.0.0.0:0', '--data', data)
    expect(said.code).toBe(2)
    expect(said.err).toMatch(/other machines without TLS, .*\n.*granary tls init.*--insecure-lan/)
    await json('tls', 'init', '--data', data)
    const running = await service(data, { listen: '0.0.0.0:0' })
    expect(running.url).toMatch(/^https:/)
    await running.stop()
  })
  test('GRANARY_TLS=off leaves TLS to a proxy, on this machine alone', async () => {
    const { data } = await founded()
    await json('tls', 'init', '--data', data)
    const running = await service(data, { tls: 'off' })
    expect(running.url).toMatch(/^http:/)
    expect((await fetch(`${running.url}/v1/tls/authority`)).status).toBe(404)
    await running.stop()
    await expect(service(data, { tls: 'off', listen: '0.0.0.0:0' })).rejects.toMatchObject({
      exitCode: 2,
      remedy: expect.stringContaining('GRANARY_TLS=off'),
    })
    vi.stubEnv('GRANARY_TLS', 'off')
    expect((await cli('tls', 'status', '--data', data)).out).toContain('GRANARY_TLS is off')
    expect(() => readConfig({ tls: 'off', tlsCert: 'a', tlsKey: 'b' }, {})).toThrow(/turns TLS off/)
    expect(() => readConfig({ tls: 'on' }, {})).toThrow(/auto or off/)
  })
})

test('status says what is wrong, with its remedy, and ends with 1', async () => {
  const { data } = await founded()
  await json('tls', 'init', '--data', data)
  vi.stubEnv('GRANARY_PUBLIC_URL', 'https://granary.kahawa.example')
  const blocked = await cli('tls', 'status', '--data', data)
  expect(blocked.code).toBe(1)
  expect(blocked.out).toMatch(/may not certify granary\.kahawa\.example.*\n.*granary tls init --replace/)
  writeFileSync(join(data, 'tls', 'authority.key'), '')
  const lost = await json('tls', 'status', '--data', data)
  expect(lost).toMatchObject({ code: 1, fault: expect.stringContaining('cannot be read') })
})
