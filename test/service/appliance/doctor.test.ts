import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { VERSION } from '../../../src/base/version.ts'
import type { TaskRunner } from '../../../src/cli/tasks.ts'
import { dataFiles } from '../../../src/config/config.ts'
import { SCHEMA_VERSION } from '../../../src/store/file/upgrades.ts'
import { localTasks } from '../../../src/tasks.ts'
import { Calendar } from '../../../src/words/calendar.ts'
import { checked, examined, visited } from '../../support/appliance/examine.ts'
import { makeAppliance } from '../../support/appliance.ts'
import { answering, bucketAt } from '../../support/evidence/objects/broken-servers.ts'
import { phoneOf } from '../../support/flows/help.ts'

/** What the doctor finds where something is wrong. */

const isRoot = process.getuid?.() === 0

test('1: what others may open, or another user owns', async () => {
  const a = await makeAppliance()
  const { root, anchorKey, objects, tls, tlsAuthority, tlsAuthorityKey } = dataFiles(a.kernel.config.data)
  chmodSync(objects, 0o750)
  writeFileSync(anchorKey, 'a key')
  chmodSync(anchorKey, 0o644)
  const found = await checked(a, 1)
  expect(found.standing).toBe('bad')
  expect(found.finding).toMatch(
    /^Other users of this machine may open (anchor\.key|objects) and (anchor\.key|objects)\.$/,
  )
  expect(found.remedy).toContain(`${root}/anchor.key`)
  chmodSync(objects, 0o700)
  chmodSync(anchorKey, 0o600)
  expect((await checked(a, 1)).standing).toBe('good')
  // The authority's certificate may be read by everybody; its key may not.
  mkdirSync(tls, { mode: 0o700 })
  writeFileSync(tlsAuthority, 'a certificate', { mode: 0o644 })
  writeFileSync(tlsAuthorityKey, 'a key', { mode: 0o600 })
  expect((await checked(a, 1)).standing).toBe('good')
  chmodSync(tlsAuthorityKey, 0o640)
  expect((await checked(a, 1)).finding).toContain('tls/authority.key')
  rmSync(tls, { recursive: true })
})

test('1: what is to be typed is typed right, with a space in the path too', async () => {
  const a = await makeAppliance()
  const spaced = join(a.kernel.config.data, "Grace's disk")
  mkdirSync(spaced, { mode: 0o755 })
  const quoted = `'${join(a.kernel.config.data, "Grace'\\''s disk")}'`
  expect((await checked(a, 1)).remedy).toBe(`Deny them access: chmod go= ${quoted}`)
  rmSync(spaced, { recursive: true })
})

test.skipIf(!isRoot)('1: what a command given as root left behind (as root)', async () => {
  const a = await makeAppliance()
  const { anchorKey } = dataFiles(a.kernel.config.data)
  writeFileSync(anchorKey, 'a key', { mode: 0o600 })
  chownSync(anchorKey, 4242, 4242)
  expect(await checked(a, 1)).toMatchObject({
    standing: 'bad',
    finding: expect.stringMatching(/^anchor\.key belongs to another user/),
    remedy: expect.stringMatching(/^Restore the owner: chown -R --reference=/),
  })
})

test('3: little room, and too little', async () => {
  const a = await makeAppliance({ minFreeBytes: String(2 ** 50) })
  expect(await checked(a, 3)).toMatchObject({
    standing: 'bad',
    finding: expect.stringMatching(/writing has stopped/),
  })
})

test('4 and 5: a bucket without room, with what to do; readiness says it too', async () => {
  const server = await answering((request, response) => {
    // It lets nobody in without a key, and takes nothing from whoever has one.
    response.statusCode = request.headers.authorization === undefined ? 403 : 507
    response.end()
  })
  onTestFinished(() => server.close())
  const a = await makeAppliance(bucketAt(server.port))
  const { found, numbers } = await examined(a)
  expect(numbers).toEqual([4, 5])
  for (const { finding, remedy } of found) {
    expect(finding).toMatch(/^No room is left in the bucket pictures at http:.*\.$/)
    expect(remedy).toMatch(/Free space in the bucket pictures/)
  }
  const { parts } = (await a.app.inject('/v1/ready')).json()
  expect(parts.object_store).toBe('full; pictures are refused')
})

