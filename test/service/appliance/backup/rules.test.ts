import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areInterleaved, isOfLives, madeAfter, newerFirst } from '../../../../src/appliance/backup/ages.ts'
import { PageIndex } from '../../../../src/appliance/backup/page-index.ts'
import {
  areWhole,
  type PackOfPages,
  packsToKeep,
  pagesToSend,
  runsOf,
} from '../../../../src/appliance/backup/pages.ts'
import { backupEveryMs } from '../../../../src/config/addresses.ts'

/** The rules of backups, without a disk. Pages stand as letters: a letter's code is the number of the page's hash. */

const HASHES = 128
const pagesOf = (letters: string) => Uint32Array.from(letters, (letter) => letter.charCodeAt(0))
const pack = (letters: string) => ({ pages: pagesOf(letters) })
const toSend = (pages: string, packs: readonly PackOfPages[]) => [
  ...pagesToSend(pagesOf(pages), packs, HASHES),
]
const toKeep = (pages: string, packs: readonly PackOfPages[]) => packsToKeep(pagesOf(pages), packs, HASHES)

describe('pages', () => {
  test('only what no pack has is sent, and equal pages once', () => {
    expect(toSend('abcabd', [pack('xa')])).toEqual([1, 2, 5])
    expect(toSend('abc', [pack('abc')])).toEqual([])
  })

  test('a pack is kept while at least half of it is live', () => {
    const packs = [pack('abcd'), pack('efgh'), pack('ij')]
    expect(toKeep('abxe', packs)).toEqual([packs[0]])
    expect(toKeep('i', packs)).toEqual([packs[2]])
    expect(toKeep('xyz', packs)).toEqual([])
    // Equal pages are live once.
    expect(toKeep('eee', packs)).toEqual([])
  })

  test('a page in two packs counts for the later one alone', () => {
    const packs = [pack('ab'), pack('abc')]
    expect(toKeep('abc', packs)).toEqual([packs[1]])
  })

  test('pages behind each other in a pack are one run, and no run goes on into the next pack', () => {
    const runs = runsOf(pagesOf('abczab'), [pack('abc'), pack('z')], HASHES)
    expect(runs).toEqual([
      [0, 0, 0, 3],
      [3, 1, 0, 1],
      [4, 0, 0, 2],
    ])
    expect(() => runsOf(pagesOf('q'), [pack('abc')], HASHES)).toThrow(RangeError)
  })

  test('runs that leave a page out, give one twice or reach beyond a pack are not whole', () => {
    expect(areWhole([[0, 0, 0, 3]], 3, [3])).toBe(true)
    expect(areWhole([[0, 0, 0, 2]], 3, [3])).toBe(false)
    expect(areWhole([[1, 0, 0, 2]], 3, [3])).toBe(false)
    expect(areWhole([[0, 0, 1, 3]], 3, [3])).toBe(false)
    expect(areWhole([[0, 1, 0, 3]], 3, [3])).toBe(false)
    const twice = [
      [0, 0, 0, 2],
      [1, 0, 1, 2],
    ] as const
    expect(areWhole(twice, 3, [3])).toBe(false)
  })

  test('whatever is stored already, every page comes back, and less than twice the pages is kept', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnop'), minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(letters, fc.array(letters, { maxLength: 6 }), (text, stored) => {
        const pages = pagesOf(text)
        const packs = stored.map((held) => pack([...new Set(held)].join('')))
        const kept = packsToKeep(pages, packs, HASHES)
        const fresh = { pages: pagesToSend(pages, kept, HASHES).map((page) => pages[page] as number) }
        const all = fresh.pages.length === 0 ? kept : [...kept, fresh]
        const runs = runsOf(pages, all, HASHES)
        const back = runs.flatMap(([, p, slot, count]) => [
          ...(all[p] as PackOfPages).pages.subarray(slot, slot + count),
        ])
        expect(back).toEqual([...pages])
        expect(
          areWhole(
            runs,
            pages.length,
            all.map((each) => each.pages.length),
          ),
        ).toBe(true)
        const held = all.reduce((sum, each) => sum + each.pages.length, 0)
        expect(held).toBeLessThanOrEqual(2 * new Set(pages).size)
      }),
    )
  })
})

describe('the index of pages', () => {
  const hashOf = (n: number) => hash('sha256', String(n), 'buffer')

  test('a hash has one number, numbers have no gaps, and the hashes come back', () => {
    const index = new PageIndex()
    // Beyond the first table, and beyond a piece.
    const count = 150_000
    for (let n = 0; n < count; n++) if (index.numberOf(hashOf(n)) !== n) expect.fail(`hash ${n}`)
    for (let n = 0; n < count; n += 7) if (index.numberOf(hashOf(n)) !== n) expect.fail(`hash ${n} again`)
    expect(index.size).toBe(count)
    const some = Uint32Array.of(149_999, 0, 65_536)
    expect([...index.numbersOf(index.hashesOf(some))]).toEqual([...some])
    expect(() => index.numbersOf(Buffer.alloc(21))).toThrow(RangeError)
  })

  test('a million pages, and the packs they lie in, take less than 100 MB', () => {
    const before = process.memoryUsage().arrayBuffers
    const index = new PageIndex()
    const pages = Uint32Array.from({ length: 1_000_000 }, (_, n) => index.numberOf(hashOf(n)))
    const packs = Array.from({ length: 2_000 }, (_, i) => ({ pages: pages.slice(i * 500, (i + 1) * 500) }))
    expect(packsToKeep(pages, packs, index.size)).toHaveLength(2_000)
    expect(pagesToSend(pages, packs, index.size)).toHaveLength(0)
    expect(runsOf(pages, packs, index.size)).toHaveLength(2_000)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000)
  })
})

describe('which is the newer, and whose', () => {
  const age = (id: string, madeAtMs: number, auditN: number, treeSize: number) => ({
    id,
    madeAtMs,
    auditN,
    treeSize,
  })

  test('the time decides, and where it stood still the logs do', () => {
    const ages = [age('a', 1, 9, 9), age('z', 2, 5, 7), age('b', 2, 6, 7), age('c', 2, 6, 8)]
    expect(ages.sort(newerFirst).map(({ id }) => id)).toEqual(['c', 'b', 'z', 'a'])
  })

  test('one is made later than those before, though the clock stands', () => {
    expect(madeAfter(10, [])).toBe(10)
    expect(madeAfter(10, [3, 12])).toBe(13)
  })

  test('of an earlier life, only what the next one has too', () => {
    const lives = [
      { incarnation: 'a', end: 100 },
      { incarnation: 'b', end: null },
    ]
    const isOurs = (incarnation: string, treeSize: number) => isOfLives(lives, { incarnation, treeSize })
    expect([isOurs('a', 100), isOurs('a', 101), isOurs('b', 1_000), isOurs('c', 1)]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  test.each([
    ['', false],
    ['aaa', false],
    ['aabbc', false],
    ['aba', true],
    ['abcb', true],
  ])('lives in the order %j are two stories: %s', (lives, are) => {
    expect(areInterleaved([...lives])).toBe(are)
  })
})

describe('the interval', () => {
  test.each([
    ['off', null],
    ['5m', 300_000],
    ['6h', 21_600_000],
    ['7d', 604_800_000],
  ])('%s', (text, ms) => {
    expect(backupEveryMs(text)).toBe(ms)
  })

  test.each(['', '0h', '1m', '24', 'daily', '-6h', '400d', '1.5h'])('"%s" is no interval', (text) => {
    expect(() => backupEveryMs(text)).toThrow('must be off, or a time')
  })
})
