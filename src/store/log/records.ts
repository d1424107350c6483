import { must } from '../../base/typed.ts'
import { idBytes, idHex, idOfHex } from '../../domain/id.ts'
import { typeCode, typeOfCode } from '../../domain/types/index.ts'
import { type AuthorityRelation, type Mention, RELATIONS } from '../../domain/types/relations.ts'
import type { Db } from '../file/open.ts'
import type { Behind } from '../jobs/behind.ts'
import { boundOf, idOfKey, inOrder, joined, type ListKey, type StreamRow } from '../tables/list-rows.ts'
import { isNamed, Mentions } from '../tables/mentions.ts'
import { PartyStatements } from '../tables/party-statements.ts'
import { PaymentReferences } from '../tables/payment-references.ts'
import { PlotCells } from '../tables/plot-cells.ts'
import { IS_WITH_ANOTHER, mayBeAtOnce, SameInstant } from '../tables/same-instant.ts'
import { Stated } from '../tables/stated.ts'
import { IS_RECORD } from './entry-kinds.ts'
import { KnownRecords } from './known-records.ts'
import type { Seal } from './log.ts'
import { near, Places } from './record-locations.ts'
import { rowAdder, type Tell } from './record-rows.ts'
import { ROLE } from './record-tables.ts'
import type { RecordOutline, RecordRow, StoredRecord } from './stored-record.ts'

export { type ListKey, type RecordOutline, type RecordRow, ROLE, type StoredRecord, type StreamRow }

// Ids are read as hexadecimal text: a Buffer would cost more than the rest of the row.
const COLUMNS =
  'o.seq, hex(o.id), o.kind, o.asserted_by, o.on_behalf_of, o.root, o.depth, o.said_recorded_at, o.occurred_at, o.received_at, o.body'

/** A statement of a record about another one. */
export interface Link {
  readonly target: string
  readonly relation: AuthorityRelation | Mention
}

/** The surroundings of the first version of a chain; flags are 1 or 0. */
export type Around = readonly [
  seq: number,
  /** Another version corrects it, or a record retracts or confirms it. */
  isLinked: number,
  /** A record names it by a relation that anyone may state. */
  isMentioned: number,
]

const isLinked = (seq: string, id: string): string =>
  `(EXISTS (SELECT 1 FROM entry v WHERE v.root = ${seq} AND v.root <> v.seq)
    OR EXISTS (SELECT 1 FROM link l WHERE l.target = ${id}))`
const isMentioned = (id: string): string => isNamed(id, 'IS NOT NULL')

const EVERY_ROLE = Object.values(ROLE).reduce((all, role) => all | role, 0)

/** The most rows of one record and party: each role may have become known separately. */
const ROWS_OF_ONE = Object.keys(ROLE).length

/** All SQL of observations, their links by target, and record parties by party. */
export class Records {
  /** Adds a row that follows from a record. Call inside a job of the writer. */
  readonly add: Tell
  readonly statements: PartyStatements
  readonly stated: Stated
  readonly mentions: Mentions
  readonly places: Places
  readonly plotCells: PlotCells
  readonly sameInstant: SameInstant
  readonly paymentReferences: PaymentReferences
  readonly #behind: Behind
  readonly #noteAppend: () => void
  readonly #known = new KnownRecords()
  readonly #insert
  readonly #hasInvolvement
  readonly #byId
  readonly #near
  readonly #seqsNear
  readonly #after
  readonly #firstReceived
  readonly #bySeq
  readonly #bySeqs
  readonly #byIds
  readonly #outlines
  readonly #around
  readonly #aroundOne
  readonly #laterVersions
  readonly #laterVersionsOfOne
  readonly #rootsWithSeveral
  readonly #links
  readonly #linksOfOne
  readonly #retractions
  readonly #streamDown
  readonly #streamUp

