import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { type Actor, type Answer, makeAppliance } from '../../support/any-appliance.ts'
import {
  appended,
  at,
  DAY_MS,
  expectBare404,
  expectRefused,
  harvestOf,
  idsInPages,
  PURPOSE,
} from '../../support/flows/help.ts'

/**
 * What all acts of a party have in common: sent again, sent wrong, ended and listed. What each is for stands in a file of
 * its own; that cursors and conflicts tell nothing of others, in test/service/channels.
 */

const a = await makeAppliance({ maxAccessRequests: '1000', accessRequestsPerDay: '1000' })
const grace = await a.party('person', 'Grace')
const bank = await a.party('institution', 'Bank')
const stranger = await a.party('person', 'Stranger')
const asked = await a.party('person', 'Somebody who is asked')
const { id: record } = await appended(grace, 'harvest', harvestOf(grace))

interface Kind {
  readonly path: string
  /** Of those the caller made. */
  readonly list: string
  readonly draft: (by: Actor) => object
  readonly required: readonly string[]
  /** The same in other words. */
  readonly again: object
  readonly different: readonly object[]
  /** What is refused, and the member that is named for it. */
  readonly wrong: readonly (readonly [object, string])[]
  readonly end: string
  /** What the end of it must say. */
  readonly ending: object
  readonly ended: () => object
}

