import type { Db } from './open.ts'

/** Reference rows that the operator added. */
export class RegistryRows {
  readonly #all

  constructor(db: Db) {
    this.#all = db.prepare<[], { kind: string; body: string }>(
      'SELECT kind, body FROM registry_row ORDER BY seq',
    )
  }

  all(): { kind: string; row: unknown }[] {
    return this.#all.all().map(({ kind, body }) => ({ kind, row: JSON.parse(body) as unknown }))
  }
}
