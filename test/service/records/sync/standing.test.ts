import { cpSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeServer, openKernel } from '../../../../src/assemble.ts'
import type { Verified } from '../../../../src/domain/credential.ts'
import { AccessEvaluation } from '../../../../src/records/gate/core.ts'
import { type Actor, actor, makeAppliance, readingOf } from '../../../support/appliance.ts'
import { temporaryFolder } from '../../../support/command.ts'
import {
  appended,
  at,
  cherry,
  DAY_MS,
  granted,
  harvestOf,
  PURPOSE,
  retract,
} from '../../../support/flows/help.ts'
import { Mirror } from '../../../support/flows/mirror.ts'
import { kindsOf, look, withoutGuards } from '../../../support/proofs/verify/scene.ts'

/** A record whose standing changed comes again, behind what changed it (contract §21). */

const a = await makeAppliance()
let grace: Actor
let bank: Actor
beforeEach(async () => {
  grace = await a.party('person', 'Grace')
  bank = await a.party('institution', 'Bank')
})

const harvest = async (more: object = {}, who = grace): Promise<string> =>
  (await appended(who, 'harvest', harvestOf(who, more))).id
const grant = (types = ['harvest', 'retraction'], more: object = {}) =>
  granted(a, grace, bank, types, PURPOSE, more)
const takeBack = async (id: string): Promise<string> => {
  const { status, body, text } = await retract(grace, id)
  expect(status, text).toBe(201)
  return body.id
}
/** What a copy shows of these records. */
const shown = ({ held }: Mirror, ...ids: string[]) =>
  ids.map((id) => (held.get(id)?.derived as { standing: string } | undefined)?.standing)
/** A copy that has everything. */
async function copy(who = bank, purpose = PURPOSE, limit = 500): Promise<Mirror> {
  const mirror = new Mirror(who, purpose, limit)
  await mirror.pull()
  return mirror
}

test('what was corrected comes again, and so does what was retracted, each behind what changed it', async () => {
  const first = await harvest()
  await grant()
  const mirror = await copy()
  expect(shown(mirror, first)).toEqual(['tip'])
  const second = await harvest({ supersedes: first })
  expect((await mirror.pull()).changes).toEqual([second, first])
  expect(shown(mirror, first, second)).toEqual(['superseded', 'tip'])
  expect(mirror.held.get(first)?.derived).toMatchObject({ superseded_by: [second] })
  const retraction = await takeBack(second)
  expect((await mirror.pull()).changes).toEqual([retraction, second])
  expect(shown(mirror, first, second)).toEqual(['superseded', 'retracted'])
  expect(await mirror.pull()).toEqual({ changes: [], closed: [] })
})

test('page by page, what changed it comes first', async () => {
  const first = await harvest()
  await grant()
  const mirror = await copy(bank, PURPOSE, 1)
  const second = await harvest({ supersedes: first })
  const third = await harvest()
  const pages = [await mirror.page(), await mirror.page(), await mirror.page()]
  expect(pages.map(({ changes }) => changes)).toEqual([[second], [first], [third]])
  expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, false])
})

test('a page names it once, if it already shows it as it is', async () => {
  const first = await harvest()
  const second = await harvest({ supersedes: first })
  const third = await harvest({ supersedes: first })
  const retraction = await takeBack(third)
  await grant()
  const mirror = new Mirror(bank)
  expect((await mirror.pull()).changes.slice(-4)).toEqual([first, second, third, retraction])
  // And the bank's own record of itself.
  expect(mirror.held.size).toBe(5)
  expect(shown(mirror, first, second, third)).toEqual(['superseded', 'tip', 'retracted'])
})

/** Returns a page of several slices, between two of which something happens. */
async function whileMade(since: string | undefined, happens: () => Promise<unknown>) {
  const { credentials, ports } = a.kernel
  const caller = credentials.verify(bank.token) as Verified
  let happened: Promise<unknown> | null = null
  // Each look at the clock takes a millisecond, so that the page takes several slices however fast the machine is.
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++now)
  onTestFinished(() => clock.mockRestore())
  const page = await ports.changes.pull(caller, { purpose: PURPOSE }, since, 500, (bytes) => {
    if (bytes > 5_000) happened ??= happens()
  })
  clock.mockRestore()
  expect(happened).not.toBeNull()
  await happened
  return page
}

