import { spawnSync } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { permittedFor } from '../../../../src/appliance/tls/constraints.ts'
import { authorityLife, serverLife } from '../../../../src/appliance/tls/due.ts'
import { makeAuthority, makeServerPair, permittedBy } from '../../../../src/appliance/tls/make.ts'
import { named } from '../../../../src/appliance/tls/names.ts'
import { certificatesOf } from '../../../../src/appliance/tls/pair.ts'
import { folder } from '../../../support/appliance/tls/help.ts'

/** What the certificates hold, read by others than made them. */

const NAMES = named([
  'localhost',
  'office.local',
  'granary.kahawa.example',
  '127.0.0.1',
  '192.168.7.5',
  'fd00::7',
])
const life = authorityLife(Date.now())
const permitted = permittedFor(named(['granary.kahawa.example']), NAMES)
const made = makeAuthority('office, 2026-06-28', permitted, life)
const authority = { key: createPrivateKey(made.key), certificate: new X509Certificate(made.certificate).raw }
const serverFor = (...names: string[]) =>
  makeServerPair(authority, named(names), serverLife(Date.now(), life))
const server = makeServerPair(authority, NAMES, serverLife(Date.now(), life))

describe('as Node reads them', () => {
  const [issuer, root] = certificatesOf(made.certificate) as [X509Certificate, X509Certificate]
  const leaf = new X509Certificate(server.certificate)
  test('the root signed itself and the issuer, whose key is kept, and the issuer the certificate', () => {
    expect([root.ca, issuer.ca, leaf.ca]).toEqual([true, true, false])
    for (const [one, by] of [
      [root, root],
      [issuer, root],
      [leaf, issuer],
    ] as const) {
      expect(one.checkIssued(by)).toBe(true)
      expect(one.verify(by.publicKey)).toBe(true)
    }
    expect(issuer.checkPrivateKey(createPrivateKey(made.key))).toBe(true)
    expect(root.checkPrivateKey(createPrivateKey(made.key))).toBe(false)
    expect(leaf.checkPrivateKey(createPrivateKey(server.key))).toBe(true)
    expect(leaf.publicKey.asymmetricKeyDetails).toMatchObject({ namedCurve: 'prime256v1' })
  })
  test('numbers are random, and above zero', () => {
    const numbers = [1, 2, 3].map(() => new X509Certificate(serverFor('a.local').certificate).serialNumber)
    expect(new Set(numbers).size).toBe(3)
    for (const number of numbers) expect(number).toMatch(/^01[0-9A-F]{32}$/)
  })
  test('root and issuer say themselves for what they may speak', () => {
    for (const one of [issuer, root]) expect(permittedBy(one.raw)).toEqual(permitted)
    expect(permittedBy(leaf.raw)).toBeNull()
  })
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

describe.skipIf(!hasOpenssl)('as OpenSSL judges them (where it is installed)', () => {
  const at = folder()
  const ca = join(at, 'authority.pem')
  writeFileSync(ca, made.certificate)
  const judged = (certificate: string, ...more: string[]) => {
    const file = join(at, 'server.pem')
    writeFileSync(file, certificate)
    const { status, stdout, stderr } = spawnSync('openssl', [
      ...['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', ca, ...more, file],
    ])
    return { isGood: status === 0, said: `${stdout}${stderr}` }
  }
  test('a certificate of this machine is good, strictly read, by name and by address', () => {
    expect(judged(server.certificate, '-verify_hostname', 'office.local')).toMatchObject({ isGood: true })
    expect(judged(server.certificate, '-verify_ip', '192.168.7.5')).toMatchObject({ isGood: true })
    expect(judged(server.certificate, '-verify_ip', 'fd00::7')).toMatchObject({ isGood: true })
    expect(judged(server.certificate, '-verify_ip', '192.168.7.6')).toMatchObject({ isGood: false })
  })
  test.each(['bank.example', 'kahawa.example', '203.0.113.7', '2001:db8::1'])(
    'one for %s, made with a stolen key, is believed by nobody',
    (name) => {
      const { isGood, said } = judged(serverFor('localhost', name).certificate)
      expect(isGood).toBe(false)
      expect(said).toContain('permitted subtree violation')
    },
  )
  test('and no authority can be made below it', () => {
    const below = makeServerPair(authority, named(['office.local']), serverLife(Date.now(), life))
    const signer = {
      key: createPrivateKey(below.key),
      certificate: new X509Certificate(below.certificate).raw,
    }
    const last = makeServerPair(signer, named(['office.local']), serverLife(Date.now(), life))
    const between = join(at, 'between.pem')
    writeFileSync(between, below.certificate)
    expect(judged(last.certificate, '-untrusted', between).isGood).toBe(false)
  })
})