const KINDS: Readonly<Record<string, Kind>> = {
  grants: {
    path: '/v1/grants',
    list: '/v1/grants?role=subject',
    draft: () => ({
      grantee: bank.id,
      purpose: PURPOSE,
      record_types: ['harvest', 'lot'],
      expires_at: '2027-01-01T03:00:00+03:00',
    }),
    required: ['grantee', 'purpose', 'record_types', 'expires_at'],
    again: { record_types: ['lot', 'harvest'], expires_at: '2027-01-01T00:00:00Z' },
    different: [
      { grantee: stranger.id },
      { purpose: 'insurance' },
      { record_types: ['lot'] },
      { expires_at: '2027-01-02T00:00:00Z' },
      { valid_from: at(a.clock.nowMs) },
      { channel: 'app' },
      { occurred_from: '2026-01-01T00:00:00Z' },
      { occurred_to: '2026-01-01T00:00:00Z' },
      { keep_until: '2028-01-01T00:00:00Z' },
    ],
    wrong: [
      [{ subject: 'x' }, '/subject'],
      [{ record_types: [] }, '/record_types'],
      [{ record_types: ['harvest', 'all'] }, '/record_types/1'],
      [{ purpose: 'Credit!' }, '/purpose'],
      [{ channel: 'telex' }, '/channel'],
      // It is the operator's to give.
      [{ evidence: 'a'.repeat(64) }, '/evidence'],
      [{ expires_at: '2027-01-01' }, '/expires_at'],
      [{ occurred_from: 'yesterday' }, '/occurred_from'],
      [{ occurred_to: '2026-13-01T00:00:00Z' }, '/occurred_to'],
      [{ keep_until: 17 }, '/keep_until'],
      [{ replaces: 'the last one' }, '/replaces'],
      [{ request_id: uuidv7() }, '/request_id'],
    ],
    end: 'revocation',
    ending: {},
    ended: () => ({ revoked_at: at(a.clock.nowMs), live: false }),
  },
  mandates: {
    path: '/v1/delegations',
    list: '/v1/delegations?',
    draft: (by) => ({
      principal: by.id,
      delegate: bank.id,
      record_types: ['lot', 'harvest'],
      acts: ['correct', 'assert'],
      valid_from: '2026-06-01T03:00:00+03:00',
      valid_until: '2027-06-01T00:00:00Z',
      basis: 'witnessed',
    }),
    required: ['principal', 'delegate', 'record_types', 'acts', 'valid_from', 'valid_until', 'basis'],
    again: {
      record_types: ['harvest', 'lot'],
      acts: ['assert', 'correct'],
      valid_from: '2026-06-01T00:00:00.000Z',
    },
    different: [
      { acts: ['assert'] },
      { record_types: ['harvest'] },
      { delegate: stranger.id },
      { basis: 'in_person_signature' },
      { valid_until: '2027-06-01T00:00:00.001Z' },
    ],
    wrong: [
      [{ record_types: [] }, '/record_types'],
      [{ record_types: ['harvests'] }, '/record_types/0'],
      [{ record_types: ['lot', 'lot'] }, '/record_types'],
      [{ acts: [] }, '/acts'],
      [{ acts: ['assert', 'delete'] }, '/acts/1'],
      [{ basis: 'trust' }, '/basis'],
      [{ valid_from: '2026-06-01' }, '/valid_from'],
      [{ delegate: 'Clerk' }, '/delegate'],
      [{ until: 'x' }, '/until'],
      // In somebody else's name, and to oneself.
      [{ principal: stranger.id }, '/principal'],
      [{ delegate: grace.id }, '/delegate'],
    ],
    end: 'revocation',
    ending: {},
    ended: () => ({ revoked_at: at(a.clock.nowMs) }),
  },
  objections: {
    path: '/v1/objections',
    list: '/v1/objections?',
    draft: () => ({ channel: 'app', purposes: ['research', 'insurance'] }),
    required: ['channel'],
    again: { purposes: ['insurance', 'research'] },
    different: [{ channel: 'written' }, { purposes: ['research'] }, { record_types: ['harvest'] }],
    wrong: [
      [{ record_types: ['harvests'] }, '/record_types/0'],
      [{ record_types: [] }, '/record_types'],
      [{ subject: stranger.id }, '/subject'],
    ],
    end: 'withdrawal',
    ending: { channel: 'in_person' },
    ended: () => ({ withdrawn_at: at(a.clock.nowMs) }),
  },
  'requests for access': {
    path: '/v1/access-requests',
    list: '/v1/access-requests?role=grantee',
    draft: () => ({
      about: { party: asked.id },
      purpose: PURPOSE,
      record_types: ['harvest', 'lot'],
      expires_at: '2027-01-01T03:00:00+03:00',
      reason: 'You asked us for a loan.',
    }),
    required: ['about', 'purpose', 'record_types', 'expires_at', 'reason'],
    again: { record_types: ['lot', 'harvest'], expires_at: '2027-01-01T00:00:00Z' },
    different: [
      { about: { party: bank.id } },
      { about: { phone: '+256772000001' } },
      { purpose: 'insurance' },
      { record_types: ['lot'] },
      { expires_at: '2027-01-02T00:00:00Z' },
      { keep_until: '2027-06-01T00:00:00Z' },
      { reason: 'Another.' },
    ],
    wrong: [
      [{ id: '7b8d1f3e-45a1-4cde-8a3b-0123456789ab' }, '/id'],
      [{ about: {} }, '/about'],
      [{ about: { phone: '+256772000001', member_no: 'M-1' } }, '/about'],
      [{ about: { name: 'Grace' } }, '/about/name'],
      [{ about: 'Grace' }, '/about'],
      [{ about: { party: 'Grace' } }, '/about/party'],
      [{ about: { phone: '0772 000001' } }, '/about/phone'],
      [{ about: { member_no: '' } }, '/about/member_no'],
      [{ about: { member_no: 'x'.repeat(41) } }, '/about/member_no'],
      [{ record_types: [] }, '/record_types'],
      [{ record_types: ['lot', 'lot'] }, '/record_types'],
      [{ record_types: ['everything'] }, '/record_types/0'],
      [{ purpose: 'A loan' }, '/purpose'],
      [{ expires_at: '2027-01-01' }, '/expires_at'],
      [{ occurred_from: '2025-01-01' }, '/occurred_from'],
      [{ occurred_to: 5 }, '/occurred_to'],
      [{ keep_until: '2028-01-01' }, '/keep_until'],
      [{ reason: '' }, '/reason'],
      [{ reason: 'é'.repeat(301) }, '/reason'],
      [{ lapses_at: '2030-01-01T00:00:00Z' }, '/lapses_at'],
    ],
    end: 'withdrawal',
    ending: {},
    ended: () => ({ status: 'ended' }),
  },
}

