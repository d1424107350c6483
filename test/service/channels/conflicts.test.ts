import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { Grants } from '../../../src/consent/grants.ts'
import { DeviceService } from '../../../src/identity/devices.ts'
import { type Answer, requesterOf, START_MS } from '../../support/appliance.ts'
import { at, cherry, DAY_MS, expectBare404, inferenceOf, PURPOSE } from '../../support/flows/help.ts'
import { bytesOf, deliveredTo, HIDDEN_ACTS, HIDDEN_RECORDS, idOf, lived } from './worlds.ts'

/**
 * An id is used once, by whomever: a 409 cannot but tell that it is used. It tells nothing more, neither what it is of,
 * nor whose, nor whether what was sent is what is stored.
 */

const w = await lived()
const outsider = w.who.outsider
const { kernel } = w.a
const [credential] = await kernel.ports.submit(() => kernel.credentials.list())
const idsOf = (kind: string) =>
  (
    kernel.store.db
      .prepare("SELECT lower(hex(id)) FROM entry WHERE body ->> '$.act' = ?")
      .pluck()
      .all(kind) as string[]
  ).map((hex) => hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5'))
await w.grant('anna', 'rival', 'a grant that ends', ['lot'], 'insurance')
const ending = { id: idOf('the end of a grant') }
await w.done(w.who.anna.post(`/v1/grants/${idOf('a grant that ends')}/revocation`, ending))
await w.grant('outsider', 'bank', 'the outsider’s own grant', ['harvest'])
await w.mandate('outsider', 'ben', 'the outsider’s own mandate')
await w.done(outsider.post('/v1/objections', { id: idOf('the outsider’s own objection'), channel: 'app' }))
await w.done(outsider.post('/v1/subject-access-requests', { id: idOf('the outsider’s own request') }))
const used: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...HIDDEN_RECORDS, ...HIDDEN_ACTS].map((named) => [named, idOf(named)])),
  'the end of a grant': ending.id,
  'a credential': credential?.credential_id as string,
  'the appliance': idsOf('appliance')[0] as string,
  'an answer to an access request': idsOf('subject_access_answer')[0] as string,
  'the end of a mandate': idsOf('delegation_revocation')[0] as string,
  'the register of the cooperative': (
    await w.a.cooperative.get(`/v1/records?purpose=${PURPOSE}&subject=${w.a.cooperative.id}`)
  ).body.records[0].id,
  'an own record': idOf('own harvest 1'),
  'an own correction': idOf('own correction'),
}
expect(Object.entries(used).filter(([, id]) => id === undefined)).toEqual([])

const record = (id: string, more: object = {}) => ({
  id,
  type: 'harvest',
  occurred_at: at(START_MS),
  lawful_basis: 'public_duty',
  producer: outsider.id,
  ...cherry(3),
  ...more,
})
const recorded = (id: string, more: object = {}) => outsider.post('/v1/records', record(id, more))
const grant = (id: string) => ({
  id,
  grantee: idOf('carol'),
  purpose: 'research',
  record_types: ['loss'],
  expires_at: at(START_MS + 90 * DAY_MS),
})
const mandate = (id: string) => ({
  id,
  principal: outsider.id,
  delegate: idOf('carol'),
  record_types: ['loss'],
  acts: ['assert'],
  valid_from: at(START_MS),
  valid_until: at(START_MS + 90 * DAY_MS),
  basis: 'witnessed',
})
const confirmation = (id: string) => ({ id, channel: 'ussd_pin', occurred_at: at(START_MS) })

/** Every way to send an id of one's own making. */
const WAYS: Readonly<Record<string, (id: string) => Promise<Answer>>> = {
  'a record': (id) => recorded(id),
  'an inference': (id) =>
    outsider.post('/v1/inferences', inferenceOf([idOf('own harvest 2')], START_MS, { id })),
  'a record of another type': (id) =>
    outsider.post('/v1/records', {
      ...deliveredTo('carol', {}, 'outsider'),
      ...confirmation(id),
      channel: undefined,
      type: 'delivery',
    }),
  'a record that names something hidden': (id) => recorded(id, { supersedes: idOf('what the clerk wrote') }),
  'a record on a mandate that is not there': (id) =>
    recorded(id, { on_behalf_of: idOf('anna'), delegation_id: idOf('nothing at all') }),
  'a retraction of something hidden': (id) =>
    outsider.append('retraction', { id, target_id: idOf('a lot'), reason: 'other' }),
  'a confirmation of a hidden delivery': (id) =>
    outsider.post(`/v1/deliveries/${idOf('a delivery to Ben')}/confirmation`, confirmation(id)),
  'a confirmation of an absent delivery': (id) =>
    outsider.post(`/v1/deliveries/${idOf('nothing at all')}/confirmation`, confirmation(id)),
  'a confirmation of an own payment': (id) =>
    outsider.post(`/v1/payments/${idOf('own payment')}/confirmation`, confirmation(id)),
  'a confirmation of an own delivery': (id) =>
    outsider.post(`/v1/deliveries/${idOf('own delivery from a lot')}/confirmation`, confirmation(id)),
  'a grant': (id) => outsider.post('/v1/grants', grant(id)),
  'a mandate': (id) => outsider.post('/v1/delegations', mandate(id)),
  'an objection': (id) => outsider.post('/v1/objections', { id, channel: 'written', purposes: ['tax'] }),
  'an objection on a mandate that is not there': (id) =>
    outsider.post('/v1/objections', {
      id,
      channel: 'written',
      on_behalf_of: idOf('anna'),
      delegation_id: idOf('nothing at all'),
    }),
  'an access request': (id) => outsider.post('/v1/subject-access-requests', { id }),
  'the end of an own grant': (id) =>
    outsider.post(`/v1/grants/${idOf('the outsider’s own grant')}/revocation`, { id }),
  'the end of an own mandate': (id) =>
    outsider.post(`/v1/delegations/${idOf('the outsider’s own mandate')}/revocation`, { id }),
}

