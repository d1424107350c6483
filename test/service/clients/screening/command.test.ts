import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { sha256 } from '../../../../src/domain/sha256.ts'
import { libraryCsv, type Screened, serviceGeoJson } from '../../../support/clients/screening/whisp.ts'
import { cli, type Document, founded, json, served, temporaryFolder } from '../../../support/command.ts'

/** `granary plot screening`: what it says, to people and programs, and its exit codes. */

const run = (...args: string[]): Promise<Document> => json(...args, '--data', coop.data)
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const BASIS = ['--basis', 'legal_obligation']
const NO_SUCH = { external_id: '019f4a3c-0000-7000-8000-000000000000', geo: null }

const coop = await founded()
const folder = mkdtempSync(join(tmpdir(), 'screening-'))
await run('party', 'add', '--kind', 'person', '--name', 'Grace Nakato', '--member-no', '71')
const plots = file('plots.geojson', readFileSync('packaging/examples/plots.geojson', 'utf8'))
await cli(
  'import packaging/examples/delivery-ledger.csv',
  '--map packaging/examples/delivery-ledger.map.json --rejects',
  join(folder, 'ledger.csv'),
  '--data',
  coop.data,
)
await cli(
  'import',
  plots,
  '--map packaging/examples/plots.map.json --rejects',
  join(folder, 'rejects.csv'),
  '--data',
  coop.data,
)
const { records } = await run('record', 'list', 'delivery')
const delivery = records.find((one: Document) => one.crop.startsWith('coffee'))
const lot = await run(
  'record',
  'add',
  'lot',
  '--holder',
  'cooperative',
  '--crop',
  delivery.crop,
  '--quantity',
  '1 kg',
  '--input',
  `${delivery.id}:1`,
  '--date',
  '2026-03-05',
  '--basis',
  'contract_performance',
)
const out = join(temporaryFolder(), 'pack')
await run('lot', 'pack', lot.id, '--out', out)
expect(readdirSync(out)).toContain('screening-1.geojson')
const { features } = JSON.parse(readFileSync(join(out, 'screening-1.geojson'), 'utf8'))
expect(features.length).toBeGreaterThan(0)
const screened: Screened[] = features.map(({ properties, geometry }: Document) => ({
  external_id: properties.external_id,
  geo: geometry,
}))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a result', () => {
  test('is looked at without writing, kept, and kept once, with or without a service', async () => {
    const text = libraryCsv(screened)
    const result = file('whisp.csv', text)
    const looked = await run('plot', 'screening', result, ...BASIS, '--dry-run')
    const kept = await run('plot', 'screening', result, ...BASIS)
    expect(kept).toMatchObject({
      code: 0,
      err: '',
      sha256: sha256(Buffer.from(text)).toString('hex'),
      dry_run: false,
      stopped: null,
      rows: { total: screened.length, new: screened.length, there: 0, faulty: 0 },
      faults: [],
    })
    expect(looked).toEqual({ ...kept, dry_run: true })
    const service = await served(coop.data)
    onTestFinished(() => service.stop())
    const again = await run('plot', 'screening', result, ...BASIS)
    expect(again.rows).toEqual({ total: screened.length, new: 0, there: screened.length, faulty: 0 })
  })

  test('is told to people as words of Whisp, with what to do next, in 100 columns', async () => {
    const text = serviceGeoJson([...screened, NO_SUCH])
    const said = await cli('plot', 'screening', file('whisp.geojson', text), ...BASIS, '--data', coop.data)
    expect([said.code, said.err]).toEqual([3, ''])
    const [n, digest] = [screened.length, sha256(Buffer.from(text)).toString('hex')]
    for (const told of [
      `Result of Whisp: ${n + 1} rows.\n  ${n} stored, 0 already stored, 1 at fault.`,
      'Whisp reports these verdicts, which nobody here has checked:',
      `risk_pcrop     low ${n}, more_info_needed 0, high 0`,
      `external_id names no plot in this store (row ${n + 1})`,
      `SHA-256 ${digest}`,
    ])
      expect(said.out).toContain(told)
    expect(Math.max(...said.out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(100)
  })

  test('without a time needs the day', async () => {
    const silent = file('silent.csv', libraryCsv(screened, ['whisp_processing_metadata']))
    const faulty = await run('plot', 'screening', silent, ...BASIS)
    expect([faulty.code, faulty.rows.faulty]).toEqual([3, screened.length])
    expect(faulty.faults[0].remedy).toContain('--date')
    expect((await run('plot', 'screening', silent, ...BASIS, '--date', '2026-02-20')).rows.new).toBe(
      screened.length,
    )
    expect(await run('plot', 'screening', silent, ...BASIS, '--date', 'soon')).toMatchObject({ code: 2 })
  })
})

test.each([
  ['no lawful basis', 2, ['whisp.csv'], 'basis'],
  ['a basis that there is not', 2, ['whisp.csv', '--basis', 'curiosity'], 'curiosity'],
  ['no such file', 1, ['nowhere.csv', ...BASIS], 'cannot be read'],
  ['the screening file itself', 1, ['pack.geojson', ...BASIS], 'no verdicts'],
  ['a sheet of something else', 1, ['sheet.csv', ...BASIS], 'no column external_id'],
])('refused: %s', async (_, code, [name, ...rest], told) => {
  file(
    'pack.geojson',
    JSON.stringify({
      type: 'FeatureCollection',
      features: screened.map(({ external_id, geo }) => ({
        type: 'Feature',
        properties: { external_id },
        geometry: geo,
      })),
    }),
  )
  file('sheet.csv', 'Receipt,Date\n1,2026-01-01')
  const said = await cli('plot', 'screening', join(folder, name as string), ...rest, '--data', coop.data)
  expect([said.code, `${said.out}${said.err}`]).toEqual([code, expect.stringContaining(told)])
})
