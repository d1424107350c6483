import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { localTasks } from '../../../src/tasks.ts'
import { type Actor, makeAppliance } from '../../support/appliance.ts'
import {
  appended,
  at,
  DAY_MS,
  expectBare404,
  expectRefused,
  granted,
  harvestOf,
  idsInPages,
  PURPOSE,
  read,
} from '../../support/flows/help.ts'

const a = await makeAppliance({ maxAccessRequests: '1000', accessRequestsPerDay: '1000' })
const farmer = await a.party('person', 'Grace', { phone: '+256772000001', member_no: 'M-1' })
const lender = await a.party('institution', 'Bank')
const stranger = await a.party('person', 'Stranger')

const draft = (more: object = {}) => ({
  id: uuidv7(),
  about: { party: farmer.id },
  purpose: PURPOSE,
  record_types: ['harvest'],
  expires_at: '2027-01-01T03:00:00+03:00',
  reason: 'You asked us for a loan.',
  ...more,
})
const path = (id: string, act: string) => `/v1/access-requests/${id}/${act}`
const ask = async (more: object = {}, who = lender) => {
  const sent = draft(more)
  const { status, text } = await who.post('/v1/access-requests', sent)
  expect(status, text).toBe(201)
  return sent.id
}
const decide = (id: string, decision: unknown, who = farmer) => who.post(path(id, 'decision'), decision)
const withdraw = (id: string, who = lender, body?: object) => who.post(path(id, 'withdrawal'), body)
const seenBy = async (who: Actor, role: 'grantee' | 'subject', id: string) => {
  const { body } = await who.get(`/v1/access-requests?role=${role}&limit=500`)
  return body.access_requests.find((one: { id: string }) => one.id === id)
}
const tasks = () => localTasks(a.kernel)
const match = (id: string, party: string | null) => tasks().run('access-request.match', 'test', { id, party })

describe('asking', () => {
  test('is answered with what was sent, open, and when it lapses', async () => {
    const sent = draft({ record_types: ['inference', 'harvest'], occurred_from: '2025-01-01T00:00:00Z' })
    const { status, body } = await lender.post('/v1/access-requests', sent)
    expect([status, body]).toEqual([
      201,
      {
        ...sent,
        grantee: lender.id,
        grantee_name: 'Bank',
        grantee_kind: 'institution',
        record_types: ['harvest', 'inference'],
        expires_at: '2027-01-01T00:00:00.000Z',
        occurred_from: '2025-01-01T00:00:00.000Z',
        status: 'open',
        received_at: at(a.clock.nowMs),
        lapses_at: at(a.clock.nowMs + 30 * DAY_MS),
      },
    ])
  })

  test('300 characters of any script are a reason', async () => {
    await ask({ reason: '😀'.repeat(300) })
  })

  test('not for an unregistered purpose, nor of an empty window', async () => {
    const day = '2025-01-01T00:00:00Z'
    const refused = async (more: object) => lender.post('/v1/access-requests', draft(more))
    expectRefused(await refused({ purpose: 'curiosity' }), 422, 'purpose_unknown', ['/purpose'])
    const empty = await refused({ occurred_from: day, occurred_to: day })
    expectRefused(empty, 422, 'period_invalid', ['/occurred_to'])
  })
})

describe('whom it is shown to', () => {
  test('by the id, to that person at once, without how the asker meant them', async () => {
    const id = await ask()
    const seen = await seenBy(farmer, 'subject', id)
    expect(seen).toMatchObject({ id, grantee: lender.id, status: 'open', reason: 'You asked us for a loan.' })
    expect(seen).not.toHaveProperty('about')
    expect(await seenBy(stranger, 'subject', id)).toBeUndefined()
    expect(await seenBy(farmer, 'grantee', id)).toBeUndefined()
    expect((await seenBy(lender, 'grantee', id)).about).toEqual({ party: farmer.id })
    expect(await seenBy(lender, 'subject', id)).toBeUndefined()
  })

  test('by a number, to nobody before the office has matched it, and then to that person alone', async () => {
    for (const about of [{ member_no: 'M-1' }, { phone: '+256772000001' }]) {
      const id = await ask({ about })
      expect(await seenBy(farmer, 'subject', id)).toBeUndefined()
      expectBare404(await decide(id, { refuse: true }))
      await match(id, stranger.id)
      expect(await seenBy(stranger, 'subject', id)).toBeDefined()
      // A wrong match is corrected by another.
      await match(id, farmer.id)
      expect(await seenBy(stranger, 'subject', id)).toBeUndefined()
      expectBare404(await decide(id, { refuse: true }, stranger))
      expect(await seenBy(farmer, 'subject', id)).toMatchObject({ status: 'open' })
      expect((await decide(id, { grant: { id: uuidv7() } })).status).toBe(201)
    }
  })

  test('pages are newest first, and no cursor is taken that is not in the list', async () => {
    const other = await a.party('institution', 'Another')
    const ids: string[] = []
    for (let n = 0; n < 5; n++) {
      const id = await ask({ about: n % 2 === 0 ? { party: other.id } : { member_no: 'M-9' } }, lender)
      if (n % 2 === 1) await match(id, other.id)
      ids.unshift(id)
    }
    const pages = await idsInPages(other, '/v1/access-requests?limit=2', 'access_requests')
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
    expectRefused(await other.get(`/v1/access-requests?cursor=${await ask()}`), 400, 'invalid_cursor')
  })
})

