import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect as connectPlainly } from 'node:net'
import { join } from 'node:path'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { beforeEach, describe, expect, test } from 'vitest'
import { certificateStatus } from '../../../../src/appliance/tls/certificate-status.ts'
import { permittedFor } from '../../../../src/appliance/tls/constraints.ts'
import { authorityLife, serverLife } from '../../../../src/appliance/tls/due.ts'
import { makeAuthority, makeServerPair } from '../../../../src/appliance/tls/make.ts'
import { named } from '../../../../src/appliance/tls/names.ts'
import type { Told } from '../../../../src/words/fault.ts'
import { englishWords } from '../../../../src/words/words.ts'
import { DAY_MS, folder, type House, house, meet, toldBy } from '../../../support/appliance/tls/help.ts'
import { soon } from '../../../support/soon.ts'

/** A certificate of somebody else's, by path, that is replaced while the service runs. */

const life = authorityLife(Date.now())
const ca = makeAuthority('another', permittedFor(named([]), named([])), life)
const signer = { key: createPrivateKey(ca.key), certificate: new X509Certificate(ca.certificate).raw }
const made = (madeMs = Date.now()) =>
  makeServerPair(signer, named(['localhost', '127.0.0.1']), serverLife(madeMs, life))

let h: House
let port: number
let at: string
let told: string[]
const [first, second] = [made(), made()]
const fingerprints = [first, second].map(({ certificate }) => new X509Certificate(certificate).fingerprint256)
const put = (name: string, text: string) => {
  writeFileSync(join(at, `${name}.new`), text)
  renameSync(join(at, `${name}.new`), join(at, name))
}
const served = async () =>
  fingerprints.indexOf((await meet(port, { ca: ca.certificate })).certificate.fingerprint256)

beforeEach(async () => {
  at = folder()
  put('cert.pem', first.certificate)
  put('key.pem', first.key)
  h = await house({ tlsCert: join(at, 'cert.pem'), tlsKey: join(at, 'key.pem') })
  told = toldBy(h)
  port = (await h.serve()).port
})

describe('an own certificate', () => {
  test('is served, and pinned as what it is', async () => {
    expect(await served()).toBe(0)
    expect(h.kernel.tls.pin()).toEqual({ fingerprint_sha256: fingerprints[0], of: 'certificate' })
    expect(h.kernel.tls.authority).toBeNull()
  })
  test('is taken when both files have changed; until then the old one is served, and one line says why', async () => {
    put('cert.pem', second.certificate)
    for (let looks = 0; looks < 3; looks++) h.kernel.tls.check()
    expect(await served()).toBe(0)
    expect(h.kernel.tls.pin()?.fingerprint_sha256).toBe(fingerprints[0])
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(/keeps using the previous certificate: .*matching .*--tls-key/)
    put('key.pem', second.key)
    h.kernel.tls.check()
    expect(await served()).toBe(1)
    expect(told).toHaveLength(1)
    // What goes wrong later is told again.
    put('key.pem', first.key)
    h.kernel.tls.check()
    expect(told).toHaveLength(2)
  })
  test.each([
    ['half a certificate', () => put('cert.pem', second.certificate.slice(0, 200))],
    ['an empty certificate', () => put('cert.pem', '')],
    ['half a key', () => put('key.pem', first.key.slice(0, 60))],
    ['a certificate that is gone', () => rmSync(join(at, 'cert.pem'))],
    ['a chain that is cut off', () => put('cert.pem', first.certificate + ca.certificate.slice(0, 100))],
  ])('is served on while there is %s', async (_what, harm) => {
    harm()
    h.kernel.tls.check()
    expect(await served()).toBe(0)
    expect(told).toHaveLength(1)
    expect(told[0]).not.toContain('PRIVATE KEY')
    put('cert.pem', second.certificate)
    put('key.pem', second.key)
    h.kernel.tls.check()
    expect(await served()).toBe(1)
  })
  test('is taken where links are changed, as certbot does it', async () => {
    for (const [i, { key, certificate }] of [first, second].entries()) {
      writeFileSync(join(at, `cert${i}.pem`), certificate)
      writeFileSync(join(at, `key${i}.pem`), key)
    }
    const link = (name: string, i: number) => {
      rmSync(join(at, `${name}.pem`))
      symlinkSync(`${name}${i}.pem`, join(at, `${name}.pem`))
    }
    for (const i of [0, 1]) {
      link('cert', i)
      link('key', i)
      h.kernel.tls.check()
      expect(await served()).toBe(i)
    }
  })
  test('is told of before it ends, and when it cannot be read', () => {
    const { config } = h.kernel
    const standing = (nowMs: number) => certificateStatus(config, nowMs)
    const told = (text: Told | null | undefined) => englishWords().tell(text ?? '')
    expect(standing(Date.now())).toMatchObject({
      source: 'own',
      path: config.tlsCert,
      fault: null,
      remedy: null,
    })
    expect(told(standing(Date.now() + 385 * DAY_MS)?.fault)).toContain('ends on')
    expect(told(standing(Date.now() + 500 * DAY_MS)?.fault)).toContain('ended on')
    expect(told(standing(Date.now() - 5 * DAY_MS)?.fault)).toContain('not valid before')
    put('key.pem', second.key)
    expect(standing(Date.now())?.notAfterMs).toBeNull()
    expect(told(standing(Date.now())?.fault)).toContain('not a matching')
  })
  test('keeps the private authority from being served, where there is one', async () => {
    h.kernel.tls.found([])
    expect(h.kernel.tls.authority).toBeNull()
    expect(await served()).toBe(0)
    expect(readFileSync(h.files.tlsAuthority, 'utf8')).toContain('BEGIN CERTIFICATE')
  })
})

