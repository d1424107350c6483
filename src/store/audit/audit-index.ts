import { addTo } from '../../base/groups.ts'
import { must } from '../../base/typed.ts'
import { descriptors, maySubjectsComeLater, type RecordBody } from '../../domain/types/index.ts'
import type { Db } from '../file/open.ts'
import type { Records, StoredRecord } from '../log/records.ts'
import type { Parties } from '../tables/parties.ts'
import { type Back, IndexWalkBack, type Most, type Stretch } from './audit-index-back.ts'
import type { AuditEntry } from './audit-row.ts'
import type { Concerned } from './concerned.ts'
import {
  addReaders,
  INDEXED,
  NO_SEQS,
  neighboursOf,
  type Posting,
  type PostingKind,
  packedOf,
  packNeighbours,
  packPostings,
  packReaders,
  postingsOf,
  unpackPostings,
} from './postings.ts'

/**
 * An index of the audit log by the parties that an entry concerns. Entries are collected in memory and
 * written a chunk at a time, in the commit of the entry that fills the chunk. So a page of a hundred records
 * costs one row in the log, and a search for who saw a record does not scan the log.
 */

/** The first and the last entry of a chunk. */
export interface IndexChunk {
  readonly firstN: number
  readonly lastN: number
}

/** A chunk is full at any of these limits. The commit that writes it takes a few milliseconds longer. */
export const FULL = { keys: 8_192, entries: 4_096, seqs: 16_384 } as const
const CHUNKS_AT_ONCE = 64
/** The number of chunks compared to find the key with the fewest entries. */
const CHUNKS_COMPARED = 16

/** The keys under which each record is indexed, by the seq of the record. */
type Keys = ReadonlyMap<number, readonly number[]>

const NONE: Keys = new Map()

interface Tail {
  /** The first entry that is not in a chunk yet. */
  firstN: number
  lastN: number
  entries: number
  seqs: number
  keys: number
  readonly kinds: Map<PostingKind, Map<number, Posting[]>>
}

export class AuditIndex {
  readonly #records: Records
  readonly #parties: Parties
  readonly #concerned: Concerned
  readonly #noteAppend: () => void
  readonly #insertChunk
  readonly #insertRow
  readonly #lastIndexed
  readonly #chunkOf
  readonly #rowsUp
  readonly #rowsDown
  readonly #row
  readonly #walkBack: IndexWalkBack
  readonly #load: (index: AuditIndex) => void
  readonly #isWritten: boolean
  /** Null until it is loaded from the log: after a start or a rollback. */
  #tail: Tail | null = null
  #held = NONE
  #isLoading = false

