import { expect, test } from 'vitest'
import { DEEPEST, type FoundChain, LineageWalk } from '../../../../src/domain/derived/lineage.ts'

const lots = (...roots: number[]): FoundChain[] => roots.map((root) => ({ root, isLot: true }))
const others = (...roots: number[]): FoundChain[] => roots.map((root) => ({ root, isLot: false }))

/** Takes everything, a few at once. @param drawn what each chain leads to */
function walked(walk: LineageWalk, drawn: ReadonlyMap<number, readonly FoundChain[]>, count = 2): number[] {
  const seen: number[] = []
  for (;;) {
    const some = walk.take(count)
    if (some.length === 0) return seen
    for (const { root } of some) {
      seen.push(root)
      walk.come(drawn.get(root) ?? [])
    }
  }
}

test('the nearest come first, and each chain once, however often it is drawn on', () => {
  const drawn = new Map([
    [1, [...lots(2, 3), ...others(9)]],
    [2, others(9, 8)],
    [3, lots(4, 2)],
    [4, others(8, 7)],
  ])
  for (const count of [1, 2, 100]) {
    const walk = new LineageWalk(1)
    expect(walked(walk, drawn, count)).toEqual([1, 2, 3, 9, 8, 4, 7])
    expect(walk.notFollowed).toBe(0)
  }
})

test('a lot that draws on itself, through others or at once, ends the walk', () => {
  const drawn = new Map([
    [1, lots(1, 2)],
    [2, lots(3)],
    [3, lots(1, 2)],
  ])
  expect(walked(new LineageWalk(1), drawn)).toEqual([1, 2, 3])
})

test('lots of lots are followed 16 deep, and what they draw on with them', () => {
  const drawn = new Map(Array.from({ length: 30 }, (_, i) => [i, [...lots(i + 1), ...others(100 + i)]]))
  const walk = new LineageWalk(0)
  const seen = walked(walk, drawn)
  expect(Math.max(...seen.filter((root) => root < 100))).toBe(DEEPEST)
  expect(seen).toContain(100 + DEEPEST)
  expect(walk.notFollowed).toBe(1)
})

test('no more chains than the most are followed, and the others are counted once each', () => {
  const walk = new LineageWalk(0, 5)
  const drawn = new Map([
    [0, others(1, 2, 3, 4, 5, 6)],
    [1, others(6, 7)],
  ])
  expect(walked(walk, drawn)).toEqual([0, 1, 2, 3, 4])
  expect(walk.notFollowed).toBe(3)
})
