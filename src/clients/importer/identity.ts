import { isKeyedId, keyedId } from '../../domain/keyed-id.ts'
import type { PartyKind } from '../../domain/shapes.ts'

/** Ids of imported records: importing a row again, in another order or file, gives the same ids. */

/** Whether an import made this id. */
export const isImportId = isKeyedId

export class ImportIds {
  readonly #secret: Uint8Array

  /** @param secret the appliance's; the same for every import */
  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  /** The record that a row makes in a role. */
  record(mapName: string, rowKey: string, role: string): string {
    return this.#idOf(['record', mapName, rowKey, role])
  }

  /** The party with this key in a book of parties. */
  party(book: string, kind: PartyKind, key: readonly string[]): string {
    return this.#idOf(['party', book, kind, ...key])
  }

  /** The plot with this key in a book of parties. */
  plot(book: string, key: readonly string[]): string {
    return this.#idOf(['plot', book, ...key])
  }

  /** The sheets' statement about a new party. */
  statement(party: string): string {
    return this.#idOf(['statement', party])
  }

  /** The correction of a version. Only one: concurrent imports cannot fork the chain. */
  correction(corrected: string): string {
    return this.#idOf(['correction', corrected])
  }

  #idOf(parts: readonly string[]): string {
    return keyedId(this.#secret, parts)
  }
}

/** Normalized for comparison: NFC, lower case, single spaces. */
export function normalized(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}
