import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDue, isLate } from '../../src/backup/due.ts'
import { areWhole, packsToKeep, pagesToSend, runsOf } from '../../src/backup/pages.ts'
import { backupsToRemove, objectsToRemove } from '../../src/backup/retention.ts'
import { backupEveryMs } from '../../src/config.ts'

/** The rules of backups, without a disk. Pages stand as letters. */

const pack = (letters: string) => ({ pages: [...letters] })

describe('pages', () => {
  test('only what no pack has is sent, and equal pages once', () => {
    expect(pagesToSend([...'abcabd'], [pack('xa')])).toEqual([1, 2, 5])
    expect(pagesToSend([...'abc'], [pack('abc')])).toEqual([])
  })

  test('a pack is kept while at least half of it is live', () => {
    const packs = [pack('abcd'), pack('efgh'), pack('ij')]
    expect(packsToKeep([...'abxe'], packs)).toEqual([packs[0]])
    expect(packsToKeep([...'i'], packs)).toEqual([packs[2]])
    expect(packsToKeep([...'xyz'], packs)).toEqual([])
  })

  test('a page in two packs counts for the later one alone', () => {
    const packs = [pack('ab'), pack('abc')]
    expect(packsToKeep([...'abc'], packs)).toEqual([packs[1]])
  })

  test('pages behind each other in a pack are one run', () => {
    const runs = runsOf([...'abczab'], [pack('abc'), pack('z')])
    expect(runs).toEqual([
      [0, 0, 0, 3],
      [3, 1, 0, 1],
      [4, 0, 0, 2],
    ])
    expect(() => runsOf(['q'], [pack('abc')])).toThrow(RangeError)
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
    const letters = fc.array(fc.constantFrom(...'abcdefghijklmnop'), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(letters, fc.array(letters, { maxLength: 6 }), (pages, stored) => {
        const packs = stored.map((held) => ({ pages: [...new Set(held)] }))
        const kept = packsToKeep(pages, packs)
        const fresh = { pages: pagesToSend(pages, kept).map((page) => pages[page] as string) }
        const all = [...kept, fresh]
        const runs = runsOf(pages, all)
        const back = runs.flatMap(([, p, slot, count]) => all[p]?.pages.slice(slot, slot + count) ?? [])
        expect(back).toEqual(pages)
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

const DAY_MS = 86_400_000
const backups = [0, 1, 2, 40, 50].map((days) => ({
  id: `${days} days`,
  madeAtMs: -days * DAY_MS,
  isWhole: true,
  isOurs: true,
}))

describe('retention', () => {
  test('by days, by count, and by either', () => {
    expect(backupsToRemove(backups, { days: 30, count: null }, 0)).toEqual(['40 days', '50 days'])
    expect(backupsToRemove(backups, { days: null, count: 2 }, 0)).toEqual(['2 days', '40 days', '50 days'])
    expect(backupsToRemove(backups, { days: 30, count: 4 }, 0)).toEqual(['50 days'])
  })

  test('the newest whole one stays, however old, and another store’s are left alone', () => {
    const old = backups.map((backup) => ({ ...backup, madeAtMs: backup.madeAtMs - 100 * DAY_MS }))
    expect(backupsToRemove(old, { days: 1, count: null }, 0)).not.toContain('0 days')
    const broken = old.map((backup, i) => ({ ...backup, isWhole: i > 1 }))
    const removed = backupsToRemove(broken, { days: 1, count: null }, 0)
    expect(removed).not.toContain('2 days')
    expect(removed).toContain('0 days')
    const others = old.map((backup) => ({ ...backup, isOurs: backup.id === '0 days' }))
    expect(backupsToRemove(others, { days: 1, count: null }, 0)).toEqual([])
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
