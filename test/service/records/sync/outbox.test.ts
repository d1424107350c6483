import { request } from 'node:http'
import { gunzipSync, gzipSync } from 'node:zlib'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '../../../../src/base/problem.ts'
import type { Verified } from '../../../../src/domain/credential.ts'
import { Outbox } from '../../../../src/records/sync/outbox.ts'
import { draftOf } from '../../../support/actors.ts'
import { type Actor, actor, makeAppliance } from '../../../support/appliance.ts'
import { audited } from '../../../support/audited.ts'
import { at, expectRefused, harvestOf } from '../../../support/flows/help.ts'
import { noSoonerThan } from '../../../support/no-sooner.ts'
import { soon } from '../../../support/soon.ts'

const a = await makeAppliance()
let grace: Actor
let phone: Actor
let phoneId: string
beforeEach(async () => {
  grace = await a.party('person', 'Grace')
  phoneId = uuidv7()
  const registered = await grace.post('/v1/devices', { id: phoneId, name: "Grace's phone" })
  phone = actor(a.app, a.clock, grace.id, registered.body.token)
})

type Draft = Record<string, unknown> & { readonly id: string }
const harvest = (more: object = {}): Draft => draftOf(a.clock, 'harvest', harvestOf(grace, more))
const drain = (records: readonly unknown[], who = phone) => who.post('/v1/sync/outbox', { records })
const results = async (records: readonly unknown[]) => {
  const answer = await drain(records)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.results as { id: string | null; status: string; problem?: { code: string } }[]
}
const outcomes = async (records: readonly unknown[]) =>
  (await results(records)).map(({ status, problem }) => problem?.code ?? status)
