import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
import {
  appended,
  at,
  cherry,
  DAY_MS,
  deliveryOf,
  granted,
  harvestOf,
  PURPOSE,
  phoneOf,
} from '../../support/flows/help.ts'
import { Mirror } from '../../support/flows/mirror.ts'

/** The change feed also names what its reader had and may no longer read (contract §21). */

const a = await makeAppliance()
const bank = await a.party('institution', 'Bank')
const other = await a.party('institution', 'Other bank')

let grace: Actor
beforeEach(async () => {
  grace = await a.party('person', 'Grace')
  a.clock.nowMs += 1_000
})

const harvest = async (more: object = {}): Promise<string> =>
  (await appended(grace, 'harvest', harvestOf(grace, more))).id

const grant = (more: object = {}, from = grace): Promise<string> =>
  granted(a, from, bank, ['harvest'], PURPOSE, more)
const revoke = async (id: string, from = grace) => {
  expect((await from.post(`/v1/grants/${id}/revocation`)).status).toBe(201)
}

describe('a record is closed', () => {
  test('when the grant is revoked, and comes again with the next one', async () => {
    const id = await harvest()
    const given = await grant()
    const mirror = new Mirror(bank)
    expect((await mirror.pull()).changes).toContain(id)
    await revoke(given)
    expect(await mirror.pull()).toEqual({ changes: [], closed: [id] })
    expect(await mirror.pull()).toEqual({ changes: [], closed: [] })
    await grant()
    expect(await mirror.pull()).toEqual({ changes: [id], closed: [] })
  })

  test('when the grant expires by the clock', async () => {
    const id = await harvest()
    await grant({ expires_at: at(a.clock.nowMs + DAY_MS) })
    const mirror = new Mirror(bank)
    await mirror.pull()
    a.clock.nowMs += DAY_MS - 1
    expect((await mirror.pull()).closed).toEqual([])
    a.clock.nowMs += 1
    expect((await mirror.pull()).closed).toEqual([id])
  })

  test('when a narrower grant replaces it; what both open does not come again', async () => {
    const old = await harvest({ occurred_at: at(a.clock.nowMs - 40 * DAY_MS) })
    const young = await harvest({ occurred_at: at(a.clock.nowMs - 2 * DAY_MS) })
    const wide = await grant()
    const mirror = new Mirror(bank)
    await mirror.pull()
    await grant({ occurred_from: at(a.clock.nowMs - 30 * DAY_MS), replaces: wide })
    expect(await mirror.pull()).toEqual({ changes: [], closed: [old] })
    expect(mirror.held.has(young)).toBe(true)
  })

  test('while an objection stands', async () => {
    const id = await harvest({ lawful_basis: 'consent' })
    const exempt = await harvest({ lawful_basis: 'legal_obligation' })
    await grant()
    const mirror = new Mirror(bank)
    await mirror.pull()
    const objection = uuidv7()
    await grace.post('/v1/objections', { id: objection, channel: 'app', record_types: ['harvest'] })
    expect(await mirror.pull()).toEqual({ changes: [], closed: [id] })
    expect(mirror.held.has(exempt)).toBe(true)
    const answer = await grace.post(`/v1/objections/${objection}/withdrawal`, {
      id: uuidv7(),
      channel: 'in_person',
    })
    expect(answer.status, answer.text).toBe(201)
    expect(await mirror.pull()).toEqual({ changes: [id], closed: [] })
  })

  test('when another person turns out to be asked too', async () => {
    const organisation = await a.party('business', 'Store')
    const id = (await appended(grace, 'delivery', deliveryOf(grace, organisation))).id
    await grant({ record_types: ['delivery'] })
    const mirror = new Mirror(bank)
    expect((await mirror.pull()).changes).toContain(id)
    // The store says itself that it is a person after all.
    await appended(organisation, 'party', { party: organisation.id, kind: 'person', display_name: 'S' })
    expect(await mirror.pull()).toEqual({ changes: [], closed: [id] })
  })

  test('in the own feed of a receiver, when the hand-over is taken back', async () => {
    const miller = await a.party('business', 'Mill')
    const lot = (await appended(grace, 'lot', { holder: grace.id, ...cherry(), inputs: [] })).id
    const handOver = await appended(grace, 'custody_transfer', {
      lot_id: lot,
      from_party: grace.id,
      to_party: miller.id,
    })
    const [own, byPurpose] = [new Mirror(miller, ''), new Mirror(miller)]
    for (const mirror of [own, byPurpose]) expect((await mirror.pull()).changes).toContain(lot)
    await appended(grace, 'retraction', { target_id: handOver.id, reason: 'did_not_happen' })
    for (const mirror of [own, byPurpose]) expect((await mirror.pull()).closed).toEqual([lot])
    // The owner of the lot keeps it.
    expect((await grace.get('/v1/sync/changes')).body.closed).toEqual([])
  })

  test('when a loss turns out to be about somebody else too', async () => {
    const [moses, ruth] = [await a.party('person', 'Moses'), await a.party('person', 'Ruth')]
    const lot = (await appended(moses, 'lot', { holder: moses.id, ...cherry(), inputs: [] })).id
    const loss = (
      await appended(moses, 'loss', { lot_id: lot, quantity: cherry(2).quantity, cause: 'drying' })
    ).id
    await grant({ record_types: ['loss'] }, moses)
    const mirror = new Mirror(bank)
    expect((await mirror.pull()).changes).toContain(loss)
    await appended(moses, 'lot', { holder: ruth.id, ...cherry(), inputs: [], supersedes: lot })
    expect(await mirror.pull()).toEqual({ changes: [], closed: [loss] })
  })
})

