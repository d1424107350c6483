import { describe, expect, it } from 'vitest'
import {
  amountOf,
  kilograms,
  type NumberStyle,
  product,
  splitUnit,
} from '../../../../src/clients/sheets/weights.ts'
import { faultsOf, rowsOf, small, WORDS } from '../../../support/clients/importer/support.ts'

const POINT: NumberStyle = { decimal: '.', thousands: undefined }
const number = (text: string, style: NumberStyle = POINT) => {
  const amount = amountOf(text, style)
  return 'fault' in amount ? WORDS.tell(amount.fault) : product(amount)
}

describe('a number', () => {
  it('is read by the signs the map names, and by no others', () => {
    expect(number('1250.5')).toBe(1250.5)
    expect(number(' 60 ')).toBe(60)
    expect(number('1.250,5', { decimal: ',', thousands: '.' })).toBe(1250.5)
    expect(number('1 250', { decimal: '.', thousands: ' ' })).toBe(1250)
    expect(number('1\u00a0250', { decimal: '.', thousands: ' ' })).toBe(1250)
    expect(number("1'250.25", { decimal: '.', thousands: "'" })).toBe(1250.25)
  })

  it.each(['1,250', '1.250.5', '40-50', 'about 40', '1e3', '٣', '', '.5', '5.', '0x10', 'Infinity', '+5'])(
    'is not %j',
    (text) => {
      expect(number(text)).toBe('is not a number in the style of the map')
    },
  )

  it('does not take a sign between thousands for a decimal sign', () => {
    for (const text of ['1,25', '12,5', '1250,000', ',250', '1,2500'])
      expect(number(text, { decimal: '.', thousands: ',' })).toMatch(/is not a number/)
  })

  it('is not zero', () => {
    expect(number('0')).toBe('is zero')
    expect(number('0.00')).toBe('is zero')
  })

  it('multiplies without the slips of binary fractions', () => {
    const of = (text: string) => amountOf(text, POINT) as never
    expect(product(of('3'), of('0.1'))).toBe(0.3)
    expect(product(of('300'), of('60.07'))).toBe(18021)
  })
})

it('a cell is split into its number and its unit', () => {
  expect(splitUnit('60 kg')).toEqual({ number: '60', unit: 'kg' })
  expect(splitUnit('60kg')).toEqual({ number: '60', unit: 'kg' })
  expect(splitUnit('1,250.5 lbs')).toEqual({ number: '1,250.5', unit: 'lbs' })
  expect(splitUnit('2 kg,lbs')).toEqual({ number: '2', unit: 'kg,lbs' })
  expect(splitUnit('6')).toEqual({ number: '6', unit: '' })
  expect(splitUnit('kg')).toEqual({ number: '', unit: 'kg' })
  expect(splitUnit('-5 kg')).toEqual({ number: '-5', unit: 'kg' })
})

it('kilograms are exact for kg, g and t, by the factor else, and unknown without one', () => {
  expect(kilograms(250, 'g', undefined)).toBe(0.25)
  expect(kilograms(1.5, 't', undefined)).toBe(1500)
  expect(kilograms(100, 'lb', 0.45359237)).toBe(45.359237)
  expect(kilograms(3, 'sack', undefined)).toBeNull()
})

describe('a weight in a row', () => {
  const one = (weight: string, change: object = {}) =>
    rowsOf(`Farm,Day,Weight\nRio,1/2/2026,${weight}\n`, small(change))[0]
  const delivery = (weight: string, change: object = {}) => one(weight, change)?.records[1]?.draft

  it('stays as observed, with the kilograms beside it where a factor gave them', () => {
    expect(delivery('60 kg')?.quantity).toEqual({ value: 60, unit: 'kg' })
    expect(delivery('60 kg')).not.toHaveProperty('normalized_kg')
    expect(delivery('100 LBS')).toMatchObject({
      quantity: { value: 100, unit: 'lb', label: 'LBS' },
      normalized_kg: 45.359237,
      conversion_id: 'lb_exact',
    })
  })

  it.each([
    ['6', 'has no unit'],
    ['"2 kg,lbs"', 'has a unit that the map does not have'],
    ['0 lbs', 'is zero'],
    ['-5 kg', 'is below zero'],
    ['kg', 'is not a number in the style of the map'],
    ['', 'is empty'],
    ['-', 'means an empty cell'],
  ])('%s is refused by name', (weight, message) => {
    const faults = one(weight)?.faults ?? []
    expect(faults.map((fault) => [fault.column, fault.message])).toEqual([['Weight', message]])
    expect(faults[0]?.remedy).toMatch(/\w.*\.$/)
  })

  const counted = {
    quantities: {
      weight: { column: 'Weight', count: 'Bags', container: 'bags', most_kg: 100, least_kg: 0.5 },
    },
  }
  const bags = (count: string, weight: string) =>
    rowsOf(`Farm,Day,Bags,Weight\nRio,1/2/2026,${count},${weight}\n`, small(counted))[0]

  it('of counted containers is that of all of them, in the words of the sheet', () => {
    expect(bags('300', '60 kg')?.records[1]?.draft).toMatchObject({
      quantity: { value: 18000, unit: 'kg', label: '300 bags of 60 kg' },
    })
    expect(bags('3', '100 lbs')?.records[1]?.draft).toMatchObject({
      quantity: { value: 300, unit: 'lb', label: '3 bags of 100 lbs' },
      normalized_kg: 136.077711,
    })
  })

  it('of one container must be possible', () => {
    expect(bags('320', '19200 kg')?.faults).toMatchObject([
      { column: 'Weight', message: 'is more than 100 kg' },
    ])
    expect(bags('320', '1 lbs')?.faults).toMatchObject([{ column: 'Weight', message: 'is less than 0.5 kg' }])
    expect(bags('0', '60 kg')?.faults).toMatchObject([{ column: 'Bags', message: 'is zero' }])
  })

  it('is without the tare', () => {
    const map = small({ quantities: { weight: { column: 'Weight', less: 'Tare' } } })
    const less = (tare: string) => rowsOf(`Farm,Day,Weight,Tare\nRio,1/2/2026,60.5 kg,${tare}\n`, map)[0]
    expect(less('1.25')?.records[1]?.draft).toMatchObject({
      quantity: { value: 59.25, unit: 'kg', label: '60.5 kg less 1.25' },
    })
    expect(less('')?.records[1]?.draft).toMatchObject({ quantity: { value: 60.5, unit: 'kg' } })
    expect(less('60.5')?.faults).toMatchObject([{ column: 'Tare' }])
  })

  it('names the count and the weight when both are wrong', () => {
    expect(
      bags('x', '6')
        ?.faults.map(({ column }) => column)
        .sort(),
    ).toEqual(['Bags', 'Weight'])
  })

  it('by a factor for another crop is refused, not bent', () => {
    const tins = { units: { tins: { unit: 'debe', conversion: 'debe_maize_grain_level' } } }
    expect(faultsOf('Farm,Day,Weight\nRio,1/2/2026,3 tins\n', small(tins))).toEqual([
      '2 Weight: has a unit whose factor is for another crop',
    ])
  })

  it('in a unit without a factor is kept without kilograms', () => {
    const sacks = { units: { gunia: { unit: 'sack' } } }
    const draft = delivery('3 gunia', sacks)
    expect(draft).toMatchObject({ quantity: { value: 3, unit: 'sack', label: 'gunia' } })
    expect(draft).not.toHaveProperty('conversion_id')
  })
})
