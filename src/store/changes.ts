import { hkdfSync, randomBytes } from 'node:crypto'
import { must } from '../base/typed.ts'
import { both } from './behind.ts'
import type { Db } from './open.ts'

/** A place in a party's changes: the entry that caused the change, then the record. */
export interface ChangeKey {
  readonly at: number
  readonly seq: number
}

/** A record in a party's changes, and when it happened. */
export interface StoredChange extends ChangeKey {
  readonly occurredAtMs: number
}

/** A party began or ceased to count as a natural person with this entry. */
export interface NatureChange {
  readonly seq: number
  readonly party: number
}

/**
 * Candidates for each party's feed, in order; and the key of its cursors, from which other secrets of the appliance are
 * derived.
 */
export class Changes {
  readonly #noteAppend: () => void
  readonly #after
  readonly #whichHave
  readonly #natureChanges
  readonly #insertKey
  readonly #newestKey
  readonly #firstKey
  #key: Buffer | undefined
  /** By use. */
  readonly #derived = new Map<string, Buffer>()

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#after = db
      .prepare<number[], [number, number, number]>(
        `${both(
          'change',
          (from) =>
            `SELECT at, seq, occurred_at FROM ${from} WHERE party = ? AND type = ? AND (at, seq) > (?, ?) AND at <= ?`,
        )} ORDER BY at, seq LIMIT ?`,
      )
      .raw()
    this.#whichHave = db
      .prepare<(string | number)[], number>(
        `SELECT j.key FROM json_each(?) j WHERE EXISTS (${both(
          'change',
          (from) =>
            `SELECT 1 FROM ${from} c WHERE c.party = j.value >> 5 AND c.type = j.value & 31
                AND (c.at, c.seq) > (?, ?) AND c.at <= ?`,
        )})`,
      )
      .pluck()
    this.#natureChanges = db.prepare<[number, number], NatureChange>(
      'SELECT seq, party FROM nature_change WHERE seq > ? AND seq <= ? ORDER BY seq, party',
    )
    this.#insertKey = db.prepare('INSERT INTO cursor_key (key) VALUES (?)')
    this.#firstKey = db.prepare<[], Buffer>('SELECT key FROM cursor_key ORDER BY n LIMIT 1').pluck()
    this.#newestKey = db.prepare<[], Buffer>('SELECT key FROM cursor_key ORDER BY n DESC LIMIT 1').pluck()
  }

  /** The next changes of one party and type after a place, up to `throughAt`. */
  after(party: number, type: number, place: ChangeKey, throughAt: number, count: number): StoredChange[] {
    const asked = [party, type, place.at, place.seq, throughAt]
    const found: StoredChange[] = []
    for (const [at, seq, occurredAtMs] of this.#after.all(...asked, ...asked, count))
      found.push({ at, seq, occurredAtMs })
    return found
  }

  /** Those with any change beyond a place: one query for thousands of grantors. */
  whichHave<T extends { readonly party: number; readonly type: number }>(
    these: readonly T[],
    place: ChangeKey,
    throughAt: number,
  ): T[] {
    // A type's number is below 32.
    const asked = JSON.stringify(these.map(({ party, type }) => party * 32 + type))
    const beyond = [place.at, place.seq, throughAt]
    return this.#whichHave.all(asked, ...beyond, ...beyond).map((key) => must(these[key]))
  }

  /** After one place in the log and up to another. */
  natureChanges(afterSeq: number, throughSeq: number): NatureChange[] {
    return this.#natureChanges.all(afterSeq, throughSeq)
  }

  /** The key of cursors, 32 bytes, made on first use. Only inside a job of the writer. */
  cursorKey(): Buffer {
    return this.knownCursorKey() ?? this.#makeKey()
  }

  /** Undefined before the first cursor is made. */
  knownCursorKey(): Buffer | undefined {
    this.#key ??= this.#newestKey.get()
    return this.#key
  }

  /**
   * A secret of the appliance for one use, 32 bytes, the same for good (HKDF, RFC 5869): it is derived from the first key
   * of cursors, so that it is in every backup and survives a restore. Only inside a job of the writer.
   * @param use names its use; no secret reveals another
   */
  derivedSecret(use: string): Buffer {
    let secret = this.#derived.get(use)
    if (secret === undefined) {
      this.cursorKey()
      secret = Buffer.from(hkdfSync('sha256', must(this.#firstKey.get()), '', use, 32))
      this.#derived.set(use, secret)
    }
    return secret
  }

  forget(): void {
    this.#key = undefined
    this.#derived.clear()
  }

  #makeKey(): Buffer {
    const key = randomBytes(32)
    this.#noteAppend()
    this.#insertKey.run(key)
    return key
  }
}