test('what waits for the office comes in pages, the first to lapse first, and without what was decided', async () => {
  const [first, second, third] = [await ask(), await ask(), await ask()]
  await decide(second, { refuse: true })
  const found: string[] = []
  for (let after: string | null = null, more = true; more; ) {
    const page: Awaited<ReturnType<typeof a.tasks.run<'access-request.list'>>> = await a.tasks.run(
      'access-request.list',
      'test',
      { after, count: 2 },
    )
    found.push(...page.requests.map(({ id }) => id))
    after = page.requests.at(-1)?.id ?? null
    more = page.more
  }
  expect(new Set(found).size).toBe(found.length)
  expect(found.slice(-2)).toEqual([first, third])
})

describe('deciding', () => {
  test('a grant is as asked where the decision says nothing, and names the request', async () => {
    const harvest = (await appended(farmer, 'harvest', harvestOf(farmer))).id
    const terms = {
      occurred_from: '2020-01-01T00:00:00.000Z',
      occurred_to: '2030-01-01T00:00:00.000Z',
      expires_at: '2027-01-01T00:00:00.000Z',
      keep_until: '2027-06-01T00:00:00.000Z',
    }
    const id = await ask(terms)
    const grant = uuidv7()
    const { status, body } = await decide(id, { grant: { id: grant } })
    expect([status, body.status, body.grant_id]).toEqual([201, 'granted', grant])
    const [given] = (await farmer.get('/v1/grants?limit=1')).body.grants
    expect(given).toMatchObject({ ...terms, id: grant, request_id: id, grantee: lender.id, live: true })
    expect((await read(lender, harvest)).id).toBe(harvest)
    expect(await seenBy(lender, 'grantee', id)).toMatchObject({ status: 'granted', grant_id: grant })
    // It stays granted when the grant ends.
    await farmer.post(`/v1/grants/${grant}/revocation`)
    expect(await seenBy(lender, 'grantee', id)).toMatchObject({ status: 'granted' })
    expectRefused(await withdraw(id), 409, 'request_ended')
  })

  test('a grant sent twice is one; another is refused, and so is a refusal', async () => {
    const id = await ask()
    const grant = { id: uuidv7(), expires_at: '2026-12-01T00:00:00Z' }
    const first = await decide(id, { grant })
    const again = await decide(id, { grant: { ...grant, expires_at: '2026-12-01T03:00:00+03:00' } })
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body])
    expectRefused(await decide(id, { grant: { id: grant.id } }), 409, 'id_conflict')
    expectRefused(await decide(id, { grant: { id: uuidv7() } }), 409, 'request_ended')
    expectRefused(await decide(id, { refuse: true }), 409, 'request_ended')
  })

  test('never for longer than asked', async () => {
    const id = await ask({ keep_until: '2027-06-01T00:00:00Z' })
    const longer = { keep_until: '2028-06-01T00:00:01Z', expires_at: '2028-01-01T00:00:00Z' }
    const refused = await decide(id, { grant: { id: uuidv7(), ...longer } })
    expectRefused(refused, 422, 'wider_than_asked', ['/grant/expires_at', '/grant/keep_until'])
    expect((await seenBy(farmer, 'subject', id)).status).toBe('open')
  })

  test('nor with an end that has passed', async () => {
    const ended = { id: uuidv7(), expires_at: '2020-01-01T00:00:00Z' }
    expectRefused(await decide(await ask(), { grant: ended }), 422, 'period_invalid', ['/grant/expires_at'])
  })

  test.each<[string, unknown, string]>([
    ['nothing', {}, ''],
    ['both', { grant: { id: uuidv7() }, refuse: true }, ''],
    ['a refusal that is none', { refuse: false }, '/refuse'],
    ['a grant without an id', { grant: {} }, '/grant/id'],
    ['a grant of no types', { grant: { id: uuidv7(), record_types: [] } }, '/grant/record_types'],
    ['a grant to somebody else', { grant: { id: uuidv7(), grantee: uuidv7() } }, '/grant/grantee'],
    ['a grant for another purpose', { grant: { id: uuidv7(), purpose: 'tax' } }, '/grant/purpose'],
    ['a list', [], ''],
  ])('the body may not be %s', async (_what, body, pointer) => {
    const id = await ask()
    const answer = await decide(id, body)
    expect([answer.status, answer.body.code]).toEqual([422, 'schema_violation'])
    expect(answer.body.errors.map((one: { pointer: string }) => one.pointer)).toContain(pointer)
  })

  test('by nobody else: a bare 404, as for what does not exist', async () => {
    const id = await ask()
    for (const who of [stranger, lender])
      for (const decision of [{ refuse: true }, { grant: { id: uuidv7() } }])
        expectBare404(await decide(id, decision, who))
    for (const other of [uuidv7(), 'x', (await appended(farmer, 'harvest', harvestOf(farmer))).id])
      expectBare404(await decide(other, { refuse: true }))
    expectBare404(await withdraw(id, farmer))
  })

  test('not after the asker withdrew, which ends it for both', async () => {
    const id = await ask()
    expect((await withdraw(id)).status).toBe(201)
    expect((await seenBy(farmer, 'subject', id)).status).toBe('ended')
    for (const decision of [{ refuse: true }, { grant: { id: uuidv7() } }])
      expectRefused(await decide(id, decision), 409, 'request_ended')
  })
})

