import type { Rows } from '../rules/changing.ts'
import { citedBy, type Entry } from '../rules/entry.ts'
import { KEPT_MS } from '../rules/sending.ts'
import { type Database, Raced, type Write, writeAll } from './database.ts'
import type { Photographs } from './photographs.ts'
import type { Vault } from './vault.ts'

/** All entries of the phone, in memory and sealed on its disk. Memory changes only after the disk did. */

const storeOf = ({ state }: Entry) => (state === 'accepted' ? 'kept' : 'queue')

export class Records {
  readonly #database: Database
  readonly #vault: Vault
  readonly #photographs: Photographs
  readonly #entries = new Map<string, Entry>()
  /** Of rows of the queue; a row that is kept changes only by leaving. */
  readonly #revisions = new Map<string, number>()
  #turn: Promise<unknown> = Promise.resolve()
  /** Made when they are asked for, after each change. */
  #all: readonly Entry[] | null = null
  #byId: ReadonlyMap<string, Entry> | null = null

  constructor(database: Database, vault: Vault, photographs: Photographs) {
    this.#database = database
    this.#vault = vault
    this.#photographs = photographs
  }

  /** The same list until something changes. */
  get all(): readonly Entry[] {
    this.#all ??= [...this.#entries.values()]
    return this.#all
  }

  of(key: string): Entry | undefined {
    return this.#entries.get(key)
  }

  /** @param id of the record */
  ofId(id: string): Entry | undefined {
    this.#byId ??= new Map(this.all.map((entry) => [entry.record.id, entry]))
    return this.#byId.get(id)
  }

  #changed(): void {
    this.#all = null
    this.#byId = null
  }

  /** Reads everything again, photographs too, as another tab may have changed it. What is being written is done first. */
  load(): Promise<void> {
    return this.#inTurn(() => this.#read())
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(act)
    this.#turn = done.catch(() => {})
    return done
  }

  async #read(): Promise<void> {
    await this.#photographs.load()
    const transaction = this.#database.transaction(['queue', 'kept'])
    const read = await Promise.all(
      (['queue', 'kept'] as const).map(async (store) => {
        const rows = transaction.objectStore(store)
        const [keys, values] = await Promise.all([rows.getAllKeys(), rows.getAll()])
        return keys.map((key, i) => ({ store, key, row: values[i] }))
      }),
    )
    const opened = await Promise.all(
      read.flat().map(async ({ store, key, row }) => {
        if (row === undefined) return null
        return { key, revision: row.revision, entry: await this.#vault.open<Entry>(store, key, row) }
      }),
    )
    this.#entries.clear()
    this.#revisions.clear()
    for (const one of opened) {
      if (one === null) continue
      this.#entries.set(one.key, one.entry)
      if (one.entry.state !== 'accepted') this.#revisions.set(one.key, one.revision)
    }
    this.#changed()
  }

  /**
   * Changes entries in one transaction, one change after the other. If another tab was first, the rule decides again.
   * @param rule returns the rows to write; null for no change
   * @param more rows of other stores to write with them
   * @param wrote is called when all of it is on the disk
   * @throws {NoRoom} if the phone has no room; then nothing is changed
   */
  change(
    rule: (entries: readonly Entry[]) => Rows | null,
    more: readonly Write[] = [],
    wrote: () => void = () => {},
  ): Promise<Rows | null> {
    return this.#inTurn(async () => {
      for (let tries = 1; ; tries++) {
        const rows = rule(this.all)
        if (rows === null) return null
        try {
          await this.#write(rows, more)
          wrote()
          return rows
        } catch (error) {
          if (!(error instanceof Raced) || tries === 5) throw error
          await this.#read()
        }
      }
    })
  }

  async #write(rows: Rows, more: readonly Write[]): Promise<void> {
    const writes: Write[] = [...more]
    for (const [key, entry] of rows) {
      const before = this.#entries.get(key)
      const was = this.#revisions.get(key) ?? 0
      if (before !== undefined && (entry === null || storeOf(before) !== storeOf(entry)))
        writes.push({
          store: storeOf(before),
          key,
          row: null,
          was: before.state === 'accepted' ? undefined : was,
        })
      if (entry === null) continue
      const store = storeOf(entry)
      const isInQueue = store === 'queue'
      const row = await this.#vault.seal(store, key, entry, was + 1)
      writes.push({ store, key, row, was: isInQueue ? was : undefined })
    }
    const dropped = this.#photographs.withoutRecord(this.#uncited(rows))
    await writeAll(this.#database, [...writes, ...dropped.writes])
    for (const [key, entry] of rows) {
      const was = this.#revisions.get(key) ?? 0
      this.#revisions.delete(key)
      if (entry === null) this.#entries.delete(key)
      else {
        this.#entries.set(key, entry)
        if (entry.state !== 'accepted') this.#revisions.set(key, was + 1)
      }
    }
    this.#changed()
    dropped.done()
  }

  /** Returns the photographs that a change leaves without a record. */
  #uncited(rows: Rows): ReadonlySet<string> {
    const gone = new Set<string>()
    for (const key of rows.keys())
      for (const { sha256 } of this.#entries.get(key)?.record.evidence ?? []) gone.add(sha256)
    if (gone.size === 0) return gone
    for (const [key, entry] of [...this.#entries, ...rows])
      if (entry !== null && !(rows.has(key) && rows.get(key) !== entry))
        for (const { sha256 } of citedBy(entry.record)) gone.delete(sha256)
    return gone
  }

  /** Drops what was accepted long ago, with its photographs. */
  async prune(nowMs: number): Promise<void> {
    const unsent = new Set(this.#photographs.all.map(({ sha256 }) => sha256))
    const old = this.all.filter(
      ({ acceptedAt, record }) =>
        acceptedAt !== undefined &&
        acceptedAt < nowMs - KEPT_MS &&
        !citedBy(record).some(({ sha256 }) => unsent.has(sha256)),
    )
    if (old.length > 0) await this.change(() => new Map(old.map(({ key }) => [key, null])))
  }
}
