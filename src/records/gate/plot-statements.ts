import { must } from '../../base/typed.ts'
import type { PlotsAsked, PlotsStated, StatedPlot } from '../../domain/derived/lot-plots.ts'
import { standingOf } from '../../domain/derived/standing.ts'
import type { World } from '../../domain/derived/world.ts'
import type { RecordGraph } from '../../store/graph/record-graph.ts'
import type { StoredRecordOf } from '../../store/log/stored-record.ts'
import type { Store } from '../../store/store.ts'
import type { Share } from './share.ts'

/** Statements loaded together: an outline may have some tens of kilobytes. */
const AT_ONCE = 16
/** Maximum statements kept between two groups of sources. */
const MOST_KEPT = 20_000

/**
 * The current statements about plots, read a few at a time and kept without outlines: one member may hold
 * thousands of plots with long outlines, and each slice of a long job must stay short.
 */
export class PlotStatements {
  readonly #store: Pick<Store, 'records' | 'parties'>
  /** Seqs of all statements, by the question. */
  readonly #seqs = new Map<string, readonly number[]>()
  /** The statements, by seq; null if it is not the current version of a plot. */
  readonly #plots = new Map<number, StatedPlot | null>()

  constructor(store: Pick<Store, 'records' | 'parties'>) {
    this.#store = store
  }

  /** Number of statements that are kept. */
  get count(): number {
    return this.#plots.size
  }

  /**
   * Reads as many statements as the share allows, at least one group.
   * @returns whether everything asked for is known
   */
  read(world: RecordGraph, rules: World, asked: readonly PlotsAsked[], share: Share): boolean {
    const seqs = this.#find(asked).filter((seq) => !this.#plots.has(seq))
    for (let from = 0; from < seqs.length; from += AT_ONCE) {
      if (from > 0 && share.isSpent) return false
      const some = seqs.slice(from, from + AT_ONCE)
      const records = world.addSeqs(some)
      world.prefetchStandings(records)
      for (const seq of some) this.#plots.set(seq, null)
      for (const record of records)
        if (record.type === 'plot' && standingOf(rules, record) === 'tip')
          this.#plots.set(record.seq, withoutOutline(record))
    }
    return true
  }

  /** Returns the answer to a question from the statements read. */
  stated: PlotsStated = (asked) =>
    (this.#seqs.get(keyOf(asked)) ?? []).map((seq) => this.#plots.get(seq)).filter((plot) => plot != null)

  /** Frees memory. Call it when the statements read have been used. */
  tidy(): void {
    if (this.#plots.size <= MOST_KEPT) return
    this.#plots.clear()
    this.#seqs.clear()
  }

  #find(all: readonly PlotsAsked[]): number[] {
    const { records, parties } = this.#store
    const asked = [...new Map(all.map((one) => [keyOf(one), one])).values()]
    const unknown = asked.filter((one) => !this.#seqs.has(keyOf(one)))
    const questions = unknown.flatMap(({ relation, target, parties: by }, at) =>
      [...new Set(by)].flatMap((id) => {
        // A party without a number has never stated anything.
        const party = parties.find(id)
        return party === undefined ? [] : [{ at, relation, target, party }]
      }),
    )
    const found: Set<number>[] = unknown.map(() => new Set())
    for (const [index, seq] of records.mentions.find(questions)) found[must(questions[index]?.at)]?.add(seq)
    for (const [at, one] of unknown.entries()) this.#seqs.set(keyOf(one), [...must(found[at])])
    return [...new Set(asked.flatMap((one) => must(this.#seqs.get(keyOf(one)))))]
  }
}

function withoutOutline({ id, occurredAtMs, body }: StoredRecordOf<'plot'>): StatedPlot {
  const { geometry: _, ...rest } = body
  return { id, occurredAtMs, body: rest }
}

const keyOf = ({ relation, target, parties }: PlotsAsked): string =>
  `${relation} ${target} ${parties.join(' ')}`
