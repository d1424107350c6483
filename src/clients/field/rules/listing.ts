import type { SentRecord } from './entry.ts'
import { folded } from './members.ts'

/** The list of records: what a search finds, and how much of it is drawn at once. */

export const WINDOW = 40
/** `elsewhere`: those that others changed. */
export const FILTERS = ['all', 'waiting', 'rejected', 'accepted', 'elsewhere'] as const
export type Filter = (typeof FILTERS)[number]

/** Lines made in one go, so that typing is never held up. */
const AT_ONCE = 50

interface FoldedLine<L> {
  readonly line: L
  readonly folded: string
}

/** Makes the line of each record once: with each letter of a search, thousands are looked at. */
export class Listing<T extends { readonly record: SentRecord }, L extends { readonly text: string }> {
  readonly #made = new WeakMap<SentRecord, FoldedLine<L>>()
  readonly #make: (entry: T) => L

  constructor(make: (entry: T) => L) {
    this.#make = make
  }

  #of(entry: T): FoldedLine<L> {
    let made = this.#made.get(entry.record)
    if (made === undefined) {
      const line = this.#make(entry)
      made = { line, folded: folded(line.text) }
      this.#made.set(entry.record, made)
    }
    return made
  }

  lineOf(entry: T): L {
    return this.#of(entry).line
  }

  /** Makes the lines a few at a time, before somebody searches. @returns to end it */
  prepare(entries: readonly T[]): () => void {
    let timer: ReturnType<typeof setTimeout>
    const from = (start: number) => {
      const end = Math.min(entries.length, start + AT_ONCE)
      for (const entry of entries.slice(start, end)) this.#of(entry)
      if (end < entries.length) timer = setTimeout(() => from(end))
    }
    timer = setTimeout(() => from(0))
    return () => clearTimeout(timer)
  }

  /** Returns the entries that have each of the words, in their order. */
  find(entries: readonly T[], text: string): readonly T[] {
    const words = folded(text).split(' ').filter(Boolean)
    if (words.length === 0) return entries
    return entries.filter((entry) => {
      const { folded: found } = this.#of(entry)
      return words.every((word) => found.includes(word))
    })
  }
}
