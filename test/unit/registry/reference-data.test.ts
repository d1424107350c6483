import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { embeddedRows } from '../../../src/registry/embedded.ts'

const folder = resolve(
  process.env.GRANARY_REAL_DATA ?? resolve(import.meta.dirname, '../../../../shared/data'),
  'reference',
)
const absent = !existsSync(folder)
const title = absent
  ? 'shipped rows against the published code lists (skipped: no reference folder in GRANARY_REAL_DATA)'
  : 'shipped rows against the published code lists'

type Row = Record<string, string>
const textOf = (file: string) => readFileSync(resolve(folder, file), 'utf8')
const tableOf = (file: string): Row[] =>
  parse(textOf(file), {
    columns: true,
    bom: true,
    comment: '#',
    comment_no_infix: true,
    relax_column_count: true,
  })

describe.skipIf(absent)(title, () => {
  it('uses only UNECE codes that are neither deleted nor deprecated', () => {
    const status = new Map(tableOf('unece-rec20-units.csv').map((row) => [row.CommonCode, row.Status]))
    const coded = embeddedRows.units.flatMap((unit) => (unit.unece === undefined ? [] : [unit.unece]))
    expect(coded.filter((code) => status.get(code) !== '')).toEqual([])
  })

  it('gives every coded mass unit the weight UNECE gives it', () => {
    const published = new Map(
      tableOf('unece-rec20-units.csv').map((row) => [row.CommonCode, kilograms(row.ConversionFactor ?? '')]),
    )
    const masses = embeddedRows.units.filter((unit) => unit.dimension === 'mass' && unit.unece !== undefined)
    expect(masses.length).toBeGreaterThan(8)
    for (const unit of masses) {
      const factor = embeddedRows.conversions.find(
        (c) => c.unit === unit.id && c.kind === 'definitional',
      )?.factor
      const theirs = published.get(unit.unece)
      // The list prints seven digits and drops the rest.
      expect(Math.abs((factor ?? 0) / (theirs ?? 0) - 1), unit.id).toBeLessThan(1e-6)
    }
  })

  it('gives crops only CPC codes that FAO lists', () => {
    const listed = new Set(tableOf('fao-items-cpc.csv').map((row) => row.CPC_code))
    const used = embeddedRows.crops.flatMap((crop) => (crop.cpc === undefined ? [] : [`CPC${crop.cpc}`]))
    expect(used.length).toBeGreaterThan(40)
    expect(used.filter((code) => !listed.has(code))).toEqual([])
  })

  it('gives crops only ICASA codes of the same genus', () => {
    const latin = new Map(tableOf('icasa-crops.csv').map((row) => [row.Crop_code, row.Latin_name ?? '']))
    for (const crop of embeddedRows.crops) {
      if (crop.icasa === undefined) continue
      const genus = crop.scientific_name?.split(' ')[0] ?? 'none'
      expect(latin.get(crop.icasa), crop.id).toMatch(new RegExp(`^${genus}`))
    }
  })

  it('holds every subdivision of ISO 3166-2 for the five countries and no other', () => {
    const published = JSON.parse(readFileSync(resolve(folder, 'iso3166-2-east-africa.json'), 'utf8')) as {
      code: string
      name: string
      type: string
      parent?: string
    }[]
    const theirs = published.map(({ code, name, type, parent }) => ({
      id: code,
      name,
      type,
      parent:
        parent === undefined
          ? code.slice(0, 2)
          : parent.includes('-')
            ? parent
            : `${code.slice(0, 2)}-${parent}`,
    }))
    const ours = embeddedRows.regions
      .filter((region) => region.id !== region.country)
      .map(({ id, name, type, parent }) => ({ id, name, type, parent }))
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
    expect(ours.sort(byId)).toEqual(theirs.sort(byId))
  })
})

/** `0,453 592 37 kg` and `1,016 047 x 10³ kg` as the list writes them. */
function kilograms(text: string): number | null {
  const powers: Record<string, number> = {
    '10³ kg': 1e3,
    '10² kg': 1e2,
    '10⁻² kg': 1e-2,
    '10⁻³ kg': 1e-3,
    kg: 1,
  }
  const [number = '', power] = text.includes(' x ') ? text.split(' x ') : splitBare(text)
  const factor = powers[power ?? '']
  const amount = Number(number.replaceAll(' ', '').replace(',', '.'))
  return factor === undefined || Number.isNaN(amount) ? null : factor * amount
}

function splitBare(text: string): [string, string] {
  if (text === 'kg' || text.startsWith('10')) return ['1', text]
  return [text.replace(/ ?kg$/, ''), 'kg']
}
