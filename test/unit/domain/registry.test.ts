import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CONVERSION_KINDS,
  type ConversionRow,
  isThin,
  measuredFactor,
  type RegistryKind,
  registryRowFaults,
  THIN_SAMPLE_BELOW,
  weighedAt,
  withUtcTimes,
} from '../../../src/domain/registry.ts'

const there: Partial<Record<RegistryKind, string[]>> = {
  units: ['kg', 'g', 't', 'basin'],
  crops: ['cherry', 'green'],
  regions: ['UG', 'UG-C', 'UG-102'],
  conversions: ['basin_2025'],
}
const known = (kind: RegistryKind, id: string) => there[kind]?.includes(id) ?? false

const assumed = {
  id: 'basin_2026',
  kind: 'assumed_default',
  unit: 'basin',
  crop: 'cherry',
  factor: 12.5,
  source: 'Somebody said so',
  weighings_count: 0,
} satisfies ConversionRow

const measured = {
  ...assumed,
  kind: 'measured',
  weighings_count: 2,
  weighings: [
    { weighed_at: '2026-03-01', value: 1, kg: 12.4 },
    { weighed_at: '2026-03-01T07:15:00.000Z', value: 3, kg: 37.6 },
  ],
} satisfies ConversionRow

const faultsOf = (row: unknown, kind: RegistryKind = 'conversions') => registryRowFaults(kind, row, known)
const pointersOf = (row: unknown, kind?: RegistryKind) => faultsOf(row, kind).map((f) => f.pointer)

describe('a measured factor', () => {
  it('is all the kilograms over all the units, so that a large weighing counts for more', () => {
    expect(measuredFactor([{ value: 1, kg: 10 }])).toBe(10)
    expect(measuredFactor([10, 36].map((kg, i) => ({ value: 1 + 2 * i, kg })))).toBe(11.5)
  })

  it('keeps six significant digits, however small it is', () => {
    expect(measuredFactor([{ value: 3, kg: 1 }])).toBe(0.333333)
    expect(measuredFactor([{ value: 3000, kg: 1 }])).toBe(0.000333333)
    expect(measuredFactor([{ value: 3, kg: 200_000 }])).toBe(66_666.7)
  })

  it('cannot be had from nothing', () => {
    expect(() => measuredFactor([])).toThrow(RangeError)
  })

  const amount = fc.double({ min: 0.001, max: 100_000, noNaN: true })
  const weighings = fc.array(fc.record({ value: amount, kg: amount }), { minLength: 1, maxLength: 40 })

  it('lies between the lightest and the heaviest weighing and ignores their order', () => {
    fc.assert(
      fc.property(weighings, (sample) => {
        const before = structuredClone(sample)
        const factor = measuredFactor(sample)
        const each = sample.map((w) => w.kg / w.value)
        // Rounding to six digits may step over the edge by half a unit in the sixth.
        expect(factor).toBeGreaterThanOrEqual(Math.min(...each) * (1 - 5.1e-6))
        expect(factor).toBeLessThanOrEqual(Math.max(...each) * (1 + 5.1e-6))
        expect(measuredFactor(sample.toReversed())).toBe(factor)
        expect(sample).toEqual(before)
      }),
    )
  })

  it('passes its own check, whatever was weighed', () => {
    fc.assert(
      fc.property(weighings, (sample) => {
        const row = {
          ...measured,
          factor: measuredFactor(sample),
          weighings_count: sample.length,
          weighings: sample.map((w) => ({ ...w, weighed_at: '2026-03-01' })),
        }
        expect(faultsOf(row)).toEqual([])
      }),
    )
  })
})

describe('a thin sample', () => {
  it('is a measured factor with fewer than ten weighings', () => {
    expect(THIN_SAMPLE_BELOW).toBe(10)
    expect(isThin({ kind: 'measured', weighings_count: 9 })).toBe(true)
    expect(isThin({ kind: 'measured', weighings_count: 10 })).toBe(false)
  })

  it('is never a factor of another kind, which has no weighings to count', () => {
    for (const kind of CONVERSION_KINDS.filter((k) => k !== 'measured')) {
      expect(isThin({ kind, weighings_count: 0 })).toBe(false)
    }
  })
})

describe('the kinds of conversion', () => {
  it('are named strongest first', () => {
    expect(CONVERSION_KINDS).toEqual(['definitional', 'measured', 'published_standard', 'assumed_default'])
  })
})

