import { X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect as connectPlainly, type Server } from 'node:net'
import { checkServerIdentity } from 'node:tls'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type House, house, meet, toldBy } from '../../../support/appliance/tls/help.ts'

/** A service with a private authority, and devices that come to it: real handshakes. */

const fingerprint = (pem: string | Buffer) => new X509Certificate(pem).fingerprint256

describe('a device that pinned the authority', () => {
  let h: House
  let port: number
  let ca: string
  beforeAll(async () => {
    h = await house()
    h.kernel.tls.found([])
    port = (await h.serve()).port
    ca = readFileSync(h.files.tlsAuthority, 'utf8')
  })

  test('believes the service by name and by address, and nobody else does', async () => {
    for (const servername of ['localhost', 'office.local'])
      expect(await meet(port, { ca, servername })).toMatchObject({ disbelief: null })
    expect((await meet(port, { ca })).disbelief).toBeNull()
    expect((await meet(port)).disbelief).toBe('SELF_SIGNED_CERT_IN_CHAIN')
    expect((await meet(port, { ca, servername: 'bank.example' })).disbelief).toMatch(/ALTNAME_INVALID/)
  })
  test('finds the authority itself in the handshake, by its fingerprint alone', async () => {
    const pin = h.kernel.tls.pin()
    expect(pin).toEqual({ fingerprint_sha256: fingerprint(ca), of: 'authority' })
    const { certificate } = await meet(port, { checkServerIdentity })
    expect(certificate.subject.CN).toBe('Granary')
    const chain = await new Promise<string>((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port, path: '/v1/health', rejectUnauthorized: false },
        (answer) => {
          const { socket } = answer as unknown as { socket: import('node:tls').TLSSocket }
          resolve(socket.getPeerCertificate(true).issuerCertificate.issuerCertificate.fingerprint256)
          answer.resume()
        },
      )
      asked.once('error', reject).end()
    })
    expect(chain).toBe(pin?.fingerprint_sha256)
  })
  test.each([
    ['TLSv1.2', 'TLSv1.2'],
    ['TLSv1.3', 'TLSv1.3'],
  ] as const)('speaks %s', async (version, spoken) => {
    expect((await meet(port, { ca, minVersion: version, maxVersion: version })).protocol).toBe(spoken)
  })
  test.each([
    'ECDHE-ECDSA-AES128-SHA256:ECDHE-RSA-AES128-SHA256',
    'ECDHE-ECDSA-AES256-SHA384:ECDHE-RSA-AES256-SHA384',
    'ECDHE-ECDSA-AES256-SHA:ECDHE-RSA-AES256-SHA:ECDHE-ECDSA-AES128-SHA:ECDHE-RSA-AES128-SHA',
    'AES256-SHA256:AES128-SHA256:AES256-SHA:AES128-SHA:AES256-GCM-SHA384',
  ])('offers none of %s, at the start and with a later certificate', async (ciphers) => {
    const old = { maxVersion: 'TLSv1.2', ciphers } as const
    await expect(meet(port, old)).rejects.toThrow(/handshake failure/)
    h.machine.addresses.push(`192.168.8.${ciphers.length}`)
    h.kernel.tls.check()
    await expect(meet(port, old)).rejects.toThrow(/handshake failure/)
    for (const mode of ['AESGCM', 'CHACHA20'])
      expect((await meet(port, { ca, maxVersion: 'TLSv1.2', ciphers: mode })).protocol).toBe('TLSv1.2')
  })
  test.each(['TLSv1', 'TLSv1.1'] as const)('is not answered in %s', async (version) => {
    // The client itself takes these only at its lowest level of security.
    const old = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' } as const
    await expect(meet(port, old)).rejects.toThrow(/alert protocol version|unsupported protocol/)
  })
  test('has it go on through a renewal, without a restart, and on connections that were open', async () => {
    const before = (await meet(port, { ca })).certificate.fingerprint256
    h.machine.addresses.push('192.168.7.99')
    h.kernel.tls.check()
    const { certificate, disbelief } = await meet(port, { ca })
    expect(disbelief).toBeNull()
    expect(certificate.fingerprint256).not.toBe(before)
    expect(certificate.subjectaltname).toContain('192.168.7.99')
    expect((await meet(port, { ca, maxVersion: 'TLSv1.2' })).protocol).toBe('TLSv1.2')
    await expect(
      meet(port, { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
    ).rejects.toThrow()
    h.kernel.tls.check()
    expect((await meet(port, { ca })).certificate.fingerprint256).toBe(certificate.fingerprint256)
  })
  test('has it looked after each minute, while the service runs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    h.kernel.tls.start()
    h.machine.addresses.push('192.168.7.123')
    vi.advanceTimersByTime(59_000)
    expect((await meet(port, { ca })).certificate.subjectaltname).not.toContain('192.168.7.123')
    vi.advanceTimersByTime(1_000)
    expect((await meet(port, { ca })).certificate.subjectaltname).toContain('192.168.7.123')
    h.kernel.tls.stop()
    h.machine.addresses.push('192.168.7.124')
    vi.advanceTimersByTime(120_000)
    expect((await meet(port, { ca })).certificate.subjectaltname).not.toContain('192.168.7.124')
  })
  test('is shut out by another authority at once, and let in by it', async () => {
    h.kernel.tls.found([], { replace: true })
    expect((await meet(port, { ca })).disbelief).not.toBeNull()
    const other = readFileSync(h.files.tlsAuthority, 'utf8')
    expect((await meet(port, { ca: other })).disbelief).toBeNull()
    expect(h.kernel.tls.pin()?.fingerprint_sha256).toBe(fingerprint(other))
  })
})

