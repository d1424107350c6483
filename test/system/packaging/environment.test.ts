import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { filesBelow } from '../../support/files-below.ts'
import { isThere, newFolder, run, serve, stop } from './executable.ts'

/** What the environment tells the engine is not for it to tell. */

const version = async (environment: Readonly<Record<string, string>>) => {
  const { code, out } = await run(['--version'], { environment })
  expect([code, out]).toEqual([0, expect.stringContaining('one executable')])
}

describe.skipIf(!isThere)('the executable (where there is one)', () => {
  test('reads no configuration of OpenSSL that the environment names: it could load code', async () => {
    const folder = newFolder()
    const file = join(folder, 'openssl.cnf')
    const library = join(folder, 'not-there.so')
    writeFileSync(
      file,
      `nodejs_conf = all\nopenssl_conf = all\n[all]\nproviders = them\n[them]\nother = other\n[other]\nmodule = ${library}\nactivate = 1\n`,
    )
    // With it the engine would not start, and the loader would have looked for the library.
    const { code, err } = await run(['--version'], { environment: { OPENSSL_CONF: file, LD_DEBUG: 'files' } })
    expect(code).toBe(0)
    expect(err).not.toContain(library)
    await version({ OPENSSL_CONF: join(folder, 'none.cnf') })
  })

  test('writes nothing of what it did where the environment says', async () => {
    const folder = newFolder()
    const [coverage, cache, warnings] = ['coverage', 'cache', 'warnings'].map((name) => join(folder, name))
    await version({
      NODE_V8_COVERAGE: coverage as string,
      NODE_COMPILE_CACHE: cache as string,
      NODE_REDIRECT_WARNINGS: warnings as string,
      NODE_DEBUG: 'fs,module',
      NODE_PENDING_DEPRECATION: '1',
    })
    expect(filesBelow(folder)).toEqual([])
  })

  test('is the same process without it, and its children are without it too', async () => {
    const folder = newFolder()
    const environment = { NODE_V8_COVERAGE: join(folder, 'coverage'), OPENSSL_MODULES: folder, MINE: 'kept' }
    const service = await serve(join(newFolder(), 'data'), { environment })
    const names = readFileSync(`/proc/${service.child.pid}/environ`, 'utf8').split('\0')
    expect(names.filter((name) => /^(NODE|OPENSSL)_/.test(name))).toEqual([])
    expect(names).toContain('MINE=kept')
    expect((await stop(service)).code).toBe(0)
    expect(existsSync(join(folder, 'coverage')) ? readdirSync(join(folder, 'coverage')) : []).toEqual([])
  })

  test('asks for a proof of who answers, whatever the environment says, and trusts whom its user names', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'data'))
    const data = join(folder, 'data')
    expect((await run(['init', '--name', 'Kahawa', '--data', data])).code).toBe(0)
    expect((await run(['tls', 'init', '--data', data])).code).toBe(0)
    const pair = readFileSync(join(data, 'tls', 'server.key'))
    let requests = 0
    const server = createServer({ key: pair, cert: pair }, (_request, answer) => {
      requests++
      answer.end('seen')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    const asked = (environment: Record<string, string>) =>
      run(['lender-view', '--purpose', 'credit_assessment', '--url', url], {
        environment: { GRANARY_TOKEN: 'gry_x', ...environment },
      })
    const unproven = await asked({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })
    expect([unproven.code, unproven.err]).toEqual([1, expect.stringContaining('NODE_EXTRA_CA_CERTS')])
    expect(requests).toBe(0)
    const trusting = await asked({
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      NODE_EXTRA_CA_CERTS: join(data, 'tls', 'authority.pem'),
    })
    expect(trusting.err).not.toContain('NODE_EXTRA_CA_CERTS')
    expect(requests).toBeGreaterThan(0)
  })
})