const send = async (payload: string | Buffer, headers: Record<string, string> = {}) => {
  const answer = await a.app.inject({
    method: 'POST',
    url: '/v1/sync/outbox',
    headers: { authorization: `Bearer ${phone.token}`, 'content-type': 'application/json', ...headers },
    payload,
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    body: JSON.parse(answer.body),
  }
}
/** The phone's line in the list of devices. */
const device = () => a.tasks.run('device.show', 'test', { id: phoneId })
const isHere = async (id: string) => (await grace.get(`/v1/records/${id}?purpose=own_records`)).status === 200

test('each record gets its own result, in the order sent, and the whole batch may be sent again', async () => {
  const [one, two, three] = [harvest(), harvest({ normalized_kg: 5 }), harvest()]
  const batch = [one, two, three, { ...harvest(), id: 'no id' }, 7]
  expect(await results(batch)).toEqual([
    { id: one.id, status: 'accepted' },
    {
      id: two.id,
      status: 'rejected',
      problem: {
        type: 'urn:granary:problem:conversion_required',
        title: expect.any(String),
        status: 422,
        code: 'conversion_required',
        errors: [{ pointer: '/conversion_id', message: 'is required with normalized_kg' }],
      },
    },
    { id: three.id, status: 'accepted' },
    { id: 'no id', status: 'rejected', problem: expect.objectContaining({ code: 'schema_violation' }) },
    { id: null, status: 'rejected', problem: expect.objectContaining({ code: 'schema_violation' }) },
  ])
  expect(await outcomes(batch)).toEqual([
    'replayed',
    'conversion_required',
    'replayed',
    'schema_violation',
    'schema_violation',
  ])
})

describe('what the phone reports about itself', () => {
  const REPORT = {
    waiting: 3,
    rejected: 1,
    oldest_waiting_at: '2026-05-01T06:00:00+03:00',
    storage_used_bytes: 1_000,
    storage_quota_bytes: 2_000,
    client: 'field 1',
  }
  const says = async () => (await device())?.says
  const reported = (report: unknown, records: readonly unknown[] = []) =>
    phone.post('/v1/sync/outbox', { records, report })

  test('is kept with the device, the newest only, and a batch may have nothing else', async () => {
    expect(await says()).toBeNull()
    expect((await reported(REPORT)).body).toEqual({ results: [] })
    const first = { ...REPORT, oldest_waiting_at: '2026-05-01T03:00:00.000Z', at: expect.any(String) }
    expect(await says()).toEqual(first)
    expect(await outcomes([harvest()])).toEqual(['accepted'])
    expect(await says()).toEqual(first)
    expect((await reported({ waiting: 0, rejected: 0, client: 'field 2' }, [harvest()])).status).toBe(200)
    expect(await says()).toEqual({
      at: expect.any(String),
      waiting: 0,
      rejected: 0,
      oldest_waiting_at: null,
      storage_used_bytes: null,
      storage_quota_bytes: null,
      client: 'field 2',
    })
  })

  test('may stand before the records or after them, once', async () => {
    const report = JSON.stringify(REPORT)
    expect((await send(`{"report":${report},"records":[]}`)).status).toBe(200)
    expect((await send(`{"records":[],"report":${report}}`)).status).toBe(200)
    expect((await send(`{"report":${report},"records":[],"report":${report}}`)).body.code).toBe(
      'malformed_json',
    )
    const alone = await send(`{"report":${report}}`)
    expect(alone.body).toMatchObject({ code: 'schema_violation', errors: [{ pointer: '/records' }] })
  })

  test.each([
    [{ ...REPORT, waiting: -1 }, '/report/waiting'],
    [{ ...REPORT, rejected: 0.5 }, '/report/rejected'],
    [{ ...REPORT, storage_used_bytes: 2 ** 60 }, '/report/storage_used_bytes'],
    [{ ...REPORT, oldest_waiting_at: 'yesterday' }, '/report/oldest_waiting_at'],
    [{ ...REPORT, client: 'x'.repeat(65) }, '/report/client'],
    [{ ...REPORT, client: undefined }, '/report/client'],
    [{ ...REPORT, colour: 'red' }, '/report/colour'],
    [{ ...REPORT, client: 'x'.repeat(3_000) }, '/report'],
    [[], '/report'],
    [null, '/report'],
  ])(
    '%j is refused with the place of its fault, and nothing of the batch is stored',
    async (report, pointer) => {
      const one = harvest()
      const refused = await reported(report, [one])
      expect(refused.body).toMatchObject({ code: 'schema_violation', errors: [{ pointer }] })
      expect(await isHere(one.id)).toBe(false)
      expect(await says()).toBeNull()
    },
  )

  test('a report that is no JSON of one level is refused as malformed', async () => {
    for (const report of ['{"waiting":}', '{"waiting":{"a":{}}}', '{"waiting":1,"waiting":1}', ''])
      expect((await send(`{"records":[],"report":${report}}`)).body.code, report).toBe('malformed_json')
  })

  test('a party that sends without a device may report, and it is kept nowhere', async () => {
    expect((await grace.post('/v1/sync/outbox', { records: [], report: REPORT })).status).toBe(200)
    expect(await says()).toBeNull()
  })
})

test('the same id twice in one batch: the same content is a replay, other content a conflict', async () => {
  const one = harvest()
  expect(await outcomes([one, one, { ...one, note: 'other' }])).toEqual([
    'accepted',
    'replayed',
    'id_conflict',
  ])
})

test('one bad record in each position costs no other', async () => {
  const bad = [
    null,
    [],
    'text',
    {},
    { id: uuidv7(), type: 'unheard_of' },
    harvest({ quantity: { value: 0, unit: 'kg' } }),
    harvest({ supersedes: uuidv7() }),
    harvest({ colour: 'red' }),
    harvest({ device_id: uuidv7() }),
  ]
  for (const one of bad)
    for (const position of [0, 1, 2]) {
      const batch: unknown[] = [harvest(), harvest()]
      batch.splice(position, 0, one)
      const found = await outcomes(batch)
      expect(found.filter((outcome) => outcome === 'accepted')).toHaveLength(2)
      expect(['schema_violation', 'reference_unresolved']).toContain(found[position])
    }
})

test('a record that no JSON reader takes alike is rejected alone; what is no JSON makes the batch none', async () => {
  const good = harvest()
  const twice = JSON.stringify(harvest()).replace('{', '{"note":"a","note":"b",')
  const halfLetter = JSON.stringify(harvest({ note: 'X' })).replace('X', '\\ud83d')
  const deep = JSON.stringify(harvest()).replace('{', `{"plot":${'['.repeat(40)}${']'.repeat(40)},`)
  const long = JSON.stringify(harvest({ note: 'x'.repeat(70_000) }))
  const text = `{"records":[${[twice, halfLetter, deep, long, JSON.stringify(good)].join(',')}]}`
  const answer = await send(text)
  const codes = answer.body.results.map(
    (r: { status: string; problem?: { code: string } }) => r.problem?.code ?? r.status,
  )
  expect(codes).toEqual(['malformed_json', 'malformed_json', 'malformed_json', 'body_too_large', 'accepted'])
  const other = harvest()
  expectRefused(await send(`{"records":[${JSON.stringify(other)},]}`), 400, 'malformed_json')
  expectRefused(await send(Buffer.from([0x7b, 0xff, 0x7d])), 400, 'malformed_json')
  expect(await isHere(other.id)).toBe(false)
})

test('the envelope has one member, and it is a list', async () => {
  for (const [text, pointer] of [
    ['[]', ''],
    ['{"records":{}}', '/records'],
    ['{"a/b~c":1,"records":[]}', '/a~1b~0c'],
  ] as const) {
    const answer = await send(text)
    expect([answer.status, answer.body.code], text).toEqual([422, 'schema_violation'])
    expect(answer.body.errors[0].pointer).toBe(pointer)
  }
  expect((await send(' { "records" : [ ] } ')).body).toEqual({ results: [] })
})

describe('sizes', () => {
  test('a thousand records are one batch, and one more is too large, nothing of it taken', async () => {
    const batch = Array.from({ length: 1001 }, () => harvest())
    expectRefused(await drain(batch), 413, 'body_too_large')
    expect(await isHere(batch[0]?.id as string)).toBe(false)
    expect(await outcomes(batch.slice(1))).toEqual(Array(1000).fill('accepted'))
  })

  test('gzip is taken; what it unpacks to is bounded, and what is none is told so', async () => {
    const batch = [harvest(), harvest()]
    const packed = gzipSync(JSON.stringify({ records: batch }))
    const gzip = { 'content-encoding': 'gzip' }
    const taken = await send(packed, gzip)
    expect(taken.body.results.map((r: { status: string }) => r.status)).toEqual(['accepted', 'accepted'])
    expectRefused(await send(packed.subarray(0, packed.length - 9), gzip), 400, 'malformed_encoding')
    expectRefused(await send(Buffer.from('{"records":[]}'), gzip), 400, 'malformed_encoding')
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
    expectRefused(await send(bomb, gzip), 413, 'body_too_large')
    expectRefused(await send(packed, { 'content-encoding': 'compress' }), 415, 'unsupported_encoding')
    expectRefused(await send(' '.repeat(8 * 1024 * 1024 + 1)), 413, 'body_too_large')
  })

  test('a long answer is compressed for whoever takes that', async () => {
    const batch = Array.from({ length: 50 }, () => harvest())
    const request = { method: 'POST', url: '/v1/sync/outbox', payload: { records: batch } } as const
    const headers = { authorization: `Bearer ${phone.token}` }
    const plain = await a.app.inject({ ...request, headers })
    expect(plain.headers['content-encoding']).toBeUndefined()
    const packed = await a.app.inject({ ...request, headers: { ...headers, 'accept-encoding': 'gzip' } })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    const { results: told } = JSON.parse(gunzipSync(packed.rawPayload).toString())
    expect(told).toEqual(batch.map(({ id }) => ({ id, status: 'replayed' })))
  })
})

test('what is accepted of a small batch is one commit, with one entry in the audit log', async () => {
  const { db } = a.kernel.store
  const appends = () => audited(db).filter(({ action }) => action === 'append')
  const before = appends().length
  await results([harvest(), harvest({ normalized_kg: 3 }), harvest({ supersedes: uuidv7() })])
  expect(appends().length - before).toBe(1)
  expect(appends().at(-1)?.detail).toEqual({
    refused: 2,
    first_refused: [
      { id: expect.any(String), outcome: 'conversion_required' },
      { id: expect.any(String), outcome: 'reference_unresolved', because: 'not_there' },
    ],
  })
})

test('what was refused at the commit costs the whole batch nothing that was answered', async () => {
  const { store } = a.kernel
  const batch = [harvest(), harvest()]
  store.db.exec(
    "CREATE TEMP TRIGGER fail BEFORE INSERT ON main.entry WHEN NEW.kind < 31 BEGIN SELECT RAISE(ABORT, 'no'); END",
  )
  expect((await drain(batch)).status).toBe(500)
  store.db.exec('DROP TRIGGER fail')
  expect(await isHere(batch[0]?.id as string)).toBe(false)
  expect(await outcomes(batch)).toEqual(['accepted', 'accepted'])
})

test('the journal tells what each device sent, and the list says it in one line', async () => {
  const taken = harvest({ recorded_at: at(a.clock.nowMs + 3_600_000) })
  await results([taken, harvest(), harvest({ normalized_kg: 3 })])
  a.clock.nowMs += 60_000
  await results([taken, harvest({ supersedes: uuidv7() }), harvest({ supersedes: uuidv7() })])
  expect(await device()).toMatchObject({
    name: "Grace's phone",
    party_name: { name: 'Grace' },
    last_came_at: at(a.clock.nowMs),
    accepted: 2,
    replayed: 1,
    rejected: 3,
    commonest_rejection: 'reference_unresolved',
    clock_ahead_seconds: 3540,
    pulled_to: null,
    pulled_all: false,
  })
})

test('a phone whose clock stands at 1970 is told of where its devices are seen to', async () => {
  const { cooperative } = a
  // As such a phone sends it, its ids made by the same clock.
  const sent = {
    id: '00000004-93e0-7c95-93fa-4af000000001',
    type: 'delivery',
    ...{ from_party: grace.id, to_party: cooperative.id, crop: 'maize_grain' },
    quantity: { value: 12, unit: 'kg' },
    ...{ occurred_at: '1970-01-01T00:05:00Z', occurred_at_precision: 'instant' },
    recorded_at: '1970-01-01T00:05:00Z',
    lawful_basis: 'contract_performance',
  }
  expect(await outcomes([sent])).toEqual(['accepted'])
  const { changes } = (await phone.get('/v1/sync/changes')).body
  const flags = (id: string) => changes.find((one: { id: string }) => one.id === id).derived.flags
  expect(flags(sent.id)).toEqual(['received_late', 'recorded_before_enrolment'])
  expect((await device())?.clock_ahead_seconds).toBeLessThan(-50 * 365 * 86_400)
  // Its clock was set: what it writes from then on is not marked, and what it wrote before still is.
  const later = harvest({ recorded_at: at(a.clock.nowMs) })
  expect(await outcomes([later])).toEqual(['accepted'])
  expect((await device())?.clock_ahead_seconds).toBe(0)
  // A new token for the same device changes nothing.
  a.clock.nowMs += 60_000
  const { enrolment_code: code } = await a.tasks.run('device.enrol', 'test', {
    party: grace.id,
    lifeMs: 3_600_000,
    sinceMs: null,
  })
  const registered = await actor(a.app, a.clock, grace.id, code).post('/v1/devices', {
    id: phoneId,
    name: "Grace's phone",
  })
  expect(registered.status).toBe(201)
  const again = (await grace.get(`/v1/records/${later.id}?purpose=own_records`)).body
  expect(again.derived.flags).toEqual([])
})

test('a batch that waits when its device is shut out is not taken', async () => {
  const first = drain(Array.from({ length: 400 }, () => harvest()))
  const second = harvest()
  const late = drain([second])
  await a.tasks.run('device.revoke', 'test', { id: phoneId })
  const answers = await Promise.all([first, late])
  expect(answers.at(-1)?.status).toBe(401)
  expect(await isHere(second.id)).toBe(false)
})

test('sixteen batches of one credential wait for their turn, and the others have theirs', async () => {
  const batch = () => Array.from({ length: 20 }, () => harvest())
  const hog = Array.from({ length: 18 }, () => drain(batch()))
  const other = await a.party('person', 'Ann')
  const honest = drain([{ ...harvest(), ...harvestOf(other) }], other)
  const answers = await Promise.all(hog)
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(16).fill(200), 503, 503])
  expect(answers.find(({ status }) => status === 503)?.headers['retry-after']).toBe('5')
  expect((await honest).status).toBe(200)
  expect((await drain(batch())).status).toBe(200)
})

