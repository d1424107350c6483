import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { expect, onTestFinished, test } from 'vitest'
import { makeServer, openKernel } from '../../../../src/assemble.ts'
import { localTasks } from '../../../../src/tasks.ts'
import { folder } from '../../../support/appliance/backup/help.ts'
import { type Actor, actor, makeAppliance } from '../../../support/appliance.ts'
import { cli, json } from '../../../support/command.ts'
import { appended, cherry, DAY_MS, granted, harvestOf, PURPOSE } from '../../../support/flows/help.ts'

/** After a restore nobody is answered until the operator says that what ended since was entered again (contract §10). */

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const bank = await a.party('institution', 'Bank')
const harvest: string = (await appended(farmer, 'harvest', harvestOf(farmer))).id
await granted(a, farmer, bank, ['harvest'], PURPOSE, { expires_at: '2099-01-01T00:00:00Z' })
const cursor: string = (await farmer.get('/v1/sync/changes')).body.cursor
const tasks = localTasks(a.kernel)
// The command has the machine's clock, which is months ahead of the test's.
const code = (
  await tasks.run('device.enrol', 'test', { party: farmer.id, lifeMs: 36_500 * DAY_MS, sinceMs: null })
).enrolment_code
const restored = await backedUpAndRestored()

/** The command needs the folder for itself for a moment. */
async function backedUpAndRestored() {
  const { data } = a.kernel.config
  await a.app.close()
  a.kernel.close()
  const root = folder()
  const place = `file:${join(root, 'backups')}`
  // The command has the machine's clock, which is months ahead of the test's.
  await json('clock', 'confirm', '--today', new Date().toISOString().slice(0, 10), '--data', data)
  const { identity } = await json('backup', 'key', '--data', data)
  const file = join(root, 'identity')
  writeFileSync(file, identity)
  const { id } = await json('backup', 'create', '--data', data, '--to', place)
  const into = join(root, 'data')
  const done = await json('backup', 'restore', '--data', into, '--from', place, '--identity', file)
  expect(done.code).toBe(0)
  return { into, backup: id as string }
}

async function opened(clock = a.clock) {
  const kernel = openKernel({ ...a.kernel.config, data: restored.into }, { clock: () => clock.nowMs })
  const app = await makeServer(kernel)
  return {
    kernel,
    app,
    as: (who: { id: string; token: string }) => actor(app, clock, who.id, who.token),
    close: async () => {
      await app.close()
      kernel.close()
    },
  }
}

test('every token is answered alike, before it is looked at, and what is public goes on', async () => {
  const s = await opened()
  onTestFinished(() => s.close())
  const unknown = s.as({ id: farmer.id, token: `gry_${'x'.repeat(43)}` })
  const device = { id: uuidv7(), name: 'Phone' }
  const answers = [
    await s.as(farmer).get(`/v1/records/${harvest}?purpose=${PURPOSE}`),
    await s.as(bank).get(`/v1/records/${harvest}?purpose=${PURPOSE}`),
    await s.as(bank).get(`/v1/records?purpose=${PURPOSE}`),
    await s.as(farmer).append('harvest', harvestOf(farmer)),
    await s.as(farmer).get('/v1/sync/changes'),
    await s.as(farmer).post('/v1/sync/outbox', { records: [] }),
    await s.as(farmer).post('/v1/devices', device),
    await s.as({ id: farmer.id, token: code }).post('/v1/devices', device),
    await s.as(bank).get(`/v1/lender-view?purpose=${PURPOSE}`),
    await unknown.get(`/v1/records?purpose=${PURPOSE}`),
    await s.as(a.cooperative).get('/v1/grants'),
    await s.as(farmer).get('/v1/metrics'),
  ]
  for (const { status, body, headers } of answers)
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'suspended_after_restore', '300'])
  for (const url of ['/v1/health', '/v1/registry', '/v1/openapi.json', '/v1/metrics'])
    expect([url, (await s.app.inject(url)).statusCode]).toEqual([url, 200])
  const ready = await s.app.inject('/v1/ready')
  expect([ready.statusCode, ready.json().parts.restore]).toEqual([
    503,
    expect.stringContaining('granary backup confirm'),
  ])
})

test('the gate finds no grant, whoever asks it; one’s own stays one’s own', async () => {
  const s = await opened()
  onTestFinished(() => s.close())
  const { gate, store } = s.kernel
  const requester = (who: Actor) => ({
    party: store.parties.find(who.id) as number,
    partyId: who.id,
    credential: null,
    operator: 'test',
  })
  const found = await s.kernel.ports.submit(() => ({
    bank: gate.readerFor(requester(bank), PURPOSE).one(harvest),
    farmer: gate.readerFor(requester(farmer), PURPOSE).one(harvest),
  }))
  expect(found.bank).toBeNull()
  expect(found.farmer).not.toBeNull()
})