describe('a conversion row', () => {
  it('is accepted when all it names is there and its figures agree', () => {
    expect(faultsOf(assumed)).toEqual([])
    expect(faultsOf(measured)).toEqual([])
    expect(faultsOf({ ...assumed, unit: 'kg', to_crop: 'green', factor: 0.5, region: 'UG' })).toEqual([])
    expect(faultsOf({ ...assumed, supersedes: 'basin_2025' })).toEqual([])
  })

  const { weighings: _, ...withoutWeighings } = measured
  const [JANUARY, FEBRUARY] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z']
  const weighed = (more: object) => ({
    ...measured,
    weighings: [measured.weighings[0], { ...measured.weighings[1], ...more }],
  })
  const refused: [string, object, string[]][] = [
    ['a measured factor without its weighings', { ...withoutWeighings, weighings_count: 0 }, ['/weighings']],
    ['a count without its weighings', withoutWeighings, ['/weighings_count', '/weighings']],
    ['a count that differs from the weighings', { ...measured, weighings_count: 3 }, ['/weighings_count']],
    ['a factor that differs from the weighings', { ...measured, factor: 12.51 }, ['/factor']],
    ['weighings behind another kind of factor', { ...measured, kind: 'published_standard' }, ['/weighings']],
    ['an unknown unit', { ...assumed, unit: 'bucket' }, ['/unit']],
    ['an unknown crop', { ...assumed, crop: 'pear' }, ['/crop']],
    ['an unknown crop to convert to', { ...assumed, to_crop: 'jam' }, ['/to_crop']],
    ['a form conversion from nowhere', { ...assumed, crop: undefined, to_crop: 'green' }, ['/crop']],
    ['a form conversion into itself', { ...assumed, to_crop: 'cherry' }, ['/to_crop']],
    ['an unknown region', { ...assumed, region: 'XX' }, ['/region']],
    ['a kilogram of another weight', { ...assumed, unit: 'kg' }, ['/factor']],
    ['a factor of nothing', { ...assumed, factor: 0 }, ['/factor']],
    ['a negative factor', { ...assumed, factor: -1 }, ['/factor']],
    ['an unknown kind', { ...assumed, kind: 'guessed' }, ['/kind']],
    ['a missing source', { ...assumed, source: undefined }, ['/source']],
    ['an empty source', { ...assumed, source: '' }, ['/source']],
    ['an unknown member', { ...assumed, 'fac/tor': 1 }, ['/fac~1tor']],
    ['superseding itself', { ...assumed, supersedes: assumed.id }, ['/supersedes']],
    ['superseding a row that is not there', { ...assumed, supersedes: 'nothing' }, ['/supersedes']],
    ['a day that does not exist', { ...assumed, valid_from: '2026-02-30T00:00:00.000Z' }, ['/valid_from']],
    ['a reversed period', { ...assumed, valid_from: FEBRUARY, valid_to: JANUARY }, ['/valid_to']],
    ['an empty period', { ...assumed, valid_from: FEBRUARY, valid_to: FEBRUARY }, ['/valid_to']],
    ['a weighing on no day', weighed({ weighed_at: '2026-02-30' }), ['/weighings/1/weighed_at']],
    ['a weighing of nothing', weighed({ kg: 0 }), ['/weighings/1/kg']],
  ]
  it.each(refused)('is refused for %s', (_what, row, pointers) => {
    const asSent: unknown = JSON.parse(JSON.stringify(row))
    expect(pointersOf(asSent)).toEqual(pointers)
    for (const fault of faultsOf(asSent)) expect(fault.message.length).toBeGreaterThan(5)
  })

  it.each([null, [], 'text', 3])('is refused when it is no object at all: %j', (row) => {
    expect(pointersOf(row)).toEqual([''])
  })
})

describe('rows of other kinds', () => {
  it('supersede only rows of their own kind', () => {
    const flag = { id: 'odd', meaning: 'Something is odd.', source: 'Us', supersedes: 'basin_2025' }
    expect(pointersOf(flag, 'flags')).toEqual(['/supersedes'])
  })

  const region = { name: 'Kampala', country: 'UG', type: 'City', source: 'ISO 3166-2' }
  it.each([
    [{ ...region, id: 'UG-102', parent: 'UG-C' }, []],
    [{ ...region, id: 'KE-30' }, ['/country']],
    [{ ...region, id: 'KE-30', country: 'KE' }, ['/country']],
    [{ ...region, id: 'UG-102', parent: 'UG-X' }, ['/parent']],
    [{ ...region, id: 'UG-102', parent: 'UG-102' }, ['/parent']],
    [{ ...region, id: 'UG', parent: 'UG-C' }, ['/parent']],
  ])('a region lies in a country that is there: %j', (row, pointers) => {
    expect(pointersOf(row, 'regions')).toEqual(pointers)
  })
})

describe('times of a row', () => {
  it('are stored in UTC, whatever offset they came with', () => {
    const sent = {
      valid_from: '2026-03-01T03:00:00+03:00',
      valid_to: 'soon',
      weighings: [{ weighed_at: '2026-03-01T10:15:00+03:00' }, { weighed_at: '2026-03-01' }],
    }
    expect(withUtcTimes(sent)).toEqual({
      valid_from: '2026-03-01T00:00:00.000Z',
      valid_to: 'soon',
      weighings: [{ weighed_at: '2026-03-01T07:15:00.000Z' }, { weighed_at: '2026-03-01' }],
    })
    expect(withUtcTimes('nothing like a row')).toBe('nothing like a row')
  })

  it('keep a bare day of weighing as a day, because its hour was never written down', () => {
    expect(weighedAt('2026-03-01')).toBe('2026-03-01')
    expect(weighedAt('2026-03-01T10:15:00+03:00')).toBe('2026-03-01T07:15:00.000Z')
    expect(weighedAt('2026-02-30')).toBeNull()
    expect(weighedAt('2026-03-01T10:15')).toBeNull()
    expect(weighedAt('1/3/2026')).toBeNull()
  })
})