test('a batch whose client has hung up keeps its place until it is done', async () => {
  const { promise, resolve } = Promise.withResolvers<never[]>()
  const take = vi.spyOn(a.kernel.ports.outbox, 'take').mockReturnValue(promise)
  const port = Number(new URL(await a.app.listen({ host: '127.0.0.1', port: 0 })).port)
  const begin = () => {
    const sent = request({
      port,
      method: 'POST',
      path: '/v1/sync/outbox',
      agent: false,
      headers: { authorization: `Bearer ${phone.token}`, 'content-type': 'application/json' },
    })
    sent.on('error', () => {})
    sent.end('{"records":[]}')
    return sent
  }
  for (const held of [1, 2]) {
    const sent = begin()
    await soon(() => expect(take).toHaveBeenCalledTimes(held))
    sent.destroy()
  }
  await soon(() => expect(a.kernel.ports.connections.figures.open).toBe(0))
  begin()
  await soon(() => expect(a.kernel.ports.connections.figures.open).toBe(1))
  for (let i = 0; i < 20; i++) await a.kernel.ports.submit(() => {})
  expect(take).toHaveBeenCalledTimes(2)
  resolve([])
  await soon(() => expect(take).toHaveBeenCalledTimes(3))
  vi.restoreAllMocks()
})

