import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { expect, test, vi } from 'vitest'
import { makeKeyPair } from '../../../../src/appliance/backup/age.ts'
import { openKernel } from '../../../../src/assemble.ts'
import { readConfig } from '../../../../src/config/config.ts'
import { localTasks } from '../../../../src/tasks.ts'
import {
  type Backed,
  backed,
  create,
  fill,
  folder,
  listed,
  manifestsIn,
  restore,
  restoredCopy,
} from '../../../support/appliance/backup/help.ts'
import { makeAppliance } from '../../../support/appliance.ts'
import { json } from '../../../support/command.ts'

/** A copy that was restored beside its original, and backups of several lives at one place. */

const copyOf = async (b: Backed): Promise<Backed> => ({ ...b, data: await restoredCopy(b) })

test('a copy that nobody has confirmed leaves the backups of its original alone', async () => {
  const b = await backed()
  await create(b)
  await create(b)
  const copy = await copyOf(b)
  const before = manifestsIn(b)

  vi.stubEnv('GRANARY_BACKUP_STORE', b.place)
  const bySetting = await json('backup', 'create', '--data', copy.data)
  vi.unstubAllEnvs()
  expect([bySetting.code, bySetting.error.remedy]).toEqual([1, expect.stringContaining('backup confirm')])
  const named = await create(copy)
  expect([named.code, named.error.message]).toEqual([
    1,
    expect.stringContaining('from which this one was restored'),
  ])
  const pruned = await json('backup', 'prune', '--data', copy.data, '--from', b.place, '--keep', '1')
  expect([pruned.code, pruned.error.remedy]).toEqual([1, expect.stringContaining('backup confirm')])
  expect(manifestsIn(b)).toEqual(before)

  const elsewhere = { ...copy, place: `file:${join(folder(), 'elsewhere')}` }
  expect((await create(elsewhere)).code).toBe(0)
  expect((await create(elsewhere)).code).toBe(0)
  expect((await json('backup', 'confirm', '--yes', '--data', copy.data)).code).toBe(0)
  expect((await create(copy)).code).toBe(0)
})

test('two stories at one place: the list says so, and the newest is not guessed', async () => {
  const b = await backed()
  await fill(b.data, 5)
  const first = await create(b)
  const copy = await copyOf(b)
  await json('backup', 'confirm', '--yes', '--data', copy.data)
  const second = await create(copy)
  expect(await listed(b)).toMatchObject({
    two_stories: false,
    lives: 2,
    err: expect.stringContaining('--id'),
  })
  // One life after another, or another store's that began later: which it is cannot be told here.
  const asked = await restore(b, join(folder(), 'data'))
  expect([asked.code, asked.error.remedy]).toEqual([1, expect.stringContaining('--id')])
  for (const { id } of [first, second]) expect(asked.error.message).toContain(id)
  expect(await restore(b, join(folder(), 'data'), '--id', second.id)).toMatchObject({ code: 0 })
  // The store itself knows its lives.
  const verified = await json('backup', 'verify', '--data', copy.data, '--from', b.place)
  expect(verified).toMatchObject({ code: 0, id: second.id })

  await fill(b.data, 1)
  const third = await create(b)
  const { two_stories, backups, err } = await listed(b)
  expect([two_stories, err]).toEqual([true, expect.stringContaining('--id')])
  expect(backups.map(({ id }: { id: string }) => id)).toEqual([third.id, second.id, first.id])
  expect(backups[0].life).toBe(backups[2].life)
  expect(backups[0].life).not.toBe(backups[1].life)
  const refused = await restore(b, join(folder(), 'data'))
  expect(refused.code).toBe(1)
  for (const { id } of [second, third]) expect(refused.error.message).toContain(id)
  const into = join(folder(), 'data')
  expect(await restore(b, into, '--id', third.id)).toMatchObject({ code: 0, id: third.id })

  // The copy takes away what it shares with the original, and nothing of what came after.
  const pruned = await json('backup', 'prune', '--data', copy.data, '--from', b.place, '--keep', '1')
  expect(pruned.backups).toEqual([first.id])
})