test('5: a folder for pictures that others can get into', async () => {
  const a = await makeAppliance()
  chmodSync(dataFiles(a.kernel.config.data).objects, 0o755)
  expect(await checked(a, 5)).toMatchObject({
    standing: 'bad',
    remedy: expect.stringMatching(/^Close it: chmod 700/),
  })
})

test('6: answering other machines without TLS', async () => {
  let a = await makeAppliance({ listen: '0.0.0.0:7373', insecureLan: '1' })
  const found = await checked(a, 6)
  expect(found).toMatchObject({
    standing: 'bad',
    finding: 'The service answers at 0.0.0.0:7373 without TLS.',
  })
  expect(found.remedy).toContain('granary tls init')
  // A certificate would not be served.
  a = await makeAppliance({ listen: '0.0.0.0:7373', insecureLan: '1', tls: 'off' })
  expect((await checked(a, 6)).remedy).toMatch(/^Remove GRANARY_TLS=off/)
})

test('7: a clock behind the newest entry, with both times; one that was set right by a second is none', async () => {
  const a = await makeAppliance()
  a.clock.nowMs -= 1_000
  expect((await examined(a)).numbers).toEqual([])
  a.clock.nowMs -= 86_400_000
  const { found, numbers } = await examined(a)
  expect(numbers).toEqual([7])
  const calendar = new Calendar('Africa/Kampala')
  expect(found[0]?.finding).toContain(`entry is of ${calendar.stamp(a.kernel.store.writer.newestMs)}`)
  expect(found[0]?.finding).toContain(`clock shows ${calendar.stamp(a.clock.nowMs)}`)
})

test('8: backups on the disk of the data, and a newest one that is old, with its age', async () => {
  let a = await makeAppliance({ backupStore: `file:${join(tmpdir(), 'granary-not-there')}` })
  expect((await checked(a, 8)).finding).toMatch(/is on the same disk as the data.*There is no backup yet\.$/)
  a = await makeAppliance({ ...bucketAt(9), objectStore: '', backupStore: 's3://backups' })
  const tasks = localTasks(a.kernel)
  await tasks.run('backup.key', 'test', { recipient: 'age1', replace: false })
  // All is set up, and nothing is safe yet.
  expect(await checked(a, 8)).toMatchObject({
    standing: 'missing',
    finding: 'There is no backup yet.',
    remedy: expect.stringContaining('granary backup create'),
  })
  expect((await checked(a, 13)).standing).toBe('missing')
  const made = {
    id: 'x',
    made_at: '',
    bytes: 1,
    sent_bytes: 1,
    entries: 1,
    evidence: 0,
    evidence_missing: 0,
  }
  await tasks.run('backup.end', 'test', {
    begunAtMs: a.clock.nowMs,
    place: 's3://backups',
    made,
    reason: null,
  })
  expect(await checked(a, 8)).toMatchObject({
    standing: 'good',
    facts: {
      newest_age_hours: 0,
      newest_bytes: 1,
      late: false,
      last_failed: false,
      has_place: true,
      has_key: true,
    },
  })
  await tasks.run('backup.end', 'test', {
    begunAtMs: a.clock.nowMs,
    place: 's3://backups',
    made: null,
    reason: 'x',
  })
  expect(await checked(a, 8)).toMatchObject({
    standing: 'caution',
    finding: 'The newest is less than an hour old. The last one failed.',
    facts: { last_failed: true },
  })
  a.clock.nowMs += 50 * 3_600_000
  expect(await checked(a, 8)).toMatchObject({
    standing: 'bad',
    finding: 'The newest is 50 hours old. One is due every 24h.',
  })
  // Nobody answers at that port, which says nothing good of the backup.
  expect(await checked(a, 13)).toMatchObject({
    standing: 'bad',
    finding: expect.stringMatching(/cannot be checked/),
  })
  // The place was taken out of the settings.
  a = await makeAppliance()
  const end = { begunAtMs: a.clock.nowMs, place: 'file:/mnt/usb', made, reason: null }
  await localTasks(a.kernel).run('backup.end', 'test', end)
  expect(await checked(a, 8)).toMatchObject({
    standing: 'bad',
    finding: 'The newest is less than an hour old. No place is set for the next one.',
  })
})

