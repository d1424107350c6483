import { describe, expect, test } from 'vitest'
import { type RowLayout, RowsOfRound, type RowsPlace } from '../../../src/store/jobs/rows-in-memory.ts'
import type { RowCell } from '../../../src/store/log/record-tables.ts'
import { type Random, seeded } from '../../support/records/gate/random.ts'

/** Packed rows against a plain list: walked in order, written in order, and gone back to after a rollback. */

const LAYOUT: RowLayout = {
  columns: ['party', 'time', 'id', 'record'],
  key: 3,
  text: 2,
  // Numbers far apart and beyond 32 bits, as those of ids are; two parties have the same.
  first: ([party]) => Math.abs(party as number) * 2 ** 40,
  ofFirst: 1,
  record: 3,
}

/** A party with most of the rows, one with some, and others with few. */
const partyOf = (random: Random): number =>
  random.chance(0.5) ? 3 : random.chance(0.5) ? -3 : random.below(20)

const rowOf = (random: Random, n: number): RowCell[] => [
  partyOf(random),
  // Many are in order, some of one time.
  random.chance(0.7) ? n : random.below(50) * 2 ** 31,
  `id ${random.below(1_000_000)}`,
  random.below(100),
]

function compare(a: readonly RowCell[], b: readonly RowCell[], columns: number): number {
  for (let i = 0; i < columns; i++) if (a[i] !== b[i]) return (a[i] as RowCell) < (b[i] as RowCell) ? -1 : 1
  return 0
}
const inOrder = (rows: readonly RowCell[][]) => [...rows].sort((a, b) => compare(a, b, 3))

function walked(
  one: RowsOfRound,
  other: RowsOfRound,
  start: readonly RowCell[],
  isUp: boolean,
  most: number,
): RowCell[][] {
  const seen: RowCell[][] = []
  const isStopped = RowsOfRound.walk(one, other, start, isUp, (numbers, at, text) => {
    seen.push([numbers[at] as number, numbers[at + 1] as number, text, numbers[at + 3] as number])
    return seen.length === most
  })
  expect(isStopped).toBe(seen.length === most)
  return seen
}

function ofRecord(rows: RowsOfRound, record: number): RowCell[][] {
  const seen: RowCell[][] = []
  rows.ofRecord(record, (numbers, at, text) => {
    seen.push([numbers[at] as number, numbers[at + 1] as number, text, numbers[at + 3] as number])
  })
  return seen
}

/** A page from the plain list. */
function page(model: readonly RowCell[][], start: readonly RowCell[], isUp: boolean, most: number) {
  const rows = inOrder(model.filter((row) => row[0] === start[0]))
  if (!isUp) rows.reverse()
  return rows
    .filter(
      (row) => compare(row, start, start.length) > 0 === isUp && compare(row, start, start.length) !== 0,
    )
    .slice(0, most)
}

