import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_QUEUE_BYTES } from '../../../src/evidence/take-in/queue-file.ts'
import { calling, founded, served, temporaryFolder } from '../../support/command.ts'
import { aPicture } from '../../support/evidence/scene.ts'
import { sha256 } from '../../support/evidence/uploading.ts'

/** The file of a phone's queue: taken in as if the phone had sent it, by whoever types the command. */

const coop = await founded()
const { did, said } = coop
const service = await served(coop.data)
const grace = await coop.party('person', 'Grace Nakato', '17')
const folder = temporaryFolder()
afterAll(() => service.stop())

const call = calling(service.url)

let phone: { readonly id: string; readonly token: string }
beforeEach(async () => {
  const { enrolment_code } = await did('device', 'enrol', '--party', 'cooperative')
  const id = uuidv7()
  const registered = await call('/v1/devices', enrolment_code, { id, name: 'Scale phone' })
  phone = { id, token: ((await registered.json()) as { token: string }).token }
})

const delivery = (more: object = {}) => ({
  id: uuidv7(),
  type: 'delivery',
  occurred_at: '2026-05-01T08:00:00Z',
  recorded_at: '2026-05-01T08:01:00Z',
  lawful_basis: 'contract_performance',
  from_party: grace,
  to_party: coop.cooperative,
  crop: 'coffee_cherry',
  quantity: { value: 40, unit: 'kg' },
  measurement_method: 'coop_weighed',
  ...more,
})
const queue = (records: readonly unknown[], more: object = {}) => ({
  granary_field_queue: 1,
  device: phone.id,
  made_at: '2026-05-02T00:00:00Z',
  records,
  photographs: [],
  ...more,
})
function saved(content: unknown): string {
  const file = join(folder, `${uuidv7()}.json`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}
const statuses = (
  results: readonly { readonly status: string; readonly problem?: { readonly code: string } }[],
) => results.map(({ status, problem }) => problem?.code ?? status)

test('each record is stored as the phone’s, in any order, and the same file twice changes nothing', async () => {
  // More than go into one job, and a correction long before what it corrects.
  const first = delivery()
  const correction = delivery({ supersedes: first.id, quantity: { value: 41, unit: 'kg' } })
  const records = [correction, ...Array.from({ length: 120 }, () => delivery()), first]
  const file = saved(queue(records))
  const taken = await did('device', 'take-in', file)
  expect(taken).toMatchObject({
    code: 0,
    device: phone.id,
    device_name: 'Scale phone',
    party: coop.cooperative,
  })
  expect(taken.records.map(({ id }: { id: string }) => id)).toEqual(records.map(({ id }) => id))
  expect(new Set(statuses(taken.records))).toEqual(new Set(['accepted']))
  const stored = (await (
    await call(`/v1/records/${correction.id}?purpose=own_records`, coop.token)
  ).json()) as object
  expect(stored).toMatchObject({
    asserted_by: coop.cooperative,
    device_id: phone.id,
    recorded_at: '2026-05-01T08:01:00.000Z',
    derived: { standing: 'tip' },
  })
  const again = await did('device', 'take-in', file)
  expect(again.code).toBe(0)
  expect(new Set(statuses(again.records))).toEqual(new Set(['replayed']))
  // The phone itself, should it come back, hears the same.
  const sent = await call('/v1/sync/outbox', phone.token, { records: [first, correction] })
  expect(statuses(((await sent.json()) as { results: [] }).results)).toEqual(['replayed', 'replayed'])
  const { entries } = await did('audit', '--party', 'cooperative')
  const appended = entries.find(({ action }: { action: string }) => action === 'append')
  expect(appended).toMatchObject({ party: coop.cooperative, operator: expect.any(String) })
})

test('a photograph is taken in as an upload is, and its record opens it', async () => {
  const picture = await aPicture()
  const hash = sha256(picture)
  const one = delivery({ evidence: [{ sha256: hash, media_type: 'image/jpeg' }] })
  const photograph = { sha256: hash, media_type: 'image/jpeg', base64: picture.toString('base64') }
  const wrong = { ...photograph, sha256: sha256(Buffer.from('another')) }
  const text = Buffer.from('no picture at all')
  const noPicture = { ...photograph, sha256: sha256(text), base64: text.toString('base64') }
  const file = saved(queue([one], { photographs: [photograph, wrong, noPicture] }))
  const dry = await did('device', 'take-in', file, '--dry-run')
  expect(statuses(dry.photographs)).toEqual(['new', 'upload_digest_mismatch', 'new'])
  expect(statuses(dry.records)).toEqual(['new'])
  const taken = await did('device', 'take-in', file)
  expect(taken.code).toBe(3)
  expect(statuses(taken.photographs)).toEqual(['accepted', 'upload_digest_mismatch', 'evidence_refused'])
  expect((await call(`/v1/evidence/${hash}?purpose=own_records`, phone.token)).status).toBe(200)
  expect(statuses((await did('device', 'take-in', file)).photographs)).toEqual([
    'replayed',
    'upload_digest_mismatch',
    'evidence_refused',
  ])
})

test('a phone that was ended is taken in only when that is said, and stays ended', async () => {
  const picture = await aPicture(40, 30)
  const one = delivery({ evidence: [{ sha256: sha256(picture), media_type: 'image/jpeg' }] })
  const photograph = { sha256: sha256(picture), media_type: 'image/jpeg', base64: picture.toString('base64') }
  const file = saved(queue([one], { photographs: [photograph] }))
  await did('device', 'revoke', phone.id)
  const refused = await said('device', 'take-in', file)
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('--ended')
  expect((await did('device', 'take-in', file, '--ended', '--dry-run')).records[0].status).toBe('new')
  const taken = await did('device', 'take-in', file, '--ended')
  expect(taken).toMatchObject({ code: 0, ended_at: expect.any(String) })
  expect(statuses([...taken.records, ...taken.photographs])).toEqual(['accepted', 'accepted'])
  expect((await call('/v1/sync/changes', phone.token)).status).toBe(401)
  expect((await call(`/v1/evidence/${photograph.sha256}?purpose=own_records`, coop.token)).status).toBe(200)
})

test('a member’s confirmation of what the phone itself recorded is not taken in as the cooperative’s', async () => {
  const one = delivery()
  const confirmation = {
    id: uuidv7(),
    type: 'delivery_confirmation',
    occurred_at: '2026-05-01T08:02:00Z',
    delivery_id: one.id,
    channel: 'app',
  }
  const { records } = await did('device', 'take-in', saved(queue([one, confirmation])))
  expect(statuses(records)).toEqual(['accepted', 'not_the_counterparty'])
})

test('a refused record costs no other, and says why, to people and to programs', async () => {
  const [good, other] = [delivery(), delivery()]
  const bad = delivery({ quantity: { value: 0, unit: 'kg' } })
  const foreign = delivery({ device_id: uuidv7() })
  const file = saved(queue([good, bad, 7, foreign, other]))
  const shown = await said('device', 'take-in', file)
  expect(shown.code).toBe(3)
  expect(shown.out).toMatch(/Records +2 accepted, 0 already here, 3 refused/)
  expect(shown.out).toContain('/quantity/value')
  expect(shown.err).toContain('only in the file')
  const { records } = await did('device', 'take-in', file)
  expect(statuses(records).slice(0, 3)).toEqual(['replayed', 'schema_violation', 'schema_violation'])
  expect(records[2].id).toBeNull()
  expect(statuses(records)[4]).toBe('replayed')
})

test('a dry run writes nothing', async () => {
  const one = delivery()
  const dry = await said('device', 'take-in', saved(queue([one])), '--dry-run')
  expect(dry.code).toBe(0)
  expect(dry.out).toMatch(/Records +1 new, 0 already here, 0 refused/)
  expect(dry.err).toContain('Nothing was written')
  expect((await call(`/v1/records/${one.id}?purpose=own_records`, coop.token)).status).toBe(404)
})

describe('a file that cannot be taken in', () => {
  const photograph = { sha256: 'a'.repeat(64), media_type: 'image/jpeg', base64: 'AAAA' }
  test.each<[string, (good: ReturnType<typeof queue>) => unknown, string]>([
    ['is cut short', (good) => JSON.stringify(good).slice(0, -5), 'is not a whole JSON file'],
    ['names a member twice', () => '{"granary_field_queue":1,"granary_field_queue":1}', 'not a whole JSON'],
    ['is something else', () => ({ records: [] }), 'not the file of a phone’s queue'],
    ['is a list', () => [], 'not the file of a phone’s queue'],
    ['is of a later version', (good) => ({ ...good, granary_field_queue: 2 }), 'newer version'],
    ['lacks its records', ({ records: _, ...rest }) => rest, 'damaged at /records: is required'],
    ['has a day that is none', (good) => ({ ...good, made_at: 'today' }), 'damaged at /made_at'],
    ['knows more', (good) => ({ ...good, colour: 1 }), 'damaged at /colour'],
    [
      'has half a photograph',
      (good) => ({ ...good, photographs: [{ ...photograph, base64: 'AAA' }] }),
      'damaged at /photographs/0/base64: is not whole base64',
    ],
    ['is of another appliance', (good) => ({ ...good, device: uuidv7() }), 'There is no device'],
    ['names a party as its device', (good) => ({ ...good, device: grace }), 'There is no device'],
  ])('because it %s is refused with the remedy', async (_, spoil, fault) => {
    const one = delivery()
    const refused = await said('device', 'take-in', saved(spoil(queue([one]))))
    expect(refused.code).toBe(1)
    expect(refused.err).toContain(fault)
    expect(refused.err.trim().split('\n').length).toBeGreaterThan(1)
    expect((await call(`/v1/records/${one.id}?purpose=own_records`, coop.token)).status).toBe(404)
  })
  test('because it would fill the memory of a small machine is refused before it is read', async () => {
    const file = saved(queue([delivery()]))
    truncateSync(file, MAX_QUEUE_BYTES + 1)
    const refused = await said('device', 'take-in', file)
    expect([refused.code, refused.err.includes('larger than 64 MB')]).toEqual([1, true])
  })
  test('because it is not there is refused with the remedy', async () => {
    expect((await said('device', 'take-in', join(folder, 'none.json'))).err).toContain('none.json')
  })
})
