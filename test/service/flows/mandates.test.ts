import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
import {
  appended,
  at,
  DAY_MS,
  expectBare404,
  expectRefused,
  harvestOf,
  idsInPages,
  mandate,
} from '../../support/flows/help.ts'

/** Giving, listing and ending mandates; what they allow stands in delegations.test.ts. */

const a = await makeAppliance()
const principal = await a.party('person', 'Grace')
const delegate = await a.party('person', 'Clerk')
const stranger = await a.party('person', 'Stranger')

const draft = (more: object = {}) => ({
  id: uuidv7(),
  principal: principal.id,
  delegate: delegate.id,
  record_types: ['lot', 'harvest'],
  acts: ['correct', 'assert'],
  valid_from: '2026-06-01T03:00:00+03:00',
  valid_until: '2027-06-01T00:00:00Z',
  basis: 'witnessed',
  ...more,
})
const give = (more: object = {}, who = principal) => who.post('/v1/delegations', draft(more))
const revoke = (who: Actor, id: string, body?: object) => who.post(`/v1/delegations/${id}/revocation`, body)

test('a mandate is returned as it is kept', async () => {
  const sent = draft()
  const answer = await principal.post('/v1/delegations', sent)
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body).toEqual({
    ...sent,
    record_types: ['harvest', 'lot'],
    acts: ['assert', 'correct'],
    valid_from: '2026-06-01T00:00:00.000Z',
    valid_until: '2027-06-01T00:00:00.000Z',
    received_at: at(a.clock.nowMs),
    revoked_at: null,
  })
})

test('the same again is a replay, in whatever order and offset; other content is a conflict', async () => {
  const sent = draft()
  const first = await principal.post('/v1/delegations', sent)
  const again = await principal.post('/v1/delegations', {
    ...sent,
    record_types: ['harvest', 'lot'],
    acts: ['assert', 'correct'],
    valid_from: '2026-06-01T00:00:00.000Z',
  })
  expect([again.status, again.body]).toEqual([200, first.body])
  for (const other of [
    { acts: ['assert'] },
    { record_types: ['harvest'] },
    { delegate: stranger.id },
    { basis: 'in_person_signature' },
    { valid_until: '2027-06-01T00:00:00.001Z' },
  ]) {
    const conflict = await principal.post('/v1/delegations', { ...sent, ...other })
    expectRefused(conflict, 409, 'id_conflict')
    expect(conflict.text).not.toContain(delegate.id)
  }
  const byAnother = await stranger.post('/v1/delegations', { ...sent, principal: stranger.id })
  expectRefused(byAnother, 409, 'id_conflict')
})

test('an id that a record uses is a conflict, and the other way round', async () => {
  const { id } = await appended(principal, 'harvest', harvestOf(principal))
  expectRefused(await give({ id }), 409, 'id_conflict')
  const delegation = (await give()).body.id
  const asRecord = await principal.append('harvest', harvestOf(principal, { id: delegation }))
  expectRefused(asRecord, 409, 'id_conflict')
})

