import { describe, expect, it } from 'vitest'
import { compileMap, readMap } from '../../../../src/clients/importer/compiled-map.ts'
import { ImportMap as SCHEMA } from '../../../../src/clients/importer/map.ts'
import { registryFacts } from '../../../../src/clients/importer/registry-facts.ts'
import { MapFault } from '../../../../src/clients/sheets/map-shape.ts'
import { example, registry, SMALL, small, WORDS } from '../../../support/clients/importer/support.ts'

function faultsIn(map: unknown): string[] {
  try {
    compileMap(map, registry)
  } catch (error) {
    if (error instanceof MapFault)
      return error.violations.map(({ pointer, fault }) => `${pointer} ${WORDS.tell(fault)}`)
    throw error
  }
  return []
}
const changed = (change: object) => faultsIn({ ...SMALL, ...change })
const { farm } = SMALL.parties
const weight = (more: object) => ({ quantities: { weight: { column: 'W', ...more } } })
const dated = (...formats: string[]) => ({ dates: { day: { column: 'D', formats } } })
const weighed = { occurred_at: 'day', quantity: 'weight' }
const also = (...records: object[]) => ({ also: records.map((one) => ({ name: 'a', records: one })) })
const delivering = (more: object) => ({ records: { delivery: { ...SMALL.records.delivery, ...more } } })

