import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { founded, isBuilt, json, type Program, serving, temporaryFolder } from '../../support/command.ts'
import { ContractTypes } from './contract-types.ts'

/** The example of a lender's mirror, against the built service: it holds what may be read, and deletes what it must. */

const EXAMPLE = 'packaging/examples/lender-mirror/mirror.ts'
const PURPOSE = 'credit_assessment'
const DAY_MS = 86_400_000

interface Report {
  readonly taken: readonly string[]
  readonly deleted: readonly string[]
  readonly kept: readonly string[]
  readonly expired: readonly string[]
  readonly madeAnew: boolean
}
interface Mirror {
  readonly held: readonly string[]
  run(): Promise<Report>
  close(): void
}
type MirrorClass = new (file: string, source: object, now?: () => number) => Mirror

let MirrorOf: MirrorClass
let data: string
let service: Program & { readonly url: string }
let bank: { readonly id: string; readonly token: string }
let grace: { readonly id: string; readonly token: string }
const open: Mirror[] = []

beforeAll(async () => {
  if (!isBuilt) return
  MirrorOf = ((await import(resolve(EXAMPLE))) as { Mirror: MirrorClass }).Mirror
  ;({ data } = await founded())
  bank = await party('institution', 'Pretend Rural Bank', 'reader')
  service = await serving(data)
})
beforeEach(async () => {
  if (isBuilt) grace = await party('person', 'Grace Biira', 'party')
})
afterAll(async () => {
  for (const mirror of open) mirror.close()
  service?.child.kill('SIGTERM')
  await service?.ended
})

async function party(kind: string, name: string, credential: string) {
  const { party: id } = await json('party', 'add', '--kind', kind, '--name', name, '--data', data)
  const { token } = await json('credential', 'issue', '--party', id, '--kind', credential, '--data', data)
  return { id: id as string, token: token as string }
}