describe('a mandate is refused', () => {
  test('in somebody else’s name', async () => {
    expectRefused(await give({}, delegate), 422, 'schema_violation', ['/principal'])
  })
  test('to oneself', async () => {
    expectRefused(await give({ delegate: principal.id }), 422, 'schema_violation', ['/delegate'])
  })
  test('when it ends before it begins, or has already ended', async () => {
    const ends = (valid_until: string) => give({ valid_until })
    expectRefused(await ends('2026-06-01T00:00:00Z'), 422, 'period_invalid', ['/valid_until'])
    expectRefused(await ends('2026-05-31T00:00:00Z'), 422, 'period_invalid', ['/valid_until'])
    expectRefused(await ends(at(a.clock.nowMs)), 422, 'period_invalid', ['/valid_until'])
    expect((await ends(at(a.clock.nowMs + 1))).status).toBe(201)
  })
  test.each<[string, object, string[]]>([
    ['no types', { record_types: [] }, ['/record_types']],
    ['an unknown type', { record_types: ['harvests'] }, ['/record_types/0']],
    ['a type twice', { record_types: ['lot', 'lot'] }, ['/record_types']],
    ['no acts', { acts: [] }, ['/acts']],
    ['an unknown act', { acts: ['assert', 'delete'] }, ['/acts/1']],
    ['an unknown basis', { basis: 'trust' }, ['/basis']],
    ['no instant', { valid_from: '2026-06-01' }, ['/valid_from']],
    ['no party', { delegate: 'Clerk' }, ['/delegate']],
    ['a member it does not know', { until: 'x' }, ['/until']],
  ])('with %s', async (_name, more, pointers) => {
    expectRefused(await give(more), 422, 'schema_violation', pointers)
  })
  test.each(['id', 'principal', 'delegate', 'record_types', 'acts', 'valid_from', 'valid_until', 'basis'])(
    'without %s',
    async (member) => {
      const { [member]: _, ...rest } = draft() as Record<string, unknown>
      expectRefused(await principal.post('/v1/delegations', rest), 422, 'schema_violation', [`/${member}`])
    },
  )
})

describe('ending a mandate', () => {
  test('says when, and saying it again changes nothing', async () => {
    const { id } = (await give()).body
    const first = await revoke(principal, id)
    expect([first.status, first.body.revoked_at]).toEqual([201, at(a.clock.nowMs)])
    a.clock.nowMs += DAY_MS
    for (const body of [undefined, {}, { id: uuidv7() }]) {
      const again = await revoke(principal, id, body)
      expect([again.status, again.body]).toEqual([200, first.body])
    }
  })
  test('is a bare 404 for anybody else, the delegate too, and for what is not there', async () => {
    const { id } = (await give()).body
    for (const who of [delegate, stranger, a.cooperative]) expectBare404(await revoke(who, id))
    expectBare404(await revoke(principal, uuidv7()))
    expectBare404(await revoke(principal, 'nothing'))
    const { id: record } = await appended(principal, 'harvest', harvestOf(principal))
    expectBare404(await revoke(principal, record))
    expect((await revoke(principal, id)).status).toBe(201)
  })
  test('checks the body when there is one', async () => {
    const { id } = (await give()).body
    expectRefused(await revoke(principal, id, { id: 'x' }), 422, 'schema_violation', ['/id'])
    expectRefused(await revoke(principal, id, { why: 'x' }), 422, 'schema_violation', ['/why'])
    expectRefused(await revoke(principal, id, { id }), 409, 'id_conflict')
  })
})

describe('the list of mandates', () => {
  test('holds the caller’s own, as principal or delegate, newest first, and nobody else’s', async () => {
    const p = await a.party('person', 'P')
    const d = await a.party('person', 'D')
    const given = await mandate(a, p, d)
    const held = await mandate(a, stranger, p)
    await mandate(a, stranger, d)
    const list = await p.get('/v1/delegations')
    expect(list.body.next).toBeNull()
    expect(list.body.delegations.map((one: { id: string }) => one.id)).toEqual([held, given])
  })
  test('comes in pages', async () => {
    const p = await a.party('person', 'P')
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.unshift(await mandate(a, p, delegate))
    const [first, second, third] = [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]
    expect(await idsInPages(p, '/v1/delegations?limit=2', 'delegations')).toEqual([first, second, third])
  })
  test('takes no cursor that it did not give this caller', async () => {
    const mine = await mandate(a, principal, delegate)
    const theirs = await mandate(a, stranger, a.cooperative)
    const { id: record } = await appended(principal, 'harvest', harvestOf(principal))
    expect((await principal.get(`/v1/delegations?cursor=${mine}`)).status).toBe(200)
    for (const cursor of [theirs, record, uuidv7(), 'x'])
      expectRefused(await principal.get(`/v1/delegations?cursor=${cursor}`), 400, 'invalid_cursor')
  })
})
