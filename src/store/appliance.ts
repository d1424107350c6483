import { randomBytes } from 'node:crypto'
import type { Db } from './open.ts'

/** The random name of a life of the store. */
export const newIncarnation = (): Buffer => randomBytes(16)

/** Entries up to this one have no rows in `change` for parties that they closed a record to. */
export const closingsSince = (db: Db): number =>
  db.prepare<[], number>('SELECT seq FROM schema_since WHERE version = 3').pluck().get() ?? 0

/** The cooperative that owns the appliance, and the lives of the store. */
export class Appliance {
  readonly #current
  readonly #endOf
  readonly #all
  /** The newest entry when the file got the schema version that keeps rows of what was closed; 0 in a fresh file. */
  readonly closingsSince: number
  #cooperative: number | null = null
  #incarnation: Buffer | null = null

  constructor(db: Db) {
    this.#current = db
      .prepare<[], [number, Buffer, number]>(
        'SELECT seq, incarnation, cooperative FROM appliance ORDER BY seq DESC LIMIT 1',
      )
      .raw()
    this.closingsSince = closingsSince(db)
    this.#all = db.prepare<[], Buffer>('SELECT incarnation FROM appliance ORDER BY seq').pluck()
    this.#endOf = db
      .prepare<[Buffer], number | null>(
        'SELECT min(seq) FROM appliance WHERE seq > (SELECT seq FROM appliance WHERE incarnation = ?)',
      )
      .pluck()
  }

  /** The name of the present life of the store, 16 bytes. A restore from a backup begins another. */
  get incarnation(): Buffer {
    this.#incarnation ??= this.#current.get()?.[1] ?? Buffer.alloc(16)
    return this.#incarnation
  }

  /** Of every life of the store, oldest first. */
  get incarnations(): Buffer[] {
    return this.#all.all()
  }

  /** The newest entry that an earlier life shares with the next one; null for an unknown life. */
  endOf(incarnation: Buffer): number | null {
    const next = this.#endOf.get(incarnation)
    return next === undefined || next === null ? null : next - 1
  }

  /** Every life, oldest first: its incarnation in hex, and the entry after which the next one began. */
  lives(): { readonly incarnation: string; readonly end: number | null }[] {
    return this.incarnations.map((incarnation) => ({
      incarnation: incarnation.toString('hex'),
      end: this.endOf(incarnation),
    }))
  }

  /** The cooperative's party number; null in a folder that is not set up. */
  get cooperative(): number | null {
    this.#cooperative ??= this.#current.get()?.[2] ?? null
    return this.#cooperative
  }

  /** Call after a rollback and with every act. */
  forget(): void {
    this.#cooperative = null
    this.#incarnation = null
  }
}
