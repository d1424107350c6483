import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { CHECKS } from '../../../src/appliance/doctor/checks.ts'
import { startService } from '../../../src/appliance/serve-command.ts'
import { remoteTasks } from '../../../src/cli/socket.ts'
import { readConfig, settingsTable } from '../../../src/config/config.ts'
import { assembly } from '../../../src/tasks.ts'
import { cli, json, temporaryFolder } from '../../support/command.ts'

/** What an operator sends for help tells of nobody. */

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** Each stands somewhere that a careless bundle would take up. */
const MARKS = {
  folder: 'home-of-grace-nakato',
  cooperative: 'Zebulonova Growers',
  person: 'Anna Zebulonova',
  member: 'M-918273',
  phone: '+256700918273',
  accessKey: 'AKIAZEBULON918',
  secretKey: 'very-secret-918273',
  bucket: 'zebulonova-pictures',
  endpoint: 'https://s3.zebulonova.example:1',
  publicUrl: 'https://zebulonova-office.local:7373',
  witness: 'folder:/tmp/zebulonova-roots',
  proxy: '10.91.82.73',
  typo: 'GRANARY_ZEBULONOVA',
}

async function marked(): Promise<{ data: string; config: ReturnType<typeof readConfig>; said: string[] }> {
  const data = join(temporaryFolder(), MARKS.folder, 'data')
  mkdirSync(join(data, '..'))
  const founded = await json('init', '--name', MARKS.cooperative, '--data', data)
  const party = await json(
    'party add --kind person --name',
    MARKS.person,
    '--member-no',
    MARKS.member,
    '--phone',
    MARKS.phone,
    '--data',
    data,
  )
  expect(party.code).toBe(0)
  writeFileSync(join(data, `letter to ${MARKS.person}.txt`), 'x')
  writeFileSync(join(data, 'objects', 'evidence-of-zebulonova'), 'x')
  const settings = {
    GRANARY_OBJECT_STORE: `s3://${MARKS.bucket}`,
    GRANARY_S3_ENDPOINT: MARKS.endpoint,
    GRANARY_S3_ACCESS_KEY: MARKS.accessKey,
    GRANARY_S3_SECRET_KEY: MARKS.secretKey,
    GRANARY_PUBLIC_URL: MARKS.publicUrl,
    GRANARY_TRUSTED_PROXY: MARKS.proxy,
    GRANARY_ANCHOR_PUBLISHER: MARKS.witness,
    GRANARY_BACKUP_STORE: `file:${join(data, '..', 'zebulonova-backups')}`,
    GRANARY_TIME_ZONE: 'Africa/Kampala',
    [MARKS.typo]: 'zebulonova',
  }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const said = [
    founded.credential,
    founded.cooperative,
    party.party ?? party.id,
    userInfo().username,
    hostname(),
  ]
  return { data, config: readConfig({ data, listen: '127.0.0.1:0', logLevel: 'silent' }), said }
}

function expectClean(text: string, said: readonly string[]): void {
  for (const mark of [...Object.values(MARKS), ...said]) {
    if (mark === 'root' || mark === 'localhost') continue
    expect(text).not.toContain(mark)
  }
  expect(text).not.toMatch(/zebulon|nakato|of-grace|918273|kampala|example|\.local|evidence-of/i)
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/i)
  expect(text).not.toMatch(/\/(tmp|home|var)\//)
  expect(text).not.toMatch(/gry_|AGE-|PRIVATE/)
}

/** The document behind what it says of itself. */
const documentOf = (text: string) => JSON.parse(text.slice(text.indexOf('\n{')))

test('beside a running service nothing of anybody is in it, and what helps is', async () => {
  const { data, config, said } = await marked()
  const note = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const service = await startService(assembly, config)
  note.mockRestore()
  const out = join(temporaryFolder(), 'bundle.txt')
  let secret = ''
  try {
    secret = (await remoteTasks(join(data, 'granary.sock')).run('import.secret', 'test', {})).secret
    expect(await json('support-bundle', '--out', out, '--data', data)).toMatchObject({ code: 0, file: out })
  } finally {
    await service.stop()
  }
  expect(statSync(out).mode & 0o777).toBe(0o600)
  const text = readFileSync(out, 'utf8')
  expect(text).toMatch(/^Granary support bundle\n\nContains: [\s\S]*\n\nLeaves out: /)
  expectClean(text, [...said, secret, Buffer.from(secret, 'hex').toString('base64')])
  const { machine, holder, checks, schema, folder } = documentOf(text)
  expect(machine).toMatchObject({ service_runs: true, same_version: true, node: process.versions.node })
  expect(holder).toMatchObject({
    is_service: true,
    held: { entries: expect.any(Number), has_cooperative: true },
  })
  expect(holder.settings.map(({ variable }: { variable: string }) => variable)).toEqual(
    settingsTable.map(({ variable }) => variable),
  )
  expect(holder.settings).toContainEqual({ variable: 'GRANARY_OBJECT_STORE', is_default: false, value: 's3' })
  expect(holder.settings).toContainEqual({ variable: 'GRANARY_S3_SECRET_KEY', is_default: false })
  expect(holder.settings).toContainEqual({ variable: 'GRANARY_MAX_PAGE', is_default: true, value: 500 })
  expect(checks).toHaveLength(CHECKS.length)
  expect(checks[3]).toMatchObject({ number: 4, standing: 'bad' })
  expect(checks[15]).toMatchObject({ number: 16, standing: 'caution', facts: { odd: 1 } })
  expect(schema).toMatchObject({ added: 0, differing: [] })
  expect(folder.known.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['granary.db', 'objects']),
  )
  expect(folder.others).toBe(1)
})

test('without a service too, over a damaged database, and where the system tells nothing of memory', async () => {
  const { data, said } = await marked()
  vi.spyOn(process, 'memoryUsage').mockImplementation(() => {
    throw Object.assign(new Error('ENOENT: /proc/self/stat'), { code: 'ENOENT' })
  })
  writeFileSync(join(data, 'granary.db'), Buffer.alloc(8192, 'Zebulonova '))
  const out = join(temporaryFolder(), 'bundle.txt')
  expect((await cli('support-bundle', '--out', out, '--data', data)).code).toBe(0)
  const text = readFileSync(out, 'utf8')
  expectClean(text, said)
  const { machine, holder, schema } = documentOf(text)
  expect(machine).toMatchObject({ service_runs: false, same_version: null })
  expect(holder).toMatchObject({ is_service: false, memory: null, held: null })
  expect(schema).toBeNull()
})

test('it is never written over another file, and needs no data folder', async () => {
  const folder = temporaryFolder()
  const out = join(folder, 'bundle.txt')
  writeFileSync(out, 'mine')
  const data = join(folder, 'nowhere')
  const refused = await cli('support-bundle', '--out', out, '--data', data)
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringMatching(/already exists.*\nNothing was overwritten. Name another file/),
  })
  expect(readFileSync(out, 'utf8')).toBe('mine')
  expect((await cli('support-bundle', '--out', `${out}2`, '--data', data)).code).toBe(0)
  expect(existsSync(data)).toBe(false)
  const nowhere = await cli('support-bundle', '--out', join(folder, 'no', 'such', 'file'), '--data', data)
  expect(nowhere).toMatchObject({ code: 1, err: expect.stringMatching(/cannot be written \(ENOENT\)/) })
  expect(readdirSync(folder).sort()).toEqual(['bundle.txt', 'bundle.txt2'])
})
