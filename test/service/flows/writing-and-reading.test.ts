import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { makeAppliance } from '../../support/any-appliance.ts'
import { appended, expectBare404, granted, harvestOf, PURPOSE } from '../../support/flows/help.ts'

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const lender = await a.party('institution', 'Bank')

test('a harvest goes in, comes out to its subject, and to a lender only by grant', async () => {
  const { id } = await appended(farmer, 'harvest', harvestOf(farmer))
  const url = `/v1/records/${id}?purpose=${PURPOSE}`
  expect((await farmer.get(url)).status).toBe(200)
  expectBare404(await lender.get(url))
  const listOfTypeHarvest = `/v1/records?purpose=${PURPOSE}&type=harvest`
  expect((await lender.get(listOfTypeHarvest)).body.records).toEqual([])
  await granted(a, farmer, lender, ['harvest'])
  expect((await lender.get(url)).status).toBe(200)
  expectBare404(await lender.get(url.replace(PURPOSE, 'insurance')))
  const list = await lender.get(listOfTypeHarvest)
  expect(list.body.records.map((record: { id: string }) => record.id)).toEqual([id])
})

test('what is returned is what was sent, what the service set, and what follows', async () => {
  const sent = harvestOf(farmer, {
    id: uuidv7(),
    occurred_at: '2026-06-27T10:15:00.9876+03:00',
    note: 'under the big tree',
  })
  const stored = await appended(farmer, 'harvest', sent)
  expect(stored).toEqual({
    ...sent,
    type: 'harvest',
    record_class: 'observation',
    lawful_basis: 'contract_performance',
    occurred_at: '2026-06-27T07:15:00.987Z',
    recorded_at: '2026-06-28T07:15:00.000Z',
    received_at: '2026-06-28T07:15:00.000Z',
    asserted_by: farmer.id,
    derived: { superseded_by: [], retracted: false, standing: 'tip', kg: 120, flags: [] },
  })
})

test('an accepted record is named by a Location, and found there', async () => {
  const answer = await farmer.append('harvest', harvestOf(farmer))
  expect(answer.headers.location).toBe(`/v1/records/${answer.body.id}`)
  const found = await farmer.get(`${answer.headers.location}?purpose=${PURPOSE}`)
  expect(found.body).toEqual(answer.body)
})

test('a pulled record can be sent back as it came', async () => {
  const stored = await appended(farmer, 'harvest', harvestOf(farmer))
  const again = await farmer.post('/v1/records', stored)
  expect([again.status, again.body]).toEqual([200, stored])
  expect(again.headers.location).toBeUndefined()
})
