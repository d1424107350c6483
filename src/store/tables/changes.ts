import { hkdfSync, randomBytes } from 'node:crypto'
import { must } from '../../base/typed.ts'
import type { Db } from '../file/open.ts'
import { type Behind, ofType } from '../jobs/behind.ts'
import { joined } from './list-rows.ts'

/**
 * A place in a party's changes: the entry that caused the change, then the record: by its number, or, if its standing changed, by the
 * sum of both, which stands behind the entry itself.
 */
export interface ChangeKey {
  readonly at: number
  readonly seq: number
}

/** Returns the place of a record whose standing an entry changed: it comes again, behind that entry. */
export const againBehind = (at: number, record: number): ChangeKey => ({ at, seq: at + record })

/** Whether the record comes again because its standing changed. */
export const comesAgain = ({ at, seq }: ChangeKey): boolean => seq > at

/** The number of the record of a change. */
export const changedRecord = ({ at, seq }: ChangeKey): number => (seq > at ? seq - at : seq)

/** A record in a party's changes, and when it happened. */
export interface StoredChange extends ChangeKey {
  readonly occurredAtMs: number
}

/** The entry with which a party began or ceased to count as a natural person. */
export interface NatureChange {
  readonly seq: number
  readonly party: number
}

/**
 * The records that may be in each party's change feed, in order; and the key that encrypts cursors, from
 * which other secrets of the appliance are derived.
 */
export class Changes {
  readonly #behind: Behind
  readonly #noteAppend: () => void
  readonly #after
  readonly #whichHave
  readonly #natureChanges
  readonly #insertKey
  readonly #newestKey
  readonly #firstKey
  #key: Buffer | undefined
  /** Derived secrets, by use. */
  readonly #derived = new Map<string, Buffer>()

  constructor(db: Db, behind: Behind, noteAppend: () => void) {
    this.#behind = behind
    this.#noteAppend = noteAppend
    this.#after = db
      .prepare<number[], [number, number, number]>(
        `SELECT at, seq, occurred_at FROM change WHERE party = ? AND type = ? AND (at, seq) > (?, ?) AND at <= ?
         ORDER BY at, seq LIMIT ?`,
      )
      .raw()
    this.#whichHave = db
      .prepare<(string | number)[], number>(
        `SELECT j.key FROM json_each(?) j WHERE EXISTS (
           SELECT 1 FROM change c WHERE c.party = j.value >> 5 AND c.type = j.value & 31
             AND (c.at, c.seq) > (?, ?) AND c.at <= ?)`,
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
    const found: StoredChange[] = []
    for (const [at, seq, occurredAtMs] of this.#after.all(party, type, place.at, place.seq, throughAt, count))
      found.push({ at, seq, occurredAtMs })
    // What is in the file is seldom newer than what is in memory.
    const lastAt = found[count - 1]?.at ?? throughAt
    const inMemory: StoredChange[] = []
    this.#eachAfter(party, type, place, lastAt, (at, seq, occurredAtMs) => {
      inMemory.push({ at, seq, occurredAtMs })
      return inMemory.length === count
    })
    return joined(found, inMemory, count, (a, b) => a.at - b.at || a.seq - b.seq)
  }

  /** Returns those that have any change after a place: one query for thousands of grantors. */
  whichHave<T extends { readonly party: number; readonly type: number }>(
    these: readonly T[],
    place: ChangeKey,
    throughAt: number,
  ): T[] {
    // The number of a type is below 32, so party and type fit into one number.
    const keys = these.map(({ party, type }) => ofType(party, type))
    const have = new Set(this.#whichHave.all(JSON.stringify(keys), place.at, place.seq, throughAt))
    return these.filter(
      ({ party, type }, i) => have.has(i) || this.#eachAfter(party, type, place, throughAt, () => true),
    )
  }

  /** Shows the changes in memory after a place, until `see` returns true. @returns whether it did */
  #eachAfter(
    party: number,
    type: number,
    place: ChangeKey,
    throughAt: number,
    see: (at: number, seq: number, occurredAtMs: number) => boolean,
  ): boolean {
    let isSeen = false
    this.#behind.walk('change', [party, type, place.at, place.seq], true, (numbers, row) => {
      const at = numbers[row + 2] as number
      if (at > throughAt) return true
      isSeen = see(at, numbers[row + 3] as number, numbers[row + 4] as number)
      return isSeen
    })
    return isSeen
  }

  /** The changes of nature after one entry and up to another. */
  natureChanges(afterSeq: number, throughSeq: number): NatureChange[] {
    return this.#natureChanges.all(afterSeq, throughSeq)
  }

  /** The key that encrypts cursors, 32 bytes, created on first use. Call inside a job of the writer. */
  cursorKey(): Buffer {
    return this.knownCursorKey() ?? this.#makeKey()
  }

  /** The key that encrypts cursors; undefined if none was created yet. */
  knownCursorKey(): Buffer | undefined {
    this.#key ??= this.#newestKey.get()
    return this.#key
  }

  /**
   * Returns the appliance's secret for one use: 32 bytes that never change (HKDF, RFC 5869). It is derived
   * from the first key of cursors, so every backup contains it and it survives a restore. Call inside a job
   * of the writer.
   * @param use the name of the use; the secret of one use does not reveal that of another
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

  /** Call after a rollback. */
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