describe('files', () => {
  test('are their owner’s alone', async () => {
    const h = await house()
    h.kernel.tls.found([])
    expect(statSync(h.files.tls).mode & 0o777).toBe(0o700)
    for (const path of [h.files.tlsAuthorityKey, h.files.tlsServer, h.files.tlsAuthority])
      expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o600])
    expect(existsSync(`${h.files.tlsServer}.new`)).toBe(false)
  })
  test.each([
    ['is lost', (path: string) => rmSync(path)],
    ['is empty', (path: string) => writeFileSync(path, '')],
    ['is half written', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 700))],
    ['is of another', (path: string, other: string) => writeFileSync(path, readFileSync(other))],
  ])('a server’s file that %s is made anew', async (_what, harm) => {
    const [h, other] = [await house(), await house()]
    const { authority } = h.kernel.tls.found([])
    other.kernel.tls.found([])
    harm(h.files.tlsServer, other.files.tlsServer)
    rmSync(h.files.tlsAuthority)
    const { port } = await h.serve()
    expect((await meet(port, { ca: authority.certificate.toString() })).disbelief).toBeNull()
    expect(readFileSync(h.files.tlsAuthority, 'utf8')).toBe(authority.certificate.toString())
  })
  test('what the disk does not take is told, and the certificate of before is served', async () => {
    const h = await house()
    const { pair } = h.kernel.tls.found([])
    h.machine.addresses.push('192.168.7.99')
    mkdirSync(`${h.files.tlsServer}.new`)
    const told = toldBy(h)
    const { port } = await h.serve()
    h.kernel.tls.check()
    expect((await meet(port)).certificate.fingerprint256).toBe(pair.fingerprint)
    expect(told).toEqual([
      expect.stringMatching(/server\.key cannot be written \(ERR_FS_EISDIR\)\. Check that/),
    ])
    rmdirSync(`${h.files.tlsServer}.new`)
    h.kernel.tls.check()
    expect((await meet(port)).certificate.subjectaltname).toContain('192.168.7.99')
  })
  test('with neither the service does not start', async () => {
    const h = await house()
    h.kernel.tls.found([])
    writeFileSync(h.files.tlsAuthorityKey, 'rats')
    rmSync(h.files.tlsServer)
    await expect(h.serve()).rejects.toThrow(/cannot be read/)
  })
})

