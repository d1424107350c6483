import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Cursor, openCursor, sealCursor } from '../../../../src/records/sync/cursor.ts'
import { type Actor, actor, makeAppliance } from '../../../support/appliance.ts'
import {
  appended,
  at,
  cherry,
  DAY_MS,
  expectRefused,
  harvestOf,
  PURPOSE,
  retract,
} from '../../../support/flows/help.ts'
import { restored } from '../../../support/records/restored.ts'

const a = await makeAppliance()
let grace: Actor
let bank: Actor
beforeEach(async () => {
  grace = await a.party('person', 'Grace')
  bank = await a.party('institution', 'Bank')
})

interface Page {
  readonly changes: readonly { readonly id: string; readonly derived: { readonly standing: string } }[]
  readonly cursor: string
  readonly has_more: boolean
}
const pull = async (who: Actor, since?: string, more: Record<string, string> = {}): Promise<Page> => {
  const query = new URLSearchParams({ ...(since === undefined ? {} : { since }), ...more })
  const answer = await who.get(`/v1/sync/changes?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const idsOf = (page: Page) => page.changes.map(({ id }) => id)
const forCredit = { purpose: PURPOSE }
const harvest = (who = grace, more: object = {}) => appended(who, 'harvest', harvestOf(who, more))

test("everything of one's own comes in the order in which it came in, superseded and retracted too", async () => {
  const first = await harvest()
  const corrected = await harvest(grace, { supersedes: first.id })
  const second = await harvest()
  const retraction = (await retract(grace, second.id)).body
  const page = await pull(grace)
  const [party, ...ids] = idsOf(page)
  expect(party).toBeDefined()
  expect(ids).toEqual([first.id, corrected.id, second.id, retraction.id])
  expect(page.changes.slice(1).map((r) => r.derived.standing)).toEqual([
    'superseded',
    'tip',
    'retracted',
    'tip',
  ])
  expect(page.has_more).toBe(false)
  const nothing = await pull(grace, page.cursor)
  expect([nothing.changes, nothing.has_more]).toEqual([[], false])
  const third = await harvest()
  expect(idsOf(await pull(grace, nothing.cursor))).toEqual([third.id])
})

test('rows that lead to no record, as in a damaged file, cost no other record its place', async () => {
  for (let i = 0; i < 6; i++) await harvest()
  const whole = idsOf(await pull(grace))
  const { db } = a.kernel.store
  // Numbers that no record has. The rows stand between those of the first two harvests, more than a slice goes past.
  db.prepare(
    `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 3000)
     INSERT INTO change (party, type, at, seq, occurred_at)
     SELECT o.asserted_by, o.kind, o.seq, -n, o.occurred_at FROM n CROSS JOIN entry o WHERE o.id = unhex(?, '-')`,
  ).run(whole.at(-5))
  expect(idsOf(await pull(grace))).toEqual(whole)
})

describe('cursors', () => {
  test('are opaque: of one length, never the same, and nothing of the log shows', async () => {
    const first = (await pull(grace)).cursor
    await harvest()
    const second = (await pull(grace, first)).cursor
    expect(second).toHaveLength(first.length)
    expect((await pull(grace, first)).cursor).not.toBe(second)
  })

  test('are good for one party and one purpose', async () => {
    const { cursor } = await pull(grace)
    const credit = (await pull(bank, undefined, forCredit)).cursor
    const refused = async (who: Actor, since: string, purpose?: string) =>
      who.get(
        `/v1/sync/changes?since=${encodeURIComponent(since)}${purpose === undefined ? '' : `&purpose=${purpose}`}`,
      )
    expectRefused(await refused(bank, cursor), 400, 'invalid_cursor')
    expectRefused(await refused(grace, cursor, PURPOSE), 400, 'invalid_cursor')
    expectRefused(await refused(bank, credit, 'insurance'), 400, 'invalid_cursor')
    expectRefused(await refused(bank, credit), 400, 'invalid_cursor')
    const another = actor(a.app, a.clock, grace.id, await a.credential(grace.id, 'reader'))
    expect((await pull(another, cursor)).changes).toEqual([])
  })

  test('that are made up, changed or from another service are refused', async () => {
    const { cursor } = await pull(grace)
    const other = await makeAppliance()
    const stranger = await other.party('person', 'Grace')
    const foreign = (await pull(stranger)).cursor
    await other.close()
    const flipped = Buffer.from(cursor, 'base64url')
    flipped[40] = (flipped[40] as number) ^ 1
    for (const since of [foreign, flipped.toString('base64url'), `${cursor}=`, '', '%00', 'A'.repeat(5000)]) {
      const answer = await grace.get(`/v1/sync/changes?since=${encodeURIComponent(since)}`)
      expectRefused(answer, 400, 'invalid_cursor')
    }
  })

  test('of a life of the store before a restore are told so, with one to go on from', async () => {
    const kept = await harvest()
    const { cursor } = await pull(grace)
    const lost = await harvest()
    const ahead = (await pull(grace, cursor)).cursor
    await restored(a)
    const since = await harvest()
    for (const old of [cursor, ahead]) {
      const answer = await grace.get(`/v1/sync/changes?since=${old}`)
      expectRefused(answer, 409, 'restored_from_backup')
      expect(answer.body.cursor).toHaveLength(cursor.length)
      const got = idsOf(await pull(grace, answer.body.cursor))
      expect(got).toEqual(old === cursor ? [lost.id, since.id] : [since.id])
      expect(got).not.toContain(kept.id)
    }
  })

  test.each([
    // The same backup was restored elsewhere before, and the phone came there.
    [
      'another life that this log never had',
      ({ place }: Cursor) => ({ incarnation: Buffer.alloc(16, 7), place }),
    ],
    [
      'a folder that was put back by hand',
      ({ incarnation, place }: Cursor) => ({
        incarnation,
        place: { ...place, seen: { ...place.seen, seq: a.kernel.store.log.size + 5 } },
      }),
    ],
  ])('of %s, sealed with its own key, begin anew', async (_, elsewhere) => {
    const own = await harvest()
    const key = a.kernel.store.changes.cursorKey()
    const bound = { partyId: grace.id, purpose: '' }
    const cursor = openCursor(key, bound, (await pull(grace)).cursor)
    const since = sealCursor(key, bound, { ...cursor, ...elsewhere(cursor) })
    const answer = await grace.get(`/v1/sync/changes?since=${since}`)
    expectRefused(answer, 409, 'restored_from_backup')
    expect(idsOf(await pull(grace, answer.body.cursor))).toContain(own.id)
  })
})

test('parameters are read strictly, and a purpose as a header is refused', async () => {
  for (const query of ['limit=0', 'limit=501', 'limit=x', 'since=a&since=b', 'from=1'])
    expect((await grace.get(`/v1/sync/changes?${query}`)).status).toBe(400)
  expectRefused(await grace.get('/v1/sync/changes?purpose=Not a purpose'), 400, 'invalid_purpose')
  expectRefused(await grace.get('/v1/sync/changes', { purpose: PURPOSE }), 400, 'purpose_as_header')
  expect((await actor(a.app, a.clock, grace.id, 'gry_x').get('/v1/sync/changes')).status).toBe(401)
})

test('the list of devices tells how far each has fetched, and an idle one costs no row', async () => {
  const registered = await grace.post('/v1/devices', { id: uuidv7(), name: 'Phone' })
  const phone = actor(a.app, a.clock, grace.id, registered.body.token)
  const line = async () => {
    const { devices } = await a.tasks.run('device.list', 'test', {})
    return devices[0]
  }
  expect(await line()).toMatchObject({ last_came_at: null, pulled_to: null })
  await harvest()
  await harvest()
  const part = await pull(phone, undefined, { limit: '1' })
  expect(await line()).toMatchObject({ pulled_all: false })
  const all = await pull(phone, part.cursor)
  expect(await line()).toMatchObject({ pulled_all: true, pulled_to: at(a.clock.nowMs) })
  const visits = () => a.kernel.store.db.prepare('SELECT count(*) FROM sync_visit').pluck().get()
  const before = visits()
  await pull(phone, all.cursor)
  await pull(phone, all.cursor)
  expect(visits()).toBe(before)
  a.clock.nowMs += DAY_MS
  await pull(phone, all.cursor)
  expect(await line()).toMatchObject({ last_came_at: at(a.clock.nowMs) })
})

test('a lot comes in all its versions where a hand-over names one that arrives after it', async () => {
  const lotOf = () => ({ occurred_at: at(a.clock.nowMs - 2 * DAY_MS), holder: grace.id, ...cherry(10) })
  const lot = await appended(grace, 'lot', lotOf())
  const corrected = uuidv7()
  await appended(grace, 'custody_transfer', {
    occurred_at: at(a.clock.nowMs - DAY_MS),
    ...{ lot_id: corrected, from_party: grace.id, to_party: bank.id },
  })
  const { cursor } = await pull(bank)
  await appended(grace, 'lot', { ...lotOf(), id: corrected, supersedes: lot.id })
  expect(idsOf(await pull(bank, cursor)).sort()).toEqual([lot.id, corrected].sort())
})
