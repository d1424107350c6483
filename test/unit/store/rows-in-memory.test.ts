import { expect, test } from 'vitest'
import { type RowLayout, RowsOfRound, type RowsPlace } from '../../../src/store/jobs/rows-in-memory.ts'
import type { RowCell } from '../../../src/store/log/record-tables.ts'
import { type Random, seeded } from '../../support/records/gate/random.ts'

/** Packed rows against a plain list: found by each key, written in order, and gone back to after a rollback. */

const LAYOUT: RowLayout = {
  columns: ['party', 'time', 'id'],
  text: 2,
  // Keys far apart and beyond 32 bits, as those of ids are.
  keys: [([party]) => (party as number) * 2 ** 40, ([, time]) => time as number],
  within: 1,
}

const rowOf = (random: Random): RowCell[] => [
  random.below(20) - 3,
  random.below(50) * 2 ** 31,
  `row ${random.below(1_000_000)}`,
]

const sorted = (rows: readonly (readonly RowCell[])[]) => rows.map((row) => JSON.stringify(row)).sort()

function found(rows: RowsOfRound, link: number, key: number): RowCell[][] {
  const seen: RowCell[][] = []
  rows.each(link, key, (numbers, at, text) => {
    seen.push([numbers[at] as number, numbers[at + 1] as number, text])
  })
  return seen
}

test.each([1, 2, 3])('rows are found by each key until they are written, seed %i', (seed) => {
  const random = seeded(seed)
  const rows = new RowsOfRound(LAYOUT)
  let model: RowCell[][] = []
  let isWriting = false
  const written: RowCell[][] = []
  for (let commit = 0; commit < 150; commit++) {
    const place: RowsPlace = rows.place
    const before: readonly [RowCell[][], number, boolean] = [model, written.length, isWriting]
    model = [...model]
    // Once rows are written, none is added: those are of the next round.
    if (!isWriting)
      for (let i = random.below(60); i > 0; i--) {
        const row = rowOf(random)
        rows.add(row)
        model.push(row)
      }
    if (commit > 80) {
      isWriting = true
      const most = random.below(40)
      const now: RowCell[][] = []
      rows.write(
        most,
        4,
        (cells) => {
          for (let i = 0; i < 12; i += 3) now.push(cells.slice(i, i + 3))
        },
        (cells) => now.push([...cells]),
      )
      expect(now).toHaveLength(Math.min(most, model.length))
      for (const row of now) model.splice(model.indexOf(must(model, row)), 1)
      written.push(...now)
    }
    if (random.chance(0.2)) {
      rows.goBack(place)
      model = before[0]
      written.length = before[1]
      isWriting = before[2]
    }
    expect(rows.left).toBe(model.length)
    const key = random.below(20) - 3
    expect(sorted(found(rows, 0, key * 2 ** 40))).toEqual(sorted(model.filter(([party]) => party === key)))
    const time = random.below(50) * 2 ** 31
    expect(sorted(found(rows, 1, time))).toEqual(sorted(model.filter((row) => row[1] === time)))
  }
  expect(sorted(rows.all())).toEqual(sorted(model))
  expect(written.length).toBeGreaterThan(300)
  const order = written.map(([party, time]) => Number(party) * 2 ** 50 + Number(time))
  expect(order).toEqual([...order].sort((a, b) => a - b))
})

test('the newest comes first, and whoever has seen enough ends it', () => {
  const rows = new RowsOfRound(LAYOUT)
  for (let n = 0; n < 5; n++) rows.add([7, n, `row ${n}`])
  const seen: string[] = []
  const isEnded = rows.each(0, 7 * 2 ** 40, (_, __, text) => {
    seen.push(text)
    return seen.length === 2
  })
  expect([isEnded, seen]).toEqual([true, ['row 4', 'row 3']])
  expect(rows.each(0, 8 * 2 ** 40, () => true)).toBe(false)
})

function must(model: readonly RowCell[][], row: readonly RowCell[]): RowCell[] {
  const same = model.find((one) => JSON.stringify(one) === JSON.stringify(row))
  if (same === undefined) throw new Error(`${JSON.stringify(row)} is written twice, or was never added`)
  return same
}