test.each([1, 2, 3, 4])('pages are those of a plain list, until the rows are written, seed %i', (seed) => {
  const random = seeded(seed)
  const [due, added] = [new RowsOfRound(LAYOUT), new RowsOfRound(LAYOUT)]
  let ofDue: RowCell[][] = []
  let ofAdded: RowCell[][] = []
  let isWriting = false
  const written: RowCell[][] = []
  for (let commit = 0; commit < 200; commit++) {
    const places: readonly [RowsPlace, RowsPlace] = [due.place, added.place]
    const before: readonly [RowCell[][], RowCell[][], number, boolean] = [
      ofDue,
      ofAdded,
      written.length,
      isWriting,
    ]
    ofDue = [...ofDue]
    ofAdded = [...ofAdded]
    for (let i = random.below(60); i > 0; i--) {
      const row = rowOf(random, commit * 100 + i)
      const isSame = (other: readonly RowCell[]) => compare(row, other, 3) === 0
      if (ofDue.some(isSame) || ofAdded.some(isSame)) continue
      // Once rows are written, none is added to them: those are of the next round.
      if (isWriting || random.chance(0.2)) {
        added.add(row)
        ofAdded.push(row)
      } else {
        due.add(row)
        ofDue.push(row)
      }
    }
    if (commit > 80) {
      isWriting = true
      const most = random.below(40)
      const now: RowCell[][] = []
      due.write(
        most,
        4,
        (cells) => {
          for (let i = 0; i < 16; i += 4) now.push(cells.slice(i, i + 4))
        },
        (cells) => now.push([...cells]),
      )
      expect(now).toHaveLength(Math.min(most, ofDue.length))
      for (const row of now)
        ofDue.splice(
          ofDue.findIndex((other) => compare(row, other, 4) === 0),
          1,
        )
      written.push(...now)
    }
    if (random.chance(0.2)) {
      due.goBack(places[0])
      added.goBack(places[1])
      ofDue = before[0]
      ofAdded = before[1]
      written.length = before[2]
      isWriting = before[3]
    }
    expect([due.left, added.left]).toEqual([ofDue.length, ofAdded.length])
    const model = [...ofDue, ...ofAdded]
    for (let i = 0; i < 4; i++) {
      const some = model.length > 0 && random.chance(0.5) ? random.pick(model) : rowOf(random, commit * 50)
      const start = some.slice(0, 2 + random.below(2))
      const [isUp, most] = [random.chance(0.5), 1 + random.below(30)]
      expect(walked(due, added, start, isUp, most)).toEqual(page(model, start, isUp, most))
      expect(due.has(some.slice(0, 3))).toBe(ofDue.some((row) => compare(row, some, 3) === 0))
    }
    const record = random.below(100)
    expect(inOrder(ofRecord(due, record))).toEqual(inOrder(ofDue.filter((row) => row[3] === record)))
  }
  expect(inOrder(due.all())).toEqual(inOrder(ofDue))
  expect(written.length).toBeGreaterThan(300)
  expect(written).toEqual(inOrder(written))
})

test('whoever has seen enough ends it, and an infinite start is before or after all', () => {
  const [rows, none] = [new RowsOfRound(LAYOUT), new RowsOfRound(LAYOUT)]
  for (let n = 0; n < 5; n++) rows.add([7, n, `row ${n}`, n])
  const ids = (isUp: boolean, most: number) =>
    walked(rows, none, [7, isUp ? -Infinity : Infinity], isUp, most).map((row) => row[2])
  expect(ids(true, 2)).toEqual(['row 0', 'row 1'])
  expect(ids(false, 2)).toEqual(['row 4', 'row 3'])
  expect(ids(false, 9)).toHaveLength(5)
  expect(RowsOfRound.walk(none, rows, [8, 0], true, () => true)).toBe(false)
})

describe('what a page costs does not grow with the rows in memory', () => {
  /** Counts how often it is compared. */
  class Id {
    static looks = 0
    readonly n: number
    constructor(n: number) {
      this.n = n
    }
    [Symbol.toPrimitive](): number {
      Id.looks++
      return this.n
    }
  }
  const idOf = (n: number) => new Id(n) as unknown as string
  const looksOf = (work: () => unknown): number => {
    Id.looks = 0
    work()
    // Each comparison looks at two ids, once or twice.
    return Id.looks / 2
  }
  const COUNT = 20_000
  const random = seeded(5)

  test.each([
    ['in their order', (n: number) => 2 ** 25 * n],
    ['in no order', () => random.below(2 ** 40)],
  ])('rows that come %s', (_, next) => {
    const [due, added] = [new RowsOfRound(LAYOUT), new RowsOfRound(LAYOUT)]
    let n = 0
    const add = (rows: RowsOfRound) => rows.add([3, 0, idOf(next(n++)), n])
    const pageOf = (isUp: boolean) => {
      let seen = 0
      const looks = looksOf(() =>
        RowsOfRound.walk(due, added, [3, 0, idOf(isUp ? 2 ** 38 : 2 ** 40)], isUp, () => ++seen === 100),
      )
      expect(seen).toBe(100)
      return looks
    }
    for (let i = 0; i < COUNT; i++) add(i < COUNT / 2 ? due : added)
    // Put in order once.
    pageOf(true)
    for (let i = 0; i < 100; i++) {
      expect(pageOf(i % 2 === 0)).toBeLessThan(400)
      add(added)
    }
    for (let i = 0; i < 500; i++) add(added)
    expect(pageOf(false)).toBeLessThan(40 * 500)
    expect(pageOf(false)).toBeLessThan(400)
    // While the first round is written, too.
    due.write(
      COUNT / 4,
      16,
      () => {},
      () => {},
    )
    expect(pageOf(true)).toBeLessThan(400)
    expect(pageOf(false)).toBeLessThan(400)
  })
})