describe('nothing is named that the feed had not delivered', () => {
  test('to this party, for this purpose', async () => {
    const id = await harvest()
    const grants = [await grant(), await grant({ purpose: 'insurance' }), await grant({ grantee: other.id })]
    const mirrors = [new Mirror(bank), new Mirror(bank, 'insurance'), new Mirror(other)] as const
    await mirrors[0].pull()
    // Read in another way, which is no delivery.
    expect((await bank.get(`/v1/records/${id}?purpose=insurance`)).status).toBe(200)
    for (const mirror of mirrors.slice(1)) expect((await mirror.pull()).changes).toContain(id)
    const late = await harvest()
    for (const given of grants) await revoke(given)
    for (const mirror of mirrors) {
      const { changes, closed } = await mirror.pull()
      expect([changes, closed]).toEqual([[], [id]])
      expect(closed).not.toContain(late)
    }
  })

  test('also where the window had left it out', async () => {
    const old = await harvest({ occurred_at: at(a.clock.nowMs - 40 * DAY_MS) })
    const young = await harvest({ occurred_at: at(a.clock.nowMs - 2 * DAY_MS) })
    const given = await grant({ occurred_from: at(a.clock.nowMs - 30 * DAY_MS) })
    const mirror = new Mirror(bank)
    const { changes } = await mirror.pull()
    expect([changes.includes(old), changes.includes(young)]).toEqual([false, true])
    await revoke(given)
    expect((await mirror.pull()).closed).toEqual([young])
  })
})

test('closed and shown count together towards the limit, and no page names a record twice', async () => {
  const closing: string[] = []
  for (let i = 0; i < 5; i++) closing.push(await harvest())
  const given = await grant()
  const mirror = new Mirror(bank, PURPOSE, 3)
  await mirror.pull()
  await revoke(given)
  const moses = await a.party('person', 'Moses')
  await appended(moses, 'harvest', harvestOf(moses))
  await grant({}, moses)
  const pages = []
  for (let isMore = true; isMore; isMore = pages.at(-1)?.hasMore === true) pages.push(await mirror.page())
  expect(pages.map(({ changes, closed }) => changes.length + closed.length)).toEqual([3, 3])
  expect(pages.flatMap(({ closed }) => closed).sort()).toEqual(closing.sort())
})

test('a reply that was lost is asked for again with the same cursor', async () => {
  const id = await harvest()
  const given = await grant()
  const mirror = new Mirror(bank)
  await mirror.pull()
  await revoke(given)
  const { cursor } = mirror
  expect((await mirror.page()).closed).toEqual([id])
  mirror.cursor = cursor
  expect((await mirror.page()).closed).toEqual([id])
})

