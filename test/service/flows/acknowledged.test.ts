import { beforeEach, describe, expect, test } from 'vitest'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
import { appended, at, DAY_MS, granted, harvestOf, PURPOSE, read, retract } from '../../support/flows/help.ts'

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

  test('a retraction as well', async () => {
    const id = await harvest()
    await grant()
    const first = await page()
    await retract(grace, id)
    await page(await page(first))
    expect(await changed(id)).toMatchObject([{ change: 'retracted', acknowledged_at: now() }])
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
