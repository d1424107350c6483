import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openCursor, sealCursor } from '../../../../src/records/sync/cursor.ts'
import { newIncarnation } from '../../../../src/store/acts/appliance.ts'
import { localTasks } from '../../../../src/tasks.ts'
import { type Actor, type Appliance, actor, makeAppliance } from '../../../support/appliance.ts'
import {
  appended,
  at,
  cherry,
  DAY_MS,
  expectRefused,
  granted,
  harvestOf,
  PURPOSE,
  retract,
} from '../../../support/flows/help.ts'

let a: Appliance
let grace: Actor
let bank: Actor
beforeEach(async () => {
  a = await makeAppliance()
  grace = await a.party('person', 'Grace')
  bank = await a.party('institution', 'Bank')
})
afterEach(() => a.close())

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
const give = (subject: Actor, grantee: Actor, more: object = {}) =>
  granted(a, subject, grantee, ['harvest', 'delivery'], PURPOSE, more)
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

test('pages lose nothing and double nothing while others write', async () => {
  const written: string[] = []
  const got: string[] = []
  let cursor: string | undefined
  for (let round = 0; round < 12; round++) {
    for (let i = 0; i < 3; i++) written.push((await harvest()).id)
    await harvest(await a.party('person', `Other ${round}`))
    const page = await pull(grace, cursor, { limit: '2' })
    expect(page.changes).toHaveLength(2)
    expect(page.has_more).toBe(true)
    got.push(...idsOf(page))
    cursor = page.cursor
  }
  for (let more = true; more; ) {
    const page = await pull(grace, cursor, { limit: '5' })
    got.push(...idsOf(page))
    cursor = page.cursor
    more = page.has_more
  }
  expect(got.slice(1)).toEqual(written)
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
    for (const since of [
      foreign,
      flipped.toString('base64url'),
      cursor.slice(0, -2),
      `${cursor}AA`,
      `${cursor}=`,
      '0',
      '',
      '%00',
      'A'.repeat(5000),
    ]) {
      const answer = await grace.get(`/v1/sync/changes?since=${encodeURIComponent(since)}`)
      expectRefused(answer, 400, 'invalid_cursor')
    }
  })

  test('of a life of the store before a restore are told so, with one to go on from', async () => {
    const kept = await harvest()
    const { cursor } = await pull(grace)
    const lost = await harvest()
    const ahead = (await pull(grace, cursor)).cursor
    // What a restore does: the log as of the backup, and then a new incarnation. Here nothing was lost but the order.
    await a.kernel.ports.submit(() => {
      const { acts, appliance, parties, writer } = a.kernel.store
      const restore = uuidv7()
      acts.append('restore', restore, writer.nowMs, {
        cooperative: parties.id(appliance.cooperative as number),
        incarnation: newIncarnation().toString('hex'),
        backup: uuidv7(),
        made_at: new Date(writer.nowMs).toISOString(),
      })
      acts.append('restore_confirmation', uuidv7(), writer.nowMs, { restore })
    })
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

  test('of another life that this log never had, sealed with its own key, begin anew', async () => {
    const own = await harvest()
    const { cursor } = await pull(grace)
    const key = a.kernel.store.changes.knownCursorKey() as Buffer
    const bound = { partyId: grace.id, purpose: '' }
    // The same backup was restored elsewhere before, and the phone came there.
    const sibling = { ...openCursor(key, bound, cursor), incarnation: Buffer.alloc(16, 7) }
    const answer = await grace.get(`/v1/sync/changes?since=${sealCursor(key, bound, sibling)}`)
    expectRefused(answer, 409, 'restored_from_backup')
    expect(idsOf(await pull(grace, answer.body.cursor))).toContain(own.id)
  })

  test('of a folder that was put back by hand begin anew', async () => {
    const own = await harvest()
    const { store } = a.kernel
    const { cursor } = await pull(grace)
    const ahead = openCursor(
      store.changes.knownCursorKey() as Buffer,
      { partyId: grace.id, purpose: '' },
      cursor,
    )
    const place = { ...ahead.place, seen: { seq: store.log.size + 5, atMs: ahead.place.seen.atMs } }
    const since = sealCursor(
      store.changes.cursorKey(),
      { partyId: grace.id, purpose: '' },
      { ...ahead, place },
    )
    const answer = await grace.get(`/v1/sync/changes?since=${since}`)
    expectRefused(answer, 409, 'restored_from_backup')
    expect(idsOf(await pull(grace, answer.body.cursor))).toContain(own.id)
  })

  test('hold through a restart', async () => {
    const { cursor } = await pull(grace)
    const { store } = a.kernel
    store.changes.forget()
    const later = await harvest()
    expect(idsOf(await pull(grace, cursor))).toEqual([later.id])
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
    const { devices } = await localTasks(a.kernel).run('device.list', 'test', {})
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

test('what was fetched stands in the audit log, and a fetch that brought nothing does not', async () => {
  const own = await harvest()
  await give(grace, bank)
  const { cursor } = await pull(bank, undefined, forCredit)
  await pull(bank, cursor, forCredit)
  const { entries } = await localTasks(a.kernel).run('audit', 'test', { record: own.id, count: 10 })
  expect(entries.map(({ action, party, purpose }) => [action, party, purpose])).toEqual([
    ['changes', bank.id, PURPOSE],
  ])
})

describe('a lot that a hand-over brings comes in all its versions', () => {
  const lotOf = (holder: Actor) => ({
    ...{ occurred_at: at(a.clock.nowMs - 2 * DAY_MS), holder: holder.id },
    ...cherry(10),
  })
  const handOver = (lot_id: string, from: Actor, to: Actor) => ({
    occurred_at: at(a.clock.nowMs - DAY_MS),
    ...{ lot_id, from_party: from.id, to_party: to.id },
  })
  test('where the hand-over names a version that comes after it', async () => {
    const lot = await appended(grace, 'lot', lotOf(grace))
    const corrected = uuidv7()
    await appended(grace, 'custody_transfer', handOver(corrected, grace, bank))
    const { cursor } = await pull(bank)
    await appended(grace, 'lot', { ...lotOf(grace), id: corrected, supersedes: lot.id })
    expect(idsOf(await pull(bank, cursor)).sort()).toEqual([lot.id, corrected].sort())
  })
})
