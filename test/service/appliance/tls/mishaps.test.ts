import { lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { refuseOpenNetwork } from '../../../../src/appliance/tls/source.ts'
import { englishWords } from '../../../../src/words/words.ts'
import { DAY_MS, folder, house, meet, toldBy } from '../../../support/appliance/tls/help.ts'

/** What was lost, left behind or put there by others in the folder `tls`; and a log that a wrong clock has written. */

describe('what lies where a file is to be written', () => {
  test('does not make a key open to others', async () => {
    const h = await house()
    mkdirSync(h.files.tls)
    for (const path of [h.files.tlsAuthorityKey, h.files.tlsServer])
      writeFileSync(`${path}.new`, 'left behind', { mode: 0o666 })
    h.kernel.tls.found([])
    for (const path of [h.files.tlsAuthorityKey, h.files.tlsServer])
      expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o600])
  })
  test('does not lead a key elsewhere', async () => {
    const h = await house()
    const elsewhere = join(folder(), 'elsewhere')
    writeFileSync(elsewhere, 'a file of another')
    mkdirSync(h.files.tls)
    symlinkSync(elsewhere, `${h.files.tlsAuthorityKey}.new`)
    h.kernel.tls.found([])
    expect(readFileSync(elsewhere, 'utf8')).toBe('a file of another')
    expect(lstatSync(h.files.tlsAuthorityKey).isFile()).toBe(true)
  })
  test('keeps nobody from being served, where it is the copy for people alone', async () => {
    const h = await house()
    h.kernel.tls.found([])
    rmSync(h.files.tlsAuthority)
    mkdirSync(h.files.tlsAuthority)
    const told = toldBy(h)
    const { port } = await h.serve()
    h.machine.addresses.push('192.168.7.99')
    h.kernel.tls.check()
    expect((await meet(port)).certificate.subjectaltname).toContain('192.168.7.99')
    expect(told).toEqual([expect.stringContaining('authority.pem cannot be written (EISDIR)')])
  })
})

describe('an authority that is lost', () => {
  test('while its certificate is there, is not taken for none', async () => {
    const h = await house({ listen: '0.0.0.0:0' })
    const { authority } = h.kernel.tls.found([])
    rmSync(h.files.tlsAuthorityKey)
    expect(() => refuseOpenNetwork(h.kernel.config)).not.toThrow()
    expect(() => h.kernel.tls.found([])).toThrow('There already is a private authority')
    const told = toldBy(h)
    const { port } = await h.serve()
    expect((await meet(port, { ca: authority.certificate.toString() })).disbelief).toBeNull()
    expect(h.kernel.tls.pin()).toMatchObject({
      fingerprint_sha256: authority.certificate.fingerprint256,
      of: 'authority',
    })
    expect(told).toEqual([expect.stringMatching(/authority\.key cannot be read \(ENOENT\).*--replace/)])
  })
  test('and whose files lie where they cannot be looked at, neither: nobody is answered without TLS', async () => {
    const h = await house()
    writeFileSync(h.files.tls, 'no folder')
    await expect(h.serve()).rejects.toThrow(/cannot be read \(ENOTDIR\)/)
  })
  test('with all its folder, while the service runs: it serves on, codes go on naming it, and it is told once', async () => {
    const h = await house()
    const { authority } = h.kernel.tls.found([])
    const { port } = await h.serve()
    const told = toldBy(h)
    rmSync(h.files.tls, { recursive: true })
    h.kernel.tls.check()
    h.kernel.tls.check()
    expect((await meet(port, { ca: authority.certificate.toString() })).disbelief).toBeNull()
    expect(h.kernel.tls.pin()?.fingerprint_sha256).toBe(authority.certificate.fingerprint256)
    expect(told).toEqual([expect.stringMatching(/missing from the disk.*from a backup/)])
    const other = h.kernel.tls.found([]).authority.certificate
    expect((await meet(port, { ca: other.toString() })).disbelief).toBeNull()
  })
})

describe('an authority that takes the place of another', () => {
  const NAMES = ['granary.kahawa.example', '203.0.113.9']
  test('knows them though the key is lost; and says so where nothing tells them any more', async () => {
    const h = await house()
    h.kernel.tls.found(NAMES)
    writeFileSync(h.files.tlsAuthorityKey, 'rats')
    const again = h.kernel.tls.found([], { replace: true })
    expect(again).toMatchObject({ caution: null })
    expect(again.pair.names).toContain('granary.kahawa.example')
    for (const path of [h.files.tlsAuthorityKey, h.files.tlsAuthority, h.files.tlsServer])
      writeFileSync(path, 'rats')
    const lost = h.kernel.tls.found([], { replace: true })
    expect(lost.pair.names).not.toContain('granary.kahawa.example')
    expect(englishWords().tell(lost.caution?.remedy ?? '')).toContain('--replace --name')
  })
})

test('a log that a wrong clock has written does not keep TLS out for ever', async () => {
  const nowMs = Date.now()
  // The cooperative was founded by it.
  const h = await house({}, undefined, { nowMs: nowMs + 20 * 365 * DAY_MS })
  h.kernel.tls.found([])
  h.clock.nowMs = nowMs
  expect(() => h.kernel.tls.found([], { replace: true })).toThrow(
    expect.objectContaining({ remedy: expect.stringContaining('add --clock-is-right') }),
  )
  const { authority, pair } = h.kernel.tls.found([], { replace: true, clockIsRight: true })
  // A certificate counts in whole seconds.
  for (const life of [authority, pair])
    expect(life.notBeforeMs + DAY_MS).toBe(Math.floor(nowMs / 1_000) * 1_000)
  const { port } = await h.serve()
  expect((await meet(port, { ca: authority.certificate.toString() })).disbelief).toBeNull()
  h.clock.nowMs = 0
  expect(() => h.kernel.tls.found([], { replace: true, clockIsRight: true })).toThrow(
    /it shows (1 Jan 1970|31 Dec 1969)/,
  )
})
