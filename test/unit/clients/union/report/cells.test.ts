import { describe, expect, test } from 'vitest'
import {
  type Cell,
  decideDelivered,
  decidePaid,
  isFit,
  type Share,
} from '../../../../../src/clients/union/report/cells.ts'
import { Attacker, type Known } from '../../../../support/clients/union-attacker.ts'
import { seeded } from '../../../../support/records/gate/random.ts'

const shares = (source: string, item: string, amounts: readonly number[], first = 0): Share[] =>
  amounts.map((amount, i) => ({ source, item, person: `p${first + i}`, amount, count: 1 }))
const five = [10, 10, 10, 10, 10]
const shown = (cells: readonly Cell[]): string[] =>
  cells.filter(({ figures }) => figures !== null).map(({ source, item }) => `${source ?? '*'} ${item ?? '*'}`)
const hidden = (cells: readonly Cell[]): string[] =>
  cells.filter(({ figures }) => figures === null).map(({ source, item }) => `${source ?? '*'} ${item ?? '*'}`)

interface Decision {
  readonly delivered: readonly Cell[]
  readonly paid: readonly Cell[]
}
const decide = (brought: readonly Share[], paid: readonly Share[], hasTotals = true): Decision => {
  const delivered = decideDelivered(brought, hasTotals)
  return { delivered, paid: decidePaid(paid, delivered) }
}

describe('a figure is fit to be shown', () => {
  test.each([
    { amounts: [20, 20, 20, 20, 20], fit: true },
    { amounts: [25, 25, 25, 25], fit: false },
    { amounts: [60, 10, 10, 10, 10], fit: true },
    { amounts: [61, 9, 10, 10, 10], fit: false },
    { amounts: [40, 40, 10, 5, 5], fit: true },
    { amounts: [41, 40, 9, 5, 5], fit: false },
    { amounts: [20, 20, 20, 20, 20, 0], fit: true },
    { amounts: [25, 25, 25, 25, 0, 0], fit: false },
    { amounts: [0, 0, 0, 0, 0], fit: true },
    { amounts: [0, 0, 0, 0], fit: false },
    { amounts: [], fit: false },
  ])('$amounts: $fit', ({ amounts, fit }) => {
    expect(isFit(amounts)).toBe(fit)
  })
})

