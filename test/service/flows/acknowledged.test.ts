import { beforeEach, describe, expect, test } from 'vitest'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
import {
  appended,
  at,
  DAY_MS,
  granted,
  harvestOf,
  PURPOSE,
  pagesOf,
  read,
  retract,
} from '../../support/flows/help.ts'

/** Whether a reader's program knows that a grant ended, or that what it was shown was corrected (contract §21). */

const a = await makeAppliance()
let grace: Actor
let bank: Actor
beforeEach(async () => {
  grace = await a.party('person', 'Grace')
  bank = await a.party('institution', 'Bank')
  a.clock.nowMs += 1_000
})

const harvest = async (more: object = {}) => (await appended(grace, 'harvest', harvestOf(grace, more))).id
const grant = (more: object = {}) => granted(a, grace, bank, ['harvest', 'retraction'], PURPOSE, more)
const revoke = (id: string) => grace.post(`/v1/grants/${id}/revocation`)

/** Pulls one page, a second later. */
async function page(cursor?: string): Promise<string> {
  a.clock.nowMs += 1_000
  const since = cursor === undefined ? '' : `&since=${encodeURIComponent(cursor)}`
  const { body } = await bank.get(`/v1/sync/changes?purpose=${PURPOSE}${since}`)
  expect(body.has_more).toBe(false)
  return body.cursor
}
const disclosures = async () => (await grace.get('/v1/disclosures')).body.disclosures
const ended = async () => (await disclosures()).at(-1).ended
const changed = async (id: string) => {
  const all = (await disclosures()) as { changed: { record_id: string }[] }[]
  return all.flatMap((one) => one.changed).filter((one) => one.record_id === id)
}
const now = () => at(a.clock.nowMs)

describe('the end of a grant', () => {
  test('is told by a page, and acknowledged by its cursor alone', async () => {
    await harvest()
    const given = await grant()
    const first = await page()
    expect(await ended()).toBeNull()
    a.clock.nowMs += 1_000
    await revoke(given)
    const end = { at: now(), told_at: null, acknowledged_at: null }
    expect(await ended()).toEqual(end)
    const second = await page(first)
    const told = { ...end, told_at: now() }
    expect(await ended()).toEqual(told)
    // The reply was lost: the program asks for the same page again.
    const again = await page(first)
    expect(await ended()).toEqual(told)
    await page(again)
    expect(await ended()).toEqual({ ...told, acknowledged_at: now() })
    const acknowledged = await ended()
    await page(second)
    expect(await ended()).toEqual(acknowledged)
  })

  test('by its own date too', async () => {
    await harvest()
    await grant({ expires_at: at(a.clock.nowMs + DAY_MS) })
    const first = await page()
    a.clock.nowMs += DAY_MS
    const second = await page(first)
    const told_at = now()
    expect(await ended()).toMatchObject({ told_at, acknowledged_at: null })
    await page(second)
    expect(await ended()).toMatchObject({ told_at, acknowledged_at: now() })
  })

  test('is not told to a program that starts from nothing: its earlier copy may be elsewhere', async () => {
    await harvest()
    const given = await grant()
    await page()
    await revoke(given)
    await page(await page())
    expect(await ended()).toMatchObject({ told_at: null, acknowledged_at: null })
  })

  test('is not acknowledged by a program that starts anew while the page that told it was lost', async () => {
    await harvest()
    const given = await grant()
    const first = await page()
    await revoke(given)
    await page(first)
    const told_at = now()
    const anew = await page()
    await page(await page(anew))
    expect(await ended()).toMatchObject({ told_at, acknowledged_at: null })
    // What it is told itself it acknowledges.
    const other = await grant()
    const before = await page(anew)
    await revoke(other)
    await page(await page(before))
    const { grants } = (await grace.get('/v1/grants')).body
    expect(grants.map((one: { ended: object }) => one.ended)).toMatchObject([
      { acknowledged_at: now() },
      { acknowledged_at: null },
    ])
  })

  test('by a consent that takes its place says so, and is no end to the person or to the status', async () => {
    await harvest()
    const given = await grant()
    const cursor = await page()
    const wider = await grant({ replaces: given, record_types: ['harvest', 'retraction', 'party'] })
    a.clock.nowMs += 1_000
    const narrower = await grant({ replaces: wider, record_types: ['harvest'] })
    const { grants } = (await bank.get('/v1/grants?role=grantee&status=ended')).body
    expect(grants.map(({ id, ended: { replaced_by } }: never) => [id, replaced_by])).toEqual([
      [wider, narrower],
      [given, wider],
    ])
    const { ended: told } = await a.tasks.run('member.statement', 'test', { party: grace.id, scope: 'all' })
    expect(told).toHaveLength(1)
    const { body: receipt } = await grace.get(`/v1/grants/${given}/receipt`)
    expect(receipt['dpv:hasRecordOfActivity']['dpv:hasConsentStatus'].at(-1)).toMatchObject({
      '@type': 'dpv:ConsentStatusInvalidForProcessing',
      'dct:isReplacedBy': `urn:uuid:${wider}`,
    })
    a.clock.nowMs += 8 * DAY_MS
    const { readers_behind } = await a.tasks.run('status', 'test', {})
    expect(readers_behind.filter(({ party }) => party === bank.id)).toMatchObject([{ ended: 1 }])
    await page(cursor)
  })

  test('is not told by a feed for another purpose', async () => {
    await harvest()
    const given = await grant()
    const first = await page()
    await revoke(given)
    const { body } = await bank.get('/v1/sync/changes?purpose=insurance')
    await bank.get(`/v1/sync/changes?purpose=insurance&since=${body.cursor}`)
    expect(await ended()).toMatchObject({ told_at: null })
    await page(first)
    expect(await ended()).toMatchObject({ told_at: now() })
  })
})