async function post(path: string, body: object): Promise<Record<string, string>> {
  const answer = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${grace.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  expect([200, 201], text).toContain(answer.status)
  return JSON.parse(text)
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

const harvest = (days: number) =>
  post('/v1/records', {
    id: uuidv7(),
    type: 'harvest',
    occurred_at: inDays(days),
    lawful_basis: 'consent',
    producer: grace.id,
    crop: 'coffee_arabica_fresh_cherry',
    quantity: { value: 100, unit: 'kg' },
  }).then(({ id }) => id as string)

const grant = (more: object = {}) =>
  post('/v1/grants', {
    id: uuidv7(),
    grantee: bank.id,
    purpose: PURPOSE,
    record_types: ['harvest'],
    expires_at: inDays(100),
    ...more,
  }).then(({ id }) => id as string)

function mirrorIn(file: string, now?: () => number): Mirror {
  const source = { url: service.url, token: bank.token, purpose: PURPOSE, limit: 2 }
  const mirror = now === undefined ? new MirrorOf(file, source) : new MirrorOf(file, source, now)
  open.push(mirror)
  return mirror
}
const newFile = () => join(temporaryFolder(), 'mirror.db')

/** What the list of the same reader shows now. */
async function readable(): Promise<string[]> {
  const answer = await fetch(`${service.url}/v1/records?purpose=${PURPOSE}&standing=any&limit=500`, {
    headers: { authorization: `Bearer ${bank.token}` },
  })
  const { records } = (await answer.json()) as { records: { id: string }[] }
  return records.map(({ id }) => id).sort()
}

test.skipIf(!isBuilt)('it compiles against types made of the contract', async () => {
  const contract = JSON.parse(readFileSync('openapi.json', 'utf8'))
  const types = await ContractTypes.of(contract, ['node'])
  onTestFinished(() => types.end())
  copyFileSync(EXAMPLE, join(types.folder, 'mirror.ts'))
  expect(await types.complaints('mirror.ts')).toBe('')
})

test.skipIf(!isBuilt)('it holds what may be read, through windows, renewals and revocations', async () => {
  const [old, young] = [await harvest(-60), await harvest(-3)]
  const mirror = mirrorIn(newFile())
  const wide = await grant()
  expect((await mirror.run()).taken).toEqual(expect.arrayContaining([old, young]))
  expect(mirror.held).toEqual(await readable())
  const narrow = await grant({ occurred_from: inDays(-30), replaces: wide })
  expect(await mirror.run()).toMatchObject({ taken: [], deleted: [old] })
  expect(mirror.held).toEqual(await readable())
  await post(`/v1/grants/${narrow}/revocation`, {})
  expect(await mirror.run()).toMatchObject({ taken: [], deleted: [young], kept: [], expired: [] })
  // Its cursor comes back at once, and so the member sees that the mirror knows.
  const answer = await fetch(`${service.url}/v1/grants?status=ended`, {
    headers: { authorization: `Bearer ${grace.token}` },
  })
  const { grants } = (await answer.json()) as { grants: { ended: { acknowledged_at: string | null } }[] }
  expect(grants.map(({ ended }) => ended.acknowledged_at)).toEqual([expect.any(String), expect.any(String)])
  expect(mirror.held).toEqual(await readable())
})

test.skipIf(!isBuilt)(
  'what may be kept for a while is kept apart until then, and deleted with nobody asking',
  async () => {
    const id = await harvest(-3)
    const given = await grant({ keep_until: inDays(200) })
    let nowMs = Date.now()
    const file = newFile()
    const mirror = mirrorIn(file, () => nowMs)
    await mirror.run()
    await post(`/v1/grants/${given}/revocation`, {})
    expect(await mirror.run()).toMatchObject({ deleted: [], kept: [id] })
    expect(mirror.held).not.toContain(id)
    nowMs += 201 * DAY_MS
    // Also where the token no longer works.
    const refused = new MirrorOf(
      file,
      { url: service.url, token: 'gry_wrong', purpose: PURPOSE },
      () => nowMs,
    )
    open.push(refused)
    await expect(refused.run()).rejects.toThrow('401')
    expect((await mirror.run()).expired).toEqual([])
    expect(readFileSync(file).includes(id)).toBe(false)
  },
)

test.skipIf(!isBuilt)('the program says what it took in and deleted, and a second run goes on', async () => {
  const id = await harvest(-3)
  const given = await grant()
  const file = newFile()
  const run = (token = bank.token) =>
    promisify(execFile)(process.execPath, [EXAMPLE, service.url, PURPOSE, file], {
      env: { ...process.env, GRANARY_TOKEN: token },
    })
  expect((await run()).stdout).toContain('taken in')
  await post(`/v1/grants/${given}/revocation`, {})
  expect((await run()).stdout).toContain(`Deleted, because they may no longer be read: ${id}`)
  await expect(run('gry_wrong')).rejects.toMatchObject({ stderr: expect.stringContaining('401') })
})

test.skipIf(!isBuilt)('a restore from a backup makes it anew', async () => {
  const id = await harvest(-3)
  await grant()
  const file = newFile()
  const mirror = mirrorIn(file)
  await mirror.run()
  const root = temporaryFolder()
  const { identity } = await json('backup', 'key', '--data', data)
  const [key, place, into] = ['identity', 'backups', 'data'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(key, identity)
  await json('backup', 'create', '--data', data, '--to', `file:${place}`)
  // Written after the backup: the restored service does not know it.
  const lost = await harvest(-2)
  await mirror.run()
  expect(mirror.held).toContain(lost)
  await json('backup', 'restore', '--data', into, '--from', `file:${place}`, '--identity', key)
  const before = service
  before.child.kill('SIGTERM')
  await before.ended
  const port = new URL(before.url).port
  service = await serving(into, ['--listen', `127.0.0.1:${port}`])
  data = into
  await json('backup', 'confirm', '--yes', '--data', into)
  const report = await mirror.run()
  expect(report.madeAnew).toBe(true)
  expect(mirror.held).toContain(id)
  expect(mirror.held).not.toContain(lost)
  expect(mirror.held).toEqual(await readable())
})
