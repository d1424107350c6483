import { addTo } from '../../base/groups.ts'
import { must } from '../../base/typed.ts'
import { type RecordType, SUBJECTS_COME_LATER, typeCode } from '../../domain/types/index.ts'
import { INDEXED, neighboursOf } from '../../store/audit/postings.ts'
import type { ListKey } from '../../store/log/records.ts'
import type { Store } from '../../store/store.ts'
import { isAbout } from './about.ts'
import type { DisclosureRules, PlacedDisclosure, ShownAt } from './rules.ts'

/**
 * Lists the disclosures of a party's records to others, newest first, a page at a time. The audit log's index
 * has most of them under the party; those of records whose subjects may become known later are under each
 * such record. So the log is searched in ranges: in each, first under the party, then under those records;
 * then both are put in order.
 * - State: the disclosures of this page, with what they cost; the range in work (`Range`), which goes from "searched under the
 *   party" over "searched under its other records" and "in order" to "described"; and where the next range begins.
 * - Changed by: `slice`, once a job: each takes the range one step further.
 * - Holds: a range is described only when all of it was found, so that nothing is listed out of order; what one job cannot do
 *   is left to the next range (`throughN` rises), never left out; the page ends by work done as well as by disclosures found.
 */

/**
 * The disclosure after which a page continues: in the same entry with a later rank or grant, then in older
 * entries.
 */
export interface DisclosurePosition {
  readonly n: number
  readonly rank: number
  readonly grant: number
}

/** A rank after all disclosures of an entry. */
const ALL_OF_IT = 255

export const before = (n: number): DisclosurePosition => ({ n, rank: ALL_OF_IT, grant: 0 })

export interface DisclosuresAsked {
  readonly place: DisclosurePosition
  /** The oldest entry to list. */
  readonly fromN: number
  readonly limit: number
}

export interface Page {
  readonly told: readonly PlacedDisclosure[]
  /** Null on the last page. */
  readonly next: DisclosurePosition | null
}

/** Limits of one job: each takes a few milliseconds at most. */
const A_JOB = { rows: 64, postings: 512, late: 200, judged: 500, entries: 50, shown: 1_000 } as const
/** Rows that are read in a job for one group of other records; if more are left, the range gets shorter. */
const ROWS_OF_LATE = 16
/** A page ends when it has this number of record ids, however few disclosures they are in. */
const IDS_A_PAGE = 5_000
/**
 * A page also ends after this number of rows and entries: own reads, and those of neighbours in the index,
 * cost work and yield nothing. The next page continues.
 */
const WORK_A_PAGE = 4_096

const NEWEST: ListKey = { occurredAt: Number.MAX_SAFE_INTEGER, id: '' }

/** How far the search through the party's other records has come. */
type Late =
  | { readonly type: RecordType; readonly after: ListKey }
  | { readonly inferencesAfter: number }
  | 'done'

const FIRST_LATE: Late = { type: SUBJECTS_COME_LATER[0], after: NEWEST }

interface Range {
  readonly beforeN: number
  /** Rises if other records need more work than a job may do. */
  throughN: number
  late: Late
  readonly main: ShownAt[]
  readonly ofLate: ShownAt[]
  /** Entries to describe, newest first; null until all are found. */
  toDescribe: ShownAt[] | null
}

export class NewestFirst {
  readonly #store: Store
  readonly #party: number
  readonly #rules: DisclosureRules
  readonly #asked: DisclosuresAsked
  readonly #told: PlacedDisclosure[] = []
  #ids = 0
  #work = 0
  #range: Range | null = null
  #beforeN: number

  constructor(store: Store, party: number, rules: DisclosureRules, asked: DisclosuresAsked) {
    this.#store = store
    this.#party = party
    this.#rules = rules
    this.#asked = asked
    this.#beforeN = asked.place.rank === ALL_OF_IT ? asked.place.n : asked.place.n + 1
  }

  /** Does the work of one job. @returns the page, or null while there is more to do */
  slice(): Page | null {
    const range = this.#range
    if (range === null) return this.#begin()
    if (range.late !== 'done') this.#searchLate(range, range.late)
    else if (range.toDescribe === null) range.toDescribe = this.#inOrder(range)
    else return this.#describe(range, range.toDescribe)
    return null
  }

