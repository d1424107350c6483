import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Actor, type Appliance, actor, makeAppliance, type Settings } from '../../support/appliance.ts'
import { appended, expectRefused, harvestOf, PURPOSE } from '../../support/flows/help.ts'

/** What one party may do in a day, all its credentials together; and what of it a device in trouble does not use up. */

let a: Appliance
let who: Actor
let phone: Actor
let other: Actor
async function set(settings: Settings): Promise<void> {
  a = await makeAppliance(settings)
  who = await a.party('person', 'Grace')
  phone = actor(a.app, a.clock, who.id, await a.credential(who.id, 'device'))
  other = await a.party('person', 'Ruth')
}
afterEach(() => a.close())

const harvest = (more: object = {}) => ({
  id: uuidv7(),
  type: 'harvest',
  occurred_at: '2026-06-27T07:15:00Z',
  lawful_basis: 'consent',
  ...harvestOf(who),
  ...more,
})
const drain = (by: Actor, records: readonly object[]) => by.post('/v1/sync/outbox', { records })
const outcomes = async (by: Actor, records: readonly object[]) => {
  const { status, body, text } = await drain(by, records)
  expect(status, text).toBe(200)
  return (body.results as { status: string; problem?: { code: string } }[]).map(
    (one) => one.problem?.code ?? one.status,
  )
}
const JSON_TYPE = { 'content-type': 'application/json' }
const auditSize = () => a.kernel.store.audit.size

describe('refusals of a day', () => {
  beforeEach(() => set({ refusedPerDay: '6', recordsPerDay: '30' }))

  test('are counted of who guesses at ids with a code for a device, too; the code stays good', async () => {
    const { id } = await appended(other, 'harvest', harvestOf(other))
    const { enrolment_code } = await a.tasks.run('device.enrol', 'test', {
      party: who.id,
      lifeMs: 86_400_000,
      sinceMs: null,
    })
    const holder = actor(a.app, a.clock, who.id, enrolment_code)
    const guess = (guessed: string) => holder.post('/v1/devices', { id: guessed, name: 'phone' })
    for (let n = 0; n < 6; n++) expectRefused(await guess(id), 409, 'id_conflict')
    const before = auditSize()
    for (let n = 0; n < 6; n++) expectRefused(await guess(id), 429, 'quota_exceeded')
    expect(auditSize()).toBe(before)
    expect((await guess(uuidv7())).status).toBe(201)
  })

  test('are counted, of batches and single records, over all credentials; then their reason is told no more', async () => {
    const { id } = await appended(other, 'harvest', harvestOf(other))
    const used = () => harvest({ id })
    const nothing = () => harvest({ supersedes: uuidv7() })
    expect(await outcomes(phone, [used(), nothing(), harvest(), used()])).toEqual([
      'id_conflict',
      'reference_unresolved',
      'accepted',
      'id_conflict',
    ])
    expectRefused(await who.post('/v1/records', nothing()), 422, 'reference_unresolved')
    expectRefused(await who.post('/v1/records', used()), 409, 'id_conflict')
    expect(
      await outcomes(who, [nothing(), used(), harvest({ normalized_kg: 1 }), nothing(), harvest()]),
    ).toEqual(['reference_unresolved', 'quota_exceeded', 'quota_exceeded', 'quota_exceeded', 'accepted'])
    for (const by of [who, phone])
      for (const record of [nothing(), used()]) {
        const refused = await by.post('/v1/records', record)
        expectRefused(refused, 429, 'quota_exceeded')
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      }
    const asked = { id: uuidv7(), grantee: other.id, purpose: 'unheard_of', record_types: ['lot'] }
    expectRefused(
      await who.post('/v1/grants', { ...asked, expires_at: '2027-01-01T00:00:00Z' }),
      429,
      'quota_exceeded',
    )
    // Others are not concerned, nor is what is right; and the log still knows why.
    expectRefused(await other.post('/v1/records', { ...used(), ...harvestOf(other) }), 409, 'id_conflict')
    await appended(phone, 'harvest', harvestOf(who))
    const { entries } = await a.tasks.run('audit', 'test', { refused: true, count: 3 })
    expect(entries.map(({ outcome }) => outcome)).toContain('purpose_unknown')
    a.clock.nowMs += 86_400_000
    expectRefused(await who.post('/v1/records', used()), 409, 'id_conflict')
  })

  test('a device that brings the same batch for days uses up nothing that its party needs', async () => {
    const stuck = [
      ...Array.from({ length: 9 }, () => harvest({ supersedes: uuidv7() })),
      ...Array.from({ length: 3 }, () => harvest()),
    ]
    expect((await outcomes(phone, stuck)).filter((one) => one === 'accepted')).toHaveLength(3)
    for (let times = 0; times < 10; times++) {
      const again = await outcomes(phone, stuck)
      expect(again.slice(9)).toEqual(['replayed', 'replayed', 'replayed'])
    }
    // Of thirty, three and one for each further visit are gone.
    expect(
      await outcomes(
        phone,
        Array.from({ length: 17 }, () => harvest()),
      ),
    ).toEqual(Array(17).fill('accepted'))
    expectRefused(await who.append('harvest', harvestOf(who)), 429, 'quota_exceeded')
  })
})

