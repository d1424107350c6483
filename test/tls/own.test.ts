import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { permittedFor } from '../../src/tls/constraints.ts'
import { authorityLife, serverLife } from '../../src/tls/due.ts'
import { makeAuthority, makeServerPair } from '../../src/tls/make.ts'
import { named } from '../../src/tls/names.ts'
import { certificateStanding } from '../../src/tls/standing.ts'
import { DAY_MS, folder, type House, house, meet } from './help.ts'

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
  told = []
  h.kernel.logger.error = ((text: string) => told.push(text)) as never
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
    for (let looks = 0; looks < 3; looks++) h.kernel.tls.look()
    expect(await served()).toBe(0)
    expect(h.kernel.tls.pin()?.fingerprint_sha256).toBe(fingerprints[0])
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(/served on: .*go together .*--tls-key/)
    put('key.pem', second.key)
    h.kernel.tls.look()
    expect(await served()).toBe(1)
    expect(told).toHaveLength(1)
    // What goes wrong later is told again.
    put('key.pem', first.key)
    h.kernel.tls.look()
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
    h.kernel.tls.look()
    expect(await served()).toBe(0)
    expect(told).toHaveLength(1)
    expect(told[0]).not.toContain('PRIVATE KEY')
    put('cert.pem', second.certificate)
    put('key.pem', second.key)
    h.kernel.tls.look()
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
      h.kernel.tls.look()
      expect(await served()).toBe(i)
    }
  })
  test('is told of before it ends, and when it cannot be read', () => {
    const { config } = h.kernel
    const standing = (nowMs: number) => certificateStanding(config, nowMs)
    expect(standing(Date.now())).toMatchObject({
      source: 'own',
      path: config.tlsCert,
      fault: null,
      remedy: null,
    })
    expect(standing(Date.now() + 385 * DAY_MS)?.fault).toContain('ends on')
    expect(standing(Date.now() + 500 * DAY_MS)?.fault).toContain('ended on')
    expect(standing(Date.now() - 5 * DAY_MS)?.fault).toContain('good from')
    put('key.pem', second.key)
    expect(standing(Date.now())).toMatchObject({
      notAfterMs: null,
      fault: expect.stringContaining('go together'),
    })
  })
  test('keeps the private authority from being served, where there is one', async () => {
    h.kernel.tls.found([])
    expect(h.kernel.tls.authority).toBeNull()
    expect(await served()).toBe(0)
    expect(readFileSync(h.files.tlsAuthority, 'utf8')).toContain('BEGIN CERTIFICATE')
  })
})