  #begin(): Page | null {
    const { fromN, limit } = this.#asked
    if (this.#beforeN <= fromN) return { told: this.#told, next: null }
    const whole = { fromN, beforeN: this.#beforeN }
    const most = { rows: A_JOB.rows, postings: Math.min(A_JOB.postings, limit + 1) }
    const found = this.#store.audit.index.back(INDEXED.shown, [this.#party], whole, most)
    this.#work += found.rows + found.postings.length
    this.#range = {
      beforeN: this.#beforeN,
      throughN: found.through,
      late: FIRST_LATE,
      main: found.postings.filter(this.#rules.isToOther),
      ofLate: [],
      toDescribe: null,
    }
    return null
  }

  #searchLate(range: Range, late: Exclude<Late, 'done'>): void {
    const { seqs, next } = this.#someLate(late)
    range.late = next
    const groups = new Map<number, number[]>()
    for (const seq of seqs) addTo(groups, neighboursOf(-seq), -seq)
    for (const keys of groups.values()) {
      const rest = { fromN: range.throughN, beforeN: range.beforeN }
      const most = { rows: ROWS_OF_LATE, postings: A_JOB.postings }
      const found = this.#store.audit.index.back(INDEXED.shown, keys, rest, most)
      this.#work += found.rows + found.postings.length
      range.throughN = found.through
      for (const posting of found.postings) if (this.#rules.isToOther(posting)) range.ofLate.push(posting)
    }
    this.#shorten(range)
  }

  /** Leaves to the next range what one job could not judge. */
  #shorten(range: Range): void {
    const { ofLate } = range
    if (ofLate.length <= 2 * A_JOB.judged) return
    ofLate.sort((a, b) => b.n - a.n)
    range.throughN = Math.max(range.throughN, must(ofLate[A_JOB.judged]).n)
    while (must(ofLate[ofLate.length - 1]).n < range.throughN) ofLate.pop()
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

  /** Returns each entry once, with all its records that are about the party. */
  #inOrder(range: Range): ShownAt[] {
    const byN = new Map<number, ShownAt>()
    for (const found of [...range.main, ...this.#aboutParty(range.ofLate)]) {
      if (found.n < range.throughN) continue
      const known = byN.get(found.n)
      byN.set(found.n, known === undefined ? found : { ...known, seqs: [...known.seqs, ...found.seqs] })
    }
    return [...byN.values()].sort((a, b) => b.n - a.n)
  }

  #aboutParty(found: readonly ShownAt[]): ShownAt[] {
    const world = this.#store.recordGraph()
    const judged = new Map<number, boolean>()
    const isMine = (seq: number) => {
      // Inferences were found in the list of those about the party, so they need no check.
      const is =
        judged.get(seq) ?? (world.bySeq(seq) === undefined || isAbout(this.#store, this.#party, seq, world))
      judged.set(seq, is)
      return is
    }
    return found
      .map((one) => ({ ...one, seqs: one.seqs.filter(isMine) }))
      .filter(({ seqs }) => seqs.length > 0)
  }

  #describe(range: Range, toDescribe: ShownAt[]): Page | null {
    let shown = 0
    let count = 0
    for (const { seqs } of toDescribe) {
      if (count >= A_JOB.entries || (count > 0 && shown + seqs.length > A_JOB.shown)) break
      shown += seqs.length
      count++
    }
    this.#work += count
    const told = this.#rules.told(toDescribe.splice(0, count)).sort(byPlace)
    for (const [i, one] of told.entries()) {
      if (!isBehind(one, this.#asked.place)) continue
      this.#told.push(one)
      this.#ids += one.shown.length
      if (this.#told.length < this.#asked.limit && this.#ids < IDS_A_PAGE) continue
      const isLast = i === told.length - 1 && toDescribe.length === 0 && range.throughN <= this.#asked.fromN
      return { told: this.#told, next: isLast ? null : { n: one.n, rank: one.rank, grant: one.grant } }
    }
    if (toDescribe.length > 0) return null
    this.#range = null
    this.#beforeN = range.throughN
    if (this.#beforeN <= this.#asked.fromN) return { told: this.#told, next: null }
    return this.#work < WORK_A_PAGE ? null : { told: this.#told, next: before(this.#beforeN) }
  }
}

const byPlace = (a: PlacedDisclosure, b: PlacedDisclosure): number =>
  b.n - a.n || a.rank - b.rank || a.grant - b.grant

const isBehind = (told: PlacedDisclosure, place: DisclosurePosition): boolean =>
  told.n !== place.n || byPlace(told, { ...told, ...place }) > 0