describe('a batch is taken in slices', () => {
  /** An outbox on a machine that needs so long for each record, by a clock of its own. */
  function slowOutbox(msEach: number) {
    const { store, intake, config } = a.kernel
    let nowMs = 0
    const append = store.records.append.bind(store.records)
    vi.spyOn(store.records, 'append').mockImplementation((row, seal) => {
      nowMs += msEach
      append(row, seal)
    })
    return new Outbox(store, intake, config, () => nowMs)
  }
  afterEach(() => void vi.restoreAllMocks())

  const caller = () => a.kernel.credentials.verify(phone.token) as Verified
  const takeWith = async (outbox: Outbox, records: readonly Draft[]) => {
    const done = await outbox.take(caller(), JSON.stringify({ records }), () => {})
    return done.map(({ outcome }) => (outcome instanceof Problem ? outcome.code : outcome))
  }
  const many = (count: number) => Array.from({ length: count }, () => harvest())
  const stored = () =>
    a.kernel.store.db.prepare('SELECT count(*) FROM entry WHERE kind < 31').pluck().get() as number

  test('and whole, however slow the machine, as long as it takes a hundred in half a minute', async () => {
    expect(new Set(await takeWith(slowOutbox(290), many(230)))).toEqual(new Set(['accepted']))
  })

  test('and what a machine slower than that does not reach is told to be sent again', async () => {
    const batch = many(110)
    const done = await takeWith(slowOutbox(400), batch)
    expect(done).toEqual([...Array(75).fill('accepted'), ...Array(35).fill('overloaded')])
    vi.restoreAllMocks()
    expect(await outcomes(batch)).toEqual([...Array(75).fill('replayed'), ...Array(35).fill('accepted')])
  })

  test('each with a commit and an audit entry, others’ jobs in between', async () => {
    const outbox = slowOutbox(2)
    const commits = vi.spyOn(a.kernel.store.db, 'exec')
    let isOver = false
    let others = 0
    const again = async (): Promise<void> => {
      while (!isOver) {
        await a.kernel.ports.submit(() => {})
        others++
      }
    }
    const beside = again()
    expect(await takeWith(outbox, many(30))).toEqual(Array(30).fill('accepted'))
    isOver = true
    await beside
    // Three records reach the five milliseconds of a slice.
    const slices = 10
    expect(commits.mock.calls.filter(([sql]) => sql === 'COMMIT').length).toBeGreaterThan(slices)
    expect(others).toBeGreaterThan(slices)
    const { credential } = caller()
    const entries = audited(a.kernel.store.db).filter(
      (entry) => entry.action === 'append' && entry.credential === credential,
    )
    expect(entries).toHaveLength(slices)
  })

  test('those that others act on first, whatever the order in which they were sent', async () => {
    const chain = [harvest()]
    while (chain.length < 20) chain.push(harvest({ supersedes: chain.at(-1)?.id }))
    const last = chain.at(-1) as Draft
    const retraction = draftOf(a.clock, 'retraction', { target_id: last.id, reason: 'duplicate' })
    expect(await takeWith(slowOutbox(6), [retraction, ...chain.toReversed()])).toEqual(
      Array(21).fill('accepted'),
    )
  })

  test('and one that breaks off has its beginning here, which is a replay when it is sent again', async () => {
    const batch = many(12)
    const before = stored()
    const outbox = slowOutbox(3)
    const { store } = a.kernel
    store.db.exec(
      `CREATE TEMP TRIGGER fail BEFORE INSERT ON main.entry
       WHEN (SELECT count(*) FROM main.entry WHERE kind < 31) >= ${before + 7} BEGIN SELECT RAISE(ABORT, 'no'); END`,
    )
    const written = vi.fn()
    // While others wait, each slice has its own commit.
    let isOver = false
    const others = (async () => {
      while (!isOver) await store.writer.submit(() => {})
    })()
    const taken = outbox.take(caller(), JSON.stringify({ records: batch }), () => {}, written)
    await expect(taken).rejects.toThrow('no')
    isOver = true
    await others
    store.db.exec('DROP TRIGGER fail')
    // Two records are a slice; the fourth slice was undone.
    expect(stored() - before).toBe(6)
    // These count against the day's records, and as accepted from the device.
    expect(written).toHaveBeenLastCalledWith(6)
    const device = caller().device as number
    expect(store.visits.of(device)).toMatchObject({ accepted: 6, replayed: 0, rejected: 0 })
    expect(await takeWith(outbox, batch)).toEqual([
      ...Array(6).fill('replayed'),
      ...Array(6).fill('accepted'),
    ])
    expect(store.visits.of(device)).toMatchObject({ accepted: 12, replayed: 6, rejected: 0 })
  })

  test('and not beyond the end of its credential', async () => {
    const batch = many(12)
    const before = stored()
    const outbox = slowOutbox(3)
    const taken = takeWith(outbox, batch).catch((error: unknown) => error)
    while (stored() === before) await a.kernel.ports.submit(() => {})
    await a.tasks.run('device.revoke', 'test', { id: phoneId })
    expect(await taken).toMatchObject({ code: 'no_verified_subject' })
    expect(stored() - before).toBeGreaterThan(0)
    expect(stored() - before).toBeLessThan(12)
  })

  test('with ten of its refusals in the audit log one by one, however many slices', async () => {
    const bad = Array.from({ length: 8 }, () => harvest({ supersedes: uuidv7() }))
    const batch = bad.flatMap((one) => [one, harvest(), harvest({ supersedes: uuidv7() })])
    await takeWith(slowOutbox(6), batch)
    const told = audited(a.kernel.store.db)
      .filter((entry) => entry.action === 'append' && entry.credential === caller().credential)
      .map(({ detail }) => detail)
      .filter((detail) => detail !== null) as { refused: number; first_refused?: unknown[] }[]
    expect(told.length).toBeGreaterThan(3)
    expect(told.reduce((sum, { refused }) => sum + refused, 0)).toBe(16)
    expect(told.reduce((sum, { first_refused = [] }) => sum + first_refused.length, 0)).toBe(10)
  })
})