test('bytes of batches that bring nothing are used up by the device that sends them, and by no other', async () => {
  await set({ bytesPerDay: '12000', refusedPerDay: '1000' })
  const another = actor(a.app, a.clock, who.id, await a.credential(who.id, 'device'))
  const refused = Array.from({ length: 8 }, () => harvest({ normalized_kg: 1 }))
  const bytes = Buffer.byteLength(JSON.stringify({ records: refused }))
  let sent = 0
  while ((await drain(phone, refused)).status === 200) sent++
  expect(sent).toBe(Math.floor(12_000 / bytes))
  expect((await drain(phone, [harvest()])).status).toBe(12_000 % bytes > 400 ? 200 : 429)
  expect((await drain(another, refused)).status).toBe(200)
  expect(await outcomes(another, [harvest(), harvest()])).toEqual(['accepted', 'accepted'])
  await appended(who, 'harvest', harvestOf(who))
  // A batch that is none, too.
  const broken = `{"records":[${' '.repeat(1_000)}`
  for (let times = 0; times < 5; times++)
    expect((await phone.post('/v1/sync/outbox', broken, JSON_TYPE)).status).toBeGreaterThanOrEqual(400)
  for (let times = 0; times < 5; times++)
    expectRefused(await another.post('/v1/sync/outbox', broken, JSON_TYPE), 400, 'malformed_json')
  await appended(who, 'harvest', harvestOf(who))
})

describe('reads of a day', () => {
  const SHOWN = 4
  /** Three entries, and the records of two of them. */
  beforeEach(() => set({ readBytesPerDay: String(3 * 192 + 2 * SHOWN * 24) }))
  const list = (by: Actor) => by.get(`/v1/records?purpose=${PURPOSE}`)

  test('are limited by what they make the audit log grow, over all credentials of a party', async () => {
    for (let n = 0; n < SHOWN; n++) await appended(who, 'harvest', harvestOf(who))
    // The party itself is a record too.
    const many = (await list(who)).body.records.length
    expect(many).toBe(SHOWN + 1)
    expect((await phone.get(`/v1/records/${uuidv7()}?purpose=${PURPOSE}`)).status).toBe(404)
    const before = auditSize()
    let reads = 0
    while ((await phone.get(`/v1/records/${uuidv7()}?purpose=${PURPOSE}`)).status === 404) reads++
    expect(reads).toBe(1)
    expect(auditSize()).toBe(before + reads)
    for (const by of [who, phone]) {
      const over = await list(by)
      expectRefused(over, 429, 'quota_exceeded')
      expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
    }
    expectRefused(await who.post('/v1/subject-access-requests'), 429, 'quota_exceeded')
    expect(auditSize()).toBe(before + reads)
    // What one has consented to may be seen and taken back; writing goes on; others read on.
    expect((await who.get('/v1/grants')).status).toBe(200)
    await appended(who, 'harvest', harvestOf(who))
    expect((await list(other)).status).toBe(200)
    a.clock.nowMs += 86_400_000
    expect((await list(who)).status).toBe(200)
  })

  test('of a credential of another kind are limited too: each is an entry', async () => {
    const scraper = actor(a.app, a.clock, who.id, await a.credential(who.id, 'metrics'))
    const before = auditSize()
    const paths = ['/v1/grants', '/v1/objections', '/v1/delegations', `/v1/records?purpose=${PURPOSE}`]
    const statuses = []
    for (let n = 0; n < 12; n++) statuses.push((await scraper.get(paths[n % 4] as string)).status)
    expect(statuses.filter((status) => status === 403)).toHaveLength(4)
    await a.kernel.ports.submit(() => {})
    expect(auditSize() - before).toBeLessThanOrEqual(4)
  })
})

test('looks for uploads that are not there count as reads, and over the day they leave no entry', async () => {
  await set({ readBytesPerDay: String(3 * 192) })
  const look = async (method: 'HEAD' | 'PATCH' | 'DELETE') => {
    const { statusCode } = await a.app.inject({
      method,
      url: `/v1/uploads/${uuidv7()}`,
      headers: {
        authorization: `Bearer ${who.token}`,
        'tus-resumable': '1.0.0',
        ...(method === 'PATCH'
          ? { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
          : {}),
      },
    })
    return statusCode
  }
  const before = auditSize()
  for (let n = 0; n < 4; n++)
    for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) expect(await look(method)).toBe(404)
  expect(auditSize()).toBe(before + 3)
})

test('what is never refused for its number fills no log either: over the day it is refused without an entry', async () => {
  await set({ recordsPerDay: '3' })
  const grant = async () => (await who.post('/v1/grants', given())).body.id as string
  const given = () => ({
    id: uuidv7(),
    grantee: other.id,
    purpose: PURPOSE,
    record_types: ['harvest'],
    expires_at: '2027-01-01T00:00:00Z',
  })
  const own = await grant()
  for (let n = 0; n < 2; n++) expect((await who.post(`/v1/grants/${uuidv7()}/revocation`)).status).toBe(404)
  const before = auditSize()
  for (const path of ['grants', 'delegations'])
    expectRefused(await who.post(`/v1/${path}/${uuidv7()}/revocation`), 429, 'quota_exceeded')
  const objection = { id: uuidv7(), channel: 'app', purposes: ['unheard_of'] }
  expectRefused(await who.post('/v1/objections', objection), 429, 'quota_exceeded')
  expect(auditSize()).toBe(before)
  expect((await who.post(`/v1/grants/${own}/revocation`)).status).toBe(201)
  expect((await who.post('/v1/objections', { id: uuidv7(), channel: 'app' })).status).toBe(201)
  expect(auditSize()).toBe(before + 2)
})
