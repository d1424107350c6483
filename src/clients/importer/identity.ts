import { isKeyedId, keyedId } from '../../domain/keyed-id.ts'
import type { PartyKind } from '../../domain/shapes.ts'

/**
 * Makes the ids of imported records: a row that is imported again, in any order or file, gets the same ids.
 */

/** Returns whether an import made this id. */
export const isImportId = isKeyedId

export class ImportIds {
  readonly #secret: Uint8Array

  /** @param secret of the store, the same for every import */
  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  /** Returns the id of the record that a row makes in a role. */
  record(mapName: string, rowKey: string, role: string): string {
    return this.#idOf(['record', mapName, rowKey, role])
  }

  /** Returns the id of the party with this key in a book of parties. */
  party(book: string, kind: PartyKind, key: readonly string[]): string {
    return this.#idOf(['party', book, kind, ...key])
  }

  /** Returns the id of the plot with this key in a book of parties. */
  plot(book: string, key: readonly string[]): string {
    return this.#idOf(['plot', book, ...key])
  }

  /** Returns the id of the statement that sheets make about a new party. */
  statement(party: string): string {
    return this.#idOf(['statement', party])
  }

  /**
   * Returns the id of the correction of a version. There is only one, so concurrent imports cannot fork the
   * chain.
   */
  correction(corrected: string): string {
    return this.#idOf(['correction', corrected])
  }

  #idOf(parts: readonly string[]): string {
    return keyedId(this.#secret, parts)
  }
}
