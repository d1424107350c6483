import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startService } from '../../../src/appliance/serve-command.ts'
import { readConfig } from '../../../src/config/config.ts'
import { assembly } from '../../../src/tasks.ts'
import { cli, founded, type Said, served, temporaryFolder } from '../../support/command.ts'

/** What keeps Granary from starting, or a command from working: one sentence, and its remedy. */

afterEach(() => vi.unstubAllEnvs())

function expectFault({ code, out, err }: Said, exitCode: number, sentence: RegExp, remedy: RegExp): void {
  const [first, second, ...rest] = err.trimEnd().split('\n')
  expect(first).toMatch(/^granary: .*\.$/)
  expect(first).toMatch(sentence)
  expect(second).toMatch(remedy)
  expect(rest).toEqual([])
  expect(out).toBe('')
  expect(code).toBe(exitCode)
}

const serve = (data: string, ...more: string[]) =>
  cli('serve', '--data', data, ...(more.includes('--listen') ? [] : ['--listen', '127.0.0.1:0']), ...more)

test.each([
  ['', /^granary: A cooperative needs a name\.$/],
  ['  ', /^granary: A cooperative needs a name\.$/],
  ['K'.repeat(201), /^granary: .*200 characters/],
])('init makes no cooperative that cannot have its name, and no folder: %j', async (name, sentence) => {
  const data = join(temporaryFolder(), 'data')
  const { code, out, err } = await cli('init', '--name', name, '--data', data)
  expect([code, out, err.trimEnd()]).toEqual([2, '', expect.stringMatching(sentence)])
  expect(existsSync(data)).toBe(false)
})