test('8: no backup a week after the first record', async () => {
  const a = await makeAppliance()
  const missing = {
    standing: 'missing',
    finding: 'Backups are not set up yet.',
    remedy: expect.stringContaining('granary setup'),
  }
  expect(await checked(a, 8)).toMatchObject(missing)
  await a.party('person', 'Grace')
  a.clock.nowMs += 6 * 86_400_000
  expect(await checked(a, 8)).toMatchObject(missing)
  a.clock.nowMs += 2 * 86_400_000
  expect(await checked(a, 8)).toMatchObject({
    standing: 'bad',
    finding:
      'There is no backup, and the first record is 8 days old: if this disk dies, all records are lost.',
    remedy: expect.stringContaining('granary setup'),
  })
})

test('9: one device that runs ahead is its own fault, most of them are this machine’s', async () => {
  const a = await makeAppliance()
  const enrolled = async (aheadMs: number) => {
    await phoneOf(a, await a.party('person', 'Grace'))
    const device = a.kernel.store.devices.after(0, 100).at(-1)?.seq as number
    await a.kernel.ports.submit(() =>
      a.kernel.store.visits.add(device, a.clock.nowMs, { clockAheadMs: aheadMs }),
    )
  }
  await enrolled(1_000)
  await enrolled(3 * 3_600_000)
  expect(await checked(a, 9)).toMatchObject({
    standing: 'caution',
    finding: 'Of 2 devices seen lately, 1 has a clock ahead of this machine, by up to 3 hours.',
  })
  await enrolled(3 * 3_600_000)
  // Most of them, but two may belong to one owner.
  expect(await checked(a, 9)).toMatchObject({
    standing: 'caution',
    facts: { devices_seen: 3, devices_ahead: 2 },
  })
  await enrolled(3 * 3_600_000)
  expect(await checked(a, 9)).toMatchObject({
    standing: 'bad',
    finding: expect.stringMatching(/Most likely this machine’s clock is behind/),
  })
  await enrolled(-40 * 86_400_000)
  // A device that has no token any more sends nothing that its clock could spoil.
  const last = [...a.kernel.devices.all()].at(-1)
  await localTasks(a.kernel).run('device.revoke', 'test', { id: last?.view.id as string })
  expect((await checked(a, 9)).facts).toEqual({ devices_seen: 4, devices_ahead: 3, devices_behind: 0 })
})

test('10: a guard that was dropped, and one that was added', async () => {
  const a = await makeAppliance()
  a.kernel.store.db.exec('DROP TRIGGER link_no_update; CREATE TABLE recipe (id)')
  expect(await checked(a, 10)).toMatchObject({
    standing: 'bad',
    finding:
      'The guards or tables of the database were altered: trigger link_no_update (missing) and table recipe (added).',
  })
})

test('11: a page that was overwritten', async () => {
  const a = await makeAppliance()
  const { store, config } = a.kernel
  const root = store.db
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'entry'")
    .pluck()
    .get() as number
  store.db.pragma('wal_checkpoint(TRUNCATE)')
  const { database } = dataFiles(config.data)
  const copy = join(config.data, 'copy')
  mkdirSync(copy)
  const bytes = readFileSync(database)
  bytes.fill(0xa5, (root - 1) * 8192 + 8, (root - 1) * 8192 + 600)
  writeFileSync(join(copy, 'granary.db'), bytes)
  const { checks } = await visited({ ...config, data: copy })
  expect(checks.find(({ number }) => number === 11)).toMatchObject({
    standing: 'bad',
    facts: { damaged: true },
  })
})