describe.each(Object.entries(WAYS))('%s under an id that is used', (_what, send) => {
  test('is refused in the same bytes whatever the id is of, and they say nothing of it', async () => {
    const ofHarvest = bytesOf(await send(idOf('a harvest')))
    for (const [what, id] of Object.entries(used)) {
      const answer = await send(id)
      expect([what, answer.status, answer.body]).toEqual([
        what,
        409,
        {
          type: 'urn:granary:problem:id_conflict',
          title: 'This id is already used for something else',
          status: 409,
          code: 'id_conflict',
          correlation_id: answer.headers['x-correlation-id'],
        },
      ])
      expect(bytesOf(answer)).toBe(ofHarvest)
    }
  })
})

const TOO_LARGE = 'a record that is too large as kept'
/** Wrong by itself, whatever is stored: what is told is what is wrong, and not whether the id is used. */
const WRONG: typeof WAYS = {
  'a record without the one of two that go together': (id) => recorded(id, { on_behalf_of: idOf('anna') }),
  'a record with kilograms and no factor': (id) => recorded(id, { normalized_kg: 3 }),
  'a record of debt on a basis that does not carry it': (id) =>
    outsider.post('/v1/records', {
      ...record(id),
      ...deliveredTo('carol', { agreed_price: { amount_minor: 1, currency: 'UGX' } }, 'outsider'),
      type: 'delivery',
      producer: undefined,
    }),
  'a record that another is said to assert': (id) => recorded(id, { asserted_by: idOf('anna') }),
  'a record that supersedes itself': (id) => recorded(id, { supersedes: id }),
  [TOO_LARGE]: (id) => outsider.post('/v1/records', filled(record(id))),
  'an inference that rests on itself': (id) =>
    outsider.post('/v1/inferences', inferenceOf([id], START_MS, { id })),
  'an inference that another is said to make': (id) =>
    outsider.post(
      '/v1/inferences',
      inferenceOf([idOf('own harvest 2')], START_MS, { id, asserted_by: idOf('anna') }),
    ),
  'a grant for a purpose that nobody knows': (id) =>
    outsider.post('/v1/grants', { ...grant(id), purpose: 'nothing_registered' }),
  'a grant that is over': (id) =>
    outsider.post('/v1/grants', { ...grant(id), expires_at: at(START_MS - DAY_MS) }),
  'a mandate that ends before it begins': (id) =>
    outsider.post('/v1/delegations', { ...mandate(id), valid_until: at(START_MS - DAY_MS) }),
  'a mandate for oneself': (id) =>
    outsider.post('/v1/delegations', { ...mandate(id), delegate: outsider.id }),
  'an objection to a purpose that nobody knows': (id) =>
    outsider.post('/v1/objections', { id, channel: 'app', purposes: ['nothing_registered'] }),
  'an objection without the one of two that go together': (id) =>
    outsider.post('/v1/objections', { id, channel: 'app', on_behalf_of: idOf('anna') }),
}

/** As large as may be sent: what the service adds makes it too large to be kept. */
function filled(body: object): object {
  const room = w.a.kernel.config.maxRecordBytes - Buffer.byteLength(JSON.stringify(body))
  return { ...body, plot: { geometry: { type: 'Point', note: 'x'.repeat(room - 60) } } }
}

describe.each(Object.entries(WRONG))('%s', (what, send) => {
  test('is told what is wrong, in the same bytes whether another uses the id or nobody does', async () => {
    const size = w.a.kernel.store.log.size
    const free = idOf('an id that nobody uses')
    const wanted = await send(free)
    expect([wanted.status, wanted.body.code]).not.toContain('id_conflict')
    expect(wanted.status, wanted.text).toBe(what === TOO_LARGE ? 413 : 422)
    for (const [what, id] of Object.entries(used).filter(([named]) => !named.startsWith('an own')))
      expect([what, bytesOf(await send(id), id)]).toEqual([what, bytesOf(wanted, free)])
    expect(w.a.kernel.store.log.size).toBe(size)
  })
})