test('a record that a page shows, and whose standing changes while the page is made, is on the next page too', async () => {
  const first = await harvest()
  for (let i = 0; i < 150; i++) await harvest()
  await grant()
  let corrected = ''
  const page = await whileMade(undefined, async () => {
    corrected = await harvest({ supersedes: first })
  })
  const mirror = new Mirror(bank)
  mirror.cursor = page.cursor
  for (const json of page.changes.made) {
    const record = JSON.parse(json) as { id: string }
    mirror.held.set(record.id, record)
    mirror.brought.add(record.id)
  }
  expect(mirror.held.has(first)).toBe(true)
  await mirror.pull()
  expect(shown(mirror, first, corrected)).toEqual(['superseded', 'tip'])
})

test('a page that shows it as it was does not count as telling of the correction', async () => {
  const [otto, mill] = [await a.party('person', 'Otto'), await a.party('institution', 'Mill')]
  await grant(['delivery', 'harvest'])
  const mirror = await copy()
  const deliver = async (to: Actor, more: object = {}) => {
    const draft = { from_party: grace.id, to_party: to.id, ...cherry(), ...more }
    return (await appended(grace, 'delivery', draft)).id as string
  }
  const first = await deliver(mill)
  expect((await bank.get(`/v1/records/${first}?purpose=${PURPOSE}`)).status).toBe(200)
  for (let i = 0; i < 150; i++) await harvest()
  // It then names a person who has given no consent.
  const page = await whileMade(mirror.cursor, () => deliver(otto, { supersedes: first }))
  const standing = page.changes.made.map((json) => JSON.parse(json)).find(({ id }) => id === first)
    ?.derived.standing
  expect(standing).toBe('tip')
  const { disclosures } = (await grace.get('/v1/disclosures')).body
  const told = disclosures.flatMap(({ changed = [] }) =>
    changed.map(({ told_at }: { told_at: string | null }) => told_at),
  )
  expect(told).toContain(null)
})

test('what was corrected outside the window of a consent is not looked at', async () => {
  await grant(['harvest'], { occurred_from: at(a.clock.nowMs - 10 * DAY_MS) })
  const old = { occurred_at: at(a.clock.nowMs - 20 * DAY_MS) }
  const firsts: string[] = []
  for (let i = 0; i < 20; i++) firsts.push(await harvest(old))
  const mirror = await copy()
  for (const supersedes of firsts) await harvest({ ...old, supersedes })
  const decided = vi.spyOn(AccessEvaluation.prototype, 'decide')
  onTestFinished(() => decided.mockRestore())
  expect(await mirror.pull()).toEqual({ changes: [], closed: [] })
  expect(decided).not.toHaveBeenCalled()
})

test('a correction that the reader may not read is told by what it corrected', async () => {
  const first = await harvest()
  await grant(['harvest'], { occurred_from: at(a.clock.nowMs - 10 * DAY_MS) })
  const mirror = await copy()
  await harvest({ supersedes: first, occurred_at: at(a.clock.nowMs - 20 * DAY_MS) })
  const changed = async () => (await grace.get('/v1/disclosures')).body.disclosures.at(-1).changed
  expect(await changed()).toMatchObject([{ told_at: null }])
  await mirror.page()
  expect(await changed()).toMatchObject([{ told_at: expect.any(String), acknowledged_at: null }])
  await mirror.page()
  expect(await changed()).toMatchObject([{ acknowledged_at: expect.any(String) }])
})

test('a folder of an earlier version is right without rows for what changed before, and has them for what changes since', async () => {
  const first = await harvest()
  const second = await harvest({ supersedes: first })
  await grant()
  const { store, config } = a.kernel
  store.writeBehind()
  store.db.pragma('wal_checkpoint(TRUNCATE)')
  const data = temporaryFolder()
  const file = join(data, 'granary.db')
  cpSync(store.db.name, file)
  const older = new Database(file)
  withoutGuards(older, () => {
    expect(older.exec('DELETE FROM schema_since WHERE version = 13')).toBe(older)
    expect(older.prepare('DELETE FROM change WHERE seq > at').run().changes).toBeGreaterThan(0)
  })
  older.pragma('user_version = 12')
  older.close()
  const kernel = await openKernel({ ...config, data }, { reading: readingOf(a.clock) })
  const app = await makeServer(kernel)
  try {
    const [again, reader] = [grace, bank].map(({ id, token }) => actor(app, a.clock, id, token))
    const mirror = await copy(reader)
    expect(shown(mirror, first, second)).toEqual(['superseded', 'tip'])
    const third = await harvest({ supersedes: second }, again)
    expect((await mirror.pull()).changes).toEqual([third, second])
    kernel.store.writeBehind()
    kernel.store.db.pragma('wal_checkpoint(TRUNCATE)')
    expect(kindsOf(await look(file))).toEqual([])
  } finally {
    await app.close()
    kernel.close()
  }
})
