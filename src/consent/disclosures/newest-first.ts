import { must } from '../../base/typed.ts'
import { type RecordType, SUBJECTS_COME_LATER, typeCode } from '../../domain/types/index.ts'
import { INDEXED, neighboursOf } from '../../store/postings.ts'
import type { ListKey } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import { isAbout } from './about.ts'
import type { DisclosureRules, ShownAt, Told } from './rules.ts'

/**
 * The disclosures of a party's records to others, newest first, a page at a time. The audit log's index has most of them
 * under the party, and those of records whose subjects may become known later under each such record. So the log is gone
 * through in stretches: in each, first what is under the party, then what is under its other records, then both in order.
 */

/** A page continues behind this disclosure: those of older entries, and of the same entry those of a later rank and grant. */
export interface Place {
  readonly n: number
  readonly rank: number
  readonly grant: number
}

/** Behind all disclosures of an entry. */
const ALL_OF_IT = 255

export const before = (n: number): Place => ({ n, rank: ALL_OF_IT, grant: 0 })

export interface Asked {
  readonly place: Place
  /** No entry before this one. */
  readonly fromN: number
  readonly limit: number
}

export interface Page {
  readonly told: readonly Told[]
  /** Null: there is no more. */
  readonly next: Place | null
}

/** What one job may do: each a few milliseconds at most. */
const A_JOB = { rows: 64, postings: 512, late: 200, judged: 500, entries: 50, shown: 1_000 } as const
/** Rows that one group of other records may read in a job; what is left makes the stretch shorter. */
const ROWS_OF_LATE = 16
/** A page ends when it has so many record ids, however few disclosures they are in. */
const IDS_A_PAGE = 5_000
/**
 * A page also ends when it has looked at so many rows and entries: own reads and those of neighbours in the index cost work
 * and bring nothing. It goes on with the next page.
 */
const WORK_A_PAGE = 4_096

const NEWEST: ListKey = { occurredAt: Number.MAX_SAFE_INTEGER, id: '' }

/** Where the search through the party's other records stands. */
type Late =
  | { readonly type: RecordType; readonly after: ListKey }
  | { readonly inferencesAfter: number }
  | 'done'

const FIRST_LATE: Late = { type: SUBJECTS_COME_LATER[0], after: NEWEST }

interface Stretch {
  readonly beforeN: number
  /** Rises where other records need more work than a job may do. */
  throughN: number
  late: Late
  readonly main: ShownAt[]
  readonly ofLate: ShownAt[]
  /** Entries to describe, newest first; null until all are found. */
  toTell: ShownAt[] | null
}

export class NewestFirst {
  readonly #store: Store
  readonly #party: number
  readonly #rules: DisclosureRules
  readonly #asked: Asked
  readonly #told: Told[] = []
  #ids = 0
  #work = 0
  #stretch: Stretch | null = null
  #beforeN: number

  constructor(store: Store, party: number, rules: DisclosureRules, asked: Asked) {
    this.#store = store
    this.#party = party
    this.#rules = rules
    this.#asked = asked
    this.#beforeN = asked.place.rank === ALL_OF_IT ? asked.place.n : asked.place.n + 1
  }

  /** Does the work of one job. @returns the page, or null while there is more to do */
  slice(): Page | null {
    const stretch = this.#stretch
    if (stretch === null) return this.#begin()
    if (stretch.late !== 'done') this.#searchLate(stretch, stretch.late)
    else if (stretch.toTell === null) stretch.toTell = this.#inOrder(stretch)
    else return this.#tell(stretch, stretch.toTell)
    return null
  }

  #begin(): Page | null {
    const { fromN, limit } = this.#asked
    if (this.#beforeN <= fromN) return { told: this.#told, next: null }
    const whole = { fromN, beforeN: this.#beforeN }
    const most = { rows: A_JOB.rows, postings: Math.min(A_JOB.postings, limit + 1) }
    const found = this.#store.audit.index.back(INDEXED.shown, [this.#party], whole, most)
    this.#work += found.rows + found.postings.length
    this.#stretch = {
      beforeN: this.#beforeN,
      throughN: found.through,
      late: FIRST_LATE,
      main: found.postings.filter(this.#rules.isToOther),
      ofLate: [],
      toTell: null,
    }
    return null
  }

  #searchLate(stretch: Stretch, late: Exclude<Late, 'done'>): void {
    const { seqs, next } = this.#someLate(late)
    stretch.late = next
    const groups = new Map<number, number[]>()
    for (const seq of seqs) {
      const row = neighboursOf(-seq)
      const group = groups.get(row)
      if (group === undefined) groups.set(row, [-seq])
      else group.push(-seq)
    }
    for (const keys of groups.values()) {
      const rest = { fromN: stretch.throughN, beforeN: stretch.beforeN }
      const most = { rows: ROWS_OF_LATE, postings: A_JOB.postings }
      const found = this.#store.audit.index.back(INDEXED.shown, keys, rest, most)
      this.#work += found.rows + found.postings.length
      stretch.throughN = found.through
      for (const posting of found.postings) if (this.#rules.isToOther(posting)) stretch.ofLate.push(posting)
    }
    this.#shorten(stretch)
  }

  /** Leaves to the next stretch what one job could not judge. */
  #shorten(stretch: Stretch): void {
    const { ofLate } = stretch
    if (ofLate.length <= 2 * A_JOB.judged) return
    ofLate.sort((a, b) => b.n - a.n)
    stretch.throughN = Math.max(stretch.throughN, must(ofLate[A_JOB.judged]).n)
    while (must(ofLate[ofLate.length - 1]).n < stretch.throughN) ofLate.pop()
  }