describe('whoever comes with anything else', () => {
  let h: House
  let port: number
  let server: Server
  const told: unknown[] = []
  beforeAll(async () => {
    h = await house()
    h.kernel.tls.found([])
    const served = await h.serve()
    port = served.port
    server = served.app.server
    for (const level of ['error', 'warn', 'info'] as const) {
      h.kernel.logger[level] = ((...words: unknown[]) => told.push(words)) as never
      served.app.log[level] = ((...words: unknown[]) => told.push(words)) as never
    }
  })

  /** The beginning of a first message of 512 bytes. */
  const HELLO = Buffer.from('1603010200010001fc0303', 'hex')

  /** How long a handshake may take, in milliseconds, where Node keeps it. @returns the time that there was */
  const allow = (ms: number): number => {
    const name = Object.getOwnPropertySymbols(server).find((one) => one.description === 'handshake-timeout')
    const limits = server as unknown as Record<symbol, number>
    const before = limits[name as symbol] as number
    limits[name as symbol] = ms
    return before
  }

  /** @returns what the server said before it hung up */
  const send = (bytes: string | Buffer) =>
    new Promise<Buffer>((resolve) => {
      const heard: Buffer[] = []
      const socket = connectPlainly({ host: '127.0.0.1', port }, () => socket.write(bytes))
      socket.on('data', (more: Buffer) => heard.push(more))
      socket.on('error', () => {})
      socket.on('close', () => resolve(Buffer.concat(heard)))
    })

  test('without TLS is told to use https, and nothing is told of it', async () => {
    const answer = (await send('GET / HTTP/1.1\r\nHost: granary\r\n\r\n')).toString('latin1')
    expect(answer).toMatch(/^HTTP\/1\.0 400 Bad Request\r\n/)
    expect(answer).toContain('Put https:// before its address')
    expect(told).toEqual([])
  })
  test('is hung up on at once, and nothing is told of it', async () => {
    const noise = [
      Buffer.alloc(4096, 0xff),
      Buffer.from('160301ffff01', 'hex'),
      Buffer.concat([HELLO, Buffer.alloc(506, 7)]),
    ]
    // What ends within this test does not end because a handshake takes too long.
    expect(allow(3_600_000)).toBe(20_000)
    for (const bytes of noise) expect((await send(bytes)).toString('latin1')).not.toContain('HTTP/1.1')
    allow(20_000)
    expect(told).toEqual([])
  })
  test('is hung up on when a handshake does not go on, while others are served', async () => {
    const arrived = new Promise<void>((resolve) => {
      let count = 0
      server.on('connection', () => ++count === 50 && resolve())
    })
    allow(1_000)
    const held = Array.from({ length: 50 }, () => send(HELLO))
    await arrived
    allow(20_000)
    const ca = readFileSync(h.files.tlsAuthority)
    expect((await meet(port, { ca })).disbelief).toBeNull()
    expect((await Promise.all(held)).map(String)).toEqual(Array(50).fill(''))
    expect(told).toEqual([])
  })
  test.each(['x'.repeat(255), 'nul\u0000name', '..', '*', 'BANK.EXAMPLE'])(
    'with the server name %j is answered as any other',
    async (servername) => {
      const ca = readFileSync(h.files.tlsAuthority)
      const met = await meet(port, { ca, servername, checkServerIdentity: () => undefined }).catch(
        (error: Error) => error,
      )
      if (!(met instanceof Error)) expect(met.disbelief).toBeNull()
      expect((await meet(port, { ca })).disbelief).toBeNull()
      expect(told).toEqual([])
    },
  )
})

test('a service with a certificate sees to its connections as one without does', async () => {
  const h = await house()
  h.kernel.tls.found([])
  const { app } = await h.serve()
  const { headersTimeout, requestTimeout, keepAliveTimeout } = app.server
  expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    headersTimeout: 20_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 75_000,
  })
  const plain = await house()
  const { app: other } = await plain.serve()
  expect(other.server.headersTimeout).toBe(20_000)
  expect(plain.kernel.tls.pin()).toBeNull()
})
