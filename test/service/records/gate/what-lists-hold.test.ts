import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Actor, type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { granted, idsInPages } from '../../../support/flows/help.ts'

let a: Appliance
let anna: Actor
let ben: Actor
let lender: Actor

beforeEach(async () => {
  a = await makeAppliance()
  anna = await a.party('person', 'Anna')
  ben = await a.party('person', 'Ben')
  lender = await a.party('institution', 'Bank')
})
afterEach(() => a.close())

const PURPOSE = 'purpose=credit_assessment'
const kg = (value: number) => ({ quantity: { value, unit: 'kg' } })
const lot = (holder: Actor) => ({ holder: holder.id, crop: 'coffee_green', ...kg(100) })

const grant = (from: Actor, types: string[]) => granted(a, from, lender, types)

/** Ids of a list, page by page. */
const listed = async (who: Actor, search: string, limit: number): Promise<string[]> =>
  (await idsInPages(who, `/v1/records?${PURPOSE}&${search}&limit=${limit}`, 'records')).flat()

describe('a record in which a party came to have a further part later', () => {
  test('stands in every page size: lots handed over and handed back', async () => {
    const ids: string[] = []
    for (let i = 0; i < 13; i++) {
      a.clock.nowMs += 60_000
      const made = await anna.append('lot', lot(anna))
      ids.unshift(made.body.id)
      a.clock.nowMs += 1_000
      await anna.append('custody_transfer', { lot_id: made.body.id, from_party: anna.id, to_party: ben.id })
      a.clock.nowMs += 1_000
      await ben.append('custody_transfer', { lot_id: made.body.id, from_party: ben.id, to_party: anna.id })
    }
    await grant(anna, ['lot'])
    for (const limit of [1, 2, 3, 7, 8, 9, 12, 20, 30, 500]) {
      expect(await listed(anna, `type=lot&subject=${anna.id}`, limit), `own, ${limit}`).toEqual(ids)
      expect(await listed(lender, 'type=lot', limit), `granted, ${limit}`).toEqual(ids)
      expect(await listed(lender, `type=lot&subject=${anna.id}&order=oldest`, limit)).toEqual(
        [...ids].reverse(),
      )
    }
  })

  test('stands in every page size: losses that came before their lot', async () => {
    const ids: string[] = []
    for (let i = 0; i < 30; i++) {
      const id = uuidv7()
      a.clock.nowMs += 60_000
      const told = await anna.append('loss', { lot_id: id, ...kg(1), cause: 'drying' })
      ids.unshift(told.body.id)
      await anna.append('lot', { ...lot(anna), id })
    }
    await grant(anna, ['loss'])
    for (const limit of [1, 8, 9, 20, 29, 30, 500]) {
      expect(await listed(anna, 'type=loss', limit), `own, ${limit}`).toEqual(ids)
      expect(await listed(lender, 'type=loss', limit), `granted, ${limit}`).toEqual(ids)
    }
  })
})

describe('a loss told by somebody who has nothing to do with the lot', () => {
  test('does not tell a stranger whose the lot is, nor that there is one', async () => {
    const made = await anna.append('lot', lot(anna))
    const stranger = ben
    for (const lotId of [made.body.id, uuidv7()]) {
      const told = await stranger.append('loss', { lot_id: lotId, ...kg(1), cause: 'theft' })
      const { id: _, lot_id: __, ...rest } = told.body
      expect(rest.derived.flags).toEqual(['asserted_by_outsider', 'reference_unresolved'])
      for (const party of [anna, ben, lender])
        expect(await listed(stranger, `type=loss&subject=${party.id}`, 10)).toEqual([])
      expect((await stranger.get(`/v1/records?${PURPOSE}&lot_id=${lotId}`)).body.records.length).toBe(1)
    }
  })

  test('stays closed to whoever takes the id of a lot that had not arrived', async () => {
    const id = uuidv7()
    const told = await anna.append('loss', { lot_id: id, ...kg(1), cause: 'theft', note: 'private' })
    const taken = await ben.append('lot', { ...lot(ben), id })
    expect(taken.status).toBe(201)
    expect((await ben.get(`/v1/records/${told.body.id}?${PURPOSE}`)).status).toBe(404)
    expect(await listed(ben, 'type=loss', 10)).toEqual([])
  })
})

test('a factor of a region does not tell a stranger where a person lives', async () => {
  const told = await a.cooperative.append('party', {
    party: anna.id,
    kind: 'person',
    display_name: 'Anna',
    region: 'UG-102',
  })
  expect(told.status).toBe(201)
  const rows = (await a.cooperative.get('/v1/registry/conversions')).body.rows
  const regional = rows.filter((row: { region?: string; crop?: string }) => row.region && row.crop)
  expect(regional.length).toBeGreaterThan(1)
  for (const { id, crop, unit, factor } of regional) {
    const flagsAbout = async (producer: string) => {
      const claim = await ben.append('harvest', {
        producer,
        crop,
        quantity: { value: 1, unit },
        normalized_kg: factor,
        conversion_id: id,
      })
      expect(claim.status, claim.text).toBe(201)
      return claim.body.derived.flags
    }
    expect(await flagsAbout(anna.id), id).toEqual(await flagsAbout(uuidv7()))
  }
})
