import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, test } from 'vitest'
import type { Verified } from '../../../src/domain/credential.ts'
import { newIncarnation } from '../../../src/store/acts/appliance.ts'
import { type Actor, makeAppliance } from '../../support/appliance.ts'
import { appended, at, granted, harvestOf, PURPOSE } from '../../support/flows/help.ts'

/** What the feed notes of the ends of grants, at moments that a program cannot choose (contract §21). */

const a = await makeAppliance()
let grace: Actor
let bank: Actor
beforeEach(async () => {
  grace = await a.party('person', 'Grace')
  bank = await a.party('institution', 'Bank')
  a.clock.nowMs += 1_000
})

const grant = () => granted(a, grace, bank, ['harvest'], PURPOSE)
const revoke = (id: string) => grace.post(`/v1/grants/${id}/revocation`)
const endOf = async (who: Actor) => (await who.get('/v1/grants')).body.grants.at(-1).ended

/** Pulls one page, a second later. */
async function page(cursor?: string): Promise<string> {
  a.clock.nowMs += 1_000
  const since = cursor === undefined ? '' : `&since=${encodeURIComponent(cursor)}`
  return (await bank.get(`/v1/sync/changes?purpose=${PURPOSE}${since}`)).body.cursor
}

/** What a restore does: the log as of the backup, and then a new incarnation. Nothing is lost here. */
const restored = () =>
  a.kernel.ports.submit(() => {
    const { acts, appliance, parties, writer } = a.kernel.store
    const restore = uuidv7()
    acts.append('restore', restore, writer.nowMs, {
      cooperative: parties.id(appliance.cooperative as number),
      incarnation: newIncarnation().toString('hex'),
      backup: uuidv7(),
      made_at: at(writer.nowMs),
    })
    acts.append('restore_confirmation', uuidv7(), writer.nowMs, { restore })
  })

test('an end is told where consent changes again while the page is made', async () => {
  const other = await a.party('person', 'Okello')
  for (const who of [grace, other]) await appended(who, 'harvest', harvestOf(who))
  const given = await grant()
  const later = await granted(a, other, bank, ['harvest'], PURPOSE)
  let since = await page()
  await revoke(given)
  const { credentials, grants, ports } = a.kernel
  // Between two steps of a page that has room for one row.
  let steps = 0
  const more = () => {
    if (++steps === 2) grants.revoke({ credential: null, operator: 'test' }, other.id, later, uuidv7())
  }
  const closed: string[] = []
  for (let hasMore = true; hasMore; ) {
    const got = await ports.changes.pull(
      credentials.verify(bank.token) as Verified,
      { purpose: PURPOSE },
      since,
      1,
      more,
    )
    closed.push(...got.closed)
    ;({ cursor: since, hasMore } = got)
  }
  expect(steps).toBeGreaterThan(2)
  expect(closed).toHaveLength(2)
  for (const who of [grace, other]) expect((await endOf(who)).told_at).not.toBeNull()
})

test('an end is not acknowledged after a restore by a program that another life of the log told it', async () => {
  await appended(grace, 'harvest', harvestOf(grace))
  const given = await grant()
  const first = await page()
  await revoke(given)
  await page(first)
  const told_at = at(a.clock.nowMs)
  // Another program of the reader begins, and only this one comes back.
  const other = await page()
  await restored()
  const { status, body } = await bank.get(`/v1/sync/changes?purpose=${PURPOSE}&since=${other}`)
  expect([status, body.code]).toEqual([409, 'restored_from_backup'])
  await page(await page(body.cursor))
  expect(await endOf(grace)).toMatchObject({ told_at, acknowledged_at: null })
})

test('the feed of a reader to whom nobody opened anything writes no row', async () => {
  const rows = () => a.kernel.store.db.prepare('SELECT count(*) FROM feed_told').pluck().get()
  const before = rows()
  for (const purpose of ['insurance', 'research']) await bank.get(`/v1/sync/changes?purpose=${purpose}`)
  expect(rows()).toBe(before)
  await grant()
  for (let i = 0; i < 5; i++) await page()
  expect(rows()).toBe((before as number) + 1)
})