describe('a correction of what a reader was shown', () => {
  const owed = async () =>
    (await a.tasks.run('notifications.list', 'test', { after: 0, all: false })).notifications.filter(
      ({ recipient }) => recipient === bank.id,
    )

  test('is told and acknowledged, and then nobody need tell it', async () => {
    const id = await harvest()
    await grant()
    const first = await page()
    await harvest({ supersedes: id })
    expect(await changed(id)).toEqual([
      { record_id: id, change: 'corrected', told_at: null, acknowledged_at: null },
    ])
    const second = await page(first)
    const told_at = now()
    expect(await changed(id)).toMatchObject([{ told_at, acknowledged_at: null }])
    expect(await owed()).toHaveLength(1)
    await page(second)
    expect(await changed(id)).toMatchObject([{ told_at, acknowledged_at: now() }])
    expect(await owed()).toEqual([])
  })

  test('is not told to a program that has nothing yet, of what was read otherwise', async () => {
    const id = await harvest()
    await grant()
    await read(bank, id)
    await harvest({ supersedes: id })
    await page(await page(await page()))
    // It was read, and a page had it.
    expect(await changed(id)).toMatchObject([{ told_at: null }, { told_at: null }])
    expect(await owed()).toHaveLength(1)
  })

  test('is not told by closing the record because the grant ended; a retraction is', async () => {
    const ids = [await harvest(), await harvest()] as const
    const given = await grant()
    const first = await page()
    await harvest({ supersedes: ids[0] })
    await retract(grace, ids[1])
    await revoke(given)
    await page(await page(first))
    expect(await changed(ids[0])).toMatchObject([{ told_at: null }])
    expect(await changed(ids[1])).toMatchObject([{ change: 'retracted', acknowledged_at: now() }])
    expect(await owed()).toHaveLength(1)
  })

  test('after the grant has ended, no page tells it of what was read otherwise', async () => {
    const id = await harvest()
    const given = await grant()
    await read(bank, id)
    await revoke(given)
    await harvest({ supersedes: id })
    await page(await page(await page()))
    expect(await changed(id)).toMatchObject([{ told_at: null, acknowledged_at: null }])
    expect(await owed()).toHaveLength(1)
  })
})

describe('whoever must act can see it', () => {
  test('the list of grants: those that ended, in pages, for giver and reader alike', async () => {
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.push(await grant())
    const first = await page()
    for (const id of ids.slice(0, 3)) await revoke(id)
    await page(first)
    const told_at = now()
    for (const [who, role] of [
      [grace, 'subject'],
      [bank, 'grantee'],
    ] as const) {
      const pages = await pagesOf(who, `/v1/grants?role=${role}&status=ended&limit=2`)
      const found: { id: string; ended: object }[] = pages.flatMap(({ grants }) => grants)
      expect(found.map(({ id }) => id)).toEqual(ids.slice(0, 3).reverse())
      for (const { ended: end } of found) expect(end).toMatchObject({ told_at, acknowledged_at: null })
    }
    const all = (await bank.get('/v1/grants?role=grantee')).body.grants
    expect(all.filter((one: { ended: null }) => one.ended === null)).toHaveLength(2)
    const wrong = await bank.get('/v1/grants?role=grantee&status=live')
    expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_parameter'])
  })

  test('the statement of the member', async () => {
    const id = await harvest()
    const given = await grant()
    const first = await page()
    await harvest({ supersedes: id })
    const second = await page(first)
    await revoke(given)
    const of = { party: grace.id, scope: 'all' } as const
    const { changed: before } = await a.tasks.run('member.statement', 'test', of)
    expect(before).toMatchObject([{ to: bank.id, changed: 1, acknowledged: 0 }])
    await page(await page(second))
    const { ended: [end] = [], changed: after } = await a.tasks.run('member.statement', 'test', of)
    expect(end).toMatchObject({ grantee: bank.id, acknowledged_at: now() })
    expect(after).toMatchObject([{ to: bank.id, changed: 1, acknowledged: 1 }])
  })

  const behind = async () =>
    (await a.tasks.run('status', 'test', {})).readers_behind.filter(({ party }) => party === bank.id)

  test('the status: readers that have not fetched for 7 days since an end, and no others', async () => {
    await harvest()
    await grant({ expires_at: at(a.clock.nowMs + 2 * DAY_MS) })
    const other = await grant({ expires_at: at(a.clock.nowMs + 90 * DAY_MS) })
    // A reader without a program, who looks at pages alone, has nothing to fetch.
    a.clock.nowMs += 10 * DAY_MS
    expect(await behind()).toEqual([])
    const cursor = await page()
    const last_fetched_at = now()
    a.clock.nowMs += DAY_MS
    await revoke(other)
    a.clock.nowMs += 7 * DAY_MS - 1
    expect(await behind()).toEqual([])
    a.clock.nowMs += 1
    expect(await behind()).toMatchObject([{ party: bank.id, purpose: PURPOSE, last_fetched_at, ended: 1 }])
    await page(cursor)
    expect(await behind()).toEqual([])
  })

  test('the status: no reader whose tokens have all ended, which can fetch nothing', async () => {
    await harvest()
    const given = await grant()
    await page()
    a.clock.nowMs += 1_000
    await revoke(given)
    a.clock.nowMs += 8 * DAY_MS
    expect(await behind()).toHaveLength(1)
    const { credentials } = await a.tasks.run('credential.list', 'test', { party: bank.id })
    for (const { credential_id: id } of credentials) await a.tasks.run('credential.revoke', 'test', { id })
    expect(await behind()).toEqual([])
  })
})
