import { maskCovers } from '../../domain/types/index.ts'
import type { ChangeKey, Changes } from '../../store/changes.ts'

/** Negative: `a` comes before `b`. */
export const compareChanges = (a: ChangeKey, b: ChangeKey): number => a.at - b.at || a.seq - b.seq

/** One party's changes of one type, fetched in chunks. */
class TypeStream {
  readonly #changes: Changes
  readonly party: number
  readonly #type: number
  readonly #throughAt: number
  readonly #chunk: number
  #place: ChangeKey
  #rows: readonly ChangeKey[] = []
  #index = 0
  #ended = false

  constructor(
    changes: Changes,
    party: number,
    type: number,
    after: ChangeKey,
    throughAt: number,
    chunk: number,
  ) {
    this.#changes = changes
    this.party = party
    this.#type = type
    this.#place = after
    this.#throughAt = throughAt
    this.#chunk = chunk
  }

  peek(): ChangeKey | null {
    if (this.#index === this.#rows.length && !this.#ended) this.#fetch()
    return this.#rows[this.#index] ?? null
  }

  advance(): void {
    this.#index++
  }

  #fetch(): void {
    this.#rows = this.#changes.after(this.party, this.#type, this.#place, this.#throughAt, this.#chunk)
    this.#index = 0
    this.#ended = this.#rows.length < this.#chunk
    this.#place = this.#rows.at(-1) ?? this.#place
  }
}

export interface ChangesOf {
  readonly party: number
  /** Bit mask. */
  readonly types: number
}

export interface ChangeRow extends ChangeKey {
  /** Parties that have this change. */
  readonly parties: readonly number[]
}

/** If there are more streams than this, one query first drops those with nothing new. */
const ASKED_ONE_BY_ONE = 24

/** Changes of several parties in one order; a change that several parties have comes once. */
export class MergedChanges {
  #streams: TypeStream[]

  /** @param typeCodes of all types */
  constructor(
    changes: Changes,
    bases: readonly ChangesOf[],
    typeCodes: readonly number[],
    after: ChangeKey,
    throughAt: number,
    count: number,
  ) {
    const wanted = bases.flatMap(({ party, types }) =>
      typeCodes.filter((type) => maskCovers(types, type)).map((type) => ({ party, type })),
    )
    const some = wanted.length > ASKED_ONE_BY_ONE ? changes.whichHave(wanted, after, throughAt) : wanted
    const chunk = Math.max(8, Math.min(count, Math.ceil((2 * count) / Math.max(1, some.length))))
    this.#streams = some.map(
      ({ party, type }) => new TypeStream(changes, party, type, after, throughAt, chunk),
    )
  }

  next(): ChangeRow | null {
    let first: ChangeKey | null = null
    const live: TypeStream[] = []
    for (const stream of this.#streams) {
      const key = stream.peek()
      if (!key) continue
      live.push(stream)
      if (!first || compareChanges(key, first) < 0) first = key
    }
    this.#streams = live
    if (!first) return null
    const parties: number[] = []
    for (const stream of live) {
      const key = stream.peek()
      if (!key || compareChanges(key, first) !== 0) continue
      parties.push(stream.party)
      stream.advance()
    }
    return { ...first, parties }
  }
}