describe('a month is decided', () => {
  test('everything is shown where every cell is fit', () => {
    const { delivered } = decide([...shares('a', 'maize', five), ...shares('b', 'beans', five)], [])
    expect(hidden(delivered)).toEqual([])
    expect(delivered).toContainEqual({
      source: null,
      item: null,
      figures: { amount: 100, count: 10, people: 10 },
    })
    expect(delivered).toContainEqual({
      source: 'b',
      item: null,
      figures: { amount: 50, count: 5, people: 5 },
    })
  })

  test('a person who brought two crops counts once in the total of the source', () => {
    const { delivered } = decide([...shares('a', 'maize', five), ...shares('a', 'beans', five)], [])
    expect(delivered).toContainEqual({
      source: 'a',
      item: null,
      figures: { amount: 100, count: 10, people: 5 },
    })
  })

  test('a cell of four people takes another with it, so that no total gives it away', () => {
    const { delivered } = decide(
      [
        ...shares('a', 'maize', [50, 50, 50, 50, 50]),
        ...shares('a', 'beans', [5, 5, 5, 5], 5),
        ...shares('a', 'millet', five, 9),
      ],
      [],
    )
    expect(hidden(delivered).sort()).toEqual(['* beans', '* millet', 'a beans', 'a millet'])
    expect(shown(delivered)).toContain('a *')
  })

  test('what is left of a total must be fit: one more is hidden than subtraction alone takes', () => {
    // Together, beans and millet would be of three people.
    const { delivered } = decide(
      [
        ...shares('a', 'maize', [50, 50, 50, 50, 50]),
        ...shares('a', 'beans', [5], 5),
        ...shares('a', 'millet', [5, 5], 6),
      ],
      [],
    )
    expect(shown(delivered).sort()).toEqual(['* *', 'a *'])
  })

  test('small sources are in the totals of all, though not shown by themselves', () => {
    const { delivered } = decide(
      ['a', 'b', 'c'].flatMap((source) => shares(source, 'maize', [10, 10, 10])),
      [],
    )
    expect(shown(delivered).sort()).toEqual(['* *', '* maize'])
    expect(delivered).toContainEqual({
      source: null,
      item: null,
      figures: { amount: 90, count: 9, people: 9 },
    })
  })

  test('few more are hidden than are unfit', () => {
    const brought = Array.from({ length: 40 }, (_, i) =>
      shares(`s${i % 10}`, `c${Math.floor(i / 10)}`, i % 13 === 5 ? [1, 1] : [20 + i, 20, 20, 20, 20, 20]),
    ).flat()
    const { delivered } = decide(brought, [])
    expect(hidden(delivered).filter((cell) => cell.includes('*'))).toEqual([])
    expect(hidden(delivered).length).toBeLessThan(13)
  })

  test('what was paid is shown only where no crop is hidden, in this month and the one before', () => {
    const brought = [
      ...shares('a', 'maize', [50, 50, 50, 50, 50]),
      ...shares('a', 'beans', [5, 5, 5, 5], 5),
      ...shares('a', 'millet', five, 9),
    ]
    const paid = [...shares('a', 'KES', five), ...shares('b', 'KES', five), ...shares('b', 'USD', [1, 2])]
    const { delivered } = decide([...brought, ...shares('b', 'cocoa', five)], [])
    expect(hidden(decidePaid(paid, delivered))).toEqual(['a KES', 'b USD'])
    const next = decideDelivered(shares('a', 'maize', five), true)
    expect(hidden(decidePaid(paid, next))).toEqual(['b USD'])
    expect(hidden(decidePaid(paid, [...delivered, ...next]))).toEqual(['a KES', 'b USD'])
  })

  test('a source for itself has no totals of all', () => {
    const { delivered } = decide(shares('a', 'maize', five), [], false)
    expect(shown(delivered).sort()).toEqual(['a *', 'a maize'])
  })
})

describe('somebody who combines all that is printed', () => {
  const worlds = Array.from({ length: 150 }, (_, seed) => {
    const { brought, paid } = world(seed)
    return { seed, brought, paid, decision: decide(brought, paid) }
  })

  test.each(worlds)('works out nothing that is hidden (world $seed)', ({ seed, brought, paid, decision }) => {
    expect(leaksOf(brought, paid, decision, pricesFrom(seed))).toEqual([])
  })

  test('shows something in most worlds', () => {
    const all = worlds.map(({ decision }) => decision)
    const cells = all.flatMap(({ delivered }) => delivered)
    expect(shown(cells).length).toBeGreaterThan(cells.length / 3)
    expect(all.filter(({ delivered }) => shown(delivered).length > 0).length).toBeGreaterThan(100)
    expect(all.filter(({ paid }) => shown(paid).length > 0).length).toBeGreaterThan(20)
  })

  test.each(['kilograms', 'money'])('works out %s where only unfit cells are hidden', (what) => {
    let leaking = 0
    for (const { seed, brought, paid, decision } of worlds) {
      const weaker =
        what === 'kilograms'
          ? { delivered: onlyUnfit(brought, decision.delivered), paid: [] }
          : { ...decision, paid: onlyUnfit(paid, decision.paid) }
      if (leaksOf(brought, paid, weaker, pricesFrom(seed)).length > 0) leaking++
      if (leaking > 10) return
    }
    expect(leaking).toBeGreaterThan(10)
  })
})

/** A month with sources and crops of every size, some with one large grower. */
function world(seed: number): { brought: Share[]; paid: Share[] } {
  const random = seeded(seed + 1).below
  const brought: Share[] = []
  const paid: Share[] = []
  const crops = ['maize', 'beans', 'millet', 'cocoa', 'tea'].slice(0, 1 + random(5))
  for (let s = 0; s <= random(6); s++)
    for (const item of crops) {
      if (random(4) === 0) continue
      const people = 1 + random(random(3) === 0 ? 6 : 30)
      for (let p = 0; p < people; p++)
        brought.push({
          source: `s${s}`,
          item,
          person: `p${random(40)}-${p}`,
          amount: (p === 0 && random(3) === 0 ? 40 : 1) * (1 + random(50)),
          count: 1 + random(3),
        })
    }
  for (const { source, person, amount } of brought) {
    if (random(10) > 0)
      paid.push({ source, item: random(8) === 0 ? 'USD' : 'KES', person, amount: amount * 3, count: 1 })
  }
  return { brought, paid }
}