  constructor(db: Db, behind: Behind, noteAppend: () => void) {
    this.#behind = behind
    this.#noteAppend = noteAppend
    this.add = rowAdder(db, behind)
    this.mentions = new Mentions(db, behind)
    this.statements = new PartyStatements(db, behind)
    this.stated = new Stated(db, behind)
    this.places = new Places(db, behind)
    this.plotCells = new PlotCells(db)
    this.sameInstant = new SameInstant(db, behind)
    this.paymentReferences = new PaymentReferences(db)
    this.#insert = db.prepare(
      `INSERT INTO entry (seq, id, kind, asserted_by, on_behalf_of, root, depth, said_recorded_at,
         occurred_at, received_at, body, salt, digest) VALUES (?, unhex(?, '-'), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#hasInvolvement = db
      .prepare<[number, number, number, Buffer, number]>(
        `SELECT 1 FROM record_party
         WHERE party = ? AND type = ? AND occurred_at = ? AND id = ? AND role & ? <> 0 LIMIT 1`,
      )
      .pluck()
    this.#byId = db
      .prepare<[Buffer], RecordRow>(`SELECT ${COLUMNS} FROM entry o WHERE o.id = ? AND o.kind ${IS_RECORD}`)
      .raw()
    this.#near = db
      .prepare<[string], [isLinked: number, isMentioned: number, isWithAnother: number, ...RecordRow]>(
        `SELECT ${isLinked('o.seq', 'o.id')}, ${isMentioned('o.id')}, ${IS_WITH_ANOTHER}, ${COLUMNS}
         FROM (SELECT 1) j CROSS JOIN entry o ON o.seq = ${near("unhex(?, '-')")}`,
      )
      .raw()
    this.#seqsNear = db
      .prepare<[string], [number, number | null]>(
        `SELECT j.key, ${near("unhex(j.value, '-')")} FROM json_each(?) j`,
      )
      .raw()
    this.#after = db
      .prepare<[number, number], number>(
        `SELECT seq FROM entry WHERE seq > ? AND kind ${IS_RECORD} ORDER BY seq LIMIT ?`,
      )
      .pluck()
    this.#firstReceived = db
      .prepare<[], number>(
        `SELECT received_at FROM entry WHERE seq > 0 AND kind ${IS_RECORD} ORDER BY seq LIMIT 1`,
      )
      .pluck()
    this.#bySeq = db
      .prepare<[number], RecordRow>(`SELECT ${COLUMNS} FROM entry o WHERE o.seq = ? AND o.kind ${IS_RECORD}`)
      .raw()
    this.#bySeqs = db
      .prepare<[string], RecordRow>(
        `SELECT ${COLUMNS} FROM json_each(?) j CROSS JOIN entry o ON o.seq = j.value AND o.kind ${IS_RECORD}`,
      )
      .raw()
    this.#byIds = db
      .prepare<[string], RecordRow>(
        `SELECT ${COLUMNS} FROM json_each(?) j
         CROSS JOIN entry o ON o.id = unhex(j.value, '-') AND o.kind ${IS_RECORD}`,
      )
      .raw()
    this.#outlines = db
      .prepare<[string], [number, string, number, number, number, number | null]>(
        `SELECT o.seq, hex(o.id), o.kind, o.occurred_at, o.asserted_by, o.on_behalf_of
         FROM json_each(?) j CROSS JOIN entry o ON o.seq = j.value AND o.kind ${IS_RECORD}`,
      )
      .raw()
    this.#around = db
      .prepare<[string], Around>(
        `SELECT o.seq, ${isLinked('o.seq', 'o.id')} AS linked, ${isMentioned('o.id')} AS mentioned
         FROM json_each(?) j CROSS JOIN entry o ON o.seq = j.value WHERE linked OR mentioned`,
      )
      .raw()
    this.#aroundOne = db
      .prepare<[number], Around>(
        `SELECT o.seq, ${isLinked('o.seq', 'o.id')}, ${isMentioned('o.id')} FROM entry o WHERE o.seq = ?`,
      )
      .raw()
    this.#laterVersions = db
      .prepare<[string], RecordRow>(
        `SELECT ${COLUMNS} FROM json_each(?) j CROSS JOIN entry o
         ON o.root = j.value AND o.root <> o.seq`,
      )
      .raw()
    this.#laterVersionsOfOne = db
      .prepare<[number], RecordRow>(`SELECT ${COLUMNS} FROM entry o WHERE o.root = ? AND o.root <> o.seq`)
      .raw()
    this.#rootsWithSeveral = db
      .prepare<[number, number], number>(
        `SELECT root FROM entry WHERE root <> seq AND root > ? GROUP BY root HAVING count(*) > 1 ORDER BY root LIMIT ?`,
      )
      .pluck()
    this.#linksOfOne = db
      .prepare<[string], [number, number, number]>(
        "SELECT 0, l.relation, l.source FROM link l WHERE l.target = unhex(?, '-')",
      )
      .raw()
    this.#links = db
      .prepare<[string], [number, number, number]>(
        `SELECT j.key, l.relation, l.source FROM json_each(?) j
         CROSS JOIN link l ON l.target = unhex(j.value, '-')`,
      )
      .raw()
    this.#retractions = db
      .prepare<[string, number], [number, number]>(
        `SELECT j.key, l.source FROM json_each(?) j
         CROSS JOIN link l ON l.target = unhex(j.value, '-') AND l.relation = ?`,
      )
      .raw()
    const stream = (condition: string, order: string) =>
      db
        .prepare<(number | string)[], [number, string, number, number]>(
          `SELECT occurred_at, hex(id), role, seq FROM record_party
           WHERE party = ? AND type = ? AND ${condition} AND role & ? = 0 AND role & ? <> 0 ORDER BY ${order} LIMIT ?`,
        )
        .raw()
    this.#streamDown = stream(
      '(occurred_at, id) < (?, unhex(?)) AND occurred_at >= ?',
      'occurred_at DESC, id DESC',
    )
    this.#streamUp = stream('(occurred_at, id) > (?, unhex(?)) AND occurred_at < ?', 'occurred_at, id')
  }

  /** Appends one record, without the rows that follow from it. Call inside a job of the writer. */
  append(row: RecordRow, { salt, digest }: Seal): void {
    this.#noteAppend()
    this.#insert.run(...row, salt, digest)
  }

  /** Adds a party's role in a record that became known later, unless it is stored already. */
  involve(party: number, record: StoredRecord, role: number): void {
    if (this.isInvolved(party, record, role)) return
    this.add('record_party', [party, typeCode(record.type), record.occurredAtMs, record.id, role, record.seq])
  }

  isInvolved(party: number, record: RecordOutline, role: number): boolean {
    const { type, occurredAtMs, id, seq } = record
    return (
      this.#hasInvolvement.get(party, typeCode(type), occurredAtMs, idBytes(id), role) !== undefined ||
      this.#behind.ofRecord(
        seq,
        (numbers, row) => numbers[row] === party && ((numbers[row + 4] as number) & role) !== 0,
      )
    )
  }

  byId(id: string): StoredRecord | undefined {
    const row = this.#byId.get(idBytes(id))
    return row && this.#known.keep(row)
  }

  /**
   * Returns the record with this id or, if there is none, its neighbour, found by the same work, so that a
   * decision takes as long for an id that does not exist. If no record is near, another one; undefined only
   * in an empty store.
   */
  near(
    id: string,
  ): { readonly record: StoredRecord; readonly around: Around; readonly isAtOnce: boolean } | undefined {
    const found = this.#near.get(id)
    if (found === undefined) return undefined
    const [isLinked, isMentioned, isWithAnother, ...row] = found
    const record = this.#known.keep(row)
    return {
      record,
      around: [row[0], isLinked, isMentioned || Number(this.mentions.isNamedInMemory(record.id))],
      isAtOnce: mayBeAtOnce(record) && (isWithAnother === 1 || this.sameInstant.isWithAnother(record)),
    }
  }

  /** Seqs of the records that `near` would return for many ids, in the order of the ids. */
  seqsNear(ids: readonly string[]): (number | undefined)[] {
    if (ids.length === 0) return []
    const seqs: (number | undefined)[] = []
    for (const [i, seq] of this.#seqsNear.all(JSON.stringify(ids))) seqs[i] = seq ?? undefined
    return seqs
  }

  /** Seqs of the first records after an entry. */
  after(seq: number, most = -1): number[] {
    return this.#after.all(seq, most)
  }

  /** The time of receipt of the first record, in milliseconds; null in a store without records. */
  get firstReceivedMs(): number | null {
    return this.#firstReceived.get() ?? null
  }

  bySeq(seq: number): StoredRecord | undefined {
    const known = this.#known.get(seq)
    if (known) return known
    const row = this.#bySeq.get(seq)
    return row && this.#known.keep(row)
  }

  /** The records with these seqs, in no particular order. */
  bySeqs(seqs: readonly number[]): StoredRecord[] {
    const found: StoredRecord[] = []
    const missing: number[] = []
    for (const seq of seqs) {
      const known = this.#known.get(seq)
      if (known) found.push(known)
      else missing.push(seq)
    }
    if (missing.length > 0)
      for (const row of this.#bySeqs.all(JSON.stringify(missing))) found.push(this.#known.keep(row))
    return found
  }

  byIds(ids: readonly string[]): StoredRecord[] {
    if (ids.length === 0) return []
    return this.#byIds.all(JSON.stringify(ids)).map((row) => this.#known.keep(row))
  }

  /** Outlines in no particular order. Cheaper than records, because bodies are not read. */
  outlines(seqs: readonly number[]): RecordOutline[] {
    return this.#outlines
      .all(JSON.stringify(seqs))
      .map(([seq, hex, type, occurredAtMs, assertedBy, onBehalfOf]) => ({
        seq,
        id: idOfHex(hex),
        type: typeOfCode(type),
        occurredAtMs,
        assertedBy,
        onBehalfOf,
      }))
  }

  /** Call after a rollback: the cache may contain uncommitted rows. */
  forget(): void {
    this.#known.forget()
  }

  /** The surroundings of first versions of chains. Given several, it omits those without surroundings. */
  around(firsts: readonly RecordOutline[]): Around[] {
    const [only] = firsts
    if (only === undefined) return []
    const found = new Map(
      (firsts.length === 1
        ? this.#aroundOne.all(only.seq)
        : this.#around.all(JSON.stringify(firsts.map(({ seq }) => seq)))
      ).map((around) => [around[0], around]),
    )
    for (const { seq, id } of firsts)
      if (this.mentions.isNamedInMemory(id)) found.set(seq, [seq, found.get(seq)?.[1] ?? 0, 1])
    return [...found.values()]
  }

  /** Every version of these chains except the first. */
  laterVersions(roots: readonly number[]): StoredRecord[] {
    const [only] = roots
    if (only === undefined) return []
    const rows =
      roots.length === 1 ? this.#laterVersionsOfOne.all(only) : this.#laterVersions.all(JSON.stringify(roots))
    return rows.map((row) => this.#known.keep(row))
  }

  /** Roots of the next chains with several later versions: only these can have contradicting corrections. */
  rootsWithSeveralVersions(afterRoot: number, count: number): number[] {
    return this.#rootsWithSeveral.all(afterRoot, count)
  }

  /** The records that correct, retract or confirm these ids, as [index into ids, relation, seq]. */
  links(ids: readonly string[]): [number, number, number][] {
    const [only] = ids
    if (only === undefined) return []
    return ids.length === 1 ? this.#linksOfOne.all(only) : this.#links.all(JSON.stringify(ids))
  }

  /** The retractions of these ids, as [index into ids, seq of the retraction]. */
  retractions(ids: readonly string[]): [number, number][] {
    return ids.length === 0 ? [] : this.#retractions.all(JSON.stringify(ids), RELATIONS.retracts)
  }

  /**
   * Returns the next of one party's records of one type after a place in the list. A role that became known
   * later is stored as a row of its own; this joins the rows of a record and sums their roles (no role is in
   * two rows).
   * @param limitAt with `oldest`, the exclusive upper bound of occurred_at; with `newest`, the inclusive
   * lower bound
   * @param without rows with one of these roles are passed without being returned
   * @param having so are rows with none of these
   */
  stream(
    party: number,
    type: number,
    order: 'newest' | 'oldest',
    after: ListKey,
    limitAt: number,
    count: number,
    without = 0,
    having = EVERY_ROLE,
  ): StreamRow[] {
    const statement = order === 'newest' ? this.#streamDown : this.#streamUp
    const isUp = order === 'oldest'
    const found: { occurredAt: number; id: string; role: number; seq: number }[] = []
    for (let place = after; ; ) {
      const most = count - found.length + ROWS_OF_ONE
      const inMemory: typeof found = []
      const start = [party, type, place.occurredAt, idOfKey(place)]
      this.#behind.walk('record_party', start, isUp, (numbers, row, text) => {
        const occurredAt = numbers[row + 2] as number
        const role = numbers[row + 4] as number
        if (isUp ? occurredAt >= limitAt : occurredAt < limitAt) return true
        if ((role & without) !== 0 || (role & having) === 0) return false
        return inMemory.push({ occurredAt, id: idHex(text), role, seq: numbers[row + 5] as number }) === most
      })
      const bound = boundOf(order, inMemory, most, limitAt)
      const inFile = statement
        .all(party, type, place.occurredAt, place.id, bound, without, having, most)
        .map(([occurredAt, id, role, seq]) => ({ occurredAt, id, role, seq }))
      const rows = joined(inMemory, inFile, most, inOrder(order))
      for (const row of rows) {
        const last = found[found.length - 1]
        if (last?.seq === row.seq) last.role += row.role
        else found.push(row)
      }
      if (rows.length < most) return found.slice(0, count)
      // Not all rows of the last record may have been read.
      found.pop()
      if (found.length >= count) return found.slice(0, count)
      place = must(found[found.length - 1])
    }
  }
}
