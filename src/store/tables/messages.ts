import { kindCode } from '../../domain/messages/made.ts'
import { isWaiting, STATES, type State, stateCode } from '../../domain/messages/sending.ts'
import type { Db } from '../file/open.ts'

/**
 * Messages to members and what became of each, as rows kept beside the log. Neither text nor number is stored: both are made from
 * the log when a message is sent.
 * - Holds: at most one message for each entry, kind and party; the newest row is a message's state.
 */

export interface MessageRow {
  readonly n: number
  /** Seq of the entry that it tells; of a new reader, that of the credential used. */
  readonly about: number
  readonly kind: number
  readonly party: number
  readonly madeAt: number
  readonly state: State
  /** When the state was noted; null while it has none. */
  readonly at: number | null
  readonly parts: number | null
  /** The message that tells this one too. */
  readonly toldBy: number | null
  readonly reference: string | null
  readonly code: string | null
  readonly words: string | null
}

export interface StateNoted {
  readonly state: State
  readonly parts?: number
  readonly toldBy?: number
  readonly reference?: string
  readonly code?: string
  readonly words?: string
}

type Note = 'through' | 'pause' | 'resume' | 'number'
export interface NoteRow {
  readonly n: number
  readonly seq: number
  readonly at: number
  readonly code: string | null
}

type Columns = Omit<MessageRow, 'state'> & { readonly state: number | null }

const MESSAGE = `SELECT m.n, m.about, m.kind, m.party, m.made_at AS madeAt, s.state, s.at, s.parts, s.told_by AS toldBy,
    s.reference, s.code, s.words
  FROM message m LEFT JOIN message_state s
    ON s.n = (SELECT max(x.n) FROM message_state x WHERE x.message = m.n)`

const codes = (are: (state: State) => boolean): string => STATES.filter(are).map(stateCode).join(', ')
const IS_WAITING = `(s.state IS NULL OR s.state IN (${codes(isWaiting)}))`

const asRow = (columns: Columns): MessageRow => ({
  ...columns,
  state: STATES[columns.state ?? 0] ?? 'unknown',
})

