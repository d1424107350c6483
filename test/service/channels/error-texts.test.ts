import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, START_MS } from '../../support/appliance.ts'
import { at, cherry, DAY_MS, expectBare404, expectRefused } from '../../support/flows/help.ts'
import { bytesOf, deliveredTo, HIDDEN_ACTS, HIDDEN_RECORDS, idOf, lived } from './worlds.ts'

/** Does a refusal, or a flag on one's own record, tell what an id is of that one may not read? */

const ABSENT = idOf('nothing at all')
/** Mandates of others: in force, ended by itself, taken back, of another delegate. */
const MANDATES = [
  'a mandate for Carol',
  'a mandate that expired',
  'a mandate taken back',
  'the mandate that ended',
]

const w = await lived()
const outsider = w.who.outsider
const clerk = w.who.clerk
const given = (named: string, forMs: number) =>
  w.done(
    w.who.anna.post('/v1/delegations', {
      ...{ id: idOf(named), principal: idOf('anna'), delegate: idOf('carol'), basis: 'witnessed' },
      ...{ record_types: ['harvest', 'delivery'], acts: ['assert', 'correct', 'confirm', 'object'] },
      ...{ valid_from: at(w.a.clock.nowMs - DAY_MS), valid_until: at(w.a.clock.nowMs + forMs) },
    }),
  )
await given('a mandate that expired', 1_000)
w.a.clock.nowMs += 2_000
await given('a mandate taken back', DAY_MS)
await w.done(w.who.anna.post(`/v1/delegations/${idOf('a mandate taken back')}/revocation`))

const NAMED = [...HIDDEN_RECORDS, ...HIDDEN_ACTS, ...MANDATES, 'anna', 'mill'].map(idOf)
const base = (type: string) => ({ id: uuidv7(), type, occurred_at: at(START_MS) })
const kept = { lawful_basis: 'consent' }

/** What is sent, the one id in it set by the test; where a second thing is wrong, that must not come before or after. */
const DRAFTS: Readonly<Record<string, (id: string) => object>> = {
  'a correction': (id) => ({
    ...base('harvest'),
    ...kept,
    producer: outsider.id,
    ...cherry(),
    supersedes: id,
  }),
  'a correction that is of another type': (id) => ({
    ...base('obligation'),
    kind: 'other',
    obligor: outsider.id,
    obligee: idOf('carol'),
    lawful_basis: 'special_data_consent',
    supersedes: id,
  }),
  'a correction that is about the hidden person': (id) => ({
    ...base('harvest'),
    ...kept,
    producer: idOf('anna'),
    ...cherry(),
    supersedes: id,
  }),
  'a correction that does not name its party': (id) => ({
    ...base('delivery'),
    ...deliveredTo('ben'),
    supersedes: id,
  }),
  'a retraction': (id) => ({ ...base('retraction'), target_id: id, reason: 'wrong_party' }),
  'a retraction on some ground': (id) => ({
    ...base('retraction'),
    target_id: id,
    reason: 'other',
    lawful_basis: 'national_security',
  }),
  'a confirmation': (id) => ({ ...base('delivery_confirmation'), delivery_id: id, channel: 'app' }),
  'a confirmation on some ground': (id) => ({
    ...base('delivery_confirmation'),
    delivery_id: id,
    channel: 'app',
    lawful_basis: 'medical',
  }),
}

describe.each(Object.entries(DRAFTS))('%s that names what one may not read', (_what, draftOf) => {
  test('is refused in the same bytes, whatever it names and however that stands', async () => {
    const send = (id: string) => outsider.post('/v1/records', draftOf(id))
    const absent = await send(ABSENT)
    expectRefused(absent, 422, 'reference_unresolved')
    // Nor does it hold a name, a stored value or an id that was not sent.
    const ids = absent.text.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g)
    expect(ids).toEqual([absent.headers['x-correlation-id']])
    expect(absent.text).not.toMatch(/Zebulonova|credit_assessment|90000|drying/)
    for (const id of NAMED) expect([id, bytesOf(await send(id))]).toEqual([id, bytesOf(absent)])
  })
  test('also to a past delegate, in its own name and in the other’s', async () => {
    const own = (id: string) => clerk.post('/v1/records', draftOf(id))
    const refused = bytesOf(await own(ABSENT))
    for (const id of NAMED) expect([id, bytesOf(await own(id))]).toEqual([id, refused])
    const acting = { on_behalf_of: idOf('anna'), delegation_id: idOf('the mandate that ended') }
    const forHer = (id: string) => clerk.post('/v1/records', { ...draftOf(id), ...acting })
    const ended = await forHer(ABSENT)
    expectRefused(ended, 422, 'delegation_not_live')
    for (const id of NAMED) expect([id, bytesOf(await forHer(id))]).toEqual([id, bytesOf(ended)])
  })
})

