import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Actor, type AnyAppliance, makeAppliance } from '../../support/any-appliance.ts'
import { appended, DAY_MS, deliveryOf, granted, harvestOf, PURPOSE } from '../../support/flows/help.ts'

/** What a phone is called and who carries it (contract §10): by the office, from a day on, for those whose records it wrote. */

let a: AnyAppliance
let grace: Actor
beforeEach(async () => {
  a = await makeAppliance()
  grace = await a.party('person', 'Grace Nakato', { member_no: 'M-1' })
})
afterEach(() => a.close())

type Asked = Parameters<typeof a.tasks.run<'device.enrol'>>[2]
const code = (asked: Partial<Asked> = {}) =>
  a.tasks.run('device.enrol', 'test', { lifeMs: DAY_MS, sinceMs: null, ...asked })
const officers = { usedBy: 'Okello James', name: 'Phone 3' }
const register = async (enrolment_code: string, id = uuidv7(), party = a.cooperative.id) => {
  const { status, text, body } = await a
    .holder(enrolment_code, party)
    .post('/v1/devices', { id, name: 'Android 14' })
  expect(status, text).toBe(201)
  return { id, body, actor: a.holder(body.token, party) }
}
const deviceIn = async (reader: Actor, id: string, purpose = 'own_records') => {
  const answer = await reader.get(`/v1/records/${id}?purpose=${purpose}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.derived.device
}

test('an officer’s phone is enrolled for the cooperative, and what is recorded on it says who', async () => {
  const made = await code(officers)
  expect(made).toMatchObject({ party: a.cooperative.id, name: 'Phone 3', used_by: { name: 'Okello James' } })
  const { actor, body } = await register(made.enrolment_code)
  const called = { name: 'Phone 3', used_by: { name: 'Okello James' } }
  expect(body).toMatchObject(called)
  const delivery = await appended(actor, 'delivery', deliveryOf(grace, a.cooperative))
  expect(delivery.derived.device).toEqual(called)
  // The member reads it as their own.
  expect(await deviceIn(grace, delivery.id)).toEqual(called)
  const { body: fed } = await actor.get('/v1/sync/changes')
  const [there] = fed.changes.filter(({ id }: { id: string }) => id === delivery.id)
  expect(there.derived.device).toEqual(called)
})

test('a reader by consent is not told who carried the phone', async () => {
  const { actor } = await register((await code(officers)).enrolment_code)
  const delivery = await appended(actor, 'delivery', deliveryOf(grace, a.cooperative))
  const bank = await a.party('institution', 'Bank')
  await granted(a, grace, bank, ['delivery'])
  expect(await deviceIn(bank, delivery.id, PURPOSE)).toBeUndefined()
})

test('an answer to a person does not name who carried another’s phone', async () => {
  const { actor } = await register((await code(officers)).enrolment_code)
  const { id } = await appended(actor, 'delivery', deliveryOf(grace, a.cooperative))
  const { body } = await grace.post('/v1/subject-access-requests')
  expect(body.redactions).toEqual([{ id, pointer: '/derived/device/used_by', reason: 'another_person' }])
  const { text } = await grace.post('/v1/subject-access-requests', undefined, { accept: 'text/plain' })
  expect(text.replaceAll(/\s+/g, ' ')).toContain('who carried the device')
  expect(text).not.toContain('Okello')
})

test('nobody’s phone is refused; a member’s own is theirs; a program of the cooperative needs nobody', async () => {
  await expect(code()).rejects.toThrow('It is not said whose phone it is.')
  const own = await code({ party: 'M-1' })
  expect(own.used_by).toEqual({ name: 'Grace Nakato', party: grace.id })
  const { actor } = await register(own.enrolment_code, uuidv7(), grace.id)
  const harvest = await appended(actor, 'harvest', harvestOf(grace))
  expect(harvest.derived.device).toEqual({ name: 'Android 14', used_by: own.used_by })
  const program = await code({ party: 'cooperative' })
  const { body } = await register(program.enrolment_code)
  expect([body.name, body.used_by]).toEqual(['Android 14', undefined])
})

test('who carries it changes by a new act, and earlier records keep who carried it then', async () => {
  const { actor, id } = await register((await code(officers)).enrolment_code)
  const before = await appended(actor, 'delivery', deliveryOf(grace, a.cooperative))
  const line = await a.tasks.run('device.name', 'test', { id, usedBy: 'Auma Rose' })
  expect(line).toMatchObject({ name: 'Phone 3', used_by: { name: 'Auma Rose' } })
  const after = await appended(actor, 'delivery', deliveryOf(grace, a.cooperative))
  expect(after.derived.device.used_by).toEqual({ name: 'Auma Rose' })
  expect((await deviceIn(grace, before.id)).used_by).toEqual({ name: 'Okello James' })
  await a.tasks.run('device.name', 'test', { id, name: 'Phone 4' })
  const { devices } = await a.tasks.run('device.list', 'test', {})
  expect(devices).toMatchObject([{ id, name: 'Phone 4', used_by: { name: 'Auma Rose' } }])
  await expect(a.tasks.run('device.name', 'test', { id })).rejects.toThrow('Neither a name nor a person')
  await expect(a.tasks.run('device.name', 'test', { id: uuidv7(), name: 'X' })).rejects.toThrow('no device')
})

test('who carries it may be a party, by its id or member number; digits alone are never a name', async () => {
  const number = await a.party('person', 'Peter Ssali', { member_no: '17' })
  const peter = { name: 'Peter Ssali', party: number.id }
  const made = await code({ usedBy: '0017' })
  expect([made.party, made.used_by]).toEqual([a.cooperative.id, peter])
  expect((await code({ usedBy: 'm-1' })).used_by).toEqual({ name: 'Grace Nakato', party: grace.id })
  const { id } = await register((await code(officers)).enrolment_code)
  expect((await a.tasks.run('device.name', 'test', { id, usedBy: '17' })).used_by).toEqual(peter)
  // A later code for the same person, by id, is theirs.
  await register((await code({ usedBy: number.id })).enrolment_code, id)
  const unknown = '"99" is not a known id or member number.'
  await expect(code({ usedBy: '99' })).rejects.toThrow(unknown)
  await expect(a.tasks.run('device.name', 'test', { id, usedBy: '99' })).rejects.toThrow(unknown)
  const said = await appended(grace, 'party', { party: uuidv7(), kind: 'person', display_name: 'Somebody' })
  const refused = `The cooperative has recorded no name of ${said.party}.`
  await expect(code({ usedBy: said.party })).rejects.toThrow(refused)
})

test('a code for another officer is refused on the phone of one, and stays good for their own', async () => {
  const first = await register((await code(officers)).enrolment_code)
  const { enrolment_code } = await code({ ...officers, usedBy: 'Auma Rose' })
  const listed = () => a.tasks.run('device.list', 'test', {})
  const before = await listed()
  const refused = await a
    .holder(enrolment_code, a.cooperative.id)
    .post('/v1/devices', { id: first.id, name: 'Android 14' })
  expect([refused.status, refused.body.code]).toEqual([409, 'id_conflict'])
  expect(refused.text).not.toContain('recovery_key')
  expect(await listed()).toEqual(before)
  // The first one's token still holds.
  await appended(first.actor, 'delivery', deliveryOf(grace, a.cooperative))
  expect((await register(enrolment_code)).body.used_by).toEqual({ name: 'Auma Rose' })
})

test('a new code for who carries the phone renews it, as does one after the office gave it to another', async () => {
  const first = await register((await code(officers)).enrolment_code)
  const again = await register((await code(officers)).enrolment_code, first.id)
  expect(again.body.recovery_key).toBe(first.body.recovery_key)
  await a.tasks.run('device.name', 'test', { id: first.id, usedBy: 'Auma Rose' })
  const second = await register((await code({ usedBy: 'Auma Rose' })).enrolment_code, first.id)
  const delivery = await appended(second.actor, 'delivery', deliveryOf(grace, a.cooperative))
  expect(delivery.derived.device.used_by).toEqual({ name: 'Auma Rose' })
})

test('a member’s phone without a name takes their code, and no code for somebody else until the office says so', async () => {
  const id = uuidv7()
  const own = await grace.post('/v1/devices', { id, name: 'Android 14' })
  expect([own.status, own.body.used_by]).toEqual([201, undefined])
  const { enrolment_code } = await code({ party: 'M-1', usedBy: 'Okello James' })
  const refused = await a.holder(enrolment_code, grace.id).post('/v1/devices', { id, name: 'Android 14' })
  expect([refused.status, refused.body.code]).toEqual([409, 'id_conflict'])
  await register((await code({ party: 'M-1' })).enrolment_code, id, grace.id)
  await a.tasks.run('device.name', 'test', { id, usedBy: 'Okello James' })
  expect((await register(enrolment_code, id, grace.id)).body.used_by).toEqual({ name: 'Okello James' })
})

test('a phone learns its name, and who carries it, with the changes that it fetches', async () => {
  const { actor, id } = await register((await code(officers)).enrolment_code)
  const pulled = async (who: Actor, more = '?asserted_by=own') =>
    (await who.get(`/v1/sync/changes${more}`)).body.device
  expect(await pulled(actor)).toEqual({ name: 'Phone 3', used_by: { name: 'Okello James' } })
  await a.tasks.run('device.name', 'test', { id, name: 'Phone 4', usedBy: 'Auma Rose' })
  expect(await pulled(actor)).toEqual({ name: 'Phone 4', used_by: { name: 'Auma Rose' } })
  await appended(actor, 'delivery', deliveryOf(grace, a.cooperative))
  expect(await pulled(actor, '?asserted_by=own&limit=1')).toBeUndefined()
  expect(await pulled(actor, '')).toBeUndefined()
  expect(await pulled(a.cooperative)).toBeUndefined()
})

test('a new code leaves the name that the office gave the phone, and names one that had none', async () => {
  const { id } = await register((await code(officers)).enrolment_code)
  for (const asked of [{ usedBy: 'Okello James' }, { usedBy: 'Okello James', name: 'Phone 9' }]) {
    const { body } = await register((await code(asked)).enrolment_code, id)
    expect(body).toMatchObject({ name: 'Phone 3', used_by: { name: 'Okello James' } })
  }
  const nameless = await register((await code({ usedBy: 'Auma Rose' })).enrolment_code)
  expect(nameless.body.name).toBe('Android 14')
  const named = { party: 'cooperative', name: 'Phone 4' }
  const { body } = await register((await code(named)).enrolment_code, nameless.id)
  expect(body).toMatchObject({ name: 'Phone 4', used_by: { name: 'Auma Rose' } })
})
