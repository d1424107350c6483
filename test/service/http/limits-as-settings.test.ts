import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'
import { appended, cherry, expectRefused, harvestOf, PURPOSE, retract } from '../../support/flows/help.ts'

/** What the limits are stands in limits.test.ts and the flows; here, that an operator may set others. */

const a = await makeAppliance({
  maxJsonDepth: '6',
  maxPage: '2',
  maxChain: '3',
  maxChildren: '1',
  maxInputs: '1',
  maxVertices: '4',
  maxRecordBytes: '2048',
})
const farmer = await a.party('person', 'Grace')

const correct = (target: string) => farmer.append('harvest', { ...harvestOf(farmer), supersedes: target })

describe('an operator may set', () => {
  test('how deep a body nests', async () => {
    const plot = (geometry: object) => farmer.append('harvest', { ...harvestOf(farmer), plot: { geometry } })
    expect((await plot({ type: 'Point', coordinates: [[[1]]] })).status).toBe(201)
    expectRefused(await plot({ type: 'Point', coordinates: [[[[1]]]] }), 400, 'malformed_json')
  })
  test('how many records a page has', async () => {
    const page = (limit: string) => farmer.get(`/v1/records?purpose=${PURPOSE}${limit}`)
    for (let n = 1; n <= 3; n++) await appended(farmer, 'harvest', harvestOf(farmer))
    expect((await page('&limit=2')).body.records).toHaveLength(2)
    expect((await page('')).body.records).toHaveLength(2)
    expectRefused(await page('&limit=3'), 400, 'invalid_parameter')
  })
  test('how long a chain may be', async () => {
    let { id } = await appended(farmer, 'harvest', harvestOf(farmer))
    for (const _ of [2, 3]) ({ id } = (await correct(id)).body)
    expectRefused(await correct(id), 422, 'chain_too_long', ['/supersedes'])
  })
  test('how often one version may be corrected', async () => {
    const { id } = await appended(farmer, 'harvest', harvestOf(farmer))
    await retract(farmer, (await correct(id)).body.id)
    expectRefused(await correct(id), 422, 'too_many_corrections', ['/supersedes'])
  })
  test('how many inputs a lot names', async () => {
    const lot = (n: number) => ({
      holder: farmer.id,
      ...cherry(),
      inputs: Array.from({ length: n }, () => ({ record_id: uuidv7(), kg: 1 })),
    })
    await appended(farmer, 'lot', lot(1))
    expectRefused(await farmer.append('lot', lot(2)), 422, 'schema_violation', ['/inputs'])
  })
  test('how many positions an outline has, a faulty one too', async () => {
    const plot = (...coordinates: number[][][]) =>
      farmer.append('harvest', { ...harvestOf(farmer), plot: { geometry: { type: 'Polygon', coordinates } } })
    const ring = [
      [0, 0],
      [1, 0],
      [0, 1],
      [0, 0],
    ]
    expect((await plot(ring)).status).toBe(201)
    expectRefused(await plot(ring, [[5, 5]]), 422, 'schema_violation', ['/plot/geometry'])
  })
  test('how large a record is', async () => {
    const long = { ...harvestOf(farmer), note: 'x'.repeat(2_000) }
    expectRefused(await farmer.append('harvest', long), 413, 'body_too_large')
  })
})
