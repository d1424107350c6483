import TinyQueue from 'tinyqueue'
import { type ChangeKey, type Changes, comesAgain, type StoredChange } from '../../store/tables/changes.ts'
import type { Stated } from '../../store/tables/stated.ts'
import { EVER, isInSpans, type Spans } from './spans.ts'

/** Returns a negative number if `a` comes before `b`. */
const compareChanges = (a: ChangeKey, b: ChangeKey): number => a.at - b.at || a.seq - b.seq

/** Maximum rows of a chunk. Long chunks cost little where most rows are skipped unopened. */
const LONGEST_CHUNK = 256

/** The changes of one party and type, fetched in chunks of growing length. */
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
  /** The next change; null at the end. */
  next: StoredChange | null = null

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
    this.#fetch()
  }

  /** Whether the change may concern the puller: its event is in the spans, or a later entry may have changed whose record it is. */
  isWanted(change: StoredChange): boolean {
    const mayMove = change.at !== change.seq && !comesAgain(change)
    return mayMove || this.#spans === EVER || isInSpans(this.#spans, change.occurredAtMs)
  }

  advance(): void {
    this.next = this.#rows[++this.#index] ?? null
    if (this.next === null && !this.#ended) this.#fetch()
  }

  #fetch(): void {
    this.#rows = this.#changes.after(this.party, this.#type, this.#place, this.#throughAt, this.#chunk)
    this.#index = 0
    this.next = this.#rows[0] ?? null
    this.#ended = this.#rows.length < this.#chunk
    this.#place = this.#rows.at(-1) ?? this.#place
    this.#chunk = Math.min(LONGEST_CHUNK, 2 * this.#chunk)
  }
}

/** Which changes to read: those of one party and type, for events in some spans. */
export interface TypeOf {
  readonly party: number
  /** A type's code. */
  readonly type: number
  readonly spans: Spans
}

export interface ChangeRow extends ChangeKey {
  /** Parties that have this change; empty if no grant opens the time of its event, so it can be skipped. */
  readonly parties: readonly number[]
}

/** Changes in the order in which they follow. */
export interface ChangeRows {
  next(): ChangeRow | null
}

/**
 * What a party asserted or had asserted, and what others did to it. What others state about the party is not read.
 */
export class OwnChanges implements ChangeRows {
  readonly #stated: Stated
  readonly #party: number
  readonly #throughAt: number
  #chunk: number
  #after: number
  #rows: readonly number[] = []
  #index = 0
  #ended = false

  constructor(stated: Stated, party: number, after: ChangeKey, throughAt: number, count: number) {
    this.#stated = stated
    this.#party = party
    this.#after = after.at
    this.#throughAt = throughAt
    this.#chunk = Math.max(8, Math.min(count, LONGEST_CHUNK))
  }

  next(): ChangeRow | null {
    if (this.#index === this.#rows.length && !this.#ended) this.#fetch()
    const at = this.#rows[this.#index++]
    return at === undefined ? null : { at, seq: at, parties: [this.#party] }
  }

  #fetch(): void {
    this.#rows = this.#stated.byParty(this.#party, this.#after, this.#throughAt, this.#chunk)
    this.#index = 0
    this.#ended = this.#rows.length < this.#chunk
    this.#after = this.#rows.at(-1) ?? this.#after
    this.#chunk = LONGEST_CHUNK
  }
}

/** If there are more streams than this, one query first drops those with nothing new. */
const ASKED_ONE_BY_ONE = 24

/** The changes of several parties, merged into one order. A change that several parties have appears once. */
export class MergedChanges implements ChangeRows {
  /** The stream with the earliest next change is first. */
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
      streams.filter((stream) => stream.next !== null),
      (a, b) => compareChanges(a.next as StoredChange, b.next as StoredChange),
    )
  }

  next(): ChangeRow | null {
    const earliest = this.#streams.peek()
    const first = earliest?.next
    if (earliest === undefined || first === undefined || first === null) return null
    if (this.#streams.length === 1) {
      const parties = earliest.isWanted(first) ? [earliest.party] : []
      earliest.advance()
      if (earliest.next === null) this.#streams.pop()
      return { at: first.at, seq: first.seq, parties }
    }
    const parties: number[] = []
    for (let stream = this.#first(first); stream !== undefined; stream = this.#first(first)) {
      if (stream.isWanted(first)) parties.push(stream.party)
      this.#streams.pop()
      stream.advance()
      if (stream.next !== null) this.#streams.push(stream)
    }
    return { at: first.at, seq: first.seq, parties }
  }

  /** Returns the first stream, if its next change is this one. */
  #first(change: ChangeKey): TypeStream | undefined {
    const stream = this.#streams.peek()
    return stream?.next && compareChanges(stream.next, change) === 0 ? stream : undefined
  }
}
