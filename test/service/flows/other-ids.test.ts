import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileMap } from '../../../src/clients/importer/compiled-map.ts'
import { featureTable } from '../../../src/clients/outlines/features.ts'
import { type Actor, type Appliance, makeAppliance } from '../../support/appliance.ts'
import {
  allRecords,
  example,
  exampleMap,
  importInto,
  registry,
} from '../../support/clients/importer/support.ts'
import { appended, deliveryOf, granted, PURPOSE } from '../../support/flows/help.ts'

/** Ids that others gave to parties and plots: kept, flagged, found, and shown to nobody to whom they were not opened. */

const CPF = '111.444.777-35'
const NIN = 'CM90123456789A'
const GEOID = 'ab'.repeat(32)

let a: Appliance
let anna: Actor
let bank: Actor
let plotRecord: string
beforeAll(async () => {
  a = await makeAppliance()
  anna = await a.party('person', 'Anna Akello', {
    member_no: '7',
    ids: [
      { scheme: 'ug_nin', value: NIN },
      { scheme: 'br_cpf', value: CPF },
    ],
  })
  bank = await a.party('institution', 'Harvest Bank')
  plotRecord = (
    await appended(a.cooperative, 'plot', {
      ...{ plot: uuidv7(), holder: anna.id, country: 'UG', name: 'Hill' },
      ids: [{ scheme: 'geoid', value: GEOID }],
    })
  ).id
})
afterAll(() => a.close())

const found = async (words: string) =>
  (await a.tasks.run('party.list', 'clerk', { after: null, words })).parties.map(({ party }) => party)

describe('finding', () => {
  test.each(['cm 90123456789a', '11144477735'])('a member by %s', async (words) => {
    expect(await found(words)).toContain(anna.id)
  })
  test('no member by what another calls itself', async () => {
    const ben = await a.party('person', 'Ben')
    await appended(ben, 'party', {
      ...{ party: ben.id, kind: 'person', display_name: 'Ben' },
      ids: [{ scheme: 'ug_nin', value: 'CF99999999999Z' }],
    })
    expect(await found('CF99999999999Z')).toEqual([])
  })
  test('a plot, however its id is typed', async () => {
    const typed = ` ${GEOID.slice(0, 32)} ${GEOID.slice(32).toUpperCase()}`
    expect((await a.tasks.run('record.show', 'clerk', { id: typed })).record.id).toBe(plotRecord)
  })
  test('a plot no more by an id that was corrected', async () => {
    const plot = { plot: uuidv7(), holder: anna.id, country: 'UG' }
    const first = await appended(a.cooperative, 'plot', {
      ...plot,
      ids: [{ scheme: 'ug_plot', value: 'A 1' }],
    })
    const second = await appended(a.cooperative, 'plot', {
      ...{ ...plot, ids: [{ scheme: 'ug_plot', value: 'A 2' }] },
      supersedes: first.id,
    })
    const show = (id: string) => a.tasks.run('record.show', 'clerk', { id })
    expect((await show('a2')).record.id).toBe(second.id)
    await expect(show('a1')).rejects.toThrow()
  })
  test('a plot by an id that looks like the number on a receipt', async () => {
    const plot = { plot: uuidv7(), holder: anna.id, country: 'UG' }
    const { id } = await appended(a.cooperative, 'plot', {
      ...plot,
      ids: [{ scheme: 'ug_plot', value: 'k7wd 3fq2' }],
    })
    expect((await a.tasks.run('record.show', 'clerk', { id: 'K7WD 3FQ2' })).record.id).toBe(id)
  })
  test('no plot by the word of its holder alone', async () => {
    await appended(anna, 'plot', {
      ...{ plot: uuidv7(), holder: anna.id, country: 'UG' },
      ids: [{ scheme: 'ug_plot', value: 'hers' }],
    })
    await expect(a.tasks.run('record.show', 'clerk', { id: 'hers' })).rejects.toThrow()
  })
})