describe('serve ends with one sentence and its remedy', () => {
  test('when the folder is in use', async () => {
    const { data } = await founded()
    const service = await served(data)
    try {
      expectFault(await serve(data), 1, /already using this data folder/, /Use the running one/)
      const again = await cli('init', '--name', 'Another', '--data', data)
      expectFault(again, 1, /already using this data folder/, /Use the running one/)
    } finally {
      await service.stop()
    }
    const again = await cli('init', '--name', 'Another', '--data', data)
    expectFault(again, 1, /already belongs to a cooperative/, /name an empty folder/)
  })

  test('when the file is damaged', async () => {
    const { data } = await founded()
    writeFileSync(join(data, 'granary.db'), Buffer.alloc(8192, 'rats have eaten this '))
    expectFault(await serve(data), 1, /is damaged/, /restore the last/)
  })

  test.skipIf(process.getuid?.() === 0)('when the folder is not writable (not as root)', async () => {
    const { data } = await founded()
    chmodSync(data, 0o500)
    onTestFinished(() => chmodSync(data, 0o700))
    expectFault(await serve(data), 1, /cannot be opened for writing/, /give the folder to this user/)
  })

  test('when the folder cannot be made', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    expectFault(await serve(join(file, 'data')), 1, /cannot be made \(ENOTDIR\)/, /--data/)
  })

  test('when the port is taken', async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    )
    onTestFinished(() => void other.close())
    const { data } = await founded()
    const said = await serve(data, '--listen', `127.0.0.1:${port}`)
    expectFault(said, 1, new RegExp(`already answers at 127.0.0.1:${port}`), /another port with --listen/)
    expect((await cli('status', '--data', data)).code).toBe(0)
  })

  test('when the port does not exist', async () => {
    const said = await serve(temporaryFolder(), '--listen', '127.0.0.1:70000')
    expectFault(said, 2, /GRANARY_LISTEN="127.0.0.1:70000" must be ADDRESS:PORT/, /docs\/settings\.md/)
  })

  test('when a certificate has no key, cannot be read, or is none', async () => {
    const folder = temporaryFolder()
    const pem = join(folder, 'cert.pem')
    writeFileSync(pem, 'this is no certificate')
    expectFault(
      await serve(folder, '--tls-cert', pem),
      2,
      /GRANARY_TLS_CERT and GRANARY_TLS_KEY go/,
      /docs\/settings\.md/,
    )
    const absent = await serve(folder, '--tls-cert', join(folder, 'absent.pem'), '--tls-key', pem)
    expectFault(absent, 1, /absent.pem cannot be read/, /PEM files/)
    expectFault(
      await serve(folder, '--tls-cert', pem, '--tls-key', pem),
      1,
      /not a matching certificate/,
      /PEM form/,
    )
  })

  test('when files that settings name are wrong too, all of them together', async () => {
    const folder = temporaryFolder()
    const pem = join(folder, 'cert.pem')
    writeFileSync(pem, 'this is no certificate')
    vi.stubEnv('GRANARY_OBJECT_STORE', `file:${join(folder, 'not', 'there')}`)
    const said = await serve(join(pem), '--tls-cert', join(folder, 'absent.pem'), '--tls-key', pem)
    expectFault(
      said,
      1,
      /^granary: 3 errors keep the service from starting: \(1\)/,
      /^\(1\) .*\(2\) .*\(3\) /,
    )
    for (const named of [
      /absent\.pem/,
      /cert\.pem cannot be opened for writing/,
      /not\/there, cannot be used/,
    ])
      expect(said.err).toMatch(named)
    expect(existsSync(join(folder, 'not'))).toBe(false)
  })

  test('whatever is wrong with settings, and with what other settings name, is told together', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    vi.stubEnv('GRANARY_MAX_PAGE', 'many')
    vi.stubEnv('GRANARY_TLS', 'sometimes')
    vi.stubEnv('GRANARY_ANCHOR_PUBLISHER', 'https://witness.example')
    vi.stubEnv('GRANARY_OBJECT_STORE', 's3://pictures')
    vi.stubEnv('GRANARY_BACKUP_STORE', 's3://backups')
    vi.stubEnv('GRANARY_S3_ENDPOINT', 'nowhere')
    const said = await serve(file, '--tls-cert', join(folder, 'absent.pem'))
    expectFault(
      said,
      2,
      /^granary: 2 errors keep the service from starting: \(1\)/,
      /^\(1\) .*docs\/settings\.md.*\(2\) /,
    )
    for (const named of [
      /GRANARY_MAX_PAGE="many"/,
      /GRANARY_TLS="sometimes"/,
      /GRANARY_S3_ENDPOINT="nowhere"/,
      /GRANARY_TLS_CERT and GRANARY_TLS_KEY go together/,
      /GRANARY_ANCHOR_PUBLISHER="https:\/\/witness\.example" needs/,
      /GRANARY_OBJECT_STORE="s3:\/\/pictures" needs GRANARY_S3_ACCESS_KEY, GRANARY_S3_SECRET_KEY/,
      /GRANARY_BACKUP_STORE="s3:\/\/backups" needs GRANARY_S3_ACCESS_KEY/,
      /a-file cannot be opened for writing/,
    ])
      expect(said.err).toMatch(named)
    // What hangs on a setting that cannot be read is not guessed.
    expect(said.err).not.toMatch(/absent\.pem|without TLS/)
  })

  test('and says which variables are no settings, without their values', async () => {
    vi.stubEnv('GRANARY_LISTN', 'secret-918273')
    vi.stubEnv('GRANARY_TIME_ZONE', 'Africa/Kampala')
    vi.stubEnv('granary_data', 'x')
    vi.stubEnv('GRANARY_COMPLETELY_ELSE', 'x')
    const said = await serve(temporaryFolder(), '--tls-cert', 'a', '--tls-key', 'b')
    expect(said.err).not.toMatch(/GRANARY_LISTN/)
    const { data } = await founded()
    const note = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    const service = await startService(
      assembly,
      readConfig({ data, listen: '127.0.0.1:0', logLevel: 'silent' }),
    )
    const words = note.mock.calls.map(([text]) => String(text)).join('')
    note.mockRestore()
    await service.stop()
    expect(words).toContain('GRANARY_LISTN is not a setting; perhaps GRANARY_LISTEN is meant.\n')
    expect(words).toContain('GRANARY_COMPLETELY_ELSE is not a setting.\n')
    expect(words).toContain('granary_data is not a setting; perhaps GRANARY_DATA is meant.\n')
    expect(words).not.toMatch(/918273|TIME_ZONE/)
  })

  test('but serves without messages if their files cannot be used, and says so without the secret', async () => {
    const { data } = await founded()
    const file = join(temporaryFolder(), 'messages.json')
    vi.stubEnv('GRANARY_MESSAGES', file)
    const started = async (settings: object) => {
      writeFileSync(file, JSON.stringify(settings))
      let said = ''
      const note = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
        said += String(text)
        return true
      })
      const config = readConfig({ data, listen: '127.0.0.1:0', logLevel: 'silent' })
      const service = await startService(assembly, config).finally(() => note.mockRestore())
      await service.stop()
      return said
    }
    const send = { url: 'http://127.0.0.1', reply: { state: ['state'], states: {} } }
    const values = { password: 'secret-918273' }
    const cases: [object, RegExp][] = [
      [
        { kind: 'pigeon', values },
        /No messages are sent to members\. The file .*messages\.json does not say/,
      ],
      [
        { kind: 'http', values, send, secret_file: '/nowhere/key' },
        /The file \/nowhere\/key .* cannot be read/,
      ],
    ]
    for (const [settings, expected] of cases) {
      const said = await started(settings)
      expect(said).toMatch(expected)
      expect(said).not.toContain('918273')
    }
  })

  test('when the path of the folder is too long for a socket', async () => {
    const folder = join(temporaryFolder(), 'a'.repeat(60), 'b'.repeat(60))
    mkdirSync(folder, { recursive: true })
    const said = await serve(folder)
    expect(said.code).toBe(1)
    expect(said.err).toMatch(/too long for a socket.*\n.*--data/)
  })
})

