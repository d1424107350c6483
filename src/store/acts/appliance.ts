import { randomBytes } from 'node:crypto'
import type { Db } from '../file/open.ts'

/** Returns a random name for a new life of the store. */
export const newIncarnation = (): Buffer => randomBytes(16)

/** Returns the last entry for which `change` has no rows of the parties that it closed a record to. */
export const closingsSince = (db: Db): number =>
  db.prepare<[], number>('SELECT seq FROM schema_since WHERE version = 3').pluck().get() ?? 0

/** Returns the last entry for which `change` has no rows of the records whose standing it changed. */
export const standingsSince = (db: Db): number =>
  db.prepare<[], number>('SELECT seq FROM schema_since WHERE version = 13').pluck().get() ?? 0

/** The cooperative that owns the appliance, and the lives of the store. */
export class Appliance {
  readonly #current
  readonly #endOf
  readonly #all
  /** The newest entry when the file got the schema version that records closings; 0 in a fresh file. */
  readonly closingsSince: number
  /** The same of the version in which records come again when their standing changes. */
  readonly standingsSince: number
  #cooperative: number | null = null
  #incarnation: Buffer | null = null

  constructor(db: Db) {
    this.#current = db
      .prepare<[], [number, Buffer, number]>(
        'SELECT seq, incarnation, cooperative FROM appliance ORDER BY seq DESC LIMIT 1',
      )
      .raw()
    this.closingsSince = closingsSince(db)
    this.standingsSince = standingsSince(db)
    this.#all = db.prepare<[], Buffer>('SELECT incarnation FROM appliance ORDER BY seq').pluck()
    this.#endOf = db
      .prepare<[Buffer], number | null>(
        'SELECT min(seq) FROM appliance WHERE seq > (SELECT seq FROM appliance WHERE incarnation = ?)',
      )
      .pluck()
  }

  /** The name of the current life of the store, 16 bytes. A restore from a backup begins a new life. */
  get incarnation(): Buffer {
    this.#incarnation ??= this.#current.get()?.[1] ?? Buffer.alloc(16)
    return this.#incarnation
  }

  /** The names of all lives of the store, oldest first. */
  get incarnations(): Buffer[] {
    return this.#all.all()
  }

  /**
   * The last entry that an earlier life shares with the next; null for the current life and an unknown one.
   */
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

  /** The cooperative's party number; null in a folder that was not set up. */
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