describe('a confirmation by its own address', () => {
  const send = (id: string, more: object = {}) =>
    outsider.post(`/v1/deliveries/${id}/confirmation`, {
      id: uuidv7(),
      channel: 'app',
      occurred_at: at(START_MS),
      ...more,
    })
  test('is a bare 404 for whatever is not there to be seen', async () => {
    const absent = await send(ABSENT)
    expectBare404(absent)
    for (const id of NAMED) expect([id, bytesOf(await send(id))]).toEqual([id, bytesOf(absent)])
  })
  test('on a mandate that is not one’s own speaks of the mandate, hidden delivery or not', async () => {
    for (const delegation_id of [...NAMED, ABSENT]) {
      const acting = { on_behalf_of: idOf('anna'), delegation_id }
      const absent = await send(ABSENT, acting)
      expectRefused(absent, 422, 'reference_unresolved', ['/delegation_id'])
      for (const id of [idOf('a delivery to Ben'), idOf('a harvest'), idOf('own delivery from a lot')])
        expect(bytesOf(await send(id, acting))).toBe(bytesOf(absent))
    }
  })
})

describe('a mandate that is somebody else’s', () => {
  const ways: Readonly<Record<string, (delegation_id: string, on_behalf_of: string) => Promise<Answer>>> = {
    'a record': (delegation_id, on_behalf_of) =>
      outsider.post('/v1/records', {
        ...base('harvest'),
        ...kept,
        producer: idOf('anna'),
        ...cherry(),
        on_behalf_of,
        delegation_id,
      }),
    'a correction of something hidden': (delegation_id, on_behalf_of) =>
      outsider.post('/v1/records', {
        ...base('retraction'),
        target_id: idOf('a retracted harvest'),
        reason: 'other',
        on_behalf_of,
        delegation_id,
      }),
    'an objection': (delegation_id, on_behalf_of) =>
      outsider.post('/v1/objections', { id: uuidv7(), channel: 'app', on_behalf_of, delegation_id }),
  }
  test.each(Object.entries(ways))(
    '%s: it cannot be told from no mandate, in force or not',
    async (_what, send) => {
      const absent = await send(ABSENT, idOf('anna'))
      expectRefused(absent, 422, 'reference_unresolved', ['/delegation_id'])
      for (const principal of ['anna', 'carol', 'outsider', 'nobody has heard of']) {
        for (const id of NAMED)
          expect([principal, id, bytesOf(await send(id, idOf(principal)))]).toEqual([
            principal,
            id,
            bytesOf(absent),
          ])
      }
    },
  )
})

describe('a delegate', () => {
  beforeAll(async () => {
    await w.mandate('anna', 'outsider', 'for deliveries alone', undefined, ['delivery'])
  })
  const acting = () => ({ on_behalf_of: idOf('anna'), delegation_id: idOf('for deliveries alone') })
  const notCovered = HIDDEN_RECORDS.filter(
    (named) => !['a delivery to Ben', 'its confirmation'].includes(named),
  )

  test('learns nothing by a refusal of what its mandate does not cover', async () => {
    const cases = [
      ['a correction', 'delegation_not_live'],
      ['a correction that does not name its party', 'reference_unresolved'],
      ['a retraction', 'reference_unresolved'],
      ['a confirmation', 'reference_unresolved'],
    ] as const
    for (const [draft, code] of cases) {
      const send = (id: string) => outsider.post('/v1/records', { ...DRAFTS[draft]?.(id), ...acting() })
      const absent = await send(ABSENT)
      expectRefused(absent, 422, code)
      for (const named of notCovered)
        expect([named, bytesOf(await send(idOf(named)))]).toEqual([named, bytesOf(absent)])
    }
  })

  test('learns nothing by a flag of lots and debts that its mandate does not cover', async () => {
    const flags = async (named: object) => {
      const delivery = { ...base('delivery'), ...deliveredTo('mill', { ...named, ...acting() }) }
      const answer = await outsider.post('/v1/records', delivery)
      expect(answer.status, answer.text).toBe(201)
      return answer.body.derived.flags
    }
    expect(await flags({ lot_id: idOf('a lot') })).toEqual(await flags({ lot_id: ABSENT }))
    expect(await flags({ obligation_id: idOf('an obligation') })).toEqual(
      await flags({ obligation_id: ABSENT }),
    )
  })
})

test('a record with several faults names them all alike, and nothing of what it refers to', async () => {
  const faulty = (id: string) => ({
    ...base('delivery'),
    ...deliveredTo('ben'),
    supersedes: id,
    lot_id: 'no-id',
    quantity: { value: -1, unit: 'kg' },
  })
  const absent = await outsider.post('/v1/records', faulty(ABSENT))
  expectRefused(absent, 422, 'schema_violation', ['/lot_id', '/quantity/value'])
  for (const id of NAMED)
    expect(bytesOf(await outsider.post('/v1/records', faulty(id)))).toBe(bytesOf(absent))
})
