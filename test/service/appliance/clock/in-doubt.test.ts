import { existsSync } from 'node:fs'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Problem } from '../../../../src/base/problem.ts'
import type { TaskArgs, TaskName } from '../../../../src/cli/tasks.ts'
import { dataFiles } from '../../../../src/config/config.ts'
import { formatInstant } from '../../../../src/domain/time.ts'
import { AnchorSchedule } from '../../../../src/proofs/anchor/schedule.ts'
import { Calendar } from '../../../../src/words/calendar.ts'
import { checked } from '../../../support/appliance/examine.ts'
import { scraped } from '../../../support/appliance/metrics/scraping.ts'
import { type Actor, type Appliance, makeAppliance } from '../../../support/appliance.ts'
import {
  expectBare404,
  expectRefused,
  granted,
  harvestOf,
  mandate,
  PURPOSE,
  read,
} from '../../../support/flows/help.ts'
import { auditOf, inDoubtAfter } from './help.ts'

/** What a service does while its clock cannot be right: nothing is written, and reads have the time that was trusted. */

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const YEARS_MS = 20 * 365 * DAY_MS

let a: Appliance
let farmer: Actor
let bank: Actor
let harvest: string
let grantId: string
beforeEach(async () => {
  a = await makeAppliance()
  farmer = await a.party('person', 'Grace')
  bank = await a.party('institution', 'Bank')
  harvest = (await farmer.append('harvest', harvestOf(farmer))).body.id
  const expires_at = formatInstant(a.clock.nowMs + 30 * DAY_MS)
  grantId = await granted(a, farmer, bank, ['harvest'], PURPOSE, { expires_at })
})
afterEach(() => a.close())

const entries = () => {
  const { store } = a.kernel
  return { log: store.log.size, batches: store.anchors.before(9, 9).length, runs: store.backups.newestRun }
}

/** What a write names, states, and who sends it. */
type Looked = readonly [id: string, body?: object | undefined, who?: Actor]

describe('nothing is written', () => {
  test('over HTTP: every write of the contract is 503 with a code of its own, and when to ask again', async () => {
    const delegation = await mandate(a, farmer, await a.party('business', 'Buyer'))
    const objection = uuidv7()
    await farmer.post('/v1/objections', { id: objection, channel: 'app' })
    const terms = {
      purpose: PURPOSE,
      record_types: ['harvest'],
      expires_at: formatInstant(a.clock.nowMs + DAY_MS),
    }
    const asked = { id: uuidv7(), about: { party: farmer.id }, ...terms, reason: 'A loan.' }
    expect((await bank.post('/v1/access-requests', asked)).status).toBe(201)
    const { enrolment_code } = await a.kernel.ports.submit(() =>
      a.kernel.devices.enrol('test', farmer.id, DAY_MS, null),
    )
    const upload = await begun({ 'tus-resumable': '1.0.0' })
    const before = entries()
    inDoubtAfter(a, YEARS_MS)
    // All others are refused before they are looked at.
    const looked: Readonly<Record<string, Looked>> = {
      '/v1/grants/{id}/revocation': [grantId],
      '/v1/delegations/{id}/revocation': [delegation],
      '/v1/access-requests/{id}/withdrawal': [asked.id, undefined, bank],
      '/v1/objections': ['', { id: uuidv7(), channel: 'app' }],
      '/v1/objections/{id}/withdrawal': [objection, { id: uuidv7(), channel: 'written' }],
      '/v1/uploads/{id}': [upload.slice('/v1/uploads/'.length)],
    }
    const expectInDoubt = (answer: { statusCode: number; headers: object; body: string }, what: string) => {
      expect([what, answer.statusCode, answer.headers], answer.body).toMatchObject([
        what,
        503,
        { 'retry-after': '300' },
      ])
      expect(JSON.parse(answer.body).code).toBe('clock_in_doubt')
    }
    const paths = Object.entries(a.app.swagger().paths ?? {})
    expect(paths.length).toBeGreaterThan(20)
    for (const [path, methods] of paths)
      for (const method of (['post', 'patch'] as const).filter((name) => name in (methods ?? {}))) {
        const [id, payload, who = farmer]: Looked = looked[path] ?? [harvest, {}]
        const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${who.token}` }
        const url = path.replace('{id}', id)
        expectInDoubt(await a.app.inject({ method, url, headers, ...(payload && { payload }) }), path)
      }
    const headers = { authorization: `Bearer ${enrolment_code}` }
    const payload = { id: uuidv7(), name: 'A telephone' }
    expectInDoubt(await a.app.inject({ method: 'post', url: '/v1/devices', headers, payload }), 'by a code')
    expect(entries()).toEqual(before)
  })

  test('by the operator through the socket or beside it, with the remedy of each', async () => {
    const before = entries()
    inDoubtAfter(a, YEARS_MS)
    // What adds to the log is refused where it takes its number; the others ask beforehand.
    await refused('party.add', { kind: 'person', name: 'Okello', basis: 'contract_performance' })
    await refused('grant.revoke', { id: grantId })
    await refused('backup.key', { recipient: 'age1x', replace: false })
    await refused('backup.key-allowed', { replace: false })
    await refused('backup.begin', { place: 'file:/x', isNamed: true })
    await refused('backup.prune', {})
    await refused('anchor.run', { newKey: false })
    await refused('anchor.run', { newKey: true })
    await refused('tls.init', { names: [], replace: false, forgetNames: false, clockIsRight: true })
    expect(existsSync(dataFiles(a.data).anchorKey)).toBe(false)
    expect(entries()).toEqual(before)
  })

  test('by itself: no root is fixed or sent', async () => {
    const { store, anchors, sending } = a.kernel
    const said: string[] = []
    const schedule = new AnchorSchedule({ store, anchors, sending }, (text) => said.push(text))
    a.clock.nowMs += 2 * DAY_MS
    inDoubtAfter(a, YEARS_MS)
    await schedule.check()
    expect([entries().batches, said]).toEqual([0, []])
    a.clock.aheadMs = 0
    await schedule.check()
    expect(entries().batches).toBe(1)
  })

  test('a refused act stands in the audit log with its reason, and the time that is trusted', async () => {
    inDoubtAfter(a, YEARS_MS)
    a.clock.nowMs += HOUR_MS
    expect((await farmer.post(`/v1/grants/${grantId}/revocation`)).status).toBe(503)
    const [entry] = await auditOf(a, 'grant_revocation')
    expect(entry).toMatchObject({ outcome: 'clock_in_doubt', at: formatInstant(a.clock.nowMs) })
  })
})

describe('reads have the time that was trusted and what has passed since', () => {
  test('a grant holds until it ends by that time, and each disclosure is dated by it', async () => {
    inDoubtAfter(a, YEARS_MS)
    a.clock.nowMs += 29 * DAY_MS
    await read(bank, harvest)
    const [shown] = await auditOf(a, 'read')
    expect(shown).toMatchObject({ outcome: 'disclosed', at: formatInstant(a.clock.nowMs) })
    a.clock.nowMs += 2 * DAY_MS
    expectBare404(await bank.get(`/v1/records/${harvest}?purpose=${PURPOSE}`))
  })

  test('so do a credential and an enrolment code', async () => {
    const token = await a.credential(bank.id, 'reader', a.clock.nowMs + DAY_MS)
    const reader = a.holder(token, bank.id)
    const { ports, devices } = a.kernel
    const code = await ports.submit(() => devices.enrol('test', farmer.id, DAY_MS, null))
    const register = () =>
      a.holder(code.enrolment_code, farmer.id).post('/v1/devices', { id: uuidv7(), name: 'A telephone' })
    inDoubtAfter(a, YEARS_MS)
    await read(reader, harvest)
    expectRefused(await register(), 503, 'clock_in_doubt')
    a.clock.nowMs += DAY_MS
    expectRefused(await reader.get(`/v1/records/${harvest}?purpose=${PURPOSE}`), 401, 'no_verified_subject')
    expectRefused(await register(), 401, 'no_verified_subject')
  })

  test('lists, the feed, the lender view, what was granted and the state of an upload', async () => {
    const upload = await begun({ 'tus-resumable': '1.0.0' })
    inDoubtAfter(a, YEARS_MS)
    for (const url of [
      `/v1/records?purpose=${PURPOSE}`,
      '/v1/sync/changes',
      `/v1/lender-view?subject=${farmer.id}&purpose=${PURPOSE}`,
      '/v1/grants?role=subject',
      '/v1/registry',
      '/v1/health',
    ]) {
      const answer = await farmer.get(url)
      expect([url, answer.status], answer.text).toEqual([url, 200])
    }
    const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${farmer.token}` }
    expect((await a.app.inject({ method: 'HEAD', url: upload, headers })).statusCode).toBe(200)
    expect((await a.app.inject({ method: 'DELETE', url: upload, headers })).statusCode).toBe(204)
  })
})