test('tells browsers to use TLS from now on; a certificate made here does not', async () => {
  const strict = async (there: number) =>
    /^strict-transport-security: (.*)$/m.exec(await fetchOver(there))?.[1]
  expect(await strict(port)).toMatch(/^max-age=\d{7,}/)
  const other = await house()
  other.kernel.tls.found([])
  expect(await strict((await other.serve()).port)).toBeUndefined()
})

describe('over TLS', () => {
  const settings = { maxConnections: '32', writeIdleSeconds: '1' }
  const limited = async () => {
    const files = { tlsCert: join(at, 'cert.pem'), tlsKey: join(at, 'key.pem') }
    const made = await house({ ...files, ...settings })
    const { connections } = made.kernel.ports
    return { port: (await made.serve()).port, figures: () => connections.figures }
  }
  const until = (isSo: () => boolean) => soon(() => expect(isSo()).toBe(true))
  test('handshakes that are never finished do not keep others out', async () => {
    const { port: there, figures } = await limited()
    const begun = Array.from({ length: 60 }, (_, i) =>
      connectPlainly({ host: '127.0.0.1', port: there, localAddress: `127.0.0.${2 + (i % 3)}` }),
    )
    for (const socket of begun) socket.on('error', () => {}).write('\x16\x03\x01')
    await until(() => figures().refused.no_place > 0)
    for (let i = 0; i < 20; i++) expect(await fetchOver(there, '127.0.0.9')).toContain('HTTP/1.1 200')
    for (const socket of begun) socket.destroy()
    await until(() => figures().open === 0)
  })
  test('replies that nobody reads are cut off', async () => {
    const { port: there, figures } = await limited()
    const socket = connectTls({ host: '127.0.0.1', port: there, rejectUnauthorized: false })
    socket.on('error', () => {}).pause()
    await new Promise((resolve) => socket.once('secureConnect', resolve))
    socket.write('GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(60))
    await until(() => figures().refused.unread === 1)
    expect(figures().open).toBe(0)
    socket.destroy()
  })
})

/** What is answered to one request, its head in small letters. */
function fetchOver(there: number, localAddress?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: there, rejectUnauthorized: false }
    const socket = connectTls({ ...options, ...(localAddress && { localAddress }) } as ConnectionOptions)
    let text = ''
    socket.on('data', (more) => {
      text += more
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(text.replace(/\r/g, '')))
    socket.write('GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  })
}
