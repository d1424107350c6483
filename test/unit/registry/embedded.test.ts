import { describe, expect, it } from 'vitest'
import { OBSERVATION_FLAGS } from '../../../src/domain/derived/flags.ts'
import { INFERENCE_FLAGS } from '../../../src/domain/inference.ts'
import {
  CONVERSION_KINDS,
  isThin,
  REGISTRY_KINDS,
  type RegistryKind,
  registryRowFaults,
} from '../../../src/domain/registry.ts'
import { EXEMPT_FROM_OBJECTION, LAWFUL_BASES } from '../../../src/domain/shapes.ts'
import { RECORD_TYPES } from '../../../src/domain/types/index.ts'
import { embeddedRows } from '../../../src/registry/embedded.ts'

const idsOf = (kind: RegistryKind) => embeddedRows[kind].map((row) => row.id)
const sorted = (ids: Iterable<string>) => [...ids].sort()
const known = (kind: RegistryKind, id: string) => idsOf(kind).includes(id)

const FLAGS = [...OBSERVATION_FLAGS, ...INFERENCE_FLAGS]

describe.each(REGISTRY_KINDS)('the %s that ship', (kind) => {
  it('have no fault', () => {
    const faults = embeddedRows[kind].flatMap((row) =>
      registryRowFaults(kind, row, known).map((fault) => ({ id: row.id, ...fault })),
    )
    expect(faults).toEqual([])
  })

  it('have ids of their own', () => {
    expect(idsOf(kind)).toHaveLength(new Set(idsOf(kind)).size)
  })

  it('name where they come from, in words', () => {
    for (const row of embeddedRows[kind]) expect(row.source.trim().split(' ').length).toBeGreaterThan(2)
  })
})

describe('units', () => {
  it('are many enough for a cooperative, and at least 25 carry a UNECE or UCUM code', () => {
    const coded = embeddedRows.units.filter((unit) => unit.unece !== undefined || unit.ucum !== undefined)
    expect(coded.length).toBeGreaterThanOrEqual(25)
    expect(idsOf('units')).toEqual(expect.arrayContaining(['kg', 'g', 't', 'bag', 'debe', 'bunch', 'acre']))
  })

  it('give no two units the same code', () => {
    for (const codes of [embeddedRows.units.map((u) => u.unece), embeddedRows.units.map((u) => u.ucum)]) {
      const given = codes.filter((code) => code !== undefined)
      expect(given).toHaveLength(new Set(given).size)
    }
  })
})

describe('crops', () => {
  it('are at least 60 with their forms', () => {
    const { crops } = embeddedRows
    expect(crops.length).toBeGreaterThanOrEqual(60)
    const forms = new Set(crops.map((crop) => `${crop.commodity} ${crop.form} ${crop.scientific_name}`))
    expect(forms.size).toBe(crops.length)
  })

  it.each(['arabica', 'robusta'])('know every stage of %s coffee from tree to export', (species) => {
    for (const form of ['fresh_cherry', 'dried_cherry', 'parchment', 'green']) {
      expect(known('crops', `coffee_${species}_${form}`)).toBe(true)
      expect(known('crops', `coffee_${form}`)).toBe(true)
    }
    expect(known('crops', 'coffee_roasted')).toBe(true)
  })

  it.each([
    ['coffee', '09.01', /^Coffea /],
    ['cocoa', '18.01', /^Theobroma cacao$/],
    ['rubber', '40.01', /^Hevea brasiliensis$/],
    ['soya', '12.01', /^Glycine max$/],
  ])('%s has what a due diligence statement asks for, in every form', (commodity, hs, latin) => {
    const crops = embeddedRows.crops.filter((crop) => crop.commodity === commodity)
    expect(crops.length).toBeGreaterThan(0)
    for (const crop of crops)
      expect([crop.hs, crop.scientific_name]).toEqual([hs, expect.stringMatching(latin)])
  })

  it('have no heading of customs without saying whose it is', () => {
    const declared = embeddedRows.crops.filter(({ hs }) => hs !== undefined)
    expect(declared.length).toBeGreaterThan(30)
    for (const { hs, source } of declared)
      expect(source).toContain(`Harmonized System 2022 of the World Customs Organization, heading ${hs}`)
  })
})

describe('regions', () => {
  it('are five countries with their subdivisions, each leading up to its country', () => {
    const countries = embeddedRows.regions.filter((region) => region.id === region.country)
    expect(sorted(countries.map((c) => c.id))).toEqual(['ET', 'KE', 'RW', 'TZ', 'UG'])
    const parents = new Map(embeddedRows.regions.map((region) => [region.id, region.parent]))
    for (const region of embeddedRows.regions) {
      let top = region.id
      for (let step = 0; step < 4; step++) top = parents.get(top) ?? top
      expect(top).toBe(region.country)
    }
  })
})

