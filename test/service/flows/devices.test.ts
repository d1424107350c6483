import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Actor, type AnyAppliance, makeAppliance } from '../../support/any-appliance.ts'
import {
  appended,
  DAY_MS,
  expectBare404,
  granted,
  harvestOf,
  inferred,
  readInference,
} from '../../support/flows/help.ts'

let a: AnyAppliance
let grace: Actor
beforeEach(async () => {
  a = await makeAppliance()
  grace = await a.party('person', 'Grace', { member_no: 'M-1' })
})
afterEach(() => a.close())

const HOUR_MS = 3_600_000
const ownRead = (who: Actor) => who.get('/v1/records?purpose=own_records')

const one = (who: Actor, id: string) => who.get(`/v1/records/${id}?purpose=own_records`)

const enrol = (party: string, more: { lifeMs?: number; sinceMs?: number | null } = {}) =>
  a.tasks.run('device.enrol', 'test', { party, lifeMs: DAY_MS, sinceMs: null, ...more })
const revoke = (id: string) => a.tasks.run('device.revoke', 'test', { id })
const holder = (token: string, party = grace.id): Actor => a.holder(token, party)
const phone = (more: object = {}) => ({
  id: uuidv7(),
  name: "Grace's phone",
  platform: 'Android 14',
  ...more,
})
const register = (code: string, draft: object) => holder(code).post('/v1/devices', draft)

test('a code registers one device, which then speaks for its party', async () => {
  const { enrolment_code } = await enrol('M-1')
  const draft = phone()
  const registered = await register(enrolment_code, draft)
  expect(registered.status).toBe(201)
  expect(registered.body).toEqual({
    ...draft,
    party: grace.id,
    used_by: { name: 'Grace', party: grace.id },
    registered_at: new Date(a.clock.nowMs).toISOString(),
    token: expect.stringMatching(/^gry_[\w-]{43}$/),
    recovery_key: expect.stringMatching(/^[\w-]{43}$/),
  })
  const device = holder(registered.body.token)
  const harvest = await appended(device, 'harvest', harvestOf(grace))
  expect(harvest.asserted_by).toBe(grace.id)
  expect(harvest.device_id).toBe(draft.id)
  expect(harvest.derived.flags).not.toContain('reference_unresolved')
})

test('a code is typed in any case, with or without its strokes, and with letters taken for digits', async () => {
  const { enrolment_code } = await enrol('M-1')
  const typed = enrolment_code.replaceAll('-', '').replaceAll('0', 'o').replaceAll('1', 'L').toUpperCase()
  expect((await register(typed, phone())).status).toBe(201)
})

test('a lost answer strands nobody: the same code gives the same device a fresh token until one was used', async () => {
  const { enrolment_code } = await enrol('M-1')
  const draft = phone()
  const lost = await register(enrolment_code, draft)
  const again = await register(enrolment_code, draft)
  expect([lost.status, again.status]).toEqual([201, 201])
  expect(again.body.token).not.toBe(lost.body.token)
  expect((await ownRead(holder(lost.body.token))).status).toBe(401)
  expect((await ownRead(holder(again.body.token))).status).toBe(200)
  const third = await register(enrolment_code, draft)
  expect(third.status).toBe(200)
  expect(third.body.token).toBeUndefined()
  expect((await ownRead(holder(again.body.token))).status).toBe(200)
  expect((await register(enrolment_code, { ...draft, name: 'Other' })).status).toBe(409)
})

test('a device gets the same recovery key with each token, and no other way', async () => {
  const [one, other] = [phone(), phone()]
  const register1 = async (draft: object) => register((await enrol('M-1')).enrolment_code, draft)
  const first = await register1(one)
  const later = await register1(one)
  expect(later.body.recovery_key).toBe(first.body.recovery_key)
  expect((await register1(other)).body.recovery_key).not.toBe(first.body.recovery_key)
  const ofParty = await grace.post('/v1/devices', one)
  expect([ofParty.status, ofParty.body.recovery_key]).toEqual([200, undefined])
  const stranger = await a.party('person', 'Stranger')
  const taken = await stranger.post('/v1/devices', one)
  expect([taken.status, taken.text.includes(first.body.recovery_key)]).toEqual([409, false])
})

test('a code is good for one device, and for its time', async () => {
  const { enrolment_code } = await enrol('M-1')
  expect((await register(enrolment_code, phone())).status).toBe(201)
  const second = await register(enrolment_code, phone())
  expect(second.status).toBe(401)
  const short = await enrol('M-1', { lifeMs: HOUR_MS })
  a.clock.nowMs += HOUR_MS
  const late = await register(short.enrolment_code, phone())
  const unknown = await register('gryenr_00000-00000-00000-00000', phone())
  const bare = ({ body, headers }: typeof late) => [
    { ...body, correlation_id: '' },
    headers['www-authenticate'],
    headers['content-type'],
  ]
  expect(bare(late)).toEqual(bare(unknown))
  expect(bare(second)).toEqual(bare(unknown))
  expect(late.body.code).toBe('no_verified_subject')
})