describe('it ends', () => {
  test('by itself when the clock is put right: nothing of the wrong time is left', async () => {
    inDoubtAfter(a, YEARS_MS)
    await read(bank, harvest)
    a.clock.nowMs += HOUR_MS
    a.clock.aheadMs = 0
    const record = await farmer.append('harvest', harvestOf(farmer))
    expect([record.status, record.body.received_at]).toEqual([201, formatInstant(a.clock.nowMs)])
  })
})

test('doubt is told by readiness, status, the doctor and the metrics; liveness is another matter', async () => {
  const metric = async () => /^granary_clock_ok (.*)$/m.exec(await scraped(a.app))?.[1]
  expect([(await a.cooperative.get('/v1/ready')).body.parts.clock, await metric()]).toEqual(['ok', '1'])
  expect((await a.tasks.run('status', 'test', {})).clock_trusted).toBe(null)
  inDoubtAfter(a, YEARS_MS)
  const ready = await a.cooperative.get('/v1/ready')
  expect([ready.status, ready.body.parts.clock]).toEqual([503, 'may be wrong; writing is stopped'])
  expect(await metric()).toBe('0')
  expect((await a.cooperative.get('/v1/health')).status).toBe(200)
  const status = await a.tasks.run('status', 'test', {})
  expect(status).toMatchObject({
    clock: formatInstant(a.clock.nowMs + YEARS_MS),
    clock_trusted: formatInstant(a.clock.nowMs),
  })
  expect(status.warnings.map(({ number }) => number)).toContain(7)
  const check = await checked(a, 7)
  expect(check).toMatchObject({ standing: 'bad', facts: { ahead_seconds: YEARS_MS / 1000 } })
  expect(check.finding).toContain(new Calendar(a.kernel.config.timeZone).stamp(a.clock.nowMs))
  expect(check.remedy).toContain('granary clock confirm')
})

async function refused<T extends TaskName>(task: T, args: TaskArgs<T>): Promise<void> {
  const fault: unknown = await a.tasks.run(task, 'test', args).then(
    () => 'done',
    (error) => error,
  )
  expect([task, fault instanceof Problem ? fault.code : fault]).toEqual([task, 'clock_in_doubt'])
}

async function begun(tus: Record<string, string>): Promise<string> {
  const answer = await farmer.post('/v1/uploads', undefined, {
    ...tus,
    'upload-length': '10',
    'upload-metadata': `sha256 ${Buffer.from('0'.repeat(64)).toString('base64')}`,
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.headers.location as string
}