  #someLate(late: Exclude<Late, 'done'>): { readonly seqs: readonly number[]; readonly next: Late } {
    const { records, inferences } = this.#store
    if ('inferencesAfter' in late) {
      const seqs = inferences.about(this.#party, late.inferencesAfter, A_JOB.late)
      const last = seqs.length < A_JOB.late ? undefined : seqs[seqs.length - 1]
      return { seqs, next: last === undefined ? 'done' : { inferencesAfter: last } }
    }
    const { type, after } = late
    const lowest = -Number.MAX_SAFE_INTEGER
    const rows = records.stream(this.#party, typeCode(type), 'newest', after, lowest, A_JOB.late)
    const seqs = rows.map(({ seq }) => seq)
    const last = rows.length < A_JOB.late ? undefined : rows[rows.length - 1]
    if (last !== undefined) return { seqs, next: { type, after: last } }
    const then = SUBJECTS_COME_LATER[SUBJECTS_COME_LATER.indexOf(type) + 1]
    return { seqs, next: then === undefined ? { inferencesAfter: 0 } : { type: then, after: NEWEST } }
  }

  /** Each entry once, with all its records that are about the party. */
  #inOrder(stretch: Stretch): ShownAt[] {
    const byN = new Map<number, ShownAt>()
    for (const found of [...stretch.main, ...this.#aboutParty(stretch.ofLate)]) {
      if (found.n < stretch.throughN) continue
      const known = byN.get(found.n)
      byN.set(found.n, known === undefined ? found : { ...known, seqs: [...known.seqs, ...found.seqs] })
    }
    return [...byN.values()].sort((a, b) => b.n - a.n)
  }

  #aboutParty(found: readonly ShownAt[]): ShownAt[] {
    const world = this.#store.recordGraph()
    const judged = new Map<number, boolean>()
    const isMine = (seq: number) => {
      // Inferences come from the list of those that are about the party.
      const is =
        judged.get(seq) ?? (world.bySeq(seq) === undefined || isAbout(this.#store, this.#party, seq, world))
      judged.set(seq, is)
      return is
    }
    return found
      .map((one) => ({ ...one, seqs: one.seqs.filter(isMine) }))
      .filter(({ seqs }) => seqs.length > 0)
  }

  #tell(stretch: Stretch, toTell: ShownAt[]): Page | null {
    let shown = 0
    let count = 0
    for (const { seqs } of toTell) {
      if (count >= A_JOB.entries || (count > 0 && shown + seqs.length > A_JOB.shown)) break
      shown += seqs.length
      count++
    }
    this.#work += count
    const told = this.#rules.told(toTell.splice(0, count)).sort(byPlace)
    for (const [i, one] of told.entries()) {
      if (!isBehind(one, this.#asked.place)) continue
      this.#told.push(one)
      this.#ids += one.shown.length
      if (this.#told.length < this.#asked.limit && this.#ids < IDS_A_PAGE) continue
      const isLast = i === told.length - 1 && toTell.length === 0 && stretch.throughN <= this.#asked.fromN
      return { told: this.#told, next: isLast ? null : { n: one.n, rank: one.rank, grant: one.grant } }
    }
    if (toTell.length > 0) return null
    this.#stretch = null
    this.#beforeN = stretch.throughN
    if (this.#beforeN <= this.#asked.fromN) return { told: this.#told, next: null }
    return this.#work < WORK_A_PAGE ? null : { told: this.#told, next: before(this.#beforeN) }
  }
}

const byPlace = (a: Told, b: Told): number => b.n - a.n || a.rank - b.rank || a.grant - b.grant

const isBehind = (told: Told, place: Place): boolean =>
  told.n !== place.n || byPlace(told, { ...told, ...place }) > 0