describe('conversions', () => {
  const { conversions } = embeddedRows

  it('are at least 40, of all four kinds', () => {
    expect(conversions.length).toBeGreaterThanOrEqual(40)
    expect(sorted(new Set(conversions.map((c) => c.kind)))).toEqual(sorted(CONVERSION_KINDS))
  })

  it('include a thin sample, a full one and one that supersedes', () => {
    const measured = conversions.filter((c) => c.kind === 'measured')
    expect(measured.some(isThin)).toBe(true)
    expect(measured.some((c) => !isThin(c))).toBe(true)
    expect(conversions.some((c) => c.supersedes !== undefined)).toBe(true)
  })

  it('say of every shipped weighing that it is an illustration', () => {
    for (const row of conversions.filter((c) => c.kind === 'measured'))
      expect(row.source).toContain('illustration')
  })

  it('give the mass of every coded mass unit', () => {
    const definitional = new Set(conversions.filter((c) => c.kind === 'definitional').map((c) => c.unit))
    for (const unit of embeddedRows.units) {
      if (unit.dimension === 'mass' && unit.unece !== undefined) expect(definitional).toContain(unit.id)
    }
  })

  it('never give a plain bag or sack a weight without saying of what and where', () => {
    for (const row of conversions.filter((c) => c.unit === 'bag' || c.unit === 'sack')) {
      expect(row.crop).toBeDefined()
      expect(row.region).toBeDefined()
      expect(row.kind).toBe('assumed_default')
    }
  })

  it.each([
    ['coffee_dried_cherry_to_green_ico', 0.5, 'published_standard'],
    ['coffee_arabica_parchment_to_green_ico', 0.8, 'published_standard'],
    ['coffee_roasted_to_green_ico', 1.19, 'published_standard'],
    ['coffee_arabica_fresh_cherry_to_green_default', 0.166667, 'assumed_default'],
    ['coffee_robusta_fresh_cherry_to_green_default', 0.2, 'assumed_default'],
    ['bag_60kg_coffee_arabica_green_ico', 60, 'published_standard'],
    ['l_milk_cow', 1.03, 'published_standard'],
    ['lb_exact', 0.45359237, 'definitional'],
  ])('hold the coffee and dairy figures everybody reckons with: %s', (id, factor, kind) => {
    expect(conversions.find((c) => c.id === id)).toMatchObject({ factor, kind })
  })
})

describe('flags', () => {
  it('explain every flag of the contract and no other', () => {
    expect(sorted(idsOf('flags'))).toEqual(sorted(FLAGS))
  })

  it('do so in exactly one sentence, without code words', () => {
    for (const { meaning } of embeddedRows.flags) {
      expect(meaning).toMatch(/^[A-Z][^.!?;]*\.$/)
      expect(meaning).not.toMatch(/_|\b(tip|fork|chain|normali[sz]ed|hash|null|API|record type)\b/i)
    }
  })
})

describe('lawful bases', () => {
  it('are those a record may rest on, and agree with the rules on what objection reaches', () => {
    expect(sorted(idsOf('lawful-bases'))).toEqual(sorted(LAWFUL_BASES))
    const exempt = embeddedRows['lawful-bases'].filter((basis) => !basis.objection_reaches)
    expect(sorted(exempt.map((basis) => basis.id))).toEqual(sorted(EXEMPT_FROM_OBJECTION))
  })

  it('each name their section of the Ugandan act, and of the Kenyan one where it has one', () => {
    for (const { laws, source } of embeddedRows['lawful-bases']) {
      const sections = new Map(laws.map(({ country, section }) => [country, section]))
      expect(sections.get('UG')).toMatch(/^section (7|9)/)
      expect(source).toContain('Kenyan counterpart')
      expect(sections.has('KE')).toBe(!source.includes('none as such'))
    }
  })
  it('speak of no country in their meaning: everybody reads it', () => {
    for (const { meaning } of embeddedRows['lawful-bases']) expect(meaning).not.toMatch(/Uganda|Kenya/)
  })
})

describe('record types and purposes', () => {
  it('list every type of observation and the inference', () => {
    expect(sorted(idsOf('record-types'))).toEqual(sorted([...RECORD_TYPES, 'inference']))
  })

  it('list the purposes a cooperative is asked about', () => {
    const asked = ['credit_assessment', 'eudr_due_diligence', 'price_settlement', 'research']
    expect(idsOf('purposes')).toEqual(expect.arrayContaining(asked))
  })
})