describe('what is written', () => {
  const said = (ids: unknown) =>
    a.cooperative.post('/v1/records', {
      ...{
        id: uuidv7(),
        type: 'party',
        occurred_at: '2026-01-01T00:00:00Z',
        lawful_basis: 'contract_performance',
      },
      ...{ party: anna.id, kind: 'person', display_name: 'Anna Akello', member_no: '7', ids },
    })
  test('a wrong check digit is kept and flagged, by whoever sends it', async () => {
    const answer = await said([{ scheme: 'br_cpf', value: '111.444.777-36' }])
    expect([answer.status, answer.body.derived.flags]).toEqual([
      201,
      expect.arrayContaining(['id_check_failed']),
    ])
    const right = await said([{ scheme: 'br_cpf', value: CPF }])
    expect(right.body.derived.flags).not.toContain('id_check_failed')
  })
  test.each([
    ['no scheme', [{ value: 'x' }]],
    ['a scheme of other signs', [{ scheme: 'UG NIN', value: 'x' }]],
    ['more than the shape', [{ scheme: 'tax', value: 'x', country: 'UG' }]],
    ['an empty id', [{ scheme: 'tax', value: '' }]],
    ['too many', Array.from({ length: 17 }, () => ({ scheme: 'tax', value: '1' }))],
    ['no list', { scheme: 'tax', value: '1' }],
  ])('%s is refused', async (_what, ids) => {
    expect((await said(ids)).status).toBe(422)
  })
})

test('a reader to whom neither party nor plot was opened sees no id of others, in any list or page', async () => {
  await appended(a.cooperative, 'delivery', deliveryOf(anna, a.cooperative))
  await granted(a, anna, bank, ['delivery'])
  for (const path of [
    `/v1/records?purpose=${PURPOSE}&standing=any`,
    `/v1/sync/changes?purpose=${PURPOSE}`,
    `/v1/lender-view?purpose=${PURPOSE}&subject=${anna.id}`,
    `/v1/lender-view?purpose=${PURPOSE}`,
    '/v1/grants?role=grantee',
  ]) {
    const { status, text } = await bank.get(path)
    expect(status, path).toBe(200)
    for (const secret of [NIN, CPF, GEOID]) expect(text, path).not.toContain(secret)
  }
  await granted(a, anna, bank, ['party', 'plot'])
  const opened = (await bank.get(`/v1/records?purpose=${PURPOSE}&standing=any`)).text
  for (const shown of [NIN, GEOID]) expect(opened).toContain(shown)
})

describe('from a sheet', () => {
  const ledger = exampleMap('delivery-ledger.map.json').spec
  const withIds = (before: string) =>
    compileMap(
      {
        ...ledger,
        parties: { member: { ...ledger.parties?.member, ids: { column: 'Clerk', before } } },
      } as typeof ledger,
      registry,
    )
  const sheet = (id: string) =>
    `Receipt,Date,Member No,Name,Produce,Quantity,Unit,Grade,Clerk\n1,03/03/2026,70,Zawadi Moja,Maize,5,kg,A,${id}\n`

  test('a column of them, each of the scheme that the map names', async () => {
    const result = await importInto(a, sheet(CPF), withIds('br_cpf '))
    expect(result.faults).toEqual([])
    const parties = await allRecords(a, 'party')
    expect(parties.find(({ member_no }) => member_no === '70')?.ids).toEqual([
      { scheme: 'br_cpf', value: CPF },
    ])
    expect((await importInto(a, sheet(CPF), withIds('br_cpf '))).rows).toMatchObject({ known: 1, changed: 0 })
    const corrected = await importInto(a, sheet('52998224725'), withIds('br_cpf '))
    expect(corrected.rows).toMatchObject({ changed: 1 })
  })
  test('an empty cell states none, and a wrong check digit is a fault of its cell', async () => {
    expect((await importInto(a, sheet('').replaceAll('70', '71'), withIds('br_cpf '))).faults).toEqual([])
    const { faults } = await importInto(a, sheet('52998224726').replaceAll('70', '72'), withIds('br_cpf '))
    expect(faults.map(({ row, column }) => [row, column])).toEqual([[2, 'Clerk']])
  })
  test('of plots on a map', async () => {
    const { spec } = exampleMap('plots.map.json')
    const map = compileMap(
      {
        ...spec,
        members: { member: { member_no: { constant: '7' } } },
        records: { plot: { ...spec.records?.plot, ids: { column: 'plot_id', before: 'ug_plot ' } } },
      } as typeof spec,
      registry,
    )
    const table = featureTable(new TextEncoder().encode(example('plots.geojson')))
    const { faults } = await importInto(a, table?.text ?? '', map, { header: table?.header ?? [] })
    expect(faults.filter(({ column }) => column === 'plot_id')).toEqual([])
    const ids = (await allRecords(a, 'plot')).flatMap((plot) => plot.ids ?? [])
    for (const value of ['17-A', '21-A']) expect(ids).toContainEqual({ scheme: 'ug_plot', value })
  })
})
