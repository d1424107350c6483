import { describe, expect, test } from 'vitest'
import { severalQuantities } from '../../../../src/clients/sheets/several-quantities.ts'

/** Several weights in a row. */

const of = (
  columns: Readonly<Record<string, readonly (number | null)[]>>,
  isCrop?: (heading: string) => boolean,
) =>
  severalQuantities(
    Object.entries(columns).map(([name, figures]) => ({ name, figures })),
    isCrop,
  )
const brief = (found: ReturnType<typeof of>) => [
  found.quantity,
  ...found.further.map(({ name, resembles, proposed }) => `${name}: ${resembles}, ${proposed}`),
]

describe('several quantities in a row', () => {
  test.each<[what: string, columns: Parameters<typeof of>[0], expected: (string | null)[]]>([
    ['one alone', { Kg: [1, 2] }, ['Kg']],
    [
      'a shift each',
      { Morning: [12, 8], Evening: [10, 7] },
      [null, 'Morning: shift, null', 'Evening: shift, null'],
    ],
    [
      'shifts in Swahili',
      { 'Lita asubuhi': [12, 8], 'Lita jioni': [10, 7] },
      [null, 'Lita asubuhi: shift, null', 'Lita jioni: shift, null'],
    ],
    [
      'shifts and their total',
      { Morning: [12, 8], Evening: [10, 7], Total: [22, 15] },
      ['Total', 'Morning: shift, remark', 'Evening: shift, remark'],
    ],
    [
      'grades and their total, first',
      { 'Total kg': [30, 25, 9], 'Grade A': [20, 15, 9], 'Grade B': [10, 10, null] },
      ['Total kg', 'Grade A: grade, remark', 'Grade B: grade, remark'],
    ],
    [
      'ordered and received',
      { 'Ordered kg': [50, 60], 'Received kg': [48, 60] },
      ['Received kg', 'Ordered kg: order, remark'],
    ],
    [
      'weights of two kinds',
      { 'Kg cherry': [5, 6], 'Kg parchment': [1, 1.2] },
      [null, 'Kg cherry: quantity, null', 'Kg parchment: quantity, null'],
    ],
    ['figures that are no quantities', { Age: [5, 6], Kg: [1, 2], Children: [1, 1] }, ['Kg']],
  ])('%s', (_what, columns, expected) => expect(brief(of(columns))).toEqual(expected))

  test('gross is the sum of tare and net, and the net is the quantity', () => {
    expect(brief(of({ Gross: [122, 81], Tare: [2, 1], Net: [120, 80] }))).toEqual([
      'Net',
      'Gross: weighing, remark',
      'Tare: weighing, remark',
    ])
  })
  test('two crops', () => {
    const isCrop = (heading: string) => /maize|beans/i.test(heading)
    expect(brief(of({ 'Maize (kg)': [5, 6], 'Beans (kg)': [1, 2] }, isCrop))).toEqual([
      null,
      'Maize (kg): crop, null',
      'Beans (kg): crop, null',
    ])
  })
  test('a total that most rows agree with names the others', () => {
    const figures = { AM: [1, 2, 3, 4, 5, 6], PM: [1, 1, 1, 1, 1, 1], Total: [2, 3, 4, 5, 6, 70] }
    expect(of(figures)).toMatchObject({ quantity: 'Total', sumOf: ['AM', 'PM'], contradicting: [5] })
    expect(of(figures).further.map(({ proposed }) => proposed)).toEqual(['remark', 'remark'])
  })
  test('a total that fewer rows agree with is none', () => {
    expect(of({ AM: [1, 2, 3], PM: [1, 1, 1], Total: [20, 30, 4] }).quantity).toBeNull()
  })
})
