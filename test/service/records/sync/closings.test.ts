import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeServer } from '../../../../src/assemble.ts'
import type { Verified } from '../../../../src/domain/credential.ts'
import { draftOf } from '../../../../src/domain/draft-shape.ts'
import type { Draft } from '../../../../src/domain/record.ts'
import { type Actor, type Appliance, actor, makeAppliance, requesterOf } from '../../../support/appliance.ts'
import {
  appended,
  at,
  batch,
  cherry,
  DAY_MS,
  granted,
  harvestOf,
  PURPOSE,
} from '../../../support/flows/help.ts'
import { Mirror } from '../../../support/flows/mirror.ts'
import { reopened } from '../../appliance/clock/help.ts'

/** What the change feed closes (contract §21) while others write, and when the clock is wrong. */

/** More than one slice of a page goes through. */
const SLICES = 300
/** So long is a page that shows a few records, or that closes one. */
const SOME_RECORDS = 5_000
const AN_ID = 36
const OWN = ''

let a: Appliance
let grace: Actor
let bank: Actor
beforeEach(async () => {
  a = await makeAppliance()
  grace = await a.party('person', 'Grace')
  bank = await a.party('institution', 'Bank')
})
afterEach(() => a.close())

const harvests = (who: Actor, count: number) =>
  batch(a, who, count, 'harvest', () => harvestOf(who, { lawful_basis: 'consent' }))

/** A page of at most 500 records, and what somebody does between two slices, when it is so long. */
async function pageWhile(
  who: Actor,
  [purpose, since]: readonly [string, string | undefined],
  characters: number,
  act: () => void,
) {
  const { credentials, ports } = a.kernel
  let hasActed = false
  const page = await ports.changes.pull(
    credentials.verify(who.token) as Verified,
    { purpose },
    since,
    500,
    // Inside the job of each slice, before it reads.
    (length) => {
      if (!hasActed && length >= characters) {
        hasActed = true
        act()
      }
    },
  )
  expect(hasActed).toBe(true)
  return { ...page, changes: page.changes.made.map((json) => (JSON.parse(json) as { id: string }).id) }
}

test('a lot that is taken back while a page is made that shows it is closed on the next', async () => {
  const miller = await a.party('business', 'Mill')
  const lot = (await appended(grace, 'lot', { holder: grace.id, ...cherry(), inputs: [] })).id
  const hand = { lot_id: lot, from_party: grace.id, to_party: miller.id }
  const handOver = await appended(grace, 'custody_transfer', hand)
  const harvested = await harvests(miller, SLICES)
  const { intake, credentials } = a.kernel
  const page = await pageWhile(miller, [OWN, undefined], SOME_RECORDS, () => {
    const author = {
      ...requesterOf(a, grace),
      credential: credentials.verify(grace.token)?.credential ?? null,
    }
    const retraction = { id: uuidv7(), type: 'retraction', occurred_at: at(a.clock.nowMs) }
    const draft = { ...retraction, target_id: handOver.id, reason: 'did_not_happen' }
    intake.append(author, draftOf(draft) as Draft)
  })
  expect(page.changes).toEqual(expect.arrayContaining([lot, ...harvested]))
  // It ends before the lot, which it would also have to close.
  expect([page.closed, page.hasMore]).toEqual([[], true])
  const mirror = new Mirror(miller, OWN)
  mirror.cursor = page.cursor
  for (const id of page.changes) mirror.brought.add(id)
  expect((await mirror.pull()).closed).toEqual([lot])
  expect((await miller.get(`/v1/records/${lot}?purpose=own_records`)).status).toBe(404)
})

test('what is opened again while a page is made that closes it is brought on the next', async () => {
  const ids = await harvests(grace, SLICES)
  const given = await granted(a, grace, bank, ['harvest'])
  const mirror = new Mirror(bank)
  await mirror.pull()
  expect((await grace.post(`/v1/grants/${given}/revocation`)).status).toBe(201)
  const page = await pageWhile(bank, [PURPOSE, mirror.cursor], AN_ID, () => {
    a.kernel.grants.give({ credential: null, operator: 'test' }, grace.id, {
      ...{ id: uuidv7(), grantee: bank.id, purpose: PURPOSE, record_types: ['harvest'] },
      expires_at: at(a.clock.nowMs + DAY_MS),
    })
  })
  expect(page.closed.length).toBeGreaterThan(0)
  expect([page.changes, page.hasMore]).toEqual([[], true])
  for (const id of page.closed) mirror.held.delete(id)
  mirror.cursor = page.cursor
  await mirror.pull()
  expect(ids.filter((id) => !mirror.held.has(id))).toEqual([])
})

test('a clock that is set back opens nothing again that the feed has closed', async () => {
  const [id] = (await harvests(grace, 1)) as [string]
  await granted(a, grace, bank, ['harvest'], PURPOSE, { expires_at: at(a.clock.nowMs + DAY_MS) })
  const mirror = new Mirror(bank)
  expect((await mirror.pull()).changes).toContain(id)
  const before = a.clock.nowMs
  a.clock.nowMs += 2 * DAY_MS
  expect((await mirror.pull()).closed).toEqual([id])
  // Nothing else was written since the grant expired.
  a.clock.nowMs = before + 1_000
  const kernel = await reopened(a)
  const app = await makeServer(kernel)
  try {
    const again = actor(app, a.clock, bank.id, bank.token)
    expect((await again.get(`/v1/records/${id}?purpose=${PURPOSE}`)).status).toBe(404)
    expect((await again.get(`/v1/records?purpose=${PURPOSE}&type=harvest`)).body.records).toEqual([])
    const { body } = await again.get(`/v1/sync/changes?purpose=${PURPOSE}&since=${mirror.cursor}`)
    expect([body.changes, body.closed]).toEqual([[], []])
  } finally {
    await app.close()
    kernel.close()
  }
})
