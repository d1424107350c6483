import { describe, expect, it } from 'vitest'
import { measuredFactor } from '../../../src/domain/registry.ts'
import { readWeighings } from '../../../src/registry/weighings.ts'
import { englishWords } from '../../../src/words/words.ts'

const HEADER = 'weighed_at,value,kg,weighed_by,instrument,condition'

const { tell } = englishWords()

describe('a file of weighings', () => {
  it('is read with all its columns', () => {
    const csv = `${HEADER}\n2026-03-01T10:15:00+03:00,1,12.4,Nakato,"Platform scale, 150 kg",level\n2026-03-02,2,25.1,,,\n`
    expect(readWeighings(csv)).toEqual({
      weighings: [
        {
          weighed_at: '2026-03-01T07:15:00.000Z',
          value: 1,
          kg: 12.4,
          weighed_by: 'Nakato',
          instrument: 'Platform scale, 150 kg',
          condition: 'level',
        },
        { weighed_at: '2026-03-02', value: 2, kg: 25.1 },
      ],
      faults: [],
      isUnchecked: false,
    })
  })

  it('may leave the last three columns out, and put the others in any order', () => {
    const { weighings, faults } = readWeighings('kg,weighed_at,value\n12.4,2026-03-01,1\n25,2026-03-01,2\n')
    expect(faults).toEqual([])
    expect(measuredFactor(weighings)).toBe(12.4667)
  })

  it('may come from a spreadsheet: byte order mark, semicolons, carriage returns, spaces, blank lines', () => {
    const csv = '\uFEFFWeighed_at; value ;kg\r\n2026-03-01; 1 ;12.4\r\n\r\n;;\r\n2026-03-02;1;12.6\r\n'
    expect(readWeighings(csv)).toEqual({
      weighings: [
        { weighed_at: '2026-03-01', value: 1, kg: 12.4 },
        { weighed_at: '2026-03-02', value: 1, kg: 12.6 },
      ],
      faults: [],
      isUnchecked: false,
    })
  })

  const three = (lines: string) => `weighed_at,value,kg\n${lines}\n`
  const each = (row: number, says: string, ...columns: string[]) =>
    columns.map((column) => [row, column, says] as const)
  const faulty: [string, string, (readonly [row: number, column: string, says: string])[]][] = [
    ['an empty file', '', each(1, 'must have a column', 'weighed_at', 'value', 'kg')],
    ['a header alone', `${HEADER}\n`, [[2, '', 'no weighings']]],
    ['a missing column', 'weighed_at,value\n2026-03-01,1\n', [[1, 'kg', 'column kg']]],
    ['an unknown column', 'weighed_at,value,kg,price\n', [[1, 'price', 'the columns are']]],
    ['a column given twice', 'weighed_at,value,kg,kg\n', [[1, 'kg', 'twice']]],
    ['a column without a name', 'weighed_at,value,kg,\n', [[1, '', 'Column 4']]],
    ['a day written another way', three('1/3/2026,1,12'), [[2, 'weighed_at', '2026-03-01']]],
    ['a time without its offset', three('2026-03-01 07:15,1,12'), [[2, 'weighed_at', '+03:00']]],
    ['a day that does not exist', three('2026-02-30,1,12'), [[2, 'weighed_at', '2026-02-30']]],
    ['a decimal comma', 'weighed_at;value;kg\n2026-03-01;1;12,5\n', [[2, 'kg', 'decimal point']]],
    ['a unit in the cell', three('2026-03-01,1,12 kg'), [[2, 'kg', 'no unit']]],
    ['amounts of nothing', three('2026-03-01,0,-3'), each(2, 'above zero', 'value', 'kg')],
    ['empty cells', three('2026-03-01,,'), each(2, 'empty', 'value', 'kg')],
    ['too many cells', three('2026-03-01,1,1,250'), [[2, '', '4 cells']]],
    ['too few cells', three('2026-03-01,1'), [...each(2, '2 cells', ''), ...each(2, 'empty', 'kg')]],
    ['text too long', `${HEADER}\n2026-03-01,1,12,,,${'x'.repeat(201)}\n`, [[2, 'condition', '200']]],
    ['an open quotation mark', three('2026-03-01,1,12\n2026-03-01,1,"12'), [[3, '', 'quotation mark']]],
  ]
  it.each(faulty)('with %s names the row, the column and the remedy', (_what, csv, expected) => {
    const { faults } = readWeighings(csv)
    expect(faults.map(({ finding, ...at }) => ({ ...at, says: tell(finding) }))).toEqual(
      expected.map(([row, column, says]) => ({ row, column, says: expect.stringContaining(says) })),
    )
  })

  it('counts rows as a spreadsheet does, blank ones too, and reports every fault', () => {
    const csv = 'weighed_at,value,kg\n2026-03-01,1,12\n\n2026-03-01,x,12\n2026-03-01,1,12\n2026-03-01,1,y\n'
    const { weighings, faults } = readWeighings(csv)
    expect(faults.map((f) => [f.row, f.column])).toEqual([
      [4, 'value'],
      [6, 'kg'],
    ])
    expect(weighings).toHaveLength(2)
  })

  it('with nothing but faults is not checked to its end: the report is as long as a person reads', () => {
    const csv = `${HEADER}\n${'x,y,z,,,\n'.repeat(10_000)}`
    const { weighings, faults, isUnchecked } = readWeighings(csv)
    expect([weighings, isUnchecked]).toEqual([[], true])
    expect(faults.length).toBeLessThan(60)
    expect(readWeighings(`${HEADER}\nx,1,1,,,\n`)).toMatchObject({ isUnchecked: false })
    expect(readWeighings(`${'x,'.repeat(10_000)}x\n`).faults.length).toBeLessThan(60)
  })
})