describe('a map', () => {
  it('tells all its faults at once, each by its place', () => {
    const { lawful_basis: _, ...without } = SMALL
    expect(
      faultsIn({
        ...without,
        name: 'Small Map',
        as_of: '1 January',
        surprise: true,
        units: { kg: {} },
        records: { delivery: { from_party: [] } },
      }),
    ).toEqual(
      expect.arrayContaining([
        '/lawful_basis is required',
        '/name must be a lower-case word such as coffee-lots',
        '/as_of must be a day such as 2026-03-01',
        '/surprise is not a member this service knows here; check the spelling',
        '/units/kg/unit is required',
        '/records/delivery/to_party is required',
      ]),
    )
  })

  it.each([
    [{ lawful_basis: undefined }, '/lawful_basis'],
    [{ time_zone: 'Mars' }, '/time_zone is not a time zone'],
    [{ as_of: '2026-02-30' }, '/as_of is not a day'],
    [{ crop: { constant: 'cofee' } }, '/crop names a row that crops of the registry does not have: cofee'],
    [{ crop: undefined }, '/records/delivery/crop is required here or at the top'],
    [{ crop: { column: 'A', constant: 'coffee_green' } }, '/crop needs either a column or a constant'],
    [
      { crop: { constant: 'coffee_green', lookup: { a: 'coffee_green' } } },
      '/crop has members that only a column',
    ],
    [{ crop: { column: 'A', not_listed: 'refuse' } }, '/crop/not_listed has no meaning'],
    [
      { units: { kg: { unit: 'kilo' } } },
      '/units/kg/unit names a row that units of the registry does not have: kilo',
    ],
    [{ units: { lbs: { unit: 'lb', conversion: 'lb' } } }, '/units/lbs/conversion names a conversion that'],
    [
      { units: { t: { unit: 't', conversion: 'lb_exact' } } },
      '/units/t/conversion is a factor for the unit lb, not t',
    ],
    [
      { units: { tin: { unit: 'debe', conversion_for: { beans_dry: 'debe_maize_grain_level' } } } },
      '/units/tin/conversion_for/beans_dry is a factor for maize_grain, not beans_dry',
    ],
    [{ units: { kg: { unit: 'kg' }, KG: { unit: 'kg' } } }, '/units/KG occurs twice'],
    [{ units: undefined }, '/units is required'],
    [weight({ unit: 'stone' }), '/quantities/weight/unit is not one of units'],
    [weight({ unit: 'kg', unit_column: 'U' }), '/quantities/weight/unit_column is set'],
    [weight({ least_kg: 2, most_kg: 1 }), '/quantities/weight/most_kg is less'],
    [dated('DD/MM'), '/dates/day/formats/0 "DD/MM" is not a date'],
    [dated('D/M/YY'), '/dates/day/formats/0 "D/M/YY" has two-digit years'],
    [{ dates: {} }, '/records/delivery/occurred_at is not one of dates: day'],
    [{ thousands: '.' }, '/thousands is also the decimal sign'],
    [{ parties: {} }, '/records/delivery/from_party/0 names a role that this map does not have: farm'],
    [{ parties: { ...SMALL.parties, cooperative: farm } }, '/parties/cooperative is the cooperative'],
    [{ parties: { ...SMALL.parties, Farm: farm } }, '/parties/Farm must be named by'],
    [{ parties: { farm: farm, lookup: farm } }, '/parties/lookup has a name that means'],
    [{ members: { farm: { member_no: { column: 'No' } } } }, '/members/farm is also a role in parties'],
    [
      { parties: { farm: { ...farm, same_as: 'farm' } } },
      '/parties/farm/same_as must name another of parties',
    ],
    [{ records: {}, parties: {} }, '/records or parties is required'],
    [
      delivering({ out_of_lot: true, for_obligation: true }),
      '/records/delivery/out_of_lot names the lot, which this map does not make',
    ],
    [delivering({ note: [{}] }), '/records/delivery/note/0 needs a column or a label'],
    [
      delivering({ agreed_price: { column: 'Price', currency: { constant: 'UGX' }, decimals: 0 } }),
      '/records/delivery/lawful_basis must be special_data_consent',
    ],
    [
      {
        records: {
          lot: { holder: ['farm'], occurred_at: 'day', quantity: 'weight', drawn_from: 'harvest' },
        },
      },
      '/records/lot/drawn_from names the harvest, which this map does not make',
    ],
    [{ skip: [{ column: 'Day' }] }, '/skip/0'],
    [weight({ unit: 'kg', less: 'Tare', count: 'Bags' }), '/quantities/weight/less'],
    [{ crop: { constant: 'coffee_green', followed_by: ['Day'] } }, '/crop'],
    [{ tables: { members: { key: 'No' } } }, '/tables/members'],
    [{ crop: { column: 'Crop', table: 'codes', take: 'Code' } }, '/crop/table'],
    [{ crop: { column: 'Crop', take: 'Code' } }, '/crop'],
    [also({ loss: { ...weighed, cause: { constant: 'drying' } } }), '/also/0/records/loss/of_lot'],
    [also({}, {}), '/also/1/name'],
    [
      also({ delivery: { ...SMALL.records.delivery, quantity: 'nothing' } }),
      '/also/0/records/delivery/quantity',
    ],
    [
      {
        records: { loss: { ...weighed, cause: { constant: 'magic' }, of_lot: { map: 'x', key: ['Farm'] } } },
      },
      '/records/loss/cause',
    ],
    [
      {
        records: {
          obligation: {
            ...{ kind: { constant: 'repay_loan' }, obligor: ['farm'], obligee: ['cooperative'] },
            occurred_at: 'day',
            amount: { column: 'Price', currency: { constant: 'UGX' }, decimals: 0, per: 'kg' },
          },
        },
      },
      '/records/obligation/amount/per',
    ],
  ])('%j is refused', (change, fault) => {
    const faults = changed(change)
    expect(
      faults.some((said) => said.startsWith(fault)),
      faults.join('\n'),
    ).toBe(true)
  })

  it('that is no JSON says so', () => {
    expect(() => readMap('{ "name": ', registry)).toThrow(/\(the whole map\) is not well-formed JSON/)
    expect(() => readMap('[]', registry)).toThrow(MapFault)
    expect(() => readMap('null', registry)).toThrow(MapFault)
  })

  it('knows every column it reads', () => {
    expect(small().columns.toSorted()).toEqual(['Day', 'Farm', 'Weight'])
    const more = small({
      empty_in: { Zero: ['0'] },
      required: ['Needed'],
      parties: {
        farm: { ...farm, keyed_by: ['Farm', 'Village'], phone: { column: 'Tel' } },
      },
      records: { delivery: { ...SMALL.records.delivery, only_if: ['Bought'], note: [{ column: 'Clerk' }] } },
    })
    expect(more.columns.toSorted().join(' ')).toBe('Bought Clerk Day Farm Needed Tel Village Weight Zero')
  })

  it('finds a word only where it stands as a word', () => {
    const kind_if_named = [{ kind: 'business' as const, words: ['ltd', 's.a'] }]
    const map = small({ parties: { farm: { ...farm, kind_if_named } } })
    const kindOf = (name: string) => map.kindOf(map.spec.parties?.farm as never, name)
    expect(['Acme Ltd', 'ACME LTD.', 'Café (ltd)', 'Unex, S.A.'].map(kindOf)).toEqual(
      Array(4).fill('business'),
    )
    expect(['Altdorf', 'Ltda', 'Josephs.Abel', 'Grace'].map(kindOf)).toEqual(Array(4).fill('unknown'))
  })
})

describe('the example maps', () => {
  it.each(['coffee-lots.map.json', 'delivery-ledger.map.json'])('%s is sound', (file) => {
    expect(faultsIn(JSON.parse(example(file)))).toEqual([])
  })

  it('need nothing that a list of the registry rows would not tell', () => {
    const facts = registryFacts({
      conversions: registry.rows('conversions'),
      crops: registry.rows('crops'),
      units: registry.rows('units'),
      regions: registry.rows('regions'),
    })
    expect(readMap(example('coffee-lots.map.json'), facts).spec.name).toBe('coffee-lots')
  })

  it('are explained member by member', () => {
    const text = example('README.md')
    const members = new Set<string>()
    const walk = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return
      for (const [key, value] of Object.entries(schema)) {
        if (key === 'properties') for (const member of Object.keys(value as object)) members.add(member)
        walk(value)
      }
    }
    walk(SCHEMA)
    const missing = [...members].filter((member) => !text.includes(`\`${member}\``))
    expect(missing).toEqual([])
  })
})