export class Messages {
  readonly #noteAppend: () => void
  readonly #insert
  readonly #has
  readonly #one
  readonly #note
  readonly #waitingOf
  readonly #after
  readonly #page
  readonly #pageOf
  readonly #newestAbout
  readonly #ofKind
  readonly #begunAt
  readonly #partsOf
  readonly #tries
  readonly #sentSince
  readonly #referenceOf
  readonly #withReference
  readonly #toldBy
  readonly #insertNote
  readonly #newestNote
  readonly #entries

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#insert = db.prepare('INSERT INTO message (about, kind, party, made_at) VALUES (?, ?, ?, ?)')
    this.#has = db
      .prepare<[number, number, number], number>(
        'SELECT 1 FROM message WHERE about = ? AND kind = ? AND party = ?',
      )
      .pluck()
    this.#one = db.prepare<[number], Columns>(`${MESSAGE} WHERE m.n = ?`)
    this.#note = db.prepare(
      `INSERT INTO message_state (message, state, at, parts, told_by, reference, code, words)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#waitingOf = db.prepare<[number, number, number], Columns>(
      `${MESSAGE} WHERE m.party = ? AND m.n > ? AND ${IS_WAITING} ORDER BY m.n LIMIT ?`,
    )
    this.#after = db.prepare<[number, number], Columns>(`${MESSAGE} WHERE m.n > ? ORDER BY m.n LIMIT ?`)
    this.#page = db.prepare<[number, number], Columns>(`${MESSAGE} WHERE m.n < ? ORDER BY m.n DESC LIMIT ?`)
    this.#pageOf = db.prepare<[number, number, number], Columns>(
      `${MESSAGE} WHERE m.party = ? AND m.n < ? ORDER BY m.n DESC LIMIT ?`,
    )
    this.#newestAbout = db.prepare<[number, string], Columns>(
      `${MESSAGE} WHERE m.party = ? AND m.about IN (SELECT value FROM json_each(?))
         AND (s.state IS NULL OR s.state NOT IN (${stateCode('failed')}, ${stateCode('stopped')}))
         AND m.kind <> ${kindCode('several')} ORDER BY m.n DESC LIMIT 1`,
    )
    this.#ofKind = db.prepare<[number, number], { about: number; madeAt: number }>(
      'SELECT about, made_at AS madeAt FROM message WHERE party = ? AND kind = ? ORDER BY n DESC',
    )
    this.#begunAt = db
      .prepare<[], number>(
        "SELECT at FROM message_note WHERE what = 'through' AND party IS NULL ORDER BY n LIMIT 1",
      )
      .pluck()
    this.#tries = db
      .prepare<[number], [tries: number, first: number | null]>(
        `SELECT total(state = ${stateCode('sending')}) - total(state = ${stateCode('unreached')}),
           min(CASE WHEN state = ${stateCode('sending')} AND next IS NOT ${stateCode('unreached')} THEN at END)
         FROM (SELECT state, at, lead(state) OVER (ORDER BY n) AS next FROM message_state WHERE message = ?)`,
      )
      .raw()
    this.#sentSince = db
      .prepare<[number, number, number], number>(
        `SELECT count(DISTINCT m.n) FROM message m JOIN message_state s ON s.message = m.n
         WHERE m.party = ? AND m.made_at >= ? AND s.state = ${stateCode('sending')} AND s.at >= ?
           AND (SELECT x.state FROM message_state x WHERE x.message = m.n ORDER BY x.n DESC LIMIT 1)
             NOT IN (${codes(isWaiting)})`,
      )
      .pluck()
    // It is noted with the first of the states that a message passes.
    this.#referenceOf = db
      .prepare<[number], string>(
        'SELECT reference FROM message_state WHERE message = ? AND reference IS NOT NULL ORDER BY n DESC LIMIT 1',
      )
      .pluck()
    this.#withReference = db
      .prepare<[string], number>(
        'SELECT message FROM message_state WHERE reference = ? ORDER BY n DESC LIMIT 1',
      )
      .pluck()
    this.#toldBy = db
      .prepare<[number], number>('SELECT message FROM message_state WHERE told_by = ? ORDER BY message')
      .pluck()
    this.#partsOf = db
      .prepare<[number], number>('SELECT coalesce(max(parts), 0) FROM message_state WHERE message = ?')
      .pluck()
    this.#insertNote = db.prepare(
      'INSERT INTO message_note (what, seq, party, at, code) VALUES (?, ?, ?, ?, ?)',
    )
    this.#newestNote = db.prepare<[Note, number | null], NoteRow>(
      'SELECT n, seq, at, code FROM message_note WHERE what = ? AND party IS ? ORDER BY n DESC LIMIT 1',
    )
    this.#entries = db
      .prepare<[number, number, string, number], [seq: number, kind: number]>(
        `SELECT seq, kind FROM entry
         WHERE seq > ? AND seq <= ? AND kind IN (SELECT value FROM json_each(?)) AND received_at >= ? ORDER BY seq`,
      )
      .raw()
  }

  /** Makes a message, unless there is one already. Call inside a job. @returns its number; null if there was one */
  make(about: number, kind: number, party: number, atMs: number): number | null {
    if (this.#has.get(about, kind, party) !== undefined) return null
    this.#noteAppend()
    return Number(this.#insert.run(about, kind, party, atMs).lastInsertRowid)
  }

  /** Notes the state of a message. Call inside a job. */
  note(message: number, atMs: number, noted: StateNoted): void {
    const { state, parts, toldBy, reference, code, words } = noted
    this.#noteAppend()
    this.#note.run(
      ...[message, stateCode(state), atMs, parts ?? null, toldBy ?? null],
      ...[reference ?? null, code ?? null, words ?? null],
    )
  }

  one(n: number): MessageRow | undefined {
    const row = this.#one.get(n)
    return row && asRow(row)
  }

  /** A party's messages that may still be sent, after one, oldest first. */
  waitingOf(party: number, afterN: number, count: number): MessageRow[] {
    return this.#waitingOf.all(party, afterN, count).map(asRow)
  }

  /** Messages after one, oldest first. */
  after(n: number, count: number): MessageRow[] {
    return this.#after.all(n, count).map(asRow)
  }

  /** Messages before one, newest first. @param party null for all */
  page(party: number | null, beforeN: number, count: number): MessageRow[] {
    const found = party === null ? this.#page.all(beforeN, count) : this.#pageOf.all(party, beforeN, count)
    return found.map(asRow)
  }

  /** A party's newest message about one of these entries that was sent or still may be; none that stands for others. */
  newestAbout(party: number, abouts: readonly number[]): MessageRow | undefined {
    const row = this.#newestAbout.get(party, JSON.stringify(abouts))
    return row && asRow(row)
  }

  /** What a party's messages of a kind are about, newest first. */
  ofKind(party: number, kind: number): { readonly about: number; readonly madeAt: number }[] {
    return this.#ofKind.all(party, kind)
  }

  /** When the first gateway was set; null before. */
  get begunAt(): number | null {
    return this.#begunAt.get() ?? null
  }

  tries(n: number): { readonly tries: number; readonly firstAtMs: number | null } {
    const [tries, firstAtMs] = this.#tries.get(n) ?? [0, null]
    return { tries, firstAtMs }
  }

  /** How many messages a party was sent since an instant, of those made since another; those to be tried again are left out. */
  sentSince(party: number, madeSinceMs: number, sinceMs: number): number {
    return this.#sentSince.get(party, madeSinceMs, sinceMs) ?? 0
  }

  /** The gateway's reference of a message that was sent. */
  referenceOf(n: number): string | null {
    return this.#referenceOf.get(n) ?? null
  }

  /** The message that the gateway gave this reference. */
  withReference(reference: string): number | undefined {
    return this.#withReference.get(reference)
  }

  partsOf(n: number): number {
    return this.#partsOf.get(n) ?? 0
  }

  /** How many messages one tells in their place; 1 if it tells itself. */
  countOf(n: number): number {
    const told = this.#toldBy.all(n)
    return told.length === 0 ? 1 : told.reduce((sum, one) => sum + this.countOf(one), 0)
  }

  /** The message that tells this one: itself, unless it is one of several. */
  teller(row: MessageRow): MessageRow {
    const by = row.toldBy === null ? undefined : this.one(row.toldBy)
    return by === undefined ? row : this.teller(by)
  }

  addNote(what: Note, seq: number, party: number | null, atMs: number, code: string | null = null): void {
    this.#noteAppend()
    this.#insertNote.run(what, seq, party, atMs, code)
  }

  newestNote(what: Note, party: number | null = null): NoteRow | null {
    return this.#newestNote.get(what, party) ?? null
  }

  /** The pause that holds; null while messages are sent. */
  get pause(): NoteRow | null {
    const paused = this.newestNote('pause')
    return paused === null || paused.n < (this.newestNote('resume')?.n ?? 0) ? null : paused
  }

  /** Entries of these kinds after one and up to another, without those received before an instant. */
  entries(
    afterSeq: number,
    throughSeq: number,
    kinds: readonly number[],
    sinceMs: number,
  ): [seq: number, kind: number][] {
    return this.#entries.all(afterSeq, throughSeq, JSON.stringify(kinds), sinceMs)
  }
}