describe.each(Object.entries(KINDS))('%s', (_kind, { path, list, draft, end, ending, ...of }) => {
  const send = (by: Actor, more: object = {}) => by.post(path, { id: uuidv7(), ...draft(by), ...more })
  const made = async (by: Actor): Promise<string> => {
    const { status, body, text } = await send(by)
    expect(status, text).toBe(201)
    return body.id
  }
  const ends = (by: Actor, id: string, body?: object) => by.post(`${path}/${id}/${end}`, body)

  test('sent again in other words are a replay; other content, or an id that is used, is a conflict', async () => {
    const id = uuidv7()
    const first = await send(grace, { id })
    expect(first.status, first.text).toBe(201)
    a.clock.nowMs += 1_000
    const again = await send(grace, { id, ...of.again })
    expect([again.status, again.body]).toEqual([200, first.body])
    const refused: Answer[] = []
    for (const other of of.different) refused.push(await send(grace, { id, ...other }))
    refused.push(await send(stranger, { id }), await send(grace, { id: record }))
    for (const answer of refused) expectRefused(answer, 409, 'id_conflict')
  })

  test('are refused without what they must say, and with what they may not', async () => {
    for (const member of ['id', ...of.required])
      expectRefused(await send(grace, { [member]: undefined }), 422, 'schema_violation', [`/${member}`])
    for (const [more, pointer] of of.wrong) {
      const { status, body } = await send(grace, more)
      expect([more, status, body.code]).toEqual([more, 422, 'schema_violation'])
      expect(body.errors.map((one: { pointer: string }) => one.pointer)).toContain(pointer)
    }
  })

  test('are ended once, which says when', async () => {
    const id = await made(grace)
    const said = { ...ending, id: uuidv7() }
    const first = await ends(grace, id, said)
    expect(first.status, first.text).toBe(201)
    expect(first.body).toMatchObject({ id, ...of.ended() })
    a.clock.nowMs += DAY_MS
    for (const body of [said, ending, { ...ending, id: uuidv7() }]) {
      const again = await ends(grace, id, body)
      expect([again.status, again.body]).toEqual([200, first.body])
    }
  })

  test('end by a body that is checked', async () => {
    const id = await made(grace)
    expectRefused(await ends(grace, id, { ...ending, id: 'x' }), 422, 'schema_violation', ['/id'])
    expectRefused(await ends(grace, id, { ...ending, why: 'x' }), 422, 'schema_violation', ['/why'])
    for (const used of [record, id])
      expectRefused(await ends(grace, id, { ...ending, id: used }), 409, 'id_conflict')
    expectRefused(await ends(grace, id, []), 422, 'schema_violation', [''])
  })

  test('are ended by nobody else: a bare 404, as for what is not there', async () => {
    const id = await made(grace)
    for (const who of [bank, stranger, a.cooperative]) expectBare404(await ends(who, id, ending))
    for (const other of [uuidv7(), record, 'nothing']) expectBare404(await ends(grace, other, ending))
    expect((await ends(grace, id, ending)).status).toBe(201)
  })

  test('are listed to who made them, newest first, in pages', async () => {
    const who = await a.party('person', 'Somebody')
    const ids: string[] = []
    for (let n = 0; n < 5; n++) {
      ids.unshift(await made(who))
      await made(grace)
    }
    const pages = await idsInPages(who, `${list}&limit=2`, path.slice('/v1/'.length).replace('-', '_'))
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
    for (const cursor of [await made(grace), record, uuidv7(), 'x'])
      expectRefused(await who.get(`${list}&cursor=${cursor}`), 400, 'invalid_cursor')
    for (const query of ['limit=0', 'limit=501', 'limit=1e2', 'page=2', 'role=owner'])
      expectRefused(await who.get(`${list}&${query}`), 400, 'invalid_parameter')
  })
})