test('each backup is made later than the last one, though the clock stands behind the log', async () => {
  const a = await makeAppliance()
  const tasks = localTasks(a.kernel)
  a.clock.nowMs -= 86_400_000
  const made = { id: 'x', made_at: '', bytes: 1, sent_bytes: 1, entries: 1, evidence: 0, evidence_missing: 0 }
  const times: number[] = []
  for (let i = 0; i < 3; i++) {
    const { nowMs } = await tasks.run('backup.begin', 'test', { place: 'here', isNamed: false })
    times.push(nowMs)
    await tasks.run('backup.end', 'test', { begunAtMs: nowMs, place: 'here', made, reason: null })
  }
  expect(times).toEqual([...new Set(times)].sort((x, y) => x - y))
  const later = (times.at(-1) as number) + 1_000
  await tasks.run('backup.restored', 'test', { backup: 'x', madeAtMs: later })
  const copy = await tasks.run('backup.begin', 'test', { place: 'elsewhere', isNamed: true })
  expect(copy.nowMs).toBeGreaterThan(later)
})

test('a restore tells whose log it was, as its paper does', async () => {
  const b = await backed()
  const anchored = await json('anchor', 'status', '--data', b.data)
  const made = await create(b)
  const manifest = (await listed(b)).backups[0]
  const restored = await restore(b, join(folder(), 'data'))
  expect(restored).toMatchObject({
    cooperative: 'Kahawa Cooperative',
    origin: anchored.origin,
    vkey: anchored.vkey,
    entries: made.entries,
    tree_root: expect.stringMatching(/^[\w+/]{43}=$/),
  })
  expect(restored.origin).toContain(manifest.life)
})

test('another store that keeps its backups at the same place is not restored in its stead', async () => {
  const ours = await backed()
  await create(ours)
  const theirs = { ...(await backed()), place: ours.place }
  const newest = await create(theirs)
  const into = join(folder(), 'data')
  const refused = await restore(ours, into)
  expect([refused.code, refused.error.message]).toEqual([1, expect.stringContaining(newest.id)])
  expect(refused.error.remedy).toContain('verifier key')
  expect(existsSync(into)).toBe(false)
})

test('of a key that was made elsewhere the sheet has no identity, but the key of the log', async () => {
  const data = join(folder(), 'data')
  await json('init', '--name', 'Kahawa Cooperative', '--data', data)
  const { recipient } = await makeKeyPair()
  const sheet = await json('backup', 'key', '--recipient', recipient, '--data', data)
  const { vkey } = await json('anchor', 'status', '--data', data)
  expect(sheet).toMatchObject({ identity: null, recipient, vkey })
})

test('all that holds again is listed, to be compared with paper', async () => {
  const b = await backed()
  await create(b)
  const copy = await copyOf(b)
  const again = await json('backup', 'confirm', '--dry-run', '--data', copy.data)
  expect(again.counts).toEqual({
    credentials: 1,
    devices: 0,
    grants: 0,
    mandates: 0,
    objections: 0,
    requests: 0,
    staff: 0,
  })
  expect(again.live.credentials[0].of.name).toBe('Kahawa Cooperative')
  expect((await json('status', '--data', copy.data)).backups.suspended_since_restore_of).not.toBeNull()
  expect((await json('backup', 'confirm', '--yes', '--data', copy.data)).live).toEqual(again.live)
  expect((await json('backup', 'confirm', '--dry-run', '--data', copy.data)).code).toBe(1)
})