  /**
   * @param load must pass every entry after `lastIndexed` to `add`; called at the first use after a start or
   * a rollback
   * @param isWritten false if chunks stay in memory, for a reader that may not write
   */
  constructor(
    db: Db,
    records: Records,
    parties: Parties,
    concerned: Concerned,
    noteAppend: () => void,
    load: (index: AuditIndex) => void,
    isWritten = true,
  ) {
    this.#load = load
    this.#isWritten = isWritten
    this.#records = records
    this.#parties = parties
    this.#concerned = concerned
    this.#noteAppend = noteAppend
    this.#insertChunk = db.prepare('INSERT INTO audit_chunk (first_n, last_n) VALUES (?, ?)')
    this.#insertRow = db.prepare(
      'INSERT INTO audit_index (kind, neighbours, first_n, entries) VALUES (?, ?, ?, ?)',
    )
    this.#lastIndexed = db.prepare<[], number>('SELECT coalesce(max(last_n), 0) FROM audit_chunk').pluck()
    this.#chunkOf = db
      .prepare<[number], number>(
        'SELECT first_n FROM audit_chunk WHERE first_n <= ? ORDER BY first_n DESC LIMIT 1',
      )
      .pluck()
    this.#rowsUp = db
      .prepare<[number, number, number, number], [number, Buffer]>(
        `SELECT first_n, entries FROM audit_index WHERE kind = ? AND neighbours = ? AND first_n >= ?
         ORDER BY first_n LIMIT ?`,
      )
      .raw()
    this.#rowsDown = db
      .prepare<[number, number, number, number], [number, Buffer]>(
        `SELECT first_n, entries FROM audit_index WHERE kind = ? AND neighbours = ? AND first_n < ?
         ORDER BY first_n DESC LIMIT ?`,
      )
      .raw()
    this.#walkBack = new IndexWalkBack(db)
    this.#row = db
      .prepare<[number, number, number], Buffer>(
        'SELECT entries FROM audit_index WHERE kind = ? AND neighbours = ? AND first_n = ?',
      )
      .pluck()
  }

  /** Returns the parties that an entry with this detail is about, other than those of its records. */
  concerning(detail: object | undefined): ReadonlySet<number> {
    return this.#concerned.parties(detail)
  }

  /** The last entry in a chunk on disk. After `forget`, later entries must be passed to `add` again. */
  get lastIndexed(): number {
    return must(this.#lastIndexed.get())
  }

  /**
   * Loads the entries that are in no chunk, unless they are in memory. Call before every use of the index.
   */
  ready(): Tail {
    if (this.#tail !== null) return this.#tail
    if (this.#isLoading) throw new Error('the index of the audit log was used while it was being loaded')
    this.#isLoading = true
    this.#tail = emptyTail(this.lastIndexed + 1)
    try {
      this.#load(this)
      return this.#tail
    } catch (error) {
      // Keeping half of the entries would be worse than none: the next chunk would lack the rest forever.
      this.#tail = null
      throw error
    } finally {
      this.#isLoading = false
    }
  }

  /** Call after a rollback. */
  forget(): void {
    this.#tail = null
    this.#held = NONE
  }

  /** Stores the keys of records that the next entry names, so that `add` need not read these records. */
  hold(keys: Keys): void {
    this.#held = keys
  }

  /** Adds the audit log's next entry. Call inside a transaction, since the entry may fill a chunk. */
  add(n: number, entry: AuditEntry): void {
    const tail = must(this.#tail)
    tail.lastN = n
    tail.entries++
    const credential = entry.credential ?? 0
    const shown = entry.outcome === 'disclosed'
    const done = entry.outcome === 'done'
    this.#post(tail, INDEXED.credential, credential, { n, credential, seqs: NO_SEQS })
    if (!shown && !done) this.#post(tail, INDEXED.refusals, 0, { n, credential, seqs: NO_SEQS })
    if (!done && entry.records !== undefined && entry.records.length > 0) {
      tail.seqs += entry.records.length
      this.#postRecords(tail, shown ? INDEXED.shown : INDEXED.refused, n, credential, entry.records)
    }
    for (const party of this.#concerned.parties(entry.detail))
      this.#post(tail, INDEXED.acts, party, { n, credential: 0, seqs: NO_SEQS })
    const isFull = tail.keys >= FULL.keys || tail.entries >= FULL.entries || tail.seqs >= FULL.seqs
    if (isFull && this.#isWritten) this.#flush(tail)
  }

  /** Postings of a key after an entry, oldest first: at least one if any, perhaps a few more than `count`. */
  after(kind: PostingKind, about: number, afterN: number, count: number): Posting[] {
    this.ready()
    const found: Posting[] = []
    for (const [firstN, packed] of this.#rowsFrom(kind, about, afterN + 1)) {
      unpackPostings({ kind, firstN, packed, afterN, seq: null }, found, count)
      if (found.length >= count) return found
    }
    for (const posting of this.#inTail(kind, about)) if (posting.n > afterN) found.push(posting)
    return found
  }

  /** Postings of a key before an entry, newest first; perhaps a few more than `count`. */
  before(kind: PostingKind, about: number, beforeN: number, count: number): Posting[] {
    this.ready()
    const found = [...this.#inTail(kind, about)].filter((posting) => posting.n < beforeN).reverse()
    let below = beforeN
    while (found.length < count) {
      const rows = this.#rowsDown.all(kind, neighboursOf(about), below, CHUNKS_AT_ONCE)
      for (const [firstN, row] of rows) {
        below = firstN
        const packed = packedOf(about, row)
        if (packed === undefined) continue
        const postings: Posting[] = []
        unpackPostings({ kind, firstN, packed, afterN: 0, seq: null }, postings, Number.MAX_SAFE_INTEGER)
        found.push(...postings.filter((posting) => posting.n < beforeN).reverse())
        if (found.length >= count) break
      }
      if (rows.length < CHUNKS_AT_ONCE) break
    }
    return found
  }

  /** Searches a range backwards for postings of keys that share a row (`neighboursOf`), with limited work. */
  back(kind: PostingKind, keys: readonly number[], stretch: Stretch, most: Most): Back {
    const { firstN } = this.ready()
    const tail = { firstN, of: (of: PostingKind, key: number) => this.#inTail(of, key) }
    return this.#walkBack.step(tail, kind, keys, stretch, most)
  }

  /** Every disclosure or refusal of a record, depending on `kind`, from an entry on; oldest first. */
  *ofRecord(kind: PostingKind, record: StoredRecord, fromN: number): Generator<Posting> {
    this.ready()
    yield* this.#under(kind, this.#shortestKey(kind, record, fromN), record.seq, fromN)
  }

  /** Every disclosure or refusal of an inference; see `ofRecord`. */
  *ofInference(kind: PostingKind, seq: number, fromN: number): Generator<Posting> {
    this.ready()
    yield* this.#under(kind, -seq, seq, fromN)
  }

  *#under(kind: PostingKind, key: number, seq: number, fromN: number): Generator<Posting> {
    for (const [firstN, packed] of this.#rowsFrom(kind, key, fromN)) {
      const postings: Posting[] = []
      unpackPostings({ kind, firstN, packed, afterN: fromN - 1, seq }, postings, Number.MAX_SAFE_INTEGER)
      yield* postings
    }
    for (const { n, credential, seqs } of this.#inTail(kind, key))
      if (n >= fromN && seqs.includes(seq)) yield { n, credential, seqs: [seq] }
  }

  /** The credentials to which a record was disclosed, from an entry on. */
  credentialsShown(record: StoredRecord, fromN: number): Set<number> {
    this.ready()
    const { seq } = record
    const key = this.#shortestKey(INDEXED.shown, record, fromN)
    const found = new Set<number>()
    for (const [firstN, packed] of this.#rowsFrom(INDEXED.shown, key, fromN)) {
      const row = this.#row.get(INDEXED.readers, neighboursOf(key), firstN)
      const readers = row && packedOf(key, row)
      if (readers !== undefined) addReaders(readers, seq, found)
      else
        for (const { credential } of postingsOf({ firstN, packed, afterN: fromN - 1, seq }))
          found.add(credential)
    }
    for (const { n, credential, seqs } of this.#inTail(INDEXED.shown, key))
      if (n >= fromN && seqs.includes(seq)) found.add(credential)
    return found
  }

  /**
   * The keys under which disclosures and refusals of a record are indexed: the parties it is about, or the
   * record itself if its subjects may become known later.
   */
  aboutKeys(record: StoredRecord): readonly number[] {
    record.aboutKeys ??= maySubjectsComeLater(record.type)
      ? [-record.seq]
      : [...new Set(this.#named(record.body).map((party) => this.#parties.find(party) as number))]
    return record.aboutKeys
  }

  /** The packed postings of a key, by chunk, from the chunk that holds an entry on; oldest first. */
  *#rowsFrom(
    kind: PostingKind,
    about: number,
    fromN: number,
  ): Generator<[firstN: number, packed: Uint8Array]> {
    let from = this.#chunkOf.get(fromN) ?? 0
    for (;;) {
      const rows = this.#rowsUp.all(kind, neighboursOf(about), from, CHUNKS_AT_ONCE)
      for (const [firstN, row] of rows) {
        const packed = packedOf(about, row)
        if (packed !== undefined) yield [firstN, packed]
      }
      const last = rows[rows.length - 1]
      if (rows.length < CHUNKS_AT_ONCE || last === undefined) return
      from = last[0] + 1
    }
  }

  /** Of the keys of a record, the one with the fewest bytes in the first chunks from an entry on. */
  #shortestKey(kind: PostingKind, record: StoredRecord, fromN: number): number {
    const keys = this.aboutKeys(record)
    if (keys.length === 1) return must(keys[0])
    const from = this.#chunkOf.get(fromN) ?? 0
    const length = (key: number) =>
      this.#rowsUp
        .all(kind, neighboursOf(key), from, CHUNKS_COMPARED)
        .reduce((sum, [, row]) => sum + (packedOf(key, row)?.length ?? 0), 0)
    const [shortest] = keys.map((key) => ({ key, length: length(key) })).sort((a, b) => a.length - b.length)
    return shortest?.key as number
  }

  #named(body: RecordBody): readonly string[] {
    const subjects = descriptors[body.type].subjects(body)
    if ('named' in subjects) return subjects.named
    const target = this.#records.byId(subjects.ofRecord)
    return target === undefined ? [] : this.#named(target.body)
  }

  #postRecords(
    tail: Tail,
    kind: PostingKind,
    n: number,
    credential: number,
    records: readonly number[],
  ): void {
    const byKey = new Map<number, number[]>()
    for (const seq of records) {
      for (const key of this.#held.get(seq) ?? this.#keysOf(seq)) {
        // For each row of each page: a call of its own would be felt.
        const seqs = byKey.get(key)
        if (seqs === undefined) byKey.set(key, [seq])
        else seqs.push(seq)
      }
    }
    for (const [key, seqs] of byKey) this.#post(tail, kind, key, { n, credential, seqs })
  }

  #keysOf(seq: number): readonly number[] {
    const record = this.#records.bySeq(seq)
    // An entry that is no record is an inference, whose subjects may also become known later.
    return record === undefined ? [-seq] : this.aboutKeys(record)
  }

  #post(tail: Tail, kind: PostingKind, about: number, posting: Posting): void {
    const keys = must(tail.kinds.get(kind))
    const postings = keys.get(about)
    if (postings !== undefined) postings.push(posting)
    else {
      keys.set(about, [posting])
      tail.keys++
    }
  }

  #inTail(kind: PostingKind, about: number): readonly Posting[] {
    return must(this.#tail).kinds.get(kind)?.get(about) ?? []
  }

  /** Writes the chunk in the key order of the table, so that its pages are written in sequence. */
  #flush(tail: Tail): void {
    this.#noteAppend()
    this.#insertChunk.run(tail.firstN, tail.lastN)
    for (const [kind, keys] of tail.kinds) {
      const packed = this.#inRows(keys, (postings) => packPostings(kind, tail.firstN, postings))
      this.#insertRows(kind, tail.firstN, packed)
      if (kind === INDEXED.shown)
        this.#insertRows(INDEXED.readers, tail.firstN, this.#inRows(keys, packReaders))
    }
    this.#tail = emptyTail(tail.lastN + 1)
  }

  /** Packs keys into rows. @param pack returns null if nothing is written for the key */
  #inRows(
    keys: ReadonlyMap<number, readonly Posting[]>,
    pack: (postings: readonly Posting[]) => Buffer | null,
  ): Map<number, [about: number, Buffer][]> {
    const rows = new Map<number, [number, Buffer][]>()
    for (const [about, postings] of [...keys].sort(([a], [b]) => a - b)) {
      const packed = pack(postings)
      if (packed !== null) addTo(rows, neighboursOf(about), [about, packed])
    }
    return rows
  }

  #insertRows(
    kind: PostingKind,
    firstN: number,
    rows: ReadonlyMap<number, readonly (readonly [about: number, Buffer])[]>,
  ): void {
    for (const [neighbours, packed] of rows)
      this.#insertRow.run(kind, neighbours, firstN, packNeighbours(packed))
  }
}

const emptyTail = (firstN: number): Tail => ({
  firstN,
  lastN: firstN - 1,
  entries: 0,
  seqs: 0,
  keys: 0,
  kinds: new Map(
    [INDEXED.shown, INDEXED.refused, INDEXED.credential, INDEXED.refusals, INDEXED.acts].map((kind) => [
      kind,
      new Map<number, Posting[]>(),
    ]),
  ),
})
