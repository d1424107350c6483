import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportResult } from '../../../../src/clients/importer/run.ts'
import { decodeCsv } from '../../../../src/clients/sheets/csv.ts'
import { sheetValue } from '../../../../src/text/csv.ts'
import { type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { allRecords, exampleMap, importInto } from '../../../support/clients/importer/support.ts'

/** 1,311 real lots that nobody here wrote, and that nobody may copy into the project. */
const FOLDER = process.env.GRANARY_REAL_DATA ?? resolve(import.meta.dirname, '../../../../../shared/data')
const FILE = resolve(FOLDER, 'coffee-lots.csv')
const isThere = existsSync(FILE)
const what = isThere
  ? ''
  : ` (skipped: there is no ${FILE}; set GRANARY_REAL_DATA to the folder that holds it)`

describe.skipIf(!isThere)(`the real coffee lots${what}`, () => {
  let appliance: Appliance
  let text: string
  let first: ImportResult

  beforeAll(async () => {
    appliance = await makeAppliance()
    text = decodeCsv(readFileSync(FILE))
    first = await importInto(appliance, text, exampleMap('coffee-lots.map.json'))
  })
  afterAll(() => appliance.close())

  it('are imported but for the rows that nobody could read honestly', () => {
    const expected = recount(text)
    expect(first.rows).toEqual({
      total: 1311,
      done: 1311,
      new: expected.length,
      known: 0,
      changed: 0,
      faulty: 1311 - expected.length,
      leftOut: 0,
    })
    expect(
      Object.fromEntries(Object.entries(first.records).map(([type, { written }]) => [type, written])),
    ).toEqual({
      party: expect.any(Number),
      harvest: expected.length,
      lot: expected.length,
      delivery: expected.filter(({ isDelivered }) => isDelivered).length,
    })
  })

  it('weigh what a slow count by hand says they weigh', async () => {
    const expected = recount(text)
    const sum = (kgs: readonly number[]) => kgs.reduce((total, kg) => total + kg, 0)
    for (const type of ['harvest', 'lot', 'delivery']) {
      const counted = expected.filter(({ isDelivered }) => type !== 'delivery' || isDelivered)
      const kgs = (await allRecords(appliance, type)).map(({ derived }) => derived.kg as number)
      expect(kgs.length).toBe(counted.length)
      expect(sum(kgs)).toBeCloseTo(sum(counted.map(({ kg }) => kg)), 3)
      expect(kgs.toSorted((a, b) => a - b).map(Math.round)).toEqual(
        counted.map(({ kg }) => Math.round(kg)).sort((a, b) => a - b),
      )
    }
  })

  it('belong to as many farms and companies as a count by hand finds names', async () => {
    const expected = recount(text)
    const farms = new Set(expected.map(({ farm }) => farm))
    const companies = new Set(expected.filter(({ isDelivered }) => isDelivered).map(({ company }) => company))
    const parties = (await allRecords(appliance, 'party')).filter(
      ({ party }) => party !== appliance.cooperative.id,
    )
    expect(new Set(parties.map(({ party }) => party)).size).toBe(farms.size + companies.size)
  })

  it('accuse nobody: what is flagged is that they came late, and from the cooperative alone', async () => {
    const flags = new Map<string, number>()
    let [records, aboutOthers] = [0, 0]
    for (const type of ['party', 'harvest', 'lot', 'delivery'])
      for (const { derived, party } of await allRecords(appliance, type)) {
        if (party === appliance.cooperative.id) continue
        records++
        // Who its members are, a cooperative says itself.
        if (type !== 'party') aboutOthers++
        for (const flag of derived.flags) flags.set(flag, (flags.get(flag) ?? 0) + 1)
      }
    expect(Object.fromEntries(flags)).toEqual({ asserted_by_outsider: aboutOthers, received_late: records })
  })

  it('protect whoever may be a person: every farm, and every company without a legal form in its name', async () => {
    const { people, store } = appliance.kernel
    const isPerson = (party: string) => people.facts(store.parties.find(party) as number).isNaturalPerson
    for (const { from_party } of await allRecords(appliance, 'delivery'))
      expect(isPerson(from_party)).toBe(true)
    for (const { kind, display_name } of await allRecords(appliance, 'party'))
      if (kind === 'business')
        expect(display_name).toMatch(
          /\b(ltd|limited|ltda|limitada|plc|inc|llc|corp|s\. ?[acp]|spr|r\.l|c\.v|sa de cv)/i,
        )
  })

  it('name every refused row and every fault of it', () => {
    const rejects = parse(first.rejects, { columns: true }) as Record<string, string>[]
    expect(rejects.length).toBe(first.rows.faulty)
    const original = parse(text, { columns: true }) as Record<string, string>[]
    for (const { granary_row, granary_fault, ...cells } of rejects) {
      const values = Object.entries(cells).map(([name, cell]) => [name, sheetValue(cell)])
      expect(Object.fromEntries(values)).toEqual(original[Number(granary_row) - 2])
      expect(granary_fault).toMatch(/\.$/)
    }
    const said = new Set(first.faults.map(({ column, value }) => `${column}=${value}`))
    for (const known of [
      'Bag.Weight=0 lbs',
      'Bag.Weight=6',
      'Bag.Weight=2 kg,lbs',
      'Harvest.Year=TEST',
      'Harvest.Year=mmm',
      'Farm.Name=',
    ])
      expect(said.has(known), known).toBe(true)
  })
})

interface Recounted {
  readonly farm: string
  readonly company: string
  readonly isDelivered: boolean
  readonly kg: number
}

/** What the map says, worked out anew and as plainly as can be, row by row, with none of the importer's code. */
function recount(csv: string): Recounted[] {
  const rows = parse(csv, { columns: true }) as Record<string, string>[]
  const counted: Recounted[] = []
  const said = (row: Record<string, string>) => Object.values(row).join('|').toLowerCase()
  const times = new Map<string, number>()
  for (const row of rows) times.set(said(row), (times.get(said(row)) ?? 0) + 1)
  for (const row of rows) {
    if (times.get(said(row)) !== 1) continue
    const cell = (name: string) => (row[name] ?? '').trim().toLowerCase().replace(/\s+/g, ' ')
    const farm = cell('Farm.Name')
    if (
      /^(|-|1|unkown|various|several( farm(er)?s)?|mixed|multiple|blend|small holders farmer|dozen small farmer)$/.test(
        farm,
      )
    )
      continue
    if (/^(family farm|200 farms|2000 farm(er)?s)$/.test(farm)) continue
    if (/@|email|phone number|approx\.|mixed producers|several,/.test(farm)) continue
    const weight = /^(\d+) (kg|lbs)$/.exec(cell('Bag.Weight'))
    if (weight === null) continue
    const each = Number(weight[1]) * (weight[2] === 'kg' ? 1 : 0.45359237)
    const kg = each * Number(cell('Number.of.Bags'))
    if (each > 100 || !(kg > 0)) continue
    const year = /^(?:(?:\d{1,2} )?[a-z]+ )?(20\d\d)(?: ?[/-] ?(20\d\d))?$/.exec(cell('Harvest.Year'))
    if (year === null || /fall|spring/.test(cell('Harvest.Year'))) continue
    if (Number(year[1]) > Number(cell('Grading.Date').slice(-4))) continue
    const company = /^(-|none|n\/a|unknown|x)$/.test(cell('Company')) ? '' : cell('Company')
    counted.push({
      farm: [farm, cell('Country.of.Origin'), cell('Region')].join('|'),
      company,
      isDelivered: company !== '' && company !== farm,
      kg,
    })
  }
  return counted
}
