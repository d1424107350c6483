import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areInterleaved, isOfLives, madeAfter, newerFirst } from '../../../../src/appliance/backup/ages.ts'
import { isDue, isLate } from '../../../../src/appliance/backup/due.ts'
import { PageIndex } from '../../../../src/appliance/backup/page-index.ts'
import {
  areWhole,
  type PackOfPages,
  packsToKeep,
  pagesToSend,
  runsOf,
} from '../../../../src/appliance/backup/pages.ts'
import {
  backupsToRemove,
  isNoneWhole,
  type KeptBackup,
  objectsToRemove,
} from '../../../../src/appliance/backup/retention.ts'
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

const DAY_MS = 86_400_000
const backups: readonly KeptBackup[] = [0, 1, 2, 40, 50].map((days) => ({
  id: `${days} days`,
  madeAtMs: -days * DAY_MS,
  auditN: 0,
  treeSize: 0,
  isWhole: true,
  isComplete: true,
  isOurs: true,
}))
const changed = (change: (backup: KeptBackup, i: number) => Partial<KeptBackup>): KeptBackup[] =>
  backups.map((backup, i) => ({ ...backup, ...change(backup, i) }))

describe('retention', () => {
  test('by days, by count, and by either', () => {
    expect(backupsToRemove(backups, { days: 30, count: null })).toEqual(['40 days', '50 days'])
    expect(backupsToRemove(backups, { days: null, count: 2 })).toEqual(['2 days', '40 days', '50 days'])
    expect(backupsToRemove(backups, { days: 30, count: 4 })).toEqual(['50 days'])
  })

  test('days are counted back from the newest whole one, whatever the clock shows', () => {
    const old = changed(({ madeAtMs }) => ({ madeAtMs: madeAtMs - 1_000 * DAY_MS }))
    expect(backupsToRemove(old, { days: 30, count: null })).toEqual(['40 days', '50 days'])
    const brokenOnTop = changed(({ madeAtMs }, i) => ({
      madeAtMs: i === 0 ? 999 * DAY_MS : madeAtMs,
      isWhole: i > 0,
    }))
    expect(backupsToRemove(brokenOnTop, { days: 30, count: null })).toEqual(['40 days', '50 days'])
  })

  test('the newest whole one stays, however old, and another store’s are left alone', () => {
    const broken = changed((_, i) => ({ isWhole: i > 1 }))
    expect(backupsToRemove(broken, { days: null, count: 1 })).toEqual([
      '0 days',
      '1 days',
      '40 days',
      '50 days',
    ])
    const others = changed(({ id }) => ({ isOurs: id === '0 days' }))
    expect(backupsToRemove(others, { days: 1, count: null })).toEqual([])
  })

  test('where none is whole, none goes', () => {
    const broken = changed(() => ({ isWhole: false }))
    expect([isNoneWhole(broken), backupsToRemove(broken, { days: null, count: 1 })]).toEqual([true, []])
    expect(isNoneWhole(backups)).toBe(false)
    expect(isNoneWhole(changed(() => ({ isOurs: false, isWhole: false })))).toBe(false)
    expect(isNoneWhole([])).toBe(false)
  })

  test('one that lacks pictures does not put out an older one that has them all', () => {
    const lacking = changed((_, i) => ({ isComplete: i > 1 }))
    expect(backupsToRemove(lacking, { days: null, count: 1 })).toEqual(['1 days', '40 days', '50 days'])
    const allLack = changed(() => ({ isComplete: false }))
    expect(backupsToRemove(allLack, { days: null, count: 2 })).toEqual(['2 days', '40 days', '50 days'])
  })

  test('objects go with the backup that named them; others wait a day', () => {
    const there = ['named', 'both', 'released', 'stray', 'old stray']
    const { remove, waiting } = objectsToRemove(
      there,
      new Set(['named', 'both']),
      new Set(['both', 'released']),
      { 'old stray': -DAY_MS },
      0,
    )
    expect(remove).toEqual(['released', 'old stray'])
    expect(waiting).toEqual({ stray: 0 })
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

describe('when one is due', () => {
  const HOUR_MS = 3_600_000
  const times = { everyMs: 24 * HOUR_MS, newestAgeMs: null, sinceSuccessMs: null, sinceFailureMs: null }

  test('none yet, an old one, or one from a clock that went wrong', () => {
    expect(isDue(times)).toBe(true)
    expect(isDue({ ...times, newestAgeMs: 23 * HOUR_MS })).toBe(false)
    expect(isDue({ ...times, newestAgeMs: 24 * HOUR_MS })).toBe(true)
    expect(isDue({ ...times, newestAgeMs: -1 })).toBe(true)
  })

  test('what this process knows of itself goes before the clock', () => {
    expect(isDue({ ...times, newestAgeMs: 99 * HOUR_MS, sinceSuccessMs: HOUR_MS })).toBe(false)
    expect(isDue({ ...times, newestAgeMs: -HOUR_MS, sinceSuccessMs: HOUR_MS })).toBe(false)
    expect(isDue({ ...times, newestAgeMs: 0, sinceSuccessMs: 24 * HOUR_MS })).toBe(true)
  })

  test('a failure is tried again after an hour, or sooner where backups are', () => {
    expect(isDue({ ...times, sinceFailureMs: HOUR_MS / 2 })).toBe(false)
    expect(isDue({ ...times, sinceFailureMs: HOUR_MS })).toBe(true)
    expect(isDue({ ...times, everyMs: HOUR_MS / 4, sinceFailureMs: HOUR_MS / 2 })).toBe(true)
  })

  test('late is half an interval more than due', () => {
    expect(isLate(null, HOUR_MS)).toBe(false)
    expect(isLate(1.5 * HOUR_MS, HOUR_MS)).toBe(false)
    expect(isLate(1.5 * HOUR_MS + 1, HOUR_MS)).toBe(true)
  })

  test.each([
    ['off', null],
    ['5m', 300_000],
    ['6h', 6 * HOUR_MS],
    ['7d', 7 * DAY_MS],
  ])('%s', (text, ms) => {
    expect(backupEveryMs(text)).toBe(ms)
  })

  test.each(['', '0h', '1m', '24', 'daily', '-6h', '400d', '1.5h'])('"%s" is no interval', (text) => {
    expect(() => backupEveryMs(text)).toThrow('must be off, or a time')
  })
})
