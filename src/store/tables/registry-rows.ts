import { fromJson } from '../../base/typed.ts'
import type { RegistryKind } from '../../domain/registry.ts'
import type { Db } from '../file/open.ts'

/** Reference rows that the operator added. */
export class RegistryRows {
  readonly #all

  constructor(db: Db) {
    this.#all = db.prepare<[], { kind: RegistryKind; body: string }>(
      'SELECT kind, body FROM registry_row ORDER BY seq',
    )
  }

  all(): { kind: RegistryKind; row: { readonly id: string } }[] {
    return this.#all.all().map(({ kind, body }) => ({ kind, row: fromJson<{ readonly id: string }>(body) }))
  }
}
