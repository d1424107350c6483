import { type AuthorityRelation, type Mention, RELATIONS } from '../domain/derived/world.ts'
import { idBytes, idOfHex } from '../domain/id.ts'
import { typeCode, typeOfCode } from '../domain/types/index.ts'
import { IS_RECORD } from './entry-kinds.ts'
import { isMention, Mentions } from './mentions.ts'
import type { Db } from './open.ts'
import { type RecordOutline, type RecordRow, StoredRecord } from './stored-record.ts'

export { type RecordOutline, type RecordRow, StoredRecord }

/** What a party has to do with a record; summed in `involvement.role`. */
export const ROLE = { subject: 1, asserter: 2, principal: 4, receiver: 8 } as const

// Ids come as hexadecimal text: making a Buffer for each costs more than all the rest of a row.
const COLUMNS =
  'o.seq, hex(o.id), o.kind, o.asserted_by, o.on_behalf_of, o.root, o.depth, o.said_recorded_at, o.occurred_at, o.received_at, o.body'

/** Entries at or after an id that are looked at for a record; there may be any number of others between two. */
const NEAR = 8
const near = (id: string): string =>
  `SELECT n.seq FROM (SELECT e.seq, e.kind FROM entry e WHERE e.id >= ${id} ORDER BY e.id LIMIT ${NEAR}) n
   WHERE n.kind ${IS_RECORD} LIMIT 1`

export interface NewRecord {
  readonly row: RecordRow
  readonly salt: Buffer
  readonly digest: Buffer
  readonly links: readonly Link[]
  /** Hashes of pictures. */
  readonly cited: readonly string[]
  readonly involvements: ReadonlyMap<number, number>
}

/** What a record says of another. */
export interface Link {
  readonly target: string
  readonly relation: AuthorityRelation | Mention
}

/** A place in a list: by occurred_at, then id. */
export interface ListKey {
  readonly occurredAt: number
  /** Hexadecimal digits, upper case. */
  readonly id: string
}

export interface StreamRow extends ListKey {
  readonly seq: number
  readonly role: number
}

/**
 * Records are kept parsed, for what is read again and again: rows never change. What is kept is bounded by the length
 * of its JSON (parsed and rendered it takes some five times that), and the few very long ones are not kept at all.
 */
const REMEMBERED_CHARACTERS = 6 * 1024 * 1024
const LONGEST_REMEMBERED = 8 * 1024