test("a party's own credential registers a device too, and the same again gives no second token", async () => {
  const draft = phone()
  const first = await grace.post('/v1/devices', draft)
  const again = await grace.post('/v1/devices', draft)
  expect([first.status, again.status]).toEqual([201, 200])
  expect(again.body).toEqual({ ...first.body, token: undefined, recovery_key: undefined })
  expect((await ownRead(holder(first.body.token))).status).toBe(200)
  expect((await grace.post('/v1/devices', { ...draft, platform: 'iOS' })).status).toBe(409)
})

test("an id of another party's device, or of anything else, is a conflict that says nothing", async () => {
  const draft = phone()
  await grace.post('/v1/devices', draft)
  const other = await a.party('person', 'Peter')
  const taken = await other.post('/v1/devices', draft)
  const { enrolment_code } = await enrol(other.id)
  const byCode = await register(enrolment_code, draft)
  const record = await appended(grace, 'harvest', harvestOf(grace))
  const used = await other.post('/v1/devices', phone({ id: record.id }))
  for (const refused of [taken, byCode, used]) {
    expect(refused.status).toBe(409)
    expect({ ...refused.body, correlation_id: '' }).toEqual({ ...taken.body, correlation_id: '' })
  }
  expect((await register(enrolment_code, phone())).status).toBe(201)
})

test('a lost phone is shut out on its next request, and its code opens nothing any more', async () => {
  const { enrolment_code } = await enrol('M-1')
  const draft = phone()
  const { body } = await register(enrolment_code, draft)
  const first = await revoke(draft.id)
  expect((await ownRead(holder(body.token))).status).toBe(401)
  expect((await register(enrolment_code, draft)).status).toBe(401)
  a.clock.nowMs += HOUR_MS
  expect(await revoke(draft.id)).toEqual(first)
})

test('a phone that was reset or found again registers with a fresh code, under a new name if it likes', async () => {
  const draft = phone()
  const first = await register((await enrol('M-1')).enrolment_code, draft)
  await ownRead(holder(first.body.token))
  const reset = await register((await enrol('M-1')).enrolment_code, { ...draft, name: 'Phone, reset' })
  expect(reset.status).toBe(201)
  expect(reset.body.name).toBe('Phone, reset')
  expect((await ownRead(holder(first.body.token))).status).toBe(401)
  await revoke(draft.id)
  const found = await register((await enrol('M-1')).enrolment_code, { ...draft, name: 'Phone, reset' })
  expect(found.status).toBe(201)
  expect((await ownRead(holder(found.body.token))).status).toBe(200)
  const { devices } = await a.tasks.run('device.list', 'test', {})
  expect(devices).toHaveLength(1)
})

test('a device enrolled since a day reads, lists and pulls only what happened from then on', async () => {
  const [early, later] = [{ occurred_at: '2026-05-01T08:00:00Z' }, { occurred_at: '2026-06-02T08:00:00Z' }]
  const before = await appended(grace, 'harvest', harvestOf(grace, early))
  const after = await appended(grace, 'harvest', harvestOf(grace, later))
  const model = await a.party('business', 'Forecasts Ltd')
  await granted(a, grace, model, ['harvest'])
  const [old, young] = [await inferred(a, model, [before.id], early), await inferred(a, model, [after.id])]
  const { enrolment_code } = await enrol('M-1', { sinceMs: Date.parse('2026-06-01T00:00:00Z') })
  const device = holder((await register(enrolment_code, phone())).body.token)
  expect((await one(device, before.id)).status).toBe(404)
  expect((await one(device, after.id)).status).toBe(200)
  expectBare404(await readInference(device, old.id))
  expect((await readInference(device, young.id)).status).toBe(200)
  const { body } = await device.get('/v1/records?purpose=own_records&type=harvest')
  expect(body.records.map((r: { id: string }) => r.id)).toEqual([after.id])
  const pulled = await device.get('/v1/sync/changes')
  const ids = pulled.body.changes.map((r: { id: string }) => r.id)
  expect(ids).toContain(after.id)
  expect(ids).not.toContain(before.id)
  expect((await one(grace, before.id)).status).toBe(200)
})