test('refusals that ask whether an id is there leave together, a quantum for each sixteen', async () => {
  const held = await makeAppliance({ refusalMs: '40' })
  const ann = await held.party('person', 'Ann')
  const asking = (count: number) =>
    Array.from({ length: count }, () => ({ ...harvest(), ...harvestOf(ann), supersedes: uuidv7() }))
  for (const [count, leastMs] of [
    [1, 40],
    [33, 120],
  ] as const) {
    const batch = asking(count)
    expect((await noSoonerThan(leastMs, () => drain(batch, ann))).status).toBe(200)
  }
})

test('a reader sends nothing, and a day has its measure', async () => {
  const reader = actor(a.app, a.clock, grace.id, await a.credential(grace.id, 'reader'))
  expectRefused(await drain([harvest()], reader), 403, 'not_permitted_for_credential')
  expect((await drain([harvest()], actor(a.app, a.clock, grace.id, 'gry_x'))).status).toBe(401)
  const small = await makeAppliance({ recordsPerDay: '2' })
  const person = await small.party('person', 'Ann')
  const one = () => ({ ...harvest(), ...harvestOf(person) })
  const batch = [one(), one()]
  expect((await drain(batch, person)).status).toBe(200)
  expectRefused(await drain([one()], person), 429, 'quota_exceeded')
})