describe('refusing', () => {
  test('ends it for the person, and is like silence to the asker until it lapses', async () => {
    const [refused, ignored] = [await ask(), await ask()]
    const { status, body } = await decide(refused, { refuse: true })
    expect([status, body.status]).toEqual([201, 'ended'])
    expectRefused(await decide(refused, { grant: { id: uuidv7() } }), 409, 'request_ended')
    const { id: _, ...silence } = await seenBy(lender, 'grantee', ignored)
    const { id: __, ...refusal } = await seenBy(lender, 'grantee', refused)
    expect(refusal).toEqual(silence)
    expect((await withdraw(refused)).status).toBe((await withdraw(ignored)).status)
  })
})

describe('limits', async () => {
  const b = await makeAppliance({ maxAccessRequests: '3', accessRequestsPerDay: '4', accessRequestDays: '2' })
  const bank = await b.party('institution', 'Bank')
  const askHere = (more: object = {}) => bank.post('/v1/access-requests', draft(more))
  const full = (answer: { status: number; body: { code?: string }; headers: object }) => {
    expect([answer.status, answer.body.code]).toEqual([429, 'too_many_access_requests'])
    return Number((answer.headers as Record<string, unknown>)['retry-after']) * 1_000
  }

  test('of open ones: a refused one counts until it lapses, a withdrawn or granted one no longer', async () => {
    const person = await b.party('person', 'Grace')
    const about = { party: person.id }
    const sent = [draft({ about }), draft({ about }), draft({ about })]
    for (const one of sent) expect((await bank.post('/v1/access-requests', one)).status).toBe(201)
    await person.post(path(sent[0]?.id as string, 'decision'), { refuse: true })
    expect(full(await askHere())).toBe(2 * DAY_MS)
    // What was sent before is answered all the same.
    expect((await bank.post('/v1/access-requests', sent[2])).status).toBe(200)
    await bank.post(path(sent[1]?.id as string, 'withdrawal'))
    expect((await askHere()).status).toBe(201)
    await person.post(path(sent[2]?.id as string, 'decision'), { grant: { id: uuidv7() } })
    // Now it is the number of a day.
    expect(full(await askHere())).toBe(DAY_MS)
    b.clock.nowMs += DAY_MS - 1
    expect(full(await askHere())).toBe(1_000)
    b.clock.nowMs += 1
    expect((await askHere()).status).toBe(201)
  })
})

describe('who asks', () => {
  test('is told by the name and kind that the cooperative recorded, in requests, grants and the answer to subject access', async () => {
    const bank = await a.party('institution', 'Harvest Bank')
    const told = async () => {
      const { body } = await farmer.post('/v1/subject-access-requests')
      return [
        await seenBy(farmer, 'subject', id),
        (await farmer.get('/v1/grants?role=subject')).body.grants[0],
        body.grants.find(({ grantee }: { grantee: string }) => grantee === bank.id),
      ].map(({ grantee, grantee_name, grantee_kind }) => [grantee, grantee_name, grantee_kind])
    }
    const id = await ask({}, bank)
    expect((await decide(id, { grant: { id: uuidv7() } })).status).toBe(201)
    expect(await told()).toEqual(Array(3).fill([bank.id, 'Harvest Bank', 'institution']))
  })
  test('who is known by the word of others alone has no name', async () => {
    const party = uuidv7()
    await appended(stranger, 'party', { party, kind: 'institution', display_name: 'The Real Bank' })
    const given = await farmer.post('/v1/grants', {
      id: uuidv7(),
      grantee: party,
      purpose: PURPOSE,
      record_types: ['harvest'],
      expires_at: '2027-01-01T00:00:00Z',
    })
    expect([given.status, given.body.grantee_name, given.body.grantee_kind]).toEqual([201, null, null])
  })
  test('who is a natural person is left out of the answer to another, name and kind too', async () => {
    const ben = await a.party('person', 'Ben')
    await appended(a.cooperative, 'party', { party: ben.id, kind: 'person', display_name: 'Ben Busulwa' })
    const mary = await a.party('person', 'Mary')
    await granted(a, ben, mary, ['harvest'])
    const { text } = await mary.post('/v1/subject-access-requests')
    expect(text).not.toContain('Busulwa')
    const eva = await a.party('person', 'Eva')
    await ask({ about: { party: eva.id } }, ben)
    expect((await eva.get('/v1/access-requests?role=subject')).body.access_requests[0].grantee_name).toBe(
      'Ben Busulwa',
    )
    expect((await mary.get('/v1/access-requests?role=subject')).text).not.toContain('Busulwa')
  })
})
