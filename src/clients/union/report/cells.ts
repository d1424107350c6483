import { must } from '../../../base/typed.ts'
import { Sums, sumOf, type Vector } from './sums.ts'

/**
 * Which figures of a month are shown, and which are hidden. Pure. It is decided once, for everything that any report prints of the
 * month: the kilograms of each source and crop, the totals of each source, of each crop and of all, and what each source paid.
 *
 * - A figure is unfit if it has fewer than 5 people, or one of them has over 60 % of it, or two over 80 %.
 * - A figure is hidden if with those shown before it a reader could work out an unfit one. Totals are looked at first, then the largest.
 *   So a reader cannot work out a hidden one either: it would give away the same unfit one.
 * - The same holds for what is left of a total less its shown parts, and for two hidden cells together.
 * - What a source paid in a month is shown only if no crop of it is hidden in that month and the one before: a reader may know the prices.
 *   There are no totals of it but sums of what is shown.
 *
 * Not covered: somebody who is one of the people knows their own part, and so what all others have.
 */

/** What one person brought of a crop to a source, or was paid by it in a currency. */
export interface Share {
  readonly source: string
  /** The crop, or the currency. */
  readonly item: string
  readonly person: string
  /** Grams, or minor units; not below 0. */
  readonly amount: number
  /** Deliveries or payments. */
  readonly count: number
}

/** A figure that reports print; null stands for all sources, or all crops. */
export interface Cell {
  readonly source: string | null
  readonly item: string | null
  /** Null if it is hidden. */
  readonly figures: Figures | null
}

export interface Figures {
  readonly amount: number
  readonly count: number
  readonly people: number
}

const LEAST_PEOPLE = 5
const MOST_OF_ONE = 60
const MOST_OF_TWO = 80

/** @param amounts of each person */
export function isFit(amounts: readonly number[]): boolean {
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  // Who brought something without kilograms has no part in them.
  const counted = total === 0 ? amounts : amounts.filter((amount) => amount > 0)
  if (counted.length < LEAST_PEOPLE) return false
  const [first = 0, second = 0] = counted.toSorted((a, b) => b - a)
  return first * 100 <= total * MOST_OF_ONE && (first + second) * 100 <= total * MOST_OF_TWO
}

/** @param hasTotals whether there are totals of all sources; else each is for itself */
export function decideDelivered(brought: readonly Share[], hasTotals: boolean): Cell[] {
  const book = new Book(brought, hasTotals)
  const secrets = book.nodes.filter((node) => !node.isFit).map(({ vector }) => vector)
  for (;;) {
    const known = new Sums(secrets)
    for (const { vector } of book.nodes) if (known.admits(vector)) known.add(vector)
    const more = book.unfitLeft(known)
    if (more.length === 0) return book.cells(known)
    secrets.push(...more)
  }
}

/** @param delivered of the same month, and of the one before */
export function decidePaid(paid: readonly Share[], delivered: readonly Cell[]): Cell[] {
  const veiled = new Set(delivered.filter(({ figures }) => figures === null).map(({ source }) => source))
  return new Book(paid, false).nodes.filter(isFinest).map(({ source, item, figures, isFit }) => ({
    source,
    item,
    figures: isFit && !veiled.has(source) ? figures : null,
  }))
}

interface Node {
  readonly source: string | null
  readonly item: string | null
  /** The finest cells in it. */
  readonly of: readonly number[]
  readonly vector: Vector
  readonly figures: Figures
  readonly isFit: boolean
}

const isFinest = ({ source, item }: Node): boolean => source !== null && item !== null

/** The cells by source and item, and their totals. */
class Book {
  readonly #finest: readonly (readonly Share[])[]
  /** Those that are looked at first come first. */
  readonly nodes: readonly Node[]

  constructor(shares: readonly Share[], hasTotals: boolean) {
    this.#finest = [...Map.groupBy(shares, ({ source, item }) => JSON.stringify([source, item])).values()]
    this.nodes = [
      ...(hasTotals ? this.#nodesBy(() => [null, null]) : []),
      ...[
        ...this.#nodesBy(({ source }) => [source, null]),
        ...(hasTotals ? this.#nodesBy(({ item }) => [null, item]) : []),
      ].sort(largestFirst),
      ...this.#nodesBy(({ source, item }) => [source, item]).sort(largestFirst),
    ]
  }

  /** Returns what a reader of these sums can work out though it is unfit. */
  unfitLeft(known: Sums): Vector[] {
    const shown = this.nodes.filter(({ vector }) => known.has(vector))
    const totals = shown.filter((node) => !isFinest(node))
    const left = totals.flatMap((total) => [leftOf(total, 'source', shown), leftOf(total, 'item', shown)])
    const hidden = [...this.#finest.keys()].filter((cell) => !known.has(sumOf([cell])))
    const pairs = hidden.flatMap((a, i) => hidden.slice(i + 1).map((b) => [a, b]))
    return [...left, ...known.sets, ...pairs.filter((pair) => known.has(sumOf(pair)))]
      .filter((of) => of.length > 0 && !isFit(this.#amountsIn(of)))
      .map(sumOf)
  }

  cells(known: Sums): Cell[] {
    return this.nodes.map(({ source, item, vector, figures }) => ({
      source,
      item,
      figures: known.has(vector) ? figures : null,
    }))
  }

  #nodesBy(placeOf: (share: Share) => readonly [string | null, string | null]): Node[] {
    const places = this.#finest.map((shares, cell) => ({ cell, place: placeOf(must(shares[0])) }))
    return [...Map.groupBy(places, ({ place }) => JSON.stringify(place)).values()].map((members) => {
      const [source, item] = must(members[0]).place
      const of = members.map(({ cell }) => cell)
      const amounts = this.#amountsIn(of)
      const figures = {
        amount: amounts.reduce((sum, amount) => sum + amount, 0),
        count: this.#sharesIn(of).reduce((sum, { count }) => sum + count, 0),
        people: amounts.length,
      }
      return { source, item, of, vector: sumOf(of), figures, isFit: isFit(amounts) }
    })
  }

  #sharesIn(of: readonly number[]): Share[] {
    return of.flatMap((cell) => must(this.#finest[cell]))
  }

  /** Returns the amount of each person. No two sources have a person in common. */
  #amountsIn(of: readonly number[]): number[] {
    const amounts = new Map<string, number>()
    for (const { source, person, amount } of this.#sharesIn(of)) {
      const key = JSON.stringify([source, person])
      amounts.set(key, (amounts.get(key) ?? 0) + amount)
    }
    return [...amounts.values()]
  }
}

const largestFirst = (a: Node, b: Node): number => b.figures.amount - a.figures.amount

/** Returns the cells that remain of a total less its shown parts: the totals of sources or of items, and then the finest. */
function leftOf(total: Node, by: 'source' | 'item', shown: readonly Node[]): number[] {
  const left = new Set(total.of)
  for (const part of shown) {
    const isPart = part !== total && (isFinest(part) || part[by] !== null)
    if (isPart && part.of.every((cell) => total.of.includes(cell)))
      for (const cell of part.of) left.delete(cell)
  }
  return [...left]
}