const pricesFrom = (seed: number) => {
  const random = seeded(seed + 1000).below
  const prices = new Map<string, number>()
  return (share: Share, currency: string): number => {
    const key = `${cellOf(share)} ${currency}`
    if (!prices.has(key)) prices.set(key, 1 + random(3))
    return prices.get(key) as number
  }
}

const isIn = ({ source, item }: Pick<Cell, 'source' | 'item'>, share: Share): boolean =>
  (source === null || source === share.source) && (item === null || item === share.item)

const cellOf = (share: Share): string => `${share.source} ${share.item}`
const sumOf = (all: readonly Share[]): Known => Object.fromEntries(all.map((share) => [cellOf(share), 1]))

/** What can be worked out though it should not: hidden figures, a person's own, and sums of two hidden cells of a source that are unfit. */
function leaksOf(
  brought: readonly Share[],
  paid: readonly Share[],
  decision: Decision,
  priceOf: (share: Share, currency: string) => number,
): string[] {
  const kilograms = new Attacker()
  const money = new Attacker()
  for (const cell of decision.delivered)
    if (cell.figures) kilograms.learn(sumOf(brought.filter((share) => isIn(cell, share))))
  for (const cell of decision.paid) {
    if (!cell.figures) continue
    money.learn(sumOf(paid.filter((share) => isIn(cell, share))))
    // They may pay for what the source was brought, at prices that the reader knows.
    kilograms.learn(
      Object.fromEntries(
        brought
          .filter(({ source }) => source === cell.source)
          .map((share) => [cellOf(share), priceOf(share, cell.item as string)]),
      ),
    )
  }
  const leaks: string[] = []
  const check = (attacker: Attacker, cells: readonly Cell[], all: readonly Share[], of: string) => {
    for (const cell of cells) {
      const within = all.filter((share) => isIn(cell, share))
      const isHidden = cell.figures === null
      if (isHidden && attacker.canWorkOut(sumOf(within))) leaks.push(`${of} ${cell.source} ${cell.item}`)
      if (!isHidden && !isFit(byPerson(within))) leaks.push(`${of} ${cell.source} ${cell.item} is shown`)
    }
    const finest = cells.filter(
      ({ source, item, figures }) => source !== null && item !== null && figures === null,
    )
    for (const a of finest)
      for (const b of finest) {
        const within = all.filter((share) => isIn(a, share) || isIn(b, share))
        if (!isFit(byPerson(within)) && attacker.canWorkOut(sumOf(within)))
          leaks.push(`${of} ${a.source} ${a.item} with ${b.source} ${b.item}`)
      }
    for (const [person, own] of Map.groupBy(all, ({ source, person }) => `${source} ${person}`)) {
      const cells = new Set(own.map(cellOf))
      const isAlone = all.every(
        (share) => !cells.has(cellOf(share)) || `${share.source} ${share.person}` === person,
      )
      if (isAlone && attacker.canWorkOut(sumOf(own))) leaks.push(`${of} of ${person}`)
    }
  }
  check(kilograms, decision.delivered, brought, 'kilograms')
  check(money, decision.paid, paid, 'money')
  return leaks
}

function byPerson(all: readonly Share[]): number[] {
  const sums = new Map<string, number>()
  for (const { source, person, amount } of all)
    sums.set(`${source} ${person}`, (sums.get(`${source} ${person}`) ?? 0) + amount)
  return [...sums.values()]
}

/** The rule without its second part. */
const onlyUnfit = (all: readonly Share[], decided: readonly Cell[]): Cell[] =>
  decided.map((cell) => ({
    ...cell,
    figures: isFit(byPerson(all.filter((share) => isIn(cell, share))))
      ? { amount: 0, count: 0, people: 0 }
      : null,
  }))