test('a code loses ten answers at most, and a spent or unknown one is counted like a wrong token', async () => {
  await expect(enrol(uuidv7())).rejects.toMatchObject({ code: 'party_not_asserted' })
  const { enrolment_code } = await enrol('M-1')
  const draft = phone()
  for (let i = 0; i < 10; i++) expect((await register(enrolment_code, draft)).status).toBe(201)
  const statuses: number[] = []
  for (let i = 0; i < 31; i++) {
    const code = i % 2 === 0 ? enrolment_code : 'gryenr_00000-00000-00000-00000'
    statuses.push((await register(code, draft)).status)
  }
  expect(statuses).toEqual([...Array(30).fill(401), 429])
  expect((await register((await enrol('M-1')).enrolment_code, phone())).status).toBe(201)
})

test('a party has so many devices at once, and one that is shut out makes room', async () => {
  const small = await makeAppliance({ maxDevices: '2' })
  const ann = await small.party('person', 'Ann')
  const [first, second, third] = [phone(), phone(), phone()]
  expect((await ann.post('/v1/devices', first)).status).toBe(201)
  expect((await ann.post('/v1/devices', second)).status).toBe(201)
  const refused = await ann.post('/v1/devices', third)
  expect([refused.status, refused.body.code]).toEqual([422, 'too_many_devices'])
  await small.tasks.run('device.revoke', 'test', { id: first.id })
  expect((await ann.post('/v1/devices', third)).status).toBe(201)
})

test('the list tells of records sent one by one, and that a device came at all', async () => {
  const draft = phone()
  const { body } = await grace.post('/v1/devices', draft)
  const device = holder(body.token)
  await appended(device, 'harvest', harvestOf(grace))
  a.clock.nowMs += HOUR_MS
  await ownRead(device)
  const { devices } = await a.tasks.run('device.list', 'test', {})
  expect(devices[0]).toMatchObject({ accepted: 1, last_came_at: new Date(a.clock.nowMs).toISOString() })
})

test('the list continues where it ended, and the one of a party has no other devices', async () => {
  const many = await makeAppliance({ maxDevices: '200' })
  const [ann, ben] = [await many.party('person', 'Ann'), await many.party('person', 'Ben')]
  const of = async (who: Actor) => (await who.post('/v1/devices', phone())).body.id as string
  const made: string[] = [await of(ben)]
  for (let n = 0; n < 100; n++) made.push(await of(ann))
  const first = await many.tasks.run('device.list', 'test', {})
  expect(first.devices).toHaveLength(100)
  const rest = await many.tasks.run('device.list', 'test', { after: first.next as number })
  expect([...first.devices, ...rest.devices].map(({ id }) => id)).toEqual(made)
  expect(rest.next).toBeUndefined()
  const listOf = async (party: string) =>
    (await many.tasks.run('device.list-of', 'test', { party })).devices.map(({ id }) => id)
  expect([await listOf(ben.id), await listOf(ann.id)]).toEqual([made.slice(0, 1), made.slice(1)])
  expect(await listOf(uuidv7())).toEqual([])
})

test('a device that may read more than before begins its changes anew', async () => {
  const old = await appended(grace, 'harvest', harvestOf(grace, { occurred_at: '2026-05-01T08:00:00Z' }))
  const draft = phone()
  const limited = await enrol('M-1', { sinceMs: Date.parse('2026-06-01T00:00:00Z') })
  const first = holder((await register(limited.enrolment_code, draft)).body.token)
  const { cursor } = (await first.get('/v1/sync/changes')).body
  const again = holder((await register((await enrol('M-1')).enrolment_code, draft)).body.token)
  expect((await again.get(`/v1/sync/changes?since=${cursor}`)).status).toBe(400)
  const { changes } = (await again.get('/v1/sync/changes')).body
  expect(changes.map((r: { id: string }) => r.id)).toContain(old.id)
})

test('a device on another of its own party is refused, and its code is not spent', async () => {
  const first = phone()
  expect((await register((await enrol('M-1')).enrolment_code, first)).status).toBe(201)
  const { enrolment_code } = await enrol('M-1')
  const refused = await register(enrolment_code, phone({ held_on: first.id }))
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({ code: 'schema_violation', errors: [{ pointer: '/held_on' }] })
  expect((await register(enrolment_code, phone())).status).toBe(201)
  // Of another party, or unknown here, such as after a restore.
  await a.party('person', 'Amina', { member_no: 'M-2' })
  for (const held_on of [first.id, uuidv7()])
    expect((await register((await enrol('M-2')).enrolment_code, phone({ held_on }))).status).toBe(201)
})

test('a registration that is sent again says the same device on which it is', async () => {
  const { enrolment_code } = await enrol('M-1')
  const draft = phone({ held_on: uuidv7() })
  for (const again of [draft, draft]) expect((await register(enrolment_code, again)).status).toBe(201)
  for (const held_on of [uuidv7(), undefined])
    expect((await register(enrolment_code, { ...draft, held_on })).body).toMatchObject({
      status: 409,
      code: 'id_conflict',
    })
})