test('consents and mandates that begin later, and accounts of staff, are listed', async () => {
  const b = await backed()
  const of = (...args: string[]) => json(...args, '--data', b.data)
  const add = async (kind: string, name: string) =>
    (await of('party', 'add', '--kind', kind, '--name', name)).party
  const [grace, joseph] = [await add('person', 'Grace Nakato'), await add('person', 'Joseph Okello')]
  const bank = await add('institution', 'Harvest Bank')
  await of(
    ...['grant', 'record', '--subject', grace, '--grantee', bank, '--purpose', 'credit_assessment'],
    ...['--types', 'harvest', '--expires', '2099-01-01'],
    ...['--from', '2098-01-01', '--channel', 'written'],
  )
  await of(
    ...['delegation', 'record', '--principal', grace, '--delegate', joseph, '--acts', 'assert'],
    ...['--types', 'delivery', '--until', '2099-01-01'],
    ...['--from', '2098-01-01', '--basis', 'in_person_signature'],
  )
  await of('staff', 'add', 'Ann', '--role', 'manager')
  await of('staff', 'add', 'Bob', '--role', 'manager')
  await create(b)
  await of('staff', 'end', 'Bob')
  const copy = await copyOf(b)
  const { live, counts } = await json('backup', 'confirm', '--dry-run', '--data', copy.data)
  expect(counts).toMatchObject({ grants: 1, mandates: 1, staff: 2 })
  expect(live.grants).toMatchObject([{ of: { party: grace }, valid_from: expect.stringMatching(/^209[78]/) }])
  expect(live.mandates).toMatchObject([{ of: { party: grace }, to: { party: joseph } }])
  expect(live.staff).toMatchObject([
    { name: 'Ann', role: 'manager' },
    { name: 'Bob', role: 'manager' },
  ])
})

test('a one-time code from before a restore sets no password; one that was made since does', async () => {
  const b = await backed()
  const { one_time_code: before } = await json('staff', 'add', 'Ann', '--role', 'manager', '--data', b.data)
  await create(b)
  const copy = await copyOf(b)
  await json('backup', 'confirm', '--yes', '--data', copy.data)
  const set = async (code: string) => {
    const kernel = openKernel(readConfig({ data: copy.data, logLevel: 'silent' }, {}))
    try {
      const given = { name: 'Ann', code, password: 'a long enough sentence' }
      return await kernel.staff.setPassword((job) => kernel.ports.submit(job), given)
    } finally {
      kernel.close()
    }
  }
  expect(await set(before)).toMatchObject({ isOfPassword: false })
  const { one_time_code: since } = await json('staff', 'reset', 'Ann', '--data', copy.data)
  expect(await set(since)).toBeNull()
})

test('a request that was refused since the backup waits again, and is listed', async () => {
  const b = await backed()
  const add = async (kind: string, name: string) =>
    (await json('party', 'add', '--kind', kind, '--name', name, '--data', b.data)).party
  const [grace, bank] = [await add('person', 'Grace Nakato'), await add('institution', 'Harvest Bank')]
  const id = uuidv7()
  const kernel = openKernel(readConfig({ data: b.data, logLevel: 'silent' }, {}))
  await kernel.ports.submit(() =>
    kernel.accessRequests.ask({ credential: null, operator: 'test' }, bank, {
      id,
      about: { party: grace },
      purpose: 'credit_assessment',
      record_types: ['harvest'],
      expires_at: '2099-12-31T00:00:00Z',
      reason: 'About a loan.',
    }),
  )
  kernel.close()
  await create(b)
  const refuse = (data: string) =>
    json('access-request', 'refuse', id, '--channel', 'in_person', '--data', data)
  expect((await refuse(b.data)).status).toBe('ended')
  const copy = await copyOf(b)
  const again = async () => json('backup', 'confirm', '--dry-run', '--data', copy.data)
  expect((await again()).live.requests).toMatchObject([{ id, by: { name: 'Harvest Bank' } }])
  expect((await refuse(copy.data)).status).toBe('ended')
  expect((await again()).counts.requests).toBe(0)
})