describe('a command', () => {
  test('says where no folder is, and how one is made', async () => {
    const said = await cli('status', '--data', join(temporaryFolder(), 'nowhere'))
    expectFault(said, 1, /no data folder at/, /granary init/)
  })

  test.each([
    [['party', 'list', '--frobnicate']],
    [['party', 'add', '--name', 'Nobody']],
    [['party', 'add', '--kind', 'ghost', '--name', 'Nobody']],
    [['grant', 'revoke']],
    [['record', 'add', 'weight']],
    [['record', 'correct']],
    [['brew']],
  ])('is refused as wrong usage, with where to look it up: %j', async (args) => {
    const said = await cli(...args)
    expect(said.code).toBe(2)
    expect(said.err).toMatch(/error: /)
    expect(said.err).toMatch(/Run "granary.* --help"/)
    const asJson = await cli(...args, '--json')
    expect(JSON.parse(asJson.out)).toMatchObject({ error: { message: expect.any(String) } })
  })

  test('with an unknown member number fails, and says where to look it up', async () => {
    const { data } = await founded()
    const said = await cli('credential', 'issue', '--party', '4711', '--data', data)
    expectFault(said, 1, /"4711" is not a known id or member number/, /granary party list/)
  })

  test('a command that works on no folder offers none', async () => {
    const openapi = await cli('openapi', '--help')
    expect(openapi).toMatchObject({ code: 0 })
    expect(openapi.out).not.toContain('--data')
    expect((await cli('record', 'add', 'lot', '--help')).out).toContain('--data')
  })

  test('openapi prints the contract as it is committed', async () => {
    const committed = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')
    expect(await cli('openapi')).toEqual({ code: 0, out: committed, err: '' })
  })

  test('prints no name that steers the terminal, as text or as JSON', async () => {
    const { data } = await founded()
    const name = 'Grace\u001b[2J \u009b31mNakato\u202e\u2066\u200f\u2028\u{e0041} \u0007'
    const steering = /[\p{Cf}\u2028\u2029]|(?!\n)\p{Cc}/u
    const added = await cli('party add --kind person --member-no 1[0m --name', name, '--data', data)
    expect(added.code).toBe(0)
    for (const more of [[], ['--json']]) {
      for (const args of [
        ['party', 'list'],
        ['party', 'add', '--kind', 'person', '--name', name],
      ]) {
        const said = await cli(...args, '--data', data, ...more)
        expect(said.code).toBe(0)
        expect(said.out + said.err).not.toMatch(steering)
      }
    }
    const { out } = await cli('party', 'list', '--json', '--data', data)
    expect(JSON.parse(out).parties.map((p: { name: string }) => p.name)).toContain(name)
  })
})
