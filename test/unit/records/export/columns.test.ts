import { describe, expect, test } from 'vitest'
import { RECORD_TYPES } from '../../../../src/domain/types/index.ts'
import { cellOf } from '../../../../src/records/export/columns.ts'
import { columnsOfType } from '../../../../src/records/export/run.ts'

const namesOf = (type: (typeof RECORD_TYPES)[number]) =>
  new Map(columnsOfType(type).map(({ name, kind }) => [name, kind]))

describe('the columns of a record type', () => {
  test.each(RECORD_TYPES)('%s: no name stands for two members', (type) => {
    const names = columnsOfType(type).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('id')
    expect(names).toContain('derived_standing')
  })

  test('single values have their own types, and objects a column for each member', () => {
    const delivery = namesOf('delivery')
    expect(delivery.get('occurred_at')).toBe('instant')
    expect(delivery.get('normalized_kg')).toBe('number')
    expect(delivery.get('quantity_value')).toBe('number')
    expect(delivery.get('agreed_price_amount_minor')).toBe('integer')
    expect(delivery.get('agreed_price_currency')).toBe('text')
    expect(delivery.get('derived_kg')).toBe('number')
    expect(delivery.get('derived_flags')).toBe('list')
    expect(delivery.get('derived_confirmation_confirmed')).toBe('boolean')
    expect(delivery.get('derived_confirmation_confirmed_at')).toBe('instant')
  })

  test('a geometry is JSON, and lists have elements with types', () => {
    expect(namesOf('harvest').get('plot_geometry')).toBe('json')
    const inputs = columnsOfType('lot').find(({ name }) => name === 'inputs')
    expect(inputs?.element).toEqual([
      { name: 'record_id', kind: 'text' },
      { name: 'kg', kind: 'number' },
    ])
    expect(namesOf('lot').get('derived_redacted')).toBe('json')
  })
})

test('a cell is the value at its place, and null where the record has none', () => {
  const column = { name: 'quantity_value', path: ['quantity', 'value'], kind: 'number' } as const
  expect(cellOf(column, { quantity: { value: 2.5 } })).toBe(2.5)
  expect(cellOf(column, {})).toBeNull()
  expect(cellOf({ ...column, kind: 'integer' }, { quantity: { value: 9_007_199_254_740_991 } })).toBe(
    9_007_199_254_740_991n,
  )
  const list = {
    name: 'inputs',
    path: ['inputs'],
    kind: 'list',
    element: [{ name: 'kg', kind: 'number' }],
  } as const
  expect(cellOf(list, { inputs: [{ kg: 1 }, {}] })).toEqual([{ kg: 1 }, { kg: null }])
  expect(cellOf(list, { inputs: [] })).toEqual([])
})