test('the command goes on, so that what ended can be entered; confirmed, all holds again', async () => {
  const { into, backup } = restored
  const status = await json('status', '--data', into)
  expect([status.code, status.backups.suspended_since_restore_of]).toEqual([1, backup])
  const { credentials } = await json('credential', 'list', '--data', into)
  const [lost] = credentials.filter((c: { party: string }) => c.party === bank.id)
  expect((await json('credential', 'revoke', lost.credential_id, '--data', into)).code).toBe(0)

  const { counts, live } = await json('backup', 'confirm', '--dry-run', '--data', into)
  expect(counts).toMatchObject({ grants: 1, devices: 0, mandates: 0, objections: 0 })
  expect(live.grants[0]).toMatchObject({
    of: { name: 'Grace' },
    to: { name: 'Bank' },
    purpose: PURPOSE,
  })
  // Of what there is none of, the counts are all that is said.
  const { out } = await cli('backup', 'confirm', '--dry-run', '--data', into)
  expect(out).toMatch(/^Live mandates +0$/m)
  expect(out).not.toMatch(/\(none\)|^Mandate /m)
  // Which devices had ended is unknown until then.
  const queue = join(folder(), 'queue.json')
  const made_at = '2026-05-02T00:00:00Z'
  const waiting = { granary_field_queue: 1, device: uuidv7(), made_at, records: [], photographs: [] }
  writeFileSync(queue, JSON.stringify(waiting))
  expect((await cli('device', 'take-in', queue, '--data', into)).err).toContain('confirms the restore')
  const unasked = await json('backup', 'confirm', '--data', into)
  expect(unasked.code).toBe(2)
  for (const word of ['credentials that were revoked', 'devices', 'consents', 'mandates', 'objections'])
    expect(unasked.err).toContain(word)
  const confirmed = await json('backup', 'confirm', '--yes', '--data', into)
  expect(confirmed).toMatchObject({ code: 0, backup })
  expect((await json('backup', 'confirm', '--yes', '--data', into)).code).toBe(1)

  const s = await opened()
  try {
    expect((await s.as(farmer).get(`/v1/records/${harvest}?purpose=${PURPOSE}`)).status).toBe(200)
    expect((await s.as(bank).get(`/v1/records/${harvest}?purpose=${PURPOSE}`)).status).toBe(401)
    expect((await s.app.inject('/v1/ready')).json().parts).not.toHaveProperty('restore')
    const stale = await s.as(farmer).get(`/v1/sync/changes?since=${cursor}`)
    expect([stale.status, stale.body.code]).toEqual([409, 'restored_from_backup'])
    const next = await s.as(farmer).get(`/v1/sync/changes?since=${stale.body.cursor}`)
    expect(next.status).toBe(200)
    // The code may have been used after the backup was made.
    const device = await s
      .as({ id: farmer.id, token: code })
      .post('/v1/devices', { id: uuidv7(), name: 'Phone' })
    expect([device.status, device.body.code]).toEqual([401, 'no_verified_subject'])
    const tasks = localTasks(s.kernel)
    const fresh = await tasks.run('device.enrol', 'test', { party: farmer.id, lifeMs: DAY_MS, sinceMs: null })
    const registered = await s
      .as({ id: farmer.id, token: fresh.enrolment_code })
      .post('/v1/devices', { id: uuidv7(), name: 'Phone' })
    expect(registered.status).toBe(201)
    const lot = await s.as(farmer).append('lot', { holder: farmer.id, ...cherry() })
    expect(lot.status).toBe(201)
  } finally {
    await s.close()
  }
  const { entries } = await json('audit', '--data', into)
  const actions = entries.map((entry: { action: string }) => entry.action)
  expect(actions).toContain('restore')
  expect(actions).toContain('restore_confirmed')
})

test('a restored store that is backed up while suspended is suspended when it is restored again', async () => {
  const root = folder()
  const { into } = restored
  const place = `file:${join(root, 'backups')}`
  const { identity } = await json('backup', 'key', '--replace', '--data', into)
  const file = join(root, 'identity')
  writeFileSync(file, identity)
  await json('backup', 'create', '--data', into, '--to', place)
  const [first, second] = [join(root, 'first'), join(root, 'second')]
  await json('backup', 'restore', '--data', first, '--from', place, '--identity', file)
  const elsewhere = `file:${join(root, 'elsewhere')}`
  await json('backup', 'create', '--data', first, '--to', elsewhere)
  await json('backup', 'restore', '--data', second, '--from', elsewhere, '--identity', file)
  const lives = [into, first, second].map((data) => {
    const kernel = openKernel({ ...a.kernel.config, data })
    const life = {
      incarnation: kernel.store.appliance.incarnation,
      isSuspended: kernel.ports.isSuspended(),
    }
    kernel.close()
    return life
  })
  expect(lives.map(({ isSuspended }) => isSuspended)).toEqual([false, true, true])
  expect(new Set(lives.map(({ incarnation }) => incarnation.toString('hex'))).size).toBe(3)
  await json('backup', 'confirm', '--yes', '--data', second)
  const kernel = openKernel({ ...a.kernel.config, data: second })
  expect(kernel.ports.isSuspended()).toBe(false)
  kernel.close()
})
