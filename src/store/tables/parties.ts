import { must } from '../../base/typed.ts'
import { idBytes, idText } from '../../domain/id.ts'
import { message } from '../../words/message.ts'
import { Unfollowable } from '../acts/act-rows.ts'
import type { Db } from '../file/open.ts'

/** The number of cached parties, a few hundred bytes each: all members of a large union on a small server. */
const REMEMBERED_PARTIES = 100_000

/** Maps party ids to small numbers and back. */
export class Parties {
  readonly #numberOf
  readonly #idOf
  readonly #insert
  readonly #nextNumber
  readonly #after
  readonly #numbers = new Map<string, number>()
  readonly #ids = new Map<number, string>()
  readonly #noteAppend: () => void

  constructor(db: Db, noteAppend: () => void) {
    this.#numberOf = db.prepare<[Buffer], number>('SELECT n FROM party WHERE id = ?').pluck()
    this.#idOf = db.prepare<[number], Buffer>('SELECT id FROM party WHERE n = ?').pluck()
    this.#insert = db.prepare('INSERT INTO party (n, id) VALUES (?, ?)')
    this.#nextNumber = db.prepare<[], number>('SELECT coalesce(max(n), 0) + 1 FROM party').pluck()
    this.#after = db
      .prepare<[number, number], number>('SELECT n FROM party WHERE n > ? ORDER BY n LIMIT ?')
      .pluck()
    this.#noteAppend = noteAppend
  }

  /** Returns the number of a party; undefined if no entry has named it yet. */
  find(id: string): number | undefined {
    const known = this.#numbers.get(id)
    if (known !== undefined) return known
    const n = this.#numberOf.get(idBytes(id))
    if (n !== undefined) this.#remember(id, n)
    return n
  }

  /** Returns the number of a party; assigns one if it has none. Call inside a job of the writer. */
  intern(id: string): number {
    const known = this.#numbers.get(id) ?? this.find(id)
    if (known !== undefined) return known
    const n = must(this.#nextNumber.get())
    this.#noteAppend()
    this.#insert.run(n, idBytes(id))
    this.#remember(id, n)
    return n
  }

  /** Party numbers after this one, ascending. */
  after(n: number, count: number): number[] {
    return this.#after.all(n, count)
  }

  id(n: number): string {
    const known = this.#ids.get(n)
    if (known !== undefined) return known
    const bytes = this.#idOf.get(n)
    if (bytes === undefined) throw new RangeError(`no party has the number ${n}`)
    const id = idText(bytes)
    this.#remember(id, n)
    return id
  }

  forget(): void {
    this.#numbers.clear()
    this.#ids.clear()
  }

  #remember(id: string, n: number): void {
    if (this.#numbers.size >= REMEMBERED_PARTIES) this.forget()
    this.#numbers.set(id, n)
    this.#ids.set(n, id)
  }
}

/** The parties of a log that is replayed, all of which have their numbers already. */
export class KnownParties extends Parties {
  readonly #onNamed: (n: number) => void

  /** @param onNamed receives the number of each party that an entry names */
  constructor(db: Db, onNamed: (n: number) => void = () => {}) {
    super(db, () => {})
    this.#onNamed = onNamed
  }

  /** Returns the number of a party. @throws {Unfollowable} when the party has none */
  override intern(id: string): number {
    const n = this.find(id)
    if (n === undefined) throw new Unfollowable(message('unfollowable.noParty', { id: String(id) }))
    this.#onNamed(n)
    return n
  }
}
