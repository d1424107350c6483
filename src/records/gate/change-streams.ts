import TinyQueue from 'tinyqueue'
import { must } from '../../base/typed.ts'
import type { ChangeKey, Changes, StoredChange } from '../../store/changes.ts'
import { isInSpans, type Spans } from './spans.ts'

/** Negative: `a` comes before `b`. */
const compareChanges = (a: ChangeKey, b: ChangeKey): number => a.at - b.at || a.seq - b.seq

/** Longer chunks cost nothing where most rows are passed unopened. */
const LONGEST_CHUNK = 256

/** One party's changes of one type, fetched in chunks that get longer. */
class TypeStream {
  readonly #changes: Changes
  readonly party: number
  readonly #type: number
  readonly #spans: Spans
  readonly #throughAt: number
  #chunk: number
  #place: ChangeKey
  #rows: readonly StoredChange[] = []
  #index = 0
  #ended = false

  constructor(
    changes: Changes,
    { party, type, spans }: TypeOf,
    after: ChangeKey,
    throughAt: number,
    chunk: number,
  ) {
    this.#changes = changes
    this.party = party
    this.#type = type
    this.#spans = spans
    this.#place = after
    this.#throughAt = throughAt
    this.#chunk = chunk
  }

  peek(): StoredChange | null {
    if (this.#index === this.#rows.length && !this.#ended) this.#fetch()
    return this.#rows[this.#index] ?? null
  }

  /** Whether it may concern the puller: by when it happened, or since it came later than its record. */
  isWanted({ at, seq, occurredAtMs }: StoredChange): boolean {
    return at !== seq || isInSpans(this.#spans, occurredAtMs)
  }

  advance(): void {
    this.#index++
  }

  #fetch(): void {
    this.#rows = this.#changes.after(this.party, this.#type, this.#place, this.#throughAt, this.#chunk)
    this.#index = 0
    this.#ended = this.#rows.length < this.#chunk
    this.#place = this.#rows.at(-1) ?? this.#place
    this.#chunk = Math.min(LONGEST_CHUNK, 2 * this.#chunk)
  }
}

/** Changes of one type of one party's records, as far as they happened in some spans. */
export interface TypeOf {
  readonly party: number
  /** A type's code. */
  readonly type: number
  readonly spans: Spans
}

export interface ChangeRow extends ChangeKey {
  /** Parties that have this change; none: it happened when no grant opens it, and need not be looked at. */
  readonly parties: readonly number[]
}

/** If there are more streams than this, one query first drops those with nothing new. */
const ASKED_ONE_BY_ONE = 24

/** Changes of several parties in one order; a change that several parties have comes once. */
export class MergedChanges {
  /** The stream whose next change comes first stands first. */
  readonly #streams: TinyQueue<TypeStream>

  constructor(
    changes: Changes,
    wanted: readonly TypeOf[],
    after: ChangeKey,
    throughAt: number,
    count: number,
  ) {
    const some = wanted.length > ASKED_ONE_BY_ONE ? changes.whichHave(wanted, after, throughAt) : wanted
    const chunk = Math.max(8, Math.min(count, Math.ceil((2 * count) / Math.max(1, some.length))))
    const streams = some.map((of) => new TypeStream(changes, of, after, throughAt, chunk))
    this.#streams = new TinyQueue(
      streams.filter((stream) => stream.peek() !== null),
      (a, b) => compareChanges(must(a.peek()), must(b.peek())),
    )
  }

  next(): ChangeRow | null {
    const first = this.#streams.peek()?.peek()
    if (first === undefined || first === null) return null
    const only = this.#streams.length === 1 ? this.#streams.peek() : undefined
    if (only !== undefined) {
      const parties = only.isWanted(first) ? [only.party] : []
      only.advance()
      if (only.peek() === null) this.#streams.pop()
      return { at: first.at, seq: first.seq, parties }
    }
    const parties: number[] = []
    for (let stream = this.#first(first); stream !== undefined; stream = this.#first(first)) {
      if (stream.isWanted(first)) parties.push(stream.party)
      this.#streams.pop()
      stream.advance()
      if (stream.peek() !== null) this.#streams.push(stream)
    }
    return { at: first.at, seq: first.seq, parties }
  }

  /** The first stream if its next change is this one. */
  #first(change: ChangeKey): TypeStream | undefined {
    const stream = this.#streams.peek()
    const next = stream?.peek()
    return next && compareChanges(next, change) === 0 ? stream : undefined
  }
}
