import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startService } from '../../../src/appliance/serve-command.ts'
import { readConfig } from '../../../src/config/config.ts'
import { assembly } from '../../../src/tasks.ts'
import { calling, type Document, founded } from '../../support/command.ts'

/** People read times by the clock on the wall, with its distance from UTC; programs get UTC. */

// A quarter of an hour off every other zone, so that no other clock shows the same.
const ZONE = 'Asia/Kathmandu'
const STAMP = /\b\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d \+05:45\b/
const UTC = /\d{4}-\d\d-\d\dT\d\d:\d\d/
const did = async (...args: string[]): Promise<Document> => {
  const done = await coop.did(...args)
  expect([0, 3], `${args.join(' ')}: ${done.err}`).toContain(done.code)
  return done
}
afterAll(() => service?.stop())

vi.stubEnv('GRANARY_TIME_ZONE', ZONE)
vi.stubEnv('GRANARY_MIN_FREE_BYTES', '0')
const coop = await founded()
const { said } = coop
const place = `file:${join(dirname(coop.data), 'backups')}`
const settings = { data: coop.data, listen: '127.0.0.1:0', logLevel: 'silent', minFreeBytes: '0' } as const
const service = await startService(
  assembly,
  readConfig({ ...settings, timeZone: ZONE, backupStore: place }, {}),
)
for (const [name, kind, number] of [
  ['Grace Nakato', 'person', '17'],
  ['Harvest Bank', 'institution', 'BANK'],
] as const)
  await coop.party(kind, name, number)
await did(
  'record add harvest --producer 17 --crop maize_grain',
  '--date 2026-06-27T20:00:00Z --basis consent --quantity',
  '9 kg',
)
const consent = () =>
  did(
    'grant record --subject 17 --grantee BANK --purpose credit_assessment',
    '--types harvest --channel in_person --expires',
    new Date(Date.now() + 86_400_000).toISOString(),
  )
const grant = await consent()
await did('grant', 'revoke', (await consent()).id)
const mandate = await did(
  'delegation record --principal 17 --delegate cooperative --types harvest',
  '--acts assert --from 2026-01-01 --until 2099-12-31 --basis witnessed',
)
const objection = await did('objection', 'lodge', '--subject', '17', '--channel', 'written')
const request = await did('subject-access', 'open', '--party', '17')
const issued = await did('credential issue --party BANK --kind reader --expires 2099-12-31')
const row = join(dirname(coop.data), 'row.json')
const factor = { id: 'bag_here', kind: 'published_standard', unit: 'bag', crop: 'maize_grain', factor: 90 }
writeFileSync(
  row,
  JSON.stringify({ ...factor, source: 'Board', weighings_count: 0, valid_from: '2026-01-01T00:00:00Z' }),
)
await did('registry', 'add', 'conversions', row)
const { enrolment_code } = await did('device', 'enrol', '--party', '17')
const device = '018f3a5e-0000-7000-8000-000000000001'
const call = calling(service.url)
const registered = (await (
  await call('/v1/devices', enrolment_code, { id: device, name: 'Phone' })
).json()) as Document
await call('/v1/sync/changes', registered.token)
await did('backup', 'key')
await did('backup', 'create', '--to', place)
await did('anchor', 'run')
const ids: Record<'grant' | 'mandate' | 'objection' | 'request' | 'credential' | 'device', string> = {
  grant: grant.id,
  mandate: mandate.id,
  objection: objection.id,
  request: request.id,
  credential: issued.credential_id,
  device,
}
await call('/v1/records?purpose=credit_assessment', issued.token)
await did('tls', 'init')

describe('what people read', () => {
  test.each([
    ['status'],
    ['doctor'],
    ['audit'],
    ['audit --about 17'],
    ['credential list'],
    ['device list'],
    ['device enrol --party 17'],
    ['grant list --subject 17'],
    ['delegation list --party 17'],
    ['objection list --subject 17'],
    ['subject-access list --all'],
    ['subject-access open --party 17'],
    ['backup list --from PLACE'],
    ['anchor status'],
    ['anchor run'],
    ['tls status'],
    ['registry list conversions'],
  ])('%s', async (command) => {
    const { out, err, code } = await said(
      ...command.split(' ').map((word) => (word === 'PLACE' ? place : word)),
    )
    expect([0, 1, 3], err).toContain(code)
    expect(out).toMatch(STAMP)
    expect(out + err).not.toMatch(UTC)
  })

  test('what an end says, in the order in which things end', async () => {
    for (const [command, word] of [
      [['objection', 'withdraw', ids.objection, '--channel', 'written'], 'withdrawn at'],
      [['grant', 'revoke', ids.grant], 'ended at'],
      [['delegation', 'revoke', ids.mandate], 'ended at'],
      [['device', 'revoke', ids.device], 'at'],
      [['credential', 'revoke', ids.credential], 'revoked at'],
    ] as const) {
      const { out, err } = await said(...command)
      expect(out, err).toMatch(new RegExp(`${word} ${STAMP.source.slice(2)}`))
      expect(out + err).not.toMatch(UTC)
    }
  })

  test('a day alone is the day at the appliance, not that of UTC', async () => {
    const { out } = await said('record', 'list', 'harvest')
    expect(out).toContain('28 Jun 2026')
  })

  test('the answer to a request names its zone, and a second one says when the first was given', async () => {
    const file = join(dirname(coop.data), 'answer.txt')
    expect((await said('subject-access', 'answer', ids.request, '--out', file)).code).toBe(0)
    const letter = readFileSync(file, 'utf8')
    expect(letter).toContain(`by the clocks in ${ZONE}`)
    expect(letter).toContain('28 Jun 2026  Harvest by you')
    expect(letter).not.toMatch(UTC)
    const again = await said('subject-access', 'answer', ids.request)
    expect(again.err).toMatch(STAMP)
    expect(again.err).not.toMatch(UTC)
  })

  test('the zone is the running service’s, whatever the shell says', async () => {
    vi.stubEnv('GRANARY_TIME_ZONE', 'America/New_York')
    onTestFinished(() => void vi.stubEnv('GRANARY_TIME_ZONE', ZONE))
    expect((await said('audit')).out).toMatch(STAMP)
  })
})

test('what programs read stays UTC', async () => {
  const { entries } = await did('audit')
  for (const { at } of entries) expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect((await did('status')).clock).toMatch(/Z$/)
  expect((await did('grant', 'list', '--subject', '17')).grants[0].expires_at).toMatch(/Z$/)
})
