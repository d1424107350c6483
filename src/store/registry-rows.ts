import type { Db } from './open.ts'

/** Reference rows that the operator added. */
export class RegistryRows {
  readonly #insert
  readonly #all
  readonly #noteAppend: () => void

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#insert = db.prepare('INSERT INTO registry_row (seq, kind, id, body) VALUES (?, ?, ?, ?)')
    this.#all = db.prepare<[], { kind: string; body: string }>(
      'SELECT kind, body FROM registry_row ORDER BY seq',
    )
  }

  add(seq: number, kind: string, id: string, body: object): void {
    this.#noteAppend()
    this.#insert.run(seq, kind, id, JSON.stringify(body))
  }

  all(): { kind: string; row: unknown }[] {
    return this.#all.all().map(({ kind, body }) => ({ kind, row: JSON.parse(body) as unknown }))
  }
}