test('until when a copy may be kept comes with the record, by the grants that it needed', async () => {
  const id = await harvest()
  const [soon, late] = [200, 300].map((days) => at(a.clock.nowMs + days * DAY_MS)) as [string, string]
  await grant({ keep_until: soon })
  const mirror = new Mirror(bank)
  const kept = async () => {
    await mirror.pull()
    const read = (await bank.get(`/v1/records/${id}?purpose=${PURPOSE}`)).body
    const listed = (await bank.get(`/v1/records?purpose=${PURPOSE}&subject=${grace.id}`)).body.records[0]
    expect(listed.derived).toEqual(read.derived)
    return read.derived.keep_until
  }
  expect(await kept()).toBe(soon)
  expect(mirror.held.get(id)).toMatchObject({ derived: { keep_until: soon } })
  // The latest of one subject's grants counts.
  await grant({ keep_until: late })
  expect(await kept()).toBe(late)
  await grant()
  expect(await kept()).toBeUndefined()
  // Of two persons, the earlier.
  const ruth = await a.party('person', 'Ruth')
  const both = (await appended(grace, 'delivery', deliveryOf(grace, ruth))).id
  await grant({ record_types: ['delivery'], keep_until: late })
  await grant({ record_types: ['delivery'], keep_until: soon }, ruth)
  expect((await bank.get(`/v1/records/${both}?purpose=${PURPOSE}`)).body.derived.keep_until).toBe(soon)
  expect((await grace.get(`/v1/records/${both}?purpose=${PURPOSE}`)).body.derived).not.toHaveProperty(
    'keep_until',
  )
})

test('what a later act changes is not told to a reader whose consent is over', async () => {
  const id = await harvest({ lawful_basis: 'consent' })
  const given = await grant()
  const mirror = new Mirror(bank)
  await mirror.pull()
  await revoke(given)
  expect((await mirror.pull()).closed).toEqual([id])
  await grace.post('/v1/objections', { id: uuidv7(), channel: 'app' })
  expect(await mirror.pull()).toEqual({ changes: [], closed: [] })
  await appended(grace, 'party', { party: grace.id, kind: 'business', display_name: 'G' })
  await appended(a.cooperative, 'party', { party: grace.id, kind: 'business', display_name: 'G' })
  expect(await mirror.pull()).toEqual({ changes: [], closed: [] })
})

test('a device with a first day is told nothing of what its party was sent from before', async () => {
  const phone = new Mirror(await phoneOf(a, other, a.clock.nowMs - 10 * DAY_MS))
  await phone.pull()
  const old = await harvest({ occurred_at: at(a.clock.nowMs - 40 * DAY_MS) })
  const young = await harvest({ occurred_at: at(a.clock.nowMs - 2 * DAY_MS) })
  const given = await grant({ grantee: other.id })
  const whole = new Mirror(other)
  expect((await whole.pull()).changes).toEqual(expect.arrayContaining([old, young]))
  expect((await phone.pull()).changes).toEqual([young])
  await revoke(given)
  expect(await phone.pull()).toEqual({ changes: [], closed: [young] })
  expect(new Set((await whole.pull()).closed)).toEqual(new Set([old, young]))
})

test('a grant that ends while a page of it is fetched takes nothing of the rest, if another goes on', async () => {
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.push(await harvest())
  const mirror = new Mirror(bank, PURPOSE, 1)
  await mirror.pull()
  const first = await grant()
  await mirror.page()
  await grant({ replaces: first })
  await mirror.pull()
  for (const id of ids) expect(mirror.held.has(id)).toBe(true)
})

test('another time until when copies may be kept brings the record again', async () => {
  const id = await harvest()
  const [soon, late] = [200, 300].map((days) => at(a.clock.nowMs + days * DAY_MS)) as [string, string]
  const first = await grant({ keep_until: soon })
  const mirror = new Mirror(bank)
  await mirror.pull()
  await grant({ keep_until: late, replaces: first })
  expect((await mirror.pull()).changes).toEqual([id])
  expect(mirror.held.get(id)).toMatchObject({ derived: { keep_until: late } })
})

test('one person gives one reader twenty windows for a purpose at most, and may replace one of them', async () => {
  const window = { occurred_from: at(a.clock.nowMs - DAY_MS), purpose: 'research' }
  let last = ''
  for (let i = 0; i < 20; i++) last = await grant(window)
  const draft = {
    id: uuidv7(),
    grantee: bank.id,
    purpose: 'research',
    record_types: ['harvest'],
    expires_at: at(a.clock.nowMs + DAY_MS),
    occurred_to: at(a.clock.nowMs),
  }
  expect((await grace.post('/v1/grants', draft)).body.code).toBe('too_many_grants')
  await grant({ ...window, replaces: last })
})
