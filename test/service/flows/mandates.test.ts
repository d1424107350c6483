import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { makeAppliance } from '../../support/any-appliance.ts'
import { at, expectRefused, mandate } from '../../support/flows/help.ts'

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

describe('a mandate is refused', () => {
  test('when it ends before it begins, or has already ended', async () => {
    const ends = (valid_until: string) => give({ valid_until })
    expectRefused(await ends('2026-06-01T00:00:00Z'), 422, 'period_invalid', ['/valid_until'])
    expectRefused(await ends('2026-05-31T00:00:00Z'), 422, 'period_invalid', ['/valid_until'])
    expectRefused(await ends(at(a.clock.nowMs)), 422, 'period_invalid', ['/valid_until'])
    expect((await ends(at(a.clock.nowMs + 1))).status).toBe(201)
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
})
