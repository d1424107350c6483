import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileMap } from '../../../../src/clients/importer/compiled-map.ts'
import { featureTable } from '../../../../src/clients/outlines/features.ts'
import { makeAppliance } from '../../../support/appliance.ts'
import {
  allRecords,
  example,
  exampleMap,
  importInto,
  registry,
} from '../../../support/clients/importer/support.ts'
import { cli } from '../../../support/command.ts'

const importPlots = (text = example('plots.geojson')) => {
  const table = featureTable(new TextEncoder().encode(text))
  if (table === null) throw new Error('the example is no file of features')
  const { header } = table
  return importInto(appliance, table.text, exampleMap('plots.map.json'), { header })
}

const appliance = await makeAppliance()
await importInto(appliance, example('delivery-ledger.csv'), exampleMap('delivery-ledger.map.json'))
const result = await importPlots()
afterAll(() => appliance.close())

describe('the example of plots', () => {
  it('is read but for the one that crosses itself, by the number of its feature', () => {
    expect(result.rows).toMatchObject({ total: 3, new: 2, faulty: 1 })
    expect(result.faults.map(({ row, column, message }) => [row, column, message])).toEqual([
      [3, 'geometry', 'has a boundary that crosses or touches itself, or encloses no area'],
    ])
    expect(result.rejects).toContain('School road')
  })

  it('makes plots of the members, without a flag but that the cooperative writes of them', async () => {
    const plots = await allRecords(appliance, 'plot')
    const { people, store } = appliance.kernel
    const holder = store.parties.id(people.withMemberNumber('17')[0] as number)
    const own = plots.find((plot) => plot.holder === holder)
    expect(own).toMatchObject({
      name: 'Behind the house',
      country: 'UG',
      area_ha: 1.23,
      crops: ['coffee_arabica_fresh_cherry'],
      derived: { flags: ['asserted_by_outsider', 'received_late'] },
    })
    expect(plots).toHaveLength(2)
  })

  it('imported again writes nothing, and drawn anew is a correction', async () => {
    expect((await importPlots()).rows).toMatchObject({ new: 0, known: 2, faulty: 1 })
    const drawn = example('plots.geojson').replaceAll('34.215678', '34.215679')
    expect((await importPlots(drawn)).rows).toMatchObject({ new: 0, known: 1, changed: 1 })
  })

  it('is what a delivery of a sheet names by the number of the plot', async () => {
    const spec = exampleMap('delivery-ledger.map.json').spec
    const map = compileMap(
      {
        ...spec,
        name: 'with-plots',
        records: { delivery: { ...spec.records?.delivery, grown_on: { key: ['Plot'] } } },
      },
      registry,
    )
    const sheet = [
      'Receipt,Date,Member No,Name,Produce,Quantity,Unit,Grade,Clerk,Plot',
      '1,3/3/2026,17,Akello Sarah,Coffee cherry,10,kg,,,17-A',
      '2,3/3/2026,17,Akello Sarah,Coffee cherry,11,kg,,,',
      '3,3/3/2026,17,Akello Sarah,Coffee cherry,12,kg,,,unheard of',
    ].join('\n')
    const { written } = await importInto(appliance, sheet, map)
    const told = (await allRecords(appliance, 'delivery')).filter(({ id }) => written.includes(id))
    const flagged = (kg: number) => {
      const delivery = told.find(({ quantity }) => quantity.value === kg)
      return [delivery?.plot_ids?.length ?? 0, delivery?.derived.flags.includes('plot_unresolved')]
    }
    expect([flagged(10), flagged(11), flagged(12)]).toEqual([
      [1, false],
      [0, false],
      [1, true],
    ])
  })
})

describe('the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plots-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const map = join(folder, 'map.json')
  writeFileSync(map, example('plots.map.json'))
  const data = join(folder, 'data')
  beforeAll(() => cli('init', '--name', 'Kahawa', '--data', data))

  it('refuses 200 MB without reading them', async () => {
    const file = join(folder, 'large.geojson')
    writeFileSync(file, '{"type":"FeatureCollection","features":[')
    truncateSync(file, 200_000_000)
    const said = await cli('import', file, '--map', map, '--dry-run', '--data', data)
    expect(said.code).not.toBe(0)
    expect(said.err).toContain('The file is larger than 64 MiB.')
  })
})