test('12: a write-ahead log that is not begun anew', async () => {
  const a = await makeAppliance()
  const copy = join(a.kernel.config.data, 'copy')
  mkdirSync(copy)
  writeFileSync(join(copy, 'granary.db-wal'), '')
  truncateSync(join(copy, 'granary.db-wal'), 600 * 1024 * 1024)
  const { checks } = await visited({ ...a.kernel.config, data: copy })
  expect(checks.find(({ number }) => number === 12)).toMatchObject({
    standing: 'caution',
    finding: 'The write-ahead log is 600 MiB long.',
  })
})

test('15: a service of another version, and copies that can go', async () => {
  const a = await makeAppliance()
  const older = { run: async () => ({ version: '0.0.1', checks: [] }) } as unknown as TaskRunner
  expect(await checked(a, 15, older)).toMatchObject({
    standing: 'caution',
    finding: `The running service is version 0.0.1, but this program is ${VERSION}.`,
    remedy: expect.stringMatching(/^Restart/),
  })
  const copies = join(a.kernel.config.data, 'before-upgrade')
  mkdirSync(copies, { mode: 0o700 })
  writeFileSync(join(copies, 'granary-schema-2.db'), Buffer.alloc(3 * 1024 * 1024), { mode: 0o600 })
  expect(await checked(a, 15)).toMatchObject({
    standing: 'good',
    finding: expect.stringMatching(
      /A copy from before an upgrade \(3 MiB\) can be deleted .*granary-schema-2\.db$/,
    ),
    facts: { schema: SCHEMA_VERSION, older_copies: 1 },
  })
  rmSync(copies, { recursive: true })
})

test('16: a variable that is no setting, with the one that was meant and without its value', async () => {
  const a = await makeAppliance()
  vi.stubEnv('GRANARY_LISTN', 'a-secret-value')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await checked(a, 16)).toMatchObject({
    standing: 'caution',
    finding: 'GRANARY_LISTN is not a setting; perhaps GRANARY_LISTEN is meant.',
  })
})

test('17: places for connections that were all taken a moment ago', async () => {
  const a = await makeAppliance({ maxConnections: '32' })
  expect(await checked(a, 17)).toMatchObject({ standing: 'good', facts: { open: 0, most: 32 } })
  const line = { address: 'x', isTrusted: true, moved: () => 0, hasUnread: () => false, cut: () => {} }
  const { connections } = a.kernel.ports
  for (let i = 0; i < 33; i++) connections.accept({ ...line, hasUnsent: () => false })
  expect(await checked(a, 17)).toMatchObject({
    standing: 'caution',
    finding: expect.stringMatching(/^All 32 places .* \(1 since the start\)\.$/),
    remedy: expect.stringContaining('GRANARY_MAX_CONNECTIONS'),
    facts: { open: 32, most: 32, refused: 1, minutes_since_short: 0 },
  })
})

test('20: a file of a gateway that cannot be used is told, whether or not messages are paused', async () => {
  const a = await makeAppliance()
  const messages = join(a.kernel.config.data, 'messages.json')
  Object.assign(a.kernel.config, { messages })
  const none = await checked(a, 20)
  expect(none).toMatchObject({ standing: 'bad', facts: { is_set: true, is_usable: false, is_paused: false } })
  expect(none.finding).toMatch(
    /^No messages are sent to members\. The file .*messages\.json .* \(ENOENT\)\.$/,
  )
  expect(none.remedy).toMatch(/Then restart the service\.$/)
  writeFileSync(messages, JSON.stringify({ kind: 'pigeon' }))
  expect((await checked(a, 20)).finding).toMatch(/does not say how messages are sent/)
  await a.tasks.run('message.pause', 'test', {})
  expect(await checked(a, 20)).toMatchObject({
    standing: 'bad',
    facts: { is_usable: false, is_paused: true },
  })
  writeFileSync(messages, JSON.stringify({ kind: 'print', folder: '/srv/messages' }))
  expect(await checked(a, 20)).toMatchObject({ standing: 'caution', facts: { is_usable: true } })
})