test('of an own record it is still the id that is told first', async () => {
  for (const id of [idOf('own harvest 1'), idOf('own correction')])
    for (const more of [{ on_behalf_of: idOf('anna') }, { normalized_kg: 3 }, { asserted_by: idOf('anna') }])
      expect((await recorded(id, more)).body.code).toBe('id_conflict')
})

test('whoever may give no more grants or devices learns of no id by asking for one', async () => {
  const grants = new Grants(kernel.store, kernel.people, () => true, 1)
  const devices = new DeviceService(kernel.store, kernel.credentials, 0, () => true)
  const admitted = { ...requesterOf(w.a, outsider), enrolment: null }
  const codeOf = (work: () => unknown) =>
    kernel.ports.submit(work).then(
      () => 'done',
      ({ code }) => code,
    )
  for (const id of [idOf('a grant to the rival'), idOf('a harvest'), idOf('an id that nobody uses')]) {
    expect(await codeOf(() => grants.give({ credential: null }, outsider.id, grant(id) as never))).toBe(
      'too_many_grants',
    )
    expect(await codeOf(() => devices.register(admitted, { id, name: 'x' }))).toBe('too_many_devices')
  }
})

test('an own act is refused as another’s is, when something else is sent under its id', async () => {
  const another = bytesOf(await outsider.post('/v1/grants', grant(idOf('a grant to the rival'))))
  for (const act of ['grant', 'mandate', 'objection', 'request']) {
    const named = `the outsider’s own ${act}`
    expect([named, bytesOf(await outsider.post('/v1/grants', grant(idOf(named))))]).toEqual([named, another])
    expect(bytesOf(await recorded(idOf(named)))).toBe(another)
  }
})

describe('the very content that is stored', () => {
  test('sent by somebody else under its id is refused like any other content', async () => {
    const acts = ['a lot', 'an obligation', 'a transfer', 'a loss', 'its retraction']
    for (const named of ['a harvest', 'its correction', ...acts]) {
      const stored = (await w.who.anna.get(`/v1/records/${idOf(named)}?purpose=${PURPOSE}`)).body
      expect(stored.id, named).toBe(idOf(named))
      const { asserted_by: _, ...without } = stored
      const guess = await outsider.post('/v1/records', without)
      expect([named, guess.status]).toEqual([named, 409])
      expect(bytesOf(guess)).toBe(bytesOf(await recorded(idOf(named))))
      // Whoever claims to be its asserter is told so before anything is looked up, or after: the same for all ids.
      const claimed = await outsider.post('/v1/records', stored)
      expect(bytesOf(claimed)).toBe(bytesOf(await outsider.post('/v1/records', { ...stored, note: 'x' })))
    }
  })

  test('of a grant or an objection sent by somebody else is refused like any other content', async () => {
    const [stored] = (await w.who.anna.get('/v1/grants')).body.grants
    const { id, grantee, purpose, record_types, expires_at } = stored
    const guess = await outsider.post('/v1/grants', { id, grantee, purpose, record_types, expires_at })
    expect(guess.status).toBe(409)
    expect(bytesOf(guess)).toBe(bytesOf(await outsider.post('/v1/grants', grant(id))))
    const objection = { id: idOf('an objection'), purposes: ['research'], channel: 'written' }
    expect(bytesOf(await outsider.post('/v1/objections', objection))).toBe(bytesOf(guess))
  })
})

test('nobody learns by a used id whether the act he would end is there: it is looked for first', async () => {
  const absent = await outsider.post(`/v1/grants/${idOf('nothing at all')}/revocation`, {
    id: idOf('a harvest'),
  })
  expectBare404(absent)
  for (const [route, named] of [
    ['grants', 'a grant to the rival'],
    ['delegations', 'a mandate for Carol'],
  ] as const)
    for (const id of [...Object.values(used), uuidv7()])
      expect(bytesOf(await outsider.post(`/v1/${route}/${idOf(named)}/revocation`, { id }))).toBe(
        bytesOf(absent),
      )
  for (const id of [idOf('a harvest'), uuidv7()])
    expect(
      bytesOf(
        await outsider.post(`/v1/objections/${idOf('an objection')}/withdrawal`, { id, channel: 'written' }),
      ),
    ).toBe(bytesOf(absent))
})

test('nothing was written by any of it', async () => {
  const { body } = await outsider.get(`/v1/records?purpose=${PURPOSE}&standing=any`)
  const used409 = new Set(Object.values(used))
  const ids: string[] = body.records.map((one: { id: string }) => one.id)
  expect(ids.filter((id) => used409.has(id)).sort()).toEqual(
    [idOf('own harvest 1'), idOf('own correction')].sort(),
  )
})