/** Observations and what is known of them: links by target, involvement by party. All SQL on them is here. */
export class Records {
  readonly mentions: Mentions
  readonly #noteAppend: () => void
  readonly #known = new Map<number, StoredRecord>()
  #knownCharacters = 0
  /** A record for ids that none stands near, once one was looked for; null: there is none at all. */
  #someRecord: number | null | undefined
  readonly #insert
  readonly #insertLink
  readonly #insertInvolvement
  readonly #insertCitation
  readonly #hasInvolvement
  readonly #byId
  readonly #atOrAfter
  readonly #first
  readonly #seqsNear
  readonly #bySeq
  readonly #bySeqs
  readonly #byIds
  readonly #outlines
  readonly #laterVersions
  readonly #links
  readonly #retractions
  readonly #insertStatement
  readonly #insertMember
  readonly #statements
  readonly #members
  readonly #streamDown
  readonly #streamUp

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.mentions = new Mentions(db, noteAppend)
    this.#insert = db.prepare(
      `INSERT INTO entry (seq, id, kind, asserted_by, on_behalf_of, root, depth, said_recorded_at,
         occurred_at, received_at, body, salt, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#insertLink = db.prepare('INSERT INTO link (target, relation, source) VALUES (?, ?, ?)')
    this.#insertInvolvement = db.prepare(
      'INSERT INTO involvement (party, type, occurred_at, id, role, seq) VALUES (?, ?, ?, ?, ?, ?)',
    )
    this.#insertCitation = db.prepare(
      'INSERT INTO evidence_citation (sha256, asserted_by, seq) VALUES (?, ?, ?)',
    )
    this.#hasInvolvement = db
      .prepare<[number, number, number, Buffer, number]>(
        `SELECT 1 FROM involvement
         WHERE party = ? AND type = ? AND occurred_at = ? AND id = ? AND role & ? <> 0 LIMIT 1`,
      )
      .pluck()
    this.#byId = db
      .prepare<[Buffer], RecordRow>(`SELECT ${COLUMNS} FROM entry o WHERE o.id = ? AND o.kind ${IS_RECORD}`)
      .raw()
    this.#atOrAfter = db.prepare<[Buffer], number>(near('?')).pluck()
    this.#first = db
      .prepare<[], number>(`SELECT seq FROM entry WHERE kind ${IS_RECORD} ORDER BY seq LIMIT 1`)
      .pluck()
    this.#seqsNear = db
      .prepare<[string], [number, number | null]>(
        `SELECT j.key, (${near("unhex(j.value, '-')")}) FROM json_each(?) j`,
      )
      .raw()
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
    this.#laterVersions = db
      .prepare<[string], RecordRow>(
        `SELECT ${COLUMNS} FROM json_each(?) j CROSS JOIN entry o
         ON o.root = j.value AND o.root <> o.seq`,
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
    this.#insertStatement = db.prepare(
      'INSERT INTO party_statement (party, asserted_by, seq) VALUES (?, ?, ?)',
    )
    this.#insertMember = db.prepare('INSERT INTO member_number (member_no, seq, party) VALUES (?, ?, ?)')
    this.#statements = db
      .prepare<[number, number, number], number>(
        'SELECT seq FROM party_statement WHERE party = ? AND asserted_by IN (?, ?)',
      )
      .pluck()
    this.#members = db
      .prepare<[string], [number, number]>('SELECT seq, party FROM member_number WHERE member_no = ?')
      .raw()
    this.#streamDown = db
      .prepare<[number, number, number, string, number, number], [number, string, number, number]>(
        `SELECT occurred_at, hex(id), sum(role), seq FROM involvement
         WHERE party = ? AND type = ? AND (occurred_at, id) < (?, unhex(?)) AND occurred_at >= ?
         GROUP BY occurred_at, id ORDER BY occurred_at DESC, id DESC LIMIT ?`,
      )
      .raw()
    this.#streamUp = db
      .prepare<[number, number, number, string, number, number], [number, string, number, number]>(
        `SELECT occurred_at, hex(id), sum(role), seq FROM involvement
         WHERE party = ? AND type = ? AND (occurred_at, id) > (?, unhex(?)) AND occurred_at < ?
         GROUP BY occurred_at, id ORDER BY occurred_at, id LIMIT ?`,
      )
      .raw()
  }

  /** Appends one record with its links and involvements. Only inside a job of the writer. */
  append(record: NewRecord): void {
    this.#noteAppend()
    const [
      seq,
      hex,
      type,
      assertedBy,
      onBehalfOf,
      root,
      depth,
      saidRecordedAt,
      occurredAt,
      receivedAt,
      body,
    ] = record.row
    const id = Buffer.from(hex, 'hex')
    this.#someRecord ??= seq
    this.#insert.run(
      seq,
      id,
      type,
      assertedBy,
      onBehalfOf,
      root,
      depth,
      saidRecordedAt,
      occurredAt,
      receivedAt,
      body,
      record.salt,
      record.digest,
    )
    for (const { target, relation } of record.links)
      if (isMention(relation)) {
        this.mentions.add(target, relation, assertedBy, seq)
        if (onBehalfOf !== null && onBehalfOf !== assertedBy)
          this.mentions.add(target, relation, onBehalfOf, seq)
      } else this.#insertLink.run(idBytes(target), RELATIONS[relation], seq)
    for (const sha256 of new Set(record.cited)) {
      this.#insertCitation.run(Buffer.from(sha256, 'hex'), assertedBy, seq)
    }
    for (const [party, role] of record.involvements) {
      this.#insertInvolvement.run(party, type, occurredAt, id, role, seq)
    }
  }

  /** Adds what came to be known later of a party's involvement. Known already: nothing happens. */
  involve(party: number, record: StoredRecord, role: number): void {
    const id = idBytes(record.id)
    const type = typeCode(record.type)
    if (this.#hasInvolvement.get(party, type, record.occurredAtMs, id, role) !== undefined) return
    this.#noteAppend()
    this.#insertInvolvement.run(party, type, record.occurredAtMs, id, role, record.seq)
  }

  isInvolved(party: number, record: RecordOutline, role: number): boolean {
    return (
      this.#hasInvolvement.get(
        party,
        typeCode(record.type),
        record.occurredAtMs,
        idBytes(record.id),
        role,
      ) !== undefined
    )
  }

  byId(id: string): StoredRecord | undefined {
    const row = this.#byId.get(idBytes(id))
    return row && this.#keep(row)
  }

  /**
   * The record of this id or, where there is none, its neighbour: found by the same work, so that whoever decides on
   * what he gets takes no less time over an id that does not exist. Where none stands near it, some other;
   * undefined where there is no record at all.
   */
  near(id: string): StoredRecord | undefined {
    const seq = this.seqNear(id)
    return seq === undefined ? undefined : this.bySeq(seq)
  }

  /** The place in the log of what `near` finds. */
  seqNear(id: string): number | undefined {
    return this.#atOrAfter.get(idBytes(id)) ?? this.#anywhere()
  }

  /** The same for many, in their order. */
  seqsNear(ids: readonly string[]): (number | undefined)[] {
    if (ids.length === 0) return []
    const seqs: (number | undefined)[] = []
    for (const [i, seq] of this.#seqsNear.all(JSON.stringify(ids))) seqs[i] = seq ?? this.#anywhere()
    return seqs
  }

  #anywhere(): number | undefined {
    if (this.#someRecord === undefined) this.#someRecord = this.#first.get() ?? null
    return this.#someRecord ?? undefined
  }

  bySeq(seq: number): StoredRecord | undefined {
    const known = this.#known.get(seq)
    if (known) return known
    const row = this.#bySeq.get(seq)
    return row && this.#keep(row)
  }

  /** In no particular order. */
  bySeqs(seqs: readonly number[]): StoredRecord[] {
    const found: StoredRecord[] = []
    const missing: number[] = []
    for (const seq of seqs) {
      const known = this.#known.get(seq)
      if (known) found.push(known)
      else missing.push(seq)
    }
    if (missing.length > 0)
      for (const row of this.#bySeqs.all(JSON.stringify(missing))) found.push(this.#keep(row))
    return found
  }

  byIds(ids: readonly string[]): StoredRecord[] {
    if (ids.length === 0) return []
    return this.#byIds.all(JSON.stringify(ids)).map((row) => this.#keep(row))
  }

  /** In no particular order. Cheaper than the records where their bodies are not needed. */
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

  /** After a rollback, what was read of uncommitted rows must go. */
  forget(): void {
    this.#known.clear()
    this.#knownCharacters = 0
    this.#someRecord = undefined
  }

  #keep(row: RecordRow): StoredRecord {
    const known = this.#known.get(row[0])
    if (known) return known
    const record = new StoredRecord(row)
    if (record.json.length > LONGEST_REMEMBERED) return record
    this.#known.set(record.seq, record)
    this.#knownCharacters += record.json.length
    for (const [seq, oldest] of this.#known) {
      if (this.#knownCharacters <= REMEMBERED_CHARACTERS) break
      this.#known.delete(seq)
      this.#knownCharacters -= oldest.json.length
    }
    return record
  }

  /** Every version but the first of these chains. */
  laterVersions(roots: readonly number[]): StoredRecord[] {
    if (roots.length === 0) return []
    return this.#laterVersions.all(JSON.stringify(roots)).map((row) => this.#keep(row))
  }

  /** What corrects, takes back or confirms these ids, as [index into ids, relation, seq of the source]. */
  links(ids: readonly string[]): [number, number, number][] {
    return ids.length === 0 ? [] : this.#links.all(JSON.stringify(ids))
  }

  /** What takes these back, as [index into ids, seq of the retraction]. */
  retractions(ids: readonly string[]): [number, number][] {
    return ids.length === 0 ? [] : this.#retractions.all(JSON.stringify(ids), RELATIONS.retracts)
  }

  appendPartyStatement(party: number, assertedBy: number, seq: number, memberNo: string | undefined): void {
    this.#noteAppend()
    this.#insertStatement.run(party, assertedBy, seq)
    if (memberNo !== undefined) this.#insertMember.run(memberNo, seq, party)
  }

  /** Seqs of the `party` records about a party that it made itself or that the cooperative made. */
  partyStatements(party: number, cooperative: number): number[] {
    return this.#statements.all(party, party, cooperative)
  }

  memberNumbers(memberNo: string): { seq: number; party: number }[] {
    return this.#members.all(memberNo).map(([seq, party]) => ({ seq, party }))
  }

  /**
   * The next of one party's records of one type, beyond a place in the list. A role that came to be known later is a
   * row of its own; the rows of a record are one here, their roles summed (no role stands in two of them).
   * @param limitAt oldest: exclusive upper bound of occurred_at; newest: inclusive lower bound
   */
  stream(
    party: number,
    type: number,
    order: 'newest' | 'oldest',
    after: ListKey,
    limitAt: number,
    count: number,
  ): StreamRow[] {
    const statement = order === 'newest' ? this.#streamDown : this.#streamUp
    return statement
      .all(party, type, after.occurredAt, after.id, limitAt, count)
      .map(([occurredAt, id, role, seq]) => ({ occurredAt, id, role, seq }))
  }
}
