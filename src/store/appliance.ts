import { randomBytes } from 'node:crypto'
import type { Db } from './open.ts'

/** Whose appliance this is. */
export class Appliance {
  readonly #insert
  readonly #current
  readonly #noteAppend: () => void
  #cooperative: number | null = null

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#insert = db.prepare('INSERT INTO appliance (seq, incarnation, cooperative) VALUES (?, ?, ?)')
    this.#current = db
      .prepare<[], [number, Buffer, number]>(
        'SELECT seq, incarnation, cooperative FROM appliance ORDER BY seq DESC LIMIT 1',
      )
      .raw()
  }

  /** The cooperative's own party number, or null in a folder that was not yet set up. */
  get cooperative(): number | null {
    this.#cooperative ??= this.#current.get()?.[2] ?? null
    return this.#cooperative
  }

  found(seq: number, cooperative: number): void {
    this.#noteAppend()
    this.#insert.run(seq, randomBytes(16), cooperative)
  }

  forget(): void {
    this.#cooperative = null
  }
}
